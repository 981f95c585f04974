// Plain JavaScript for Node 20 and newer, with no dependency: every command of the project begins here. It installs
// from the lockfile when node_modules is missing or older, then runs the calling script again on the Node that the
// lockfile pins.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, statfsSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const lockFile = join(root, 'package-lock.json')
const modules = join(root, 'node_modules')
const stampFile = join(modules, '.hissa-lock')
const pinnedNode = join(modules, 'node', 'bin', 'node')
const oldestMajor = 20
const installNeedsMb = 1500
const progressEveryMs = 5000
const interrupted = 130
const restartExitCode = 75
const parentCheckMs = 500

/**
 * Makes sure that the dependencies are those of the lockfile and that this script runs on the pinned Node. On another
 * Node it runs the script again there, passes signals and the exit code on, and does not return. A restartable script
 * is always run like that, and again whenever it ends with code 75. Without tools, only what building and running need
 * is installed; another command adds the tools of tests and development when it is the first to need them.
 */
export async function bootstrap({ isRestartable = false, withTools = true } = {}) {
  if (Number(process.versions.node.split('.')[0]) < oldestMajor) {
    fail(`Hissa needs Node ${oldestMajor} or newer; this is ${process.versions.node}.`)
  }
  await ensureDependencies(withTools)
  if (!existsSync(pinnedNode)) fail(`${pinnedNode} is missing. Remove node_modules and start again.`)
  const isOurChild = Boolean(process.env.HISSA_BOOTSTRAPPED && process.channel)
  if (realpathSync(process.execPath) === realpathSync(pinnedNode) && (isOurChild || !isRestartable)) {
    // Started by ourselves: the channel closes when that process dies, even by kill -9.
    if (isOurChild) {
      process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
      process.channel.unref()
    }
    watchNpm(() => process.kill(process.pid, 'SIGTERM'))
    return
  }
  process.exit(await runAgain())
}

/** npm runs scripts through a shell that dies of a signal without passing it on: that it is gone has to be seen. */
function watchNpm(whenGone) {
  if (!process.env.npm_lifecycle_event || process.env.HISSA_BOOTSTRAPPED) return
  const { ppid } = process
  const timer = setInterval(() => {
    if (process.ppid === ppid) return
    clearInterval(timer)
    whenGone()
  }, parentCheckMs)
  timer.unref()
}

async function runAgain() {
  let child
  process.on('SIGINT', () => child.kill('SIGINT')) // from a terminal it comes twice; the launcher takes that for one
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  process.on('SIGHUP', () => child.kill('SIGTERM'))
  watchNpm(() => child.kill('SIGTERM'))
  for (;;) {
    child = spawn(pinnedNode, process.argv.slice(1), {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: {
        ...process.env,
        HISSA_BOOTSTRAPPED: '1',
        PATH: `${dirname(pinnedNode)}:${process.env.PATH ?? ''}`, // children of every script get the same Node
      },
    })
    const code = await new Promise((done) => {
      child.once('error', (error) => fail(`cannot run ${pinnedNode}: ${error.message}`))
      child.once('exit', (exitCode, signal) => done(exitCode ?? (signal ? interrupted : 1)))
    })
    if (code !== restartExitCode) return code
  }
}

async function ensureDependencies(withTools) {
  const lock = readFileSync(lockFile, 'utf8')
  const complete = createHash('sha256').update(lock).digest('hex')
  const withoutTools = `${complete} without tools`
  const stamp = existsSync(stampFile) && existsSync(pinnedNode) ? readFileSync(stampFile, 'utf8').trim() : ''
  if (stamp === complete || (!withTools && stamp === withoutTools)) return
  const { packages } = JSON.parse(lock)
  if (installedMatches(packages, true)) return writeFileSync(stampFile, `${complete}\n`)
  if (withTools || !installedMatches(packages, false)) {
    await install(packages, withTools, stamp === withoutTools)
  }
  writeFileSync(stampFile, `${withTools ? complete : withoutTools}\n`)
}

