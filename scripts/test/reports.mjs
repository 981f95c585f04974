// Makes results of test files from the lines that the reporters wrote: reporter.mjs of Jest, node-reporter.mjs of Node's
// runner. `end` is `{ code, stopped?: 'hang' | 'limit', afterMs }`, how the process of the run ended.
import { NAMES } from './failures.mjs'

const minutes = (ms) => `${Number((ms / 60_000).toFixed(1))} minutes`
const reasons = {
  hang: ({ afterMs }) => `has not ended for ${minutes(afterMs)}`,
  limit: ({ afterMs }) => `was stopped after ${minutes(afterMs)}`,
}
const reasonOf = (end) => reasons[end.stopped]?.(end) ?? `ended with code ${end.code}`
const unfinishedBecause = (end) => (end.stopped ? reasonOf(end) : `had not ended when the run ${reasonOf(end)}`)

const failed = (file, ...failures) => ({
  ...{ file, passed: 0, failed: failures.length, skipped: 0 },
  failures: failures.map((failure) => ({ file, name: '', ...failure })),
})

/** Returns the results of a run of Jest, with a failure for each file that did not end. */
export function fileResults(lines, end) {
  const results = lines.filter(({ file }) => file !== undefined)
  const ended = new Set(results.map(({ file }) => file))
  const unfinished = lines.flatMap(({ started }) => (started !== undefined && !ended.has(started) ? [started] : []))
  results.push(...unfinished.map((file) => failed(file, { error: unfinishedBecause(end) })))
  // The files that had not started when the run hung run afterwards.
  if (end.stopped === 'hang' && unfinished.length > 0) return results
  const isComplete = lines.some((line) => line.isComplete)
  if (!isComplete) return [...results, failed('', { error: `Jest ${reasonOf(end)}, and not all files had run` })]
  if (end.code === 0 || results.some((result) => result.failed > 0)) return results
  return [...results, failed('', { error: `Jest ${reasonOf(end)}, although no test failed` })]
}

/** Returns the result of a file of Node's test runner, relative to the root, with a failure for each unfinished test. */
export function nodeResult(file, allLines, end) {
  // The runner treats the file as a test, which ends only if it can't be run.
  const lines = allLines.filter(({ started }) => started !== file)
  const count = (wanted) => lines.filter(({ outcome, isSuite }) => outcome === wanted && !isSuite).length
  const failures = lines.flatMap(({ ended, outcome, error }) =>
    outcome === 'failed' ? [{ file, name: ended === file ? '' : ended, error }] : [],
  )
  failures.push(...unfinishedTests(lines).map((name) => ({ file, name, error: unfinishedBecause(end) })))
  if (failures.length === 0 && (lines.length === 0 || end.code !== 0))
    failures.push({ file, name: '', error: `${reasonOf(end)}, although no test failed` })
  return { file, passed: count('passed'), failed: failures.length, skipped: count('skipped'), failures }
}

/** Returns the names of tests that have started and not ended, without the suites that they are part of. */
function unfinishedTests(lines) {
  const open = new Set()
  for (const { started, ended } of lines) {
    if (started !== undefined) open.add(started)
    else open.delete(ended)
  }
  return [...open].filter((name) => ![...open].some((other) => other.startsWith(name + NAMES)))
}
