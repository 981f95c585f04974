import { describe, expect, it } from '@jest/globals'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')

/** Runs a process with this boot code, and returns its result. */
function run(boot: string, args: string[] = []) {
  const source = ['--no-warnings', '--conditions=source', '--import', '@swc-node/register/esm-register']
  const program = `import { runMain } from '@hissa/kernel'\nawait runMain('shop', async () => { ${boot} })`
  const env = { PATH: process.env['PATH'], SWC_NODE_PROJECT: join(root, 'tsconfig.base.json') }
  const options = { cwd: join(root, 'services/gateway'), env, encoding: 'utf8' } as const
  return spawnSync(process.execPath, [...source, '--input-type=module', '-e', program, '--', ...args], options)
}

describe('runMain', () => {
  /** Starts a service with this body of `boot`, and returns what its health port answered to `asked`, one per line. */
  const answers = (asked: string, boot: string) =>
    run(`
      const { createServer } = await import('node:net')
      const free = await new Promise((resolve) => {
        const server = createServer().listen(0, () => resolve([server, server.address().port]))
      })
      await new Promise((resolve) => free[0].close(resolve))
      process.env.HEALTH_PORT = String(free[1])
      const ask = async (path) => {
        const answer = await fetch('http://127.0.0.1:' + free[1] + path)
        process.stdout.write(answer.status + ' ' + (await answer.text()) + '\\n')
      }
      setTimeout(async () => {
        ${asked}
        process.exit(0)
      })
      const running = { ready: Promise.resolve(), drain: async () => {}, metrics: async () => '' }
      ${boot}`)
      .stdout.trimEnd()
      .split('\n')

  it('answers /readyz with the notes of the service below its state', () => {
    const boot = `return { ...running, unhealthy: async () => [], notes: () => ['admin: nobody'] }`
    expect(answers(`await ask('/readyz')`, boot)).toEqual(['200 ok', 'admin: nobody'])
  })

  it('is not ready until everything has answered once, and stays ready when an engine is lost later', () => {
    const boot = `
      const found = [['store', 'bus'], [], ['store']]
      return { ...running, unhealthy: async () => found.shift() }`
    const asked = `for (const _ of [1, 2, 3]) await ask('/readyz')`
    expect(answers(asked, boot)).toEqual(['503 starting: store, bus', '200 ok', '200 without store'])
  })

  it('is not ready while it starts its work', () => {
    const boot = `return { ...running, ready: new Promise(() => {}), unhealthy: async () => [] }`
    expect(answers(`await ask('/readyz')`, boot)).toEqual(['503 starting'])
  })

  it('is alive without asking any engine', () => {
    const boot = `return { ...running, unhealthy: () => { throw new Error('asked') } }`
    expect(answers(`await ask('/healthz')`, boot)).toEqual(['200 ok'])
  })

  it('is alive but not ready while it drains', () => {
    const boot = `return { ...running, unhealthy: async () => [], drain: () => new Promise(() => {}) }`
    const asked = `await ask('/readyz'); process.emit('SIGTERM'); await ask('/readyz'); await ask('/healthz')`
    expect(answers(asked, boot)).toEqual(['200 ok', '503 draining', '200 ok'])
  })

  it('counts in its metrics the parts that do not answer', () => {
    const boot = `return { ...running, metrics: async () => 'own 1\\n', unhealthy: async () => ['store'] }`
    expect(answers(`await ask('/metrics')`, boot)).toEqual([
      '200 own 1',
      '# HELP service_part_missing Parts that the service needs and that do not answer, such as its store.',
      '# TYPE service_part_missing gauge',
      'service_part_missing{part="store",service="shop"} 1',
    ])
  })

  it('with --prepare only starts, drains and exits', () => {
    const { status, stdout } = run(
      `return { ready: new Promise((resolve) => setTimeout(() => { process.stdout.write('ready '); resolve() })),
        drain: async () => { process.stdout.write('drained') }, unhealthy: async () => [], metrics: async () => '' }`,
      ['--prepare'],
    )
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'ready drained' })
  })

  it.each([
    ['a failed boot', `throw Object.assign(new Error('no bus'), { code: 'ECONNREFUSED' })`],
    ['an uncaught error', `setTimeout(() => { throw new Error('no bus') }); await new Promise(() => {})`],
  ])('logs %s in one line and exits 1', (_, boot) => {
    const { status, stdout, stderr } = run(boot)
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' })
    const [line, ...more] = stdout.trimEnd().split('\n')
    expect(more).toEqual([])
    expect(JSON.parse(line!)).toMatchObject({ service: 'shop', level: 60, err: { message: 'no bus' } })
  })
})
