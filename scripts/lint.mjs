// Runs all checks (types, ESLint, formatting, import directions, dead code, lockfile) and prints the time of each.
// Results for unchanged files are cached in node_modules/.cache/hissa, which installing dependencies empties.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
// Namespace import: Node 20, which only loads this file to run it again on the pinned Node, has no globSync.
import fs, { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrap, root } from './bootstrap.mjs'
import { signalGroup, stopAll, track } from './test/run.mjs'

const CACHES = join(root, 'node_modules/.cache/hissa')
const FOLDERS = ['libs', 'services', 'local', 'web', 'tests', 'verifiers', 'scripts']
const AT_ONCE = 2
/** No check takes so long, even on a busy machine. One that hangs is run once more. */
const HANG_MS = 900_000

/** Each check with its program; any change of configuration or dependencies replaces the folder `cache`. */
const checks = (cache) => {
  const tsc = (project, name) => [
    ...[`${root}/node_modules/.bin/tsc`, '-p', project, '--noEmit', '--incremental'],
    ...['--tsBuildInfoFile', join(cache, `${name}.tsbuildinfo`)],
  ]
  const bin = (name, ...args) => [`${root}/node_modules/.bin/${name}`, ...args]
  const directions = [...FOLDERS, '--config', '.dependency-cruiser.cjs']
  return [
    // The longest check is two, so that both processors work to the end.
    ['eslint', [process.execPath, 'scripts/lint/eslint.mjs', root, ...FOLDERS.filter((name) => name !== 'web')]],
    ['eslint of the web', [process.execPath, 'scripts/lint/eslint.mjs', root, 'web']],
    ['types', tsc('tsconfig.json', 'types')],
    ['types of the web', tsc('web/tsconfig.json', 'web')],
    ['types of the tests', tsc('tests/tsconfig.json', 'tests')],
    [
      'formatting',
      bin('prettier', '--check', '--log-level=warn', '--cache', '--cache-strategy=content').concat(
        `--cache-location=${join(cache, 'prettier')}`,
        '.',
      ),
    ],
    ['directions', bin('depcruise', ...directions, '--output-type=err')],
    [
      'cycles of folders',
      bin('depcruise', 'services', '--config', '.dependency-cruiser.folders.cjs', '--output-type=err'),
    ],
    ['dead code', bin('knip', '--no-progress')],
    ['lockfile', [process.execPath, 'scripts/lint/lockfile.mjs']],
    ['budgets of the web', [process.execPath, 'web/build/check-budgets.mjs', '--build']],
  ]
}

/** Runs every check, two at a time; resolves to the results in the order above. */
export async function lint(print = console.log) {
  const waiting = checks(cacheFolder()).map((check, index) => ({ check, index }))
  const total = waiting.length
  const results = []
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, command] = next.check
      let result = await run(command)
      if (result.isHanging) {
        print(`${name} has not ended for ${HANG_MS / 60_000} minutes; it is run again`)
        result = await run(command)
      }
      results[next.index] = { name, ...result }
      const done = results.filter(Boolean).length
      const note = /^\d+ of \d+ files checked$/m.exec(result.output)?.[0]
      print(
        `${result.ok ? 'ok  ' : 'FAIL'} ${done} of ${total} ${name} ${(result.ms / 1000).toFixed(1)} s${note ? `, ${note}` : ''}${result.ok ? '' : `\n${result.output}`}`,
      )
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return results
}

/** Returns the cache folder for the current configuration and dependencies; removes the others. */
function cacheFolder() {
  const configs = ['package-lock.json', '*.config.mjs', '.prettierignore', '{.,web,tests}/tsconfig*.json']
  const hash = createHash('sha256').update(process.version)
  for (const file of fs.globSync(configs, { cwd: root }).sort())
    hash.update(file).update(readFileSync(join(root, file)))
  const name = `checks-${hash.digest('hex').slice(0, 16)}`
  mkdirSync(join(CACHES, name), { recursive: true })
  for (const other of readdirSync(CACHES)) {
    if (other.startsWith('checks-') && other !== name) rmSync(join(CACHES, other), { recursive: true, force: true })
  }
  return join(CACHES, name)
}

/** Runs a check in a separate process group, and ends what hangs. */
function run([command, ...args]) {
  const startedAt = performance.now()
  const child = track(spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], detached: true }))
  let output = ''
  let isHanging = false
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const limit = setTimeout(() => {
    isHanging = true
    output += `\nstopped after ${HANG_MS / 60_000} minutes`
    signalGroup(child, 'SIGKILL')
  }, HANG_MS)
  return new Promise((done) =>
    child.once('close', (code) => {
      clearTimeout(limit)
      done({ ok: code === 0, isHanging, output, ms: performance.now() - startedAt })
    }),
  )
}

if (process.argv[1]?.endsWith('lint.mjs')) {
  await bootstrap()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => void stopAll(signal).then(() => process.exit(130)))
  const results = await lint()
  process.exit(results.every((result) => result.ok) ? 0 : 1)
}
