interface Result {
  numPassingTests: number
  numFailingTests: number
  numPendingTests?: number
  perfStats: { runtime: number }
  failureMessage: string | null
}
interface Out {
  isTTY: boolean
  columns: number
  write(text: string): unknown
}
export default class ProgressReporter {
  timer?: NodeJS.Timeout
  constructor(config: { rootDir: string }, context?: { out?: Out; report?: string })
  onRunStart(results: { numTotalTestSuites: number }): void
  onTestFileStart(test: { path: string }): void
  onTestFileResult(test: { path: string }, result: Result): void
  onRunComplete(): void
}
