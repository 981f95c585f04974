export interface Failure {
  /** Empty if it belongs to no file. */
  file: string
  /** Full name of the test; empty if it belongs to none. */
  name: string
  error: string
}
interface JestResult {
  testResults?: { status: string; ancestorTitles: string[]; title: string; failureMessages: string[] }[]
  testExecError?: { message: string }
  failureMessage?: string | null
}
export const NAMES: string
export function firstLine(text: unknown): string
export function failuresOfFile(file: string, result: JestResult): Failure[]
export function listFailures(failures: (Failure & { step?: string })[]): string[]
export function listUnstable(unstable: Failure[]): string[]
