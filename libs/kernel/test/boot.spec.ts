import { describe, expect, it } from '@jest/globals'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')

/** Runs a process with this boot code, and returns its result. */
function run(boot: string) {
  const source = ['--no-warnings', '--conditions=source', '--import', '@swc-node/register/esm-register']
  const program = `import { runMain } from '@hissa/kernel'\nawait runMain('shop', async () => { ${boot} })`
  const env = { PATH: process.env['PATH'], SWC_NODE_PROJECT: join(root, 'tsconfig.base.json') }
  const options = { cwd: join(root, 'services/gateway'), env, encoding: 'utf8' } as const
  return spawnSync(process.execPath, [...source, '--input-type=module', '-e', program], options)
}

describe('runMain', () => {
  it('answers /readyz with the notes of the service below its state', () => {
    const { stdout } = run(`
      const notes = () => ['admin: nobody']
      const { createServer } = await import('node:net')
      const free = await new Promise((resolve) => {
        const server = createServer().listen(0, () => resolve([server, server.address().port]))
      })
      await new Promise((resolve) => free[0].close(resolve))
      process.env.HEALTH_PORT = String(free[1])
      setTimeout(async () => {
        const answer = await fetch('http://127.0.0.1:' + free[1] + '/readyz')
        process.stdout.write(answer.status + ' ' + (await answer.text()))
        process.exit(0)
      })
      return { ready: Promise.resolve(), drain: async () => {}, unhealthy: async () => [], metrics: async () => '', notes }`)
    expect(stdout).toBe('200 ok\nadmin: nobody')
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
