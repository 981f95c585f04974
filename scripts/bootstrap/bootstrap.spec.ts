import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'

const START = `
  import { bootstrap } from './bootstrap.mjs'
  await bootstrap({ withTools: process.argv.includes('--tools') })
  console.log('started with', (await import('greeting')).default)
`

/** Starts a registry that serves `packages`. It records requests for packages in `held` and never responds to them. */
async function startRegistry(packages: Record<string, Buffer>) {
  const held = new Set<string>()
  let whenHeld: (response: ServerResponse) => void = () => undefined
  const server = createServer((request, response) => {
    const name = request.url!.slice(1)
    if (held.has(name)) return whenHeld(response)
    const body = packages[name]
    response.writeHead(body ? 200 : 404).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    held,
    nextHeld: () => new Promise<ServerResponse>((done) => (whenHeld = done)),
    close: () => new Promise((done) => (server.close(done), server.closeAllConnections())),
  }
}

/** Returns a package in npm's published form. */
function pack(dir: string, name: string): Buffer {
  const folder = join(dir, name, 'package')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '1.0.0', main: 'index.js' }))
  writeFileSync(join(folder, 'index.js'), `module.exports = '${name}'`)
  execFileSync('tar', ['-czf', `${name}.tgz`, 'package'], { cwd: join(dir, name) })
  return readFileSync(join(dir, name, `${name}.tgz`))
}

/** Creates a project with one package, one tool and a pinned Node that has no release for this system. */
function writeProject(dir: string, registry: string, packages: Record<string, Buffer>) {
  const entry = (name: string) => ({
    version: '1.0.0',
    resolved: `${registry}/${name}`,
    integrity: `sha512-${createHash('sha512').update(packages[name]!).digest('base64')}`,
  })
  const manifest = {
    ...{ name: 'project', version: '1.0.0', type: 'module' },
    dependencies: { greeting: '1.0.0' },
    devDependencies: { tool: '1.0.0' },
    optionalDependencies: { node: '24.21.0' },
  }
  const lock = {
    ...{ name: 'project', version: '1.0.0', lockfileVersion: 3, requires: true },
    packages: {
      '': manifest,
      'node_modules/greeting': entry('greeting'),
      'node_modules/node': { version: '24.21.0', optional: true, os: ['aix'] },
      'node_modules/tool': { ...entry('tool'), dev: true },
    },
  }
  mkdirSync(join(dir, 'scripts'), { recursive: true })
  cpSync(join(import.meta.dirname, '../bootstrap.mjs'), join(dir, 'scripts/bootstrap.mjs'))
  cpSync(import.meta.dirname, join(dir, 'scripts/bootstrap'), { recursive: true })
  writeFileSync(join(dir, 'scripts/start.mjs'), START)
  writeFileSync(join(dir, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(dir, 'package-lock.json'), JSON.stringify(lock))
}

describe('bootstrap', () => {
  let dir: string
  let registry: Awaited<ReturnType<typeof startRegistry>>

  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'hissa-bootstrap-'))
    const packages = { greeting: pack(dir, 'greeting'), tool: pack(dir, 'tool') }
    registry = await startRegistry(packages)
    writeProject(join(dir, 'project'), registry.url, packages)
  })
  afterEach(async () => {
    await registry.close()
    rmSync(dir, { recursive: true })
  })

  /** Runs `node scripts/start.mjs` with separate npm settings and without the environment of this test. */
  function start(args: string[] = [], env: Record<string, string> = {}, before: string[] = []) {
    const child = spawn(process.execPath, [...before, 'scripts/start.mjs', ...args], {
      cwd: join(dir, 'project'),
      env: {
        PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
        HOME: dir,
        npm_config_cache: join(dir, 'cache'),
        npm_config_fetch_retries: '0',
        ...env,
      },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()))
    return { child, ended: once(child, 'close').then(([code]) => ({ code: code as number, output })) }
  }

  it('installs the packages of a start first, then the tools, each once', async () => {
    expect(await start().ended).toMatchObject({
      code: 0,
      output: expect.stringMatching(/Installing 1 packages[\s\S]*started with greeting/),
    })
    // A second start requests nothing from npm: this registry could not respond.
    const withoutNpm = { npm_execpath: join(dir, 'missing.js') }
    expect(await start([], withoutNpm).ended).toEqual({ code: 0, output: 'started with greeting\n' })
    const withTools = await start(['--tools']).ended
    expect(withTools.output).toMatch(/Installing 1 packages for tests and development/)
    expect(await start(['--tools'], withoutNpm).ended).toEqual({ code: 0, output: 'started with greeting\n' })
    expect(await start([], withoutNpm).ended).toEqual({ code: 0, output: 'started with greeting\n' })
  })

  it('repeats an interrupted installation from the beginning', async () => {
    registry.held.add('greeting')
    const first = start()
    const request = await registry.nextHeld()
    const npmIsGone = once(request, 'close')
    first.child.kill('SIGTERM')
    expect((await first.ended).code).toBe(130)
    await npmIsGone
    registry.held.clear()
    expect((await start().ended).output).toMatch(/Installing 1 packages[\s\S]*started with greeting/)
  })

  it('ignores the remains of an interrupted installation of tools', async () => {
    await start().ended
    registry.held.add('tool')
    const second = start(['--tools'])
    const request = await registry.nextHeld()
    const npmIsGone = once(request, 'close')
    second.child.kill('SIGTERM')
    await second.ended
    await npmIsGone
    registry.held.clear()
    expect((await start().ended).output).toMatch(/Installing 1 packages from[\s\S]*started with greeting/)
  })

  it('names the unreachable registry and three solutions, and starts nothing', async () => {
    await registry.close()
    const { code, output } = await start().ended
    expect(code).toBe(1)
    expect(output).toContain(`${registry.url} can't be reached (ECONNREFUSED)`)
    expect(output.match(/^ {2}- /gm)).toHaveLength(3)
    expect(output).not.toMatch(/started|at .*\.mjs/)
    registry = await startRegistry({})
  })

  it('stops on an old Node and on Windows with instructions, before it installs anything', async () => {
    const pretend = (source: string) => ['--import', `data:text/javascript,${encodeURIComponent(source)}`]
    const old = pretend(`Object.defineProperty(process.versions, 'node', { value: '18.19.0' })`)
    const onOld = await start([], {}, old).ended
    expect(onOld).toMatchObject({ code: 1, output: expect.stringMatching(/needs Node 20 or newer; this is 18\.19\.0/) })
    const windows = pretend(`Object.defineProperty(process, 'platform', { value: 'win32' })`)
    const onWindows = await start([], {}, windows).ended
    expect(onWindows).toMatchObject({ code: 1, output: expect.stringMatching(/wsl --install/) })
    expect(onOld.output + onWindows.output).not.toMatch(/Installing/)
  })

  it('names the Node version to install when the pinned one has no release and the running one is older', async () => {
    const older = `Object.defineProperty(process.versions, 'node', { value: '22.0.0' })`
    const { code, output } = await start([], {}, ['--import', `data:text/javascript,${encodeURIComponent(older)}`])
      .ended
    expect(code).toBe(1)
    expect(output).toMatch(/Node 24\.21\.0.*isn't available.*this is 22\.0\.0\.\nInstall Node 24 or newer/)
  })
})
