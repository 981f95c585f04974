// Installs the dependencies from the lockfile with npm and reports progress.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { explainFailure, planInstallation, recordHolds, stampsOf, wantedPackages } from './decide.mjs'

const installNeedsMb = 1500
const progressEveryMs = 5000
const interrupted = 130

/** Returns the C library of this Linux; null on other systems. */
export const libcHere = () => {
  if (process.platform !== 'linux') return null
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
}

/**
 * Ensures that the dependencies of the lockfile in `root` are installed.
 * @throws Error with a message for a person if they cannot be installed
 */
export async function ensureDependencies(root, withTools) {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const { packages } = JSON.parse(lock)
  const stamps = stampsOf(lock)
  const stampFile = join(root, 'node_modules', '.hissa-lock')
  const recordFile = join(root, 'node_modules', '.package-lock.json')
  const record = () => (existsSync(recordFile) ? JSON.parse(readFileSync(recordFile, 'utf8')).packages : undefined)
  const stamp = existsSync(stampFile) ? readFileSync(stampFile, 'utf8').trim() : ''
  const holds = (tools) => recordHolds(record(), packages, tools)
  const plan = planInstallation({ stamp, stamps, withTools, holds })
  if (plan === 'nothing') return
  if (plan !== 'stamp') {
    // Both exist only after a finished installation, so that an interrupted one is repeated.
    for (const file of [stampFile, recordFile]) rmSync(file, { force: true })
    await install(root, packages, withTools, plan === 'add-tools')
  }
  const isComplete = withTools || (plan === 'stamp' && holds(true))
  writeFileSync(stampFile, `${isComplete ? stamps.complete : stamps.withoutTools}\n`)
}

/** Installs everything, or only the missing packages, because the others may be in use. */
async function install(root, packages, withTools, onlyMissing) {
  const system = { platform: process.platform, arch: process.arch, libc: libcHere() }
  const isThere = (path) => existsSync(join(root, path, 'package.json'))
  const wanted = wantedPackages(packages, withTools, system).filter((path) => !onlyMissing || !isThere(path))
  const { bavail, bsize } = statfsSync(root)
  const freeMb = Math.floor((bavail * bsize) / 1e6)
  if (freeMb < installNeedsMb) {
    throw new Error(`The disk is full: ${freeMb} MB free, and installing the dependencies needs ${installNeedsMb} MB.`)
  }
  const startedAt = Date.now()
  const seconds = () => ((Date.now() - startedAt) / 1000).toFixed(0)
  const what = onlyMissing ? 'packages for tests and development' : 'packages'
  console.log(`Installing ${wanted.length} ${what} from the lockfile (the first time only)`)
  const progress = () => {
    // npm creates all folders first; a package is complete with its package.json.
    const count = wanted.filter(isThere).length
    console.log(count > 0 ? `  ${count} of ${wanted.length} packages, ${seconds()} s` : `  downloading, ${seconds()} s`)
  }
  const timer = setInterval(progress, progressEveryMs)
  const command = onlyMissing ? ['install', '--no-save'] : withTools ? ['ci'] : ['ci', '--omit=dev']
  const { code, output } = await npm(root, command)
  clearInterval(timer)
  if (code !== 0) throw new Error(explainFailure(output))
  console.log(`  dependencies installed in ${seconds()} s`)
}

function npm(root, command) {
  // Uses the npm that started this script, else the one on PATH.
  const { npm_execpath: npmCli = '' } = process.env
  const [program, first] = npmCli.endsWith('.js') ? [process.execPath, [npmCli]] : ['npm', []]
  const args = [...first, ...command, '--loglevel=error', '--no-audit', '--no-fund', '--no-progress']
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const stop = () => {
    child.kill('SIGKILL') // npm would continue for a while; the next start removes a partial installation
    process.exit(interrupted)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => (output = (output + text).slice(-8000)))
  return new Promise((resolve) => {
    const done = (result) => {
      // From here on a signal is for the product, which shuts down in order.
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, stop)
      resolve(result)
    }
    child.once('error', (error) => done({ code: 127, output: error.message }))
    child.once('close', (code) => done({ code: code ?? 1, output }))
  })
}
