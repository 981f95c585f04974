import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { after, before, describe, it, type TestContext } from 'node:test'
import { serviceNames } from '@hissa/contracts'
import { poll } from '@hissa/testing-driver'
import { root, startHissa, type Hissa } from '@hissa/testing-driver/product'
import { join } from 'node:path'
import { copySources, type SourceTree } from './support/source-tree.js'

const SERVICES = [...serviceNames].sort()
const WAIT = { timeoutMs: 120_000 }
const HEALTH = 'services/gateway/src/boot.ts'
const INVESTMENT = 'services/investment/src/boot.ts'

describe('npm run dev', () => {
  let tree: SourceTree
  let home: string
  let hissa: Hissa

  before(async () => {
    tree = await copySources()
    home = join(tree.dir, '.data', 'home')
    const env = {
      HISSA_DATA: join(tree.dir, '.data'),
      HOME: home,
      HISSA_ENGINES: process.env['HISSA_ENGINES'] ?? join(root, '.data', 'engines'),
    }
    hissa = await startHissa({ cwd: tree.dir, args: ['--dev'], env })
    await poll('the sources being watched', async () => hissa.output().includes('Ready; watching') || undefined, WAIT)
  })

  after(async () => {
    await hissa?.stop()
    await tree?.remove()
  })

  /** Runs an action and waits for a line of the launcher; returns the output and the services whose process changed. */
  async function change(action: () => void, line: RegExp): Promise<{ restarted: string[]; output: string }> {
    const pidsBefore = hissa.run().pids
    const from = hissa.output().length
    action()
    await poll(`${line}`, async () => line.test(hissa.output().slice(from)) || undefined, WAIT).catch(
      (error: unknown) => {
        throw new Error(`${String(error)} in:\n${hissa.output().slice(from)}`)
      },
    )
    const { pids } = hissa.run()
    return { restarted: SERVICES.filter((name) => pids[name] !== pidsBefore[name]), output: hissa.output().slice(from) }
  }

  /** Prints how long a reload took, which depends on the machine. */
  const printTimes = (t: TestContext, output: string) =>
    t.diagnostic(/.*restarted in [\d.]+ s.*/.exec(output)![0].trim())

  const text = async (path: string) => (await fetch(`${hissa.url}${path}`)).text()

  it('serves two files that are saved by renaming, restarting only their services', async () => {
    for (const [before, now] of [
      ['ok', 'first'],
      ['first', 'second'],
    ] as const) {
      const save = () => tree.save(HEALTH, (code) => code.replace(`reply.send('${before}')`, `reply.send('${now}')`))
      assert.deepEqual((await change(save, /restarted in/)).restarted, ['gateway'])
      assert.equal(await text('/healthz'), now)
    }
  })

  it('lets no request fail while the gateway restarts, and serves it from the new version', async () => {
    let asking = true
    const answers: Promise<number>[] = []
    const asked = (async () => {
      while (asking) {
        answers.push(fetch(`${hissa.url}/api/properties?limit=1`).then(({ status }) => status))
        await answers.at(-1)
      }
    })()
    await change(() => tree.save(HEALTH, (code) => code.replace("send('second')", "send('third')")), /restarted in/)
    asking = false
    await asked
    assert.deepEqual([...new Set(await Promise.all(answers))], [200])
    assert.equal(await text('/healthz'), 'third')
  })

  it('restarts only the services that depend on a changed library', async (t) => {
    const save = () => tree.save('libs/ledger/src/index.ts', (code) => `${code}\nexport const added = 1\n`)
    const { restarted, output } = await change(save, /restarted in/)
    printTimes(t, output)
    assert.deepEqual(restarted, ['investment'])
  })

  it('restarts every service once for a library that all of them use, while requests wait', async (t) => {
    for (const name of ['first', 'second']) {
      const save = () => tree.save('libs/kernel/src/index.ts', (code) => `${code}\nexport const ${name} = 1\n`)
      const begun = change(save, /restarted in/)
      const answers = fetch(`${hissa.url}/api/properties?limit=1`).then(({ status }) => status)
      const { restarted, output } = await begun
      printTimes(t, output)
      assert.deepEqual(restarted, SERVICES)
      assert.equal(output.match(/restarted in/g)!.length, 1)
      assert.equal(await answers, 200)
    }
  })

  it('shows a syntax error once and serves the last good version until it is fixed', async () => {
    const broken = await change(
      () => tree.save(INVESTMENT, (code) => `${code}\nexport const = 1\n`),
      /does not compile/,
    )
    assert.deepEqual(broken.restarted, [])
    assert.equal(broken.output.split('does not compile').length, 2)
    assert.doesNotMatch(broken.output, /Caused by|Stack backtrace|^\s+at /m)
    const elsewhere = () => tree.save(HEALTH, (code) => code.replace("send('third')", "send('fourth')"))
    const other = await change(elsewhere, /restarted in/)
    assert.deepEqual([other.restarted, other.output.includes('does not compile')], [['gateway'], false])
    assert.equal((await fetch(`${hissa.url}/api/properties?limit=1`)).status, 200)
    const mend = () => tree.save(INVESTMENT, (code) => code.replace('export const =', 'export const mended ='))
    assert.deepEqual((await change(mend, /restarted in/)).restarted, ['investment'])
  })

  it('serves the last good version when the new one does not start', async () => {
    const good = (code: string) => code.replace("throw new Error('no start');", '')
    const bad = (code: string) => code.replace('const config = load', "throw new Error('no start');const config = load")
    const broken = await change(() => tree.save(HEALTH, bad), /does not start with the change/)
    assert.deepEqual(broken.restarted, [])
    assert.equal(await text('/healthz'), 'fourth')
    assert.deepEqual((await change(() => tree.save(HEALTH, good), /restarted in/)).restarted, ['gateway'])
  })

  it('builds the web, restarts the gateway that renders it and reloads open pages', async (t) => {
    const page = await fetch(hissa.url, { headers: { accept: 'text/html' } })
    assert.match(await page.text(), /<script src="\/__dev\/reload.js" defer><\/script>$/)
    const controller = new AbortController()
    const events = await fetch(`${hissa.url}/__dev/events`, { signal: controller.signal })
    const reader = events.body!.pipeThrough(new TextDecoderStream()).getReader()
    const save = () => tree.save('web/src/lib/document.ts', (code) => code.replace('</body>', '<!-- edited --></body>'))
    const { restarted, output } = await change(save, /web built/)
    printTimes(t, output)
    assert.deepEqual(restarted, ['gateway'])
    // Compression takes most of the time of a build, and compressed files of an earlier build must not be served.
    assert.deepEqual(globSync('**/*.{br,gz}', { cwd: join(hissa.dataDir, 'dev-web') }), [])
    let seen = ''
    while (!seen.includes('event: reload')) seen += (await reader.read()).value ?? assert.fail('the events ended')
    controller.abort()
    assert.match(await text('/'), /<!-- edited -->/)
  })

  it('prints type errors with the other output', async () => {
    const save = () => tree.save(INVESTMENT, (code) => `${code}\nexport const wrong: number = 'text'\n`)
    const { restarted } = await change(save, /^types +services\/investment\/src\/boot\.ts.*TS2322/m)
    assert.deepEqual(restarted, ['investment'])
  })

  it('restarts completely when the launcher is changed', async () => {
    const { launcher } = hissa.run().pids
    const save = () => tree.save('local/kit/src/html.ts', (code) => `${code}\nexport const added = 1\n`)
    const { output } = await change(save, /starts again[\s\S]*Ready; watching/)
    assert.match(output, /The launcher starts again/)
    assert.notEqual(hissa.run().pids['launcher'], launcher)
    assert.equal(await text('/healthz'), 'fourth')
  })

  it('writes nothing outside the project folder, except what npm writes', () => {
    assert.deepEqual(globSync(['**/*', '**/.*'], { cwd: home, exclude: ['.npm'] }), [])
  })

  it('leaves no process behind when it is stopped in the middle of a reload', async () => {
    const slow = `process.once('SIGTERM', () => setTimeout(() => process.exit(), 1_000));
      process.stdout.write('starting for ever: ' + process.pid + '\\n');
      await new Promise(() => {});`
    const save = () => tree.save(HEALTH, (code) => code.replace('const config = load', `${slow} const config = load`))
    const { output } = await change(save, /starting for ever: \d+/)
    const pid = Number(/starting for ever: (\d+)/.exec(output)![1])
    const from = hissa.output().length
    assert.equal(await hissa.stop(), 0)
    assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' })
    // An interrupted reload is not reported as failed.
    assert.doesNotMatch(hissa.output().slice(from), /does not/)
  })
})
