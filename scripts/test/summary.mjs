// The end of a test run: skipped steps, failures and unstable tests, then the counts. As a program it prints the end of
// several runs together: `node scripts/test/summary.mjs <file that HISSA_TEST_RESULTS named> <exit status of the runs>`.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { listFailures, listUnstable } from './failures.mjs'

/**
 * Returns the summary of a run's steps.
 * @param steps `{ name, results, unstable, skipped?, isLate? }`; `skipped` is the reason why the step did not run, and
 * `isLate` that it is the time limit
 */
export function summarize(steps) {
  const sum = (key) => steps.flatMap(({ results = [] }) => results).reduce((total, result) => total + result[key], 0)
  const withStep = ({ name: step }, failures) => failures.map((failure) => ({ step, ...failure }))
  return {
    ...{ passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') },
    failures: steps.flatMap((step) =>
      withStep(
        step,
        (step.results ?? []).flatMap(({ failures }) => failures),
      ),
    ),
    unstable: steps.flatMap((step) => withStep(step, step.unstable ?? [])),
    skippedSteps: steps.flatMap(({ name, skipped }) => (skipped ? [{ name, reason: skipped }] : [])),
  }
}

/** Returns 1 if a test failed, or if none passed, unless the time limit left out every step; 0 otherwise. */
export function exitCodeOf(steps) {
  const { passed, failed } = summarize(steps)
  const isLate = steps.length > 0 && steps.every((step) => step.isLate)
  return failed > 0 || (passed === 0 && !isLate) ? 1 : 0
}

const count = (number, what) => `${number} ${what}${number === 1 ? '' : 's'}`

/** Returns the lines at the end of one or more runs; the counts are the last line. */
export function summaryLines(summaries) {
  const all = (key) => summaries.flatMap((summary) => summary[key])
  const sum = (key) => summaries.reduce((total, summary) => total + summary[key], 0)
  const skippedSteps = all('skippedSteps')
  const parts = [
    [
      ...skippedSteps.map(({ name, reason }) => `skipped: ${name}: ${reason}`),
      `${count(skippedSteps.length, 'step')} and ${count(sum('skipped'), 'test')} were skipped`,
    ],
    listFailures(all('failures')),
    listUnstable(all('unstable')),
    [`${sum('passed')} passed, ${sum('failed')} failed`],
  ]
  return parts.filter((lines) => lines.length > 0).flatMap((lines) => ['', ...lines])
}

/** Adds a failure to the summaries of runs if one of them ended with an error that none of them contains. */
export function withStatus(summaries, status) {
  if (status === 0 || summaries.some(({ failed }) => failed > 0)) return summaries
  const result = { file: '', passed: 0, failed: 1, skipped: 0 }
  const failures = [{ file: '', name: '', error: `a run ended with code ${status} and without a summary` }]
  return [...summaries, summarize([{ name: 'test run', results: [{ ...result, failures }] }])]
}

/** Replaces the unstable tests of a command in a file that lists those of all commands. */
export function recordUnstable(file, command, { unstable }) {
  const known = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  const others = known.filter((entry) => entry.command !== command)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify([...others, ...unstable.map((entry) => ({ command, ...entry }))], null, 2)}\n`)
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , file, status] = process.argv
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  console.log(
    summaryLines(
      withStatus(
        lines.map((line) => JSON.parse(line)),
        Number(status),
      ),
    ).join('\n'),
  )
}
