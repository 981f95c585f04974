// Types, ESLint, formatting, directions of the house and dead code: each named with its time, all of them run.
import { spawn } from 'node:child_process'
import { bootstrap, root } from './bootstrap.mjs'

const CHECKS = [
  ['types', 'tsc', ['-p', 'tsconfig.json', '--noEmit']],
  ['types of the web', 'tsc', ['-p', 'web/tsconfig.json', '--noEmit']],
  ['eslint', 'eslint', ['libs', 'services', 'deploy', 'web']],
  ['formatting', 'prettier', ['--check', '--log-level=warn', '.']],
  [
    'directions',
    'depcruise',
    ['libs', 'services', 'deploy/local/src', 'web/src', '--config', '.dependency-cruiser.cjs', '--output-type=err'],
  ],
  ['dead code', 'knip', ['--no-progress']],
  ['budgets of the web', 'node', ['web/build/check-budgets.mjs', '--build']],
]
const AT_ONCE = 2

/** Runs every check, two at a time; resolves to the results in the order above. */
export async function lint(print = console.log) {
  const waiting = CHECKS.map((check, index) => ({ check, index }))
  const results = []
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, command, args] = next.check
      const result = await run(command, args)
      results[next.index] = { name, ...result }
      print(
        `${result.ok ? 'ok  ' : 'FAIL'} ${name} ${(result.ms / 1000).toFixed(1)} s${result.ok ? '' : `\n${result.output}`}`,
      )
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return results
}

function run(command, args) {
  const startedAt = performance.now()
  const child = spawn(`${root}/node_modules/.bin/${command}`, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  return new Promise((done) =>
    child.once('close', (code) => done({ ok: code === 0, output, ms: performance.now() - startedAt })),
  )
}

if (process.argv[1]?.endsWith('lint.mjs')) {
  await bootstrap()
  const results = await lint()
  process.exit(results.every((result) => result.ok) ? 0 : 1)
}
