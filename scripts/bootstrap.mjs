// Every command of the project starts here, in plain JavaScript for Node 20 and newer, without dependencies. It
// installs from the lockfile when node_modules is missing or outdated, then runs the calling script again on the Node
// version that the lockfile pins. It imports only names that older Node versions have, so that they get as far as the
// error message.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chooseNode, whyUnsupported } from './bootstrap/decide.mjs'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const pinnedNode = join(root, 'node_modules', 'node', 'bin', 'node')
const interrupted = 130
const restartExitCode = 75
const parentCheckMs = 500

/**
 * Ensures that the dependencies match the lockfile and that this script runs on the pinned Node. If the pinned Node has
 * no release for this system, a running Node that is at least as new is used. On another Node it runs the script again
 * there, passes signals and the exit code on, and does not return. A restartable script always runs in a child process,
 * and runs again whenever it exits with code 75. Without tools, only the packages for building and running are
 * installed; the first command that needs the tools of tests and development adds them.
 */
export async function bootstrap({ isRestartable = false, withTools = true } = {}) {
  const problem = whyUnsupported({ nodeVersion: process.versions.node, platform: process.platform })
  if (problem) fail(problem)
  const { ensureDependencies, libcHere } = await import('./bootstrap/install.mjs')
  await ensureDependencies(root, withTools).catch((error) => fail(error.message))
  // The compiler unpacks its binary once; by default into the user's own cache.
  process.env.SWC_NATIVE_BINDING_CACHE ??= join(root, 'node_modules', '.cache', 'swc')
  const program = nodeToUse(libcHere())
  const isOurChild = Boolean(process.env.HISSA_BOOTSTRAPPED && process.channel)
  if (realpathSync(process.execPath) === realpathSync(program) && (isOurChild || !isRestartable)) {
    // Started by this script: the channel closes when the parent exits, even by kill -9.
    if (isOurChild) {
      process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
      process.channel.unref()
    }
    watchNpm(() => process.kill(process.pid, 'SIGTERM'))
    return
  }
  process.exit(await runAgain(program))
}

function nodeToUse(libc) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const { version } = packages['node_modules/node']
  const choice = chooseNode({
    pinned: { version, isInstalled: existsSync(pinnedNode) },
    running: process.versions.node,
    platform: process.platform,
    arch: process.arch,
    libc,
  })
  if (choice.problem) fail(choice.problem)
  return choice.use === 'pinned' ? pinnedNode : process.execPath
}

/**
 * Calls `whenGone` when npm's shell has exited. npm runs scripts through a shell that does not pass signals on when it
 * is killed.
 */
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

async function runAgain(program) {
  let child
  process.on('SIGINT', () => child.kill('SIGINT')) // a terminal sends it twice; the launcher counts that as one
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  process.on('SIGHUP', () => child.kill('SIGTERM'))
  watchNpm(() => child.kill('SIGTERM'))
  for (;;) {
    child = spawn(program, process.argv.slice(1), {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: {
        ...process.env,
        HISSA_BOOTSTRAPPED: '1',
        PATH: `${dirname(program)}${delimiter}${process.env.PATH || ''}`, // children of every script get the same Node
      },
    })
    const code = await new Promise((done) => {
      child.once('error', (error) => fail(`cannot run ${program}: ${error.message}`))
      child.once('exit', (exitCode, signal) => done(typeof exitCode === 'number' ? exitCode : signal ? interrupted : 1))
    })
    if (code !== restartExitCode) return code
  }
}

function fail(message) {
  console.error(`\n${message}`)
  process.exit(1)
}