/** Whether an installation made by hand already holds every package that the lockfile asks for. */
function installedMatches(wanted, withTools) {
  const hidden = join(modules, '.package-lock.json')
  if (!existsSync(hidden) || !existsSync(pinnedNode)) return false
  const installed = JSON.parse(readFileSync(hidden, 'utf8')).packages ?? {}
  const needed = Object.entries(wanted).filter(([path, entry]) => isNeeded(path, entry, withTools) && !entry.optional)
  return needed.every(([path, { version }]) => installed[path] && installed[path].version === version)
}

/** Whether a path of the lockfile is a package from the registry, also one that a workspace has for itself. */
const isPackage = (path) => /(^|\/)node_modules\//.test(path)

/** Whether a package of the lockfile is installed; npm leaves out what only development needs when it is told to. */
const isNeeded = (path, { dev }, withTools) => isPackage(path) && (withTools || !dev)

/** Installs from the lockfile: all anew, or only what is missing while the rest may be in use. */
async function install(packages, withTools, onlyMissing) {
  const wanted = Object.entries(packages)
    .filter(([path, entry]) => isNeeded(path, entry, withTools) && isForThisMachine(path, entry))
    .filter(([path]) => !onlyMissing || !existsSync(join(root, path, 'package.json')))
    .map(([path]) => path)
  const { bavail, bsize } = statfsSync(root)
  const freeMb = Math.floor((bavail * bsize) / 1e6)
  if (freeMb < installNeedsMb) {
    fail(`The disk is full: ${freeMb} MB free, and installing the dependencies needs ${installNeedsMb} MB.`)
  }
  const startedAt = Date.now()
  const seconds = () => ((Date.now() - startedAt) / 1000).toFixed(0)
  const what = onlyMissing ? 'packages for tests and development' : 'packages'
  console.log(`Installing ${wanted.length} ${what} from the lockfile (the first time only)`)
  const progress = () => {
    const count = countInstalled(wanted)
    console.log(count > 0 ? `  ${count} of ${wanted.length} packages, ${seconds()} s` : `  downloading, ${seconds()} s`)
  }
  const timer = setInterval(progress, progressEveryMs)
  const { code, output } = await npm(onlyMissing ? ['install', '--no-save'] : withTools ? ['ci'] : ['ci', '--omit=dev'])
  clearInterval(timer)
  if (code !== 0) fail(installFailure(output))
  console.log(`  dependencies installed in ${seconds()} s`)
}

function npm(command) {
  // Started by `npm start`, the npm that did so is named; else the one on PATH.
  const { npm_execpath: npmCli = '' } = process.env
  const [program, first] = npmCli.endsWith('.js') ? [process.execPath, [npmCli]] : ['npm', []]
  const args = [...first, ...command, '--loglevel=error', '--no-audit', '--no-fund', '--no-progress']
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const stop = () => {
    child.kill('SIGKILL') // it would go on for a while; what is half installed is removed by the next start
    process.exit(interrupted)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => (output = (output + text).slice(-8000)))
  return new Promise((resolve) => {
    const done = (result) => {
      // From here on a signal means the product, which ends in order.
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, stop)
      resolve(result)
    }
    child.once('error', (error) => done({ code: 127, output: error.message }))
    child.once('close', (code) => done({ code: code ?? 1, output }))
  })
}

function installFailure(output) {
  if (/ENOSPC/.test(output))
    return 'The disk is full: the dependencies could not be installed. Free some space and start again.'
  const reason =
    output
      .split('\n')
      .filter((line) => /npm error/i.test(line))
      .slice(0, 6)
      .join('\n') || output.trim()
  return `The dependencies could not be installed (is the network reachable?):\n${reason}`
}

/** npm makes all folders first; a package is there once its package.json is. */
const countInstalled = (wanted) => wanted.filter((path) => existsSync(join(root, path, 'package.json'))).length

function isForThisMachine(path, { link, os, cpu, libc }) {
  if (!isPackage(path) || link) return false
  return (!os || os.includes(process.platform)) && (!cpu || cpu.includes(process.arch)) && !libc?.includes('musl')
}

function fail(message) {
  console.error(`\n${message}`)
  process.exit(1)
}
