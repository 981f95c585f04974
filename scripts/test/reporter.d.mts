interface Result {
  numPassingTests: number
  numFailingTests: number
  perfStats: { runtime: number }
  failureMessage: string | null
}
interface Totals {
  numPassedTests: number
  numFailedTests: number
  numFailedTestSuites: number
  numPendingTests: number
}
interface Out {
  isTTY: boolean
  columns: number
  write(text: string): unknown
}
export default class ProgressReporter {
  timer?: NodeJS.Timeout
  hang?: NodeJS.Timeout
  constructor(config: { rootDir: string }, context?: { out?: Out; report?: string; exit?: (code: number) => unknown })
  onRunStart(results: { numTotalTestSuites: number }): void
  onTestFileStart(test: { path: string }): void
  onTestFileResult(test: { path: string }, result: Result): void
  onRunComplete(contexts: Set<unknown>, results: Totals): void
}
