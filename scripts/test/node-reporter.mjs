// A reporter of Node's test runner for `node` in run.mjs: writes a line of JSON when a test or suite starts and when it
// ends, so that the results of a run that is stopped are known. Expects that tests run one after another.
import { NAMES, firstLine } from './failures.mjs'

const STARTED = 'test:dequeue'
const ENDED = { 'test:pass': 'passed', 'test:fail': 'failed' }

export default async function* report(source) {
  const names = []
  for await (const { type, data } of source) {
    if (type !== STARTED && !ENDED[type]) continue
    const { nesting, name } = data
    if (type === STARTED) names.length = nesting
    names[nesting] = name
    const full = names.slice(0, nesting + 1).join(NAMES)
    yield `${JSON.stringify(type === STARTED ? { started: full } : lineOf(full, ENDED[type], data))}\n`
  }
}

function lineOf(ended, outcome, { skip, todo, details: { type, error } }) {
  const isSuite = type === 'suite'
  if (isIgnored(skip) || isIgnored(todo)) return { ended, isSuite, outcome: 'skipped' }
  // A suite that failed because of its tests is not a further failure.
  if (isSuite && error?.failureType === 'subtestsFailed') return { ended, isSuite, outcome: 'passed' }
  return { ended, isSuite, outcome, ...(outcome === 'failed' && { error: firstLine(textOf(error)) }) }
}

/** The reason of a skipped test, if there is one, is a text that may be empty. */
const isIgnored = (mark) => mark !== undefined && mark !== false

const textOf = (error) => error.cause?.message ?? error.cause ?? error.message
