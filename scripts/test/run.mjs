// Runs Jest and Node's test runner as child processes and returns their counts and failures.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { failuresInTap } from './failures.mjs'

const root = resolve(fileURLToPath(new URL('../..', import.meta.url)))
const jestArgs = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js']
const children = new Set()
let reports = 0

/**
 * Runs Jest's projects. A run that ends without a report counts as a failure.
 * @param paths test files or parts of their path; all if empty
 * @param without parts of the paths of test files that do not run
 * @param pattern regular expression of test names; matching names are printed
 */
export async function jest(temporary, { projects, env = {}, paths = [], without = [], pattern }) {
  const report = join(temporary, `jest-${(reports += 1)}.json`)
  const args = [
    '--selectProjects',
    ...projects,
    '--maxWorkers',
    '2',
    '--reporters',
    '<rootDir>/scripts/test/reporter.mjs',
  ]
  const ignored = without.length > 0 ? ['--testPathIgnorePatterns', '/node_modules/', ...without] : []
  const names = pattern ? ['--testNamePattern', pattern] : []
  const show = paths.length > 0 && env.HISSA_TEST_NAMES
  const code = await run(
    [
      ...jestArgs,
      ...args,
      ...ignored,
      ...(show ? [] : ['--silent']),
      ...names,
      ...(paths.length > 0 ? ['--', ...paths] : []),
    ],
    { TMPDIR: temporary, HISSA_TEST_REPORT: report, ...env },
  )
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0, failures: [endedWithoutReport('Jest', code)] }
  const { passed, failed, skipped, failures } = JSON.parse(readFileSync(report, 'utf8'))
  return withExitCode(code, { passed, failed, skipped: pattern ? 0 : skipped, failures })
}

/** Lists the test files of these projects of Jest, as absolute paths. */
export async function listTests(projects) {
  const lines = []
  await run([...jestArgs, '--selectProjects', ...projects, '--listTests'], {}, (text) => lines.push(text))
  return lines
    .join('')
    .split('\n')
    .filter((line) => line.startsWith('/'))
}

/** Runs one file of Node's test runner, from source; its report contains the counts. */
export async function node(temporary, file, env = {}) {
  const report = join(temporary, `node-${(reports += 1)}.tap`)
  const code = await run(
    [
      ...['--no-warnings', '--conditions=source', '--import', '@swc-node/register/esm-register', '--test'],
      ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
      ...['--test-reporter=tap', `--test-reporter-destination=${report}`],
      file,
    ],
    { TMPDIR: temporary, SWC_NODE_PROJECT: join(root, 'tsconfig.base.json'), ...env },
  )
  const text = existsSync(report) ? readFileSync(report, 'utf8') : ''
  const name = relative(root, resolve(root, file))
  if (!text) return { passed: 0, failed: 1, skipped: 0, failures: [endedWithoutReport(name, code)] }
  const count = (what) => Number(new RegExp(`^# ${what} (\\d+)`, 'm').exec(text)?.[1] ?? 0)
  const counts = { passed: count('pass'), failed: count('fail'), skipped: count('skipped') }
  return withExitCode(code, { ...counts, failures: failuresInTap(name, text) })
}

const endedWithoutReport = (file, code) => ({ file, name: '', error: `ended with code ${code} and without a report` })

/** Counts a run as failed if it exited with an error although all its tests passed. */
function withExitCode(code, { failed, failures, ...counts }) {
  if (failed > 0 || code === 0) return { ...counts, failed, failures }
  const why = { file: '', name: '', error: `no test failed, but the run ended with code ${code}` }
  return { ...counts, failed: 1, failures: failures.length > 0 ? failures : [why] }
}

/** Adds a child to those that `stopAll` stops; returns it. */
export function track(child) {
  children.add(child)
  return child.once('close', () => children.delete(child))
}

/** Stops the running children and resolves when they have exited. */
export async function stopAll(signal) {
  await Promise.all(
    [...children].map((child) => {
      child.kill(signal)
      return new Promise((done) => child.once('close', done))
    }),
  )
}

function run(args, env, onOutput) {
  const stdio = ['ignore', onOutput ? 'pipe' : 'inherit', 'inherit']
  const child = spawn(process.execPath, args, { cwd: root, stdio, env: { ...process.env, ...env } })
  if (onOutput) child.stdout.setEncoding('utf8').on('data', onOutput)
  return new Promise((done) => track(child).once('close', (code) => done(code ?? 1)))
}
