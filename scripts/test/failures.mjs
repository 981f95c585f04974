// Collects failures by file and full test name, with the first line of each error, for the list at the end of a run.
import { stripVTControlCharacters } from 'node:util'

const NAMES = ' › '

/** Returns the first line of text in an error, without colours. */
export function firstLine(text) {
  const lines = stripVTControlCharacters(String(text ?? '')).split('\n')
  return lines.map((line) => line.trim()).find(Boolean) ?? 'no message'
}

/** Returns the first line of an error without the name of its test, which the runner puts before it. */
const errorOf = ({ ancestorTitles, title, failureMessages: [text = ''] }) =>
  firstLine(text.replace(`${[...ancestorTitles, title].join(' > ')}\n`, ''))

/** Returns the failures in Jest's result of a file; one without a name if none of its tests could run. */
export function failuresOfFile(file, { testResults = [], testExecError, failureMessage }) {
  const failed = testResults.filter(({ status }) => status === 'failed')
  if (failed.length === 0 && failureMessage) {
    // Jest begins the text of such a failure with a separate line, "● Test suite failed to run".
    const withoutHeading = stripVTControlCharacters(failureMessage).replace(/^\s*●.*\n/, '')
    return [{ file, name: '', error: firstLine(testExecError?.message ?? withoutHeading) }]
  }
  return failed.map((test) => ({ file, name: [...test.ancestorTitles, test.title].join(NAMES), error: errorOf(test) }))
}

/** Returns the failures in a report of Node's test runner, without suites that failed only because of their tests. */
export function failuresInTap(file, text) {
  const failures = []
  const names = []
  let found
  for (const line of text.split('\n')) {
    const [, indent, content] = /^( *)(.*)$/.exec(line)
    const depth = indent.length / 4
    const started = /^# Subtest: (.*)$/.exec(content)
    if (found && !(content === '...' && indent.length === found.indent)) {
      // Lines of an error's text can look like tests or results, so they are skipped.
      found.lines.push(line.slice(found.indent))
    } else if (found) {
      const { name, lines, isExpected } = found
      const isFailure = !isExpected && !lines.includes("failureType: 'subtestsFailed'")
      if (isFailure) failures.push({ file, name, error: errorIn(lines) })
      found = undefined
    } else if (started) {
      names.length = depth
      names.push(unescape(started[1]))
    } else if (/^not ok \d+/.test(content)) {
      const name = names.slice(0, depth + 1).join(NAMES)
      found = { indent: indent.length + 2, name, lines: [], isExpected: / # TODO\b/.test(content) }
    }
  }
  return failures
}

/** Returns the lines that list the failures of all steps; empty if nothing failed. */
export function listFailures(results) {
  const lines = results.flatMap(({ name: step, failures = [] }) =>
    failures.flatMap(({ file, name, error }) => [
      `  ${[step, file, name].filter(Boolean).join(NAMES)}`,
      `    ${firstLine(error)}`,
    ]),
  )
  return lines.length > 0 ? ['Failed:', ...lines] : []
}

/** Reads the member `error` of a diagnostic block: a quoted text, or lines indented below it. */
function errorIn(lines) {
  const at = lines.findIndex((line) => line.startsWith('error: '))
  if (at < 0) return 'no message'
  const value = lines[at].slice('error: '.length)
  if (value.startsWith('|')) {
    const end = lines.findIndex((line, index) => index > at && /^\S/.test(line))
    return firstLine(lines.slice(at + 1, end < 0 ? undefined : end).join('\n'))
  }
  return firstLine(/^'(.*)'$/.exec(value)?.[1] ?? /^"(.*)"$/.exec(value)?.[1] ?? value)
}

const unescape = (name) => name.replace(/\\([\\#])/g, '$1')
