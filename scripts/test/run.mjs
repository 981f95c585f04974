// Runs Jest and Node's test runner as child processes. A run returns one result for each test file:
// `{ file, passed, failed, skipped, failures: [{ file, name, error }] }`.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fileResults, nodeResult } from './reports.mjs'

const projectRoot = resolve(fileURLToPath(new URL('../..', import.meta.url)))
const scripts = (name) => fileURLToPath(new URL(name, import.meta.url))
const jestArgs = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js']
/** No test file of Jest and no test of Node's runner takes so long, even on a busy machine. */
const HANG_MS = 600_000
const CHECK_MS = 250
const children = new Set()
let reports = 0

/**
 * Runs Jest's projects. A run in which no file ends for `hangMs` is stopped: the files that were running have failed,
 * and those that had not started run afterwards.
 * @param options.paths test files or parts of their paths; all if empty
 * @param options.without parts of the paths of test files that do not run
 * @param options.pattern regular expression of test names; with HISSA_TEST_NAMES, the names of passed tests are printed
 * @param options.limitMs time after which the run is stopped
 * @param options.nowMs the clock of both times
 * @param options.output what becomes of the output, as in `stdio` of `spawn`
 */
export async function jest(temporary, options) {
  const { root = projectRoot, pattern } = options
  const results = []
  for (let { paths = [] } = options; ;) {
    const { end, lines } = await runJest(temporary, { ...options, paths })
    results.push(...fileResults(lines, end))
    if (end.stopped !== 'hang' || results.some(({ file }) => file === '')) break
    const seen = results.map(({ file }) => file)
    paths = (await listTests({ ...options, paths })).filter((path) => !seen.includes(relative(root, path)))
    if (paths.length === 0) break
  }
  return pattern ? results.map((result) => ({ ...result, skipped: 0 })) : results
}

async function runJest(
  temporary,
  { root = projectRoot, env = {}, pattern, hangMs, limitMs, nowMs, output, ...selected },
) {
  const report = join(temporary, `jest-${(reports += 1)}.jsonl`)
  const isVerbose = selected.paths.length > 0 && env.HISSA_TEST_NAMES
  const args = [
    ...[...jestArgs, '--maxWorkers', workersOf(selected), '--reporters', scripts('./reporter.mjs')],
    ...(isVerbose ? [] : ['--silent']),
    ...(pattern ? ['--testNamePattern', pattern] : []),
    ...selection(selected),
  ]
  const end = await run(args, {
    ...{ root, report, hangMs, limitMs, nowMs, output },
    env: { TMPDIR: temporary, HISSA_TEST_REPORT: report, ...env },
  })
  return { end, lines: linesOf(report) }
}

/** Tests of services wait for engines for a third of their time, so that a third worker keeps two processors busy. */
const workersOf = ({ projects }) => (projects?.includes('service') ? '3' : '2')

const selection = ({ projects, without = [], paths = [] }) => [
  ...(projects ? ['--selectProjects', ...projects] : []),
  ...(without.length > 0 ? ['--testPathIgnorePatterns', '/node_modules/', ...without] : []),
  ...(paths.length > 0 ? ['--', ...paths] : []),
]

/** Lists the test files that Jest would run, as absolute paths. */
export async function listTests({ root = projectRoot, ...selected }) {
  const output = []
  await run([...jestArgs, '--listTests', ...selection(selected)], { root, onOutput: (text) => output.push(text) })
  return output
    .join('')
    .split('\n')
    .filter((line) => line.startsWith('/'))
}

/** Runs one file of Node's test runner, from source. It is stopped when no test starts or ends for `hangMs`. */
export async function node(temporary, file, { root = projectRoot, env = {}, hangMs, limitMs, nowMs, output } = {}) {
  const report = join(temporary, `node-${(reports += 1)}.jsonl`)
  const end = await run(
    [
      ...['--no-warnings', '--conditions=source', '--import', '@swc-node/register/esm-register', '--test'],
      ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
      ...[`--test-reporter=${scripts('./node-reporter.mjs')}`, `--test-reporter-destination=${report}`],
      file,
    ],
    {
      ...{ root, report, hangMs, limitMs, nowMs, output },
      env: { TMPDIR: temporary, SWC_NODE_PROJECT: join(projectRoot, 'tsconfig.base.json'), ...env },
    },
  )
  return [nodeResult(relative(root, resolve(root, file)), linesOf(report), end)]
}

const linesOf = (report) =>
  existsSync(report)
    ? readFileSync(report, 'utf8')
        .split('\n')
        .slice(0, -1) // A stopped process may have left part of a line.
        .map((line) => JSON.parse(line))
    : []

/** Adds a child to those that `stopAll` stops; returns it. */
export function track(child) {
  children.add(child)
  return child.once('close', () => children.delete(child))
}

/** Stops the running children and resolves when they have exited. */
export async function stopAll(signal) {
  await Promise.all(
    [...children].map((child) => {
      signalGroup(child, signal)
      return new Promise((done) => child.once('close', done))
    }),
  )
}

/** Signals a child and what it has started, or only the child if it has no separate process group. */
export function signalGroup(child, signal) {
  try {
    process.kill(-child.pid, signal)
  } catch {
    child.kill(signal)
  }
}

/** Runs Node in a separate process group. Resolves to its exit code, and to the reason if it was stopped. */
function run(
  args,
  { root, env = {}, onOutput, report, hangMs = HANG_MS, limitMs = Infinity, nowMs, output = 'inherit' },
) {
  const stdio = ['ignore', onOutput ? 'pipe' : output, output]
  const child = spawn(process.execPath, args, { cwd: root, stdio, detached: true, env: { ...process.env, ...env } })
  if (onOutput) child.stdout.setEncoding('utf8').on('data', onOutput)
  const watched = report ? watch(child, { report, hangMs, limitMs, nowMs }) : { end: () => undefined }
  return new Promise((done) =>
    track(child).once('close', (code) => {
      const stopped = watched.end()
      done({ code: code ?? 1, stopped, afterMs: stopped === 'hang' ? hangMs : limitMs })
    }),
  )
}

/** Stops a child whose report does not grow for `hangMs`, or that runs longer than `limitMs`. */
function watch(child, { report, hangMs, limitMs, nowMs = () => performance.now() }) {
  const sizeOf = () => (existsSync(report) ? statSync(report).size : 0)
  const startedAt = nowMs()
  let [size, grownAt, stopped] = [0, startedAt, undefined]
  const timer = setInterval(() => {
    const now = nowMs()
    if (sizeOf() > size) [size, grownAt] = [sizeOf(), now]
    if (stopped) return
    if (now - startedAt > limitMs) stopped = 'limit'
    else if (now - grownAt > hangMs) stopped = 'hang'
    else return
    // All at once, so that Jest doesn't take the end of its workers for failures. Guards end the engines.
    signalGroup(child, 'SIGKILL')
  }, CHECK_MS)
  return {
    end: () => {
      clearInterval(timer)
      return stopped
    },
  }
}
