// Collects failures by file and full test name, with the first line of each error, for the list at the end of a run.
import { stripVTControlCharacters } from 'node:util'

/** Separates the names of a test and of the suites that it is part of. */
export const NAMES = ' › '

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

/** Returns the lines that list failures `{ step, file, name, error }`; empty if there are none. */
export function listFailures(failures) {
  const lines = failures.flatMap(({ step, file, name, error }) => [
    `  ${[step, file, name].filter(Boolean).join(NAMES)}`,
    `    ${firstLine(error)}`,
  ])
  return lines.length > 0 ? ['Failed:', ...lines] : []
}

/** Returns a line for each failure that did not occur again when its file ran alone. */
export const listUnstable = (unstable) =>
  unstable.map(({ file, name, error }) => `unstable: ${[file, name].filter(Boolean).join(NAMES)}: ${firstLine(error)}`)
