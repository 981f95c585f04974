export interface Failure {
  file: string
  name: string
  error: string
}
interface FileResult {
  testResults?: { status: string; ancestorTitles: string[]; title: string; failureMessages: string[] }[]
  testExecError?: { message: string }
  failureMessage?: string | null
}
export function firstLine(text: unknown): string
export function failuresOfFile(file: string, result: FileResult): Failure[]
export function failuresInTap(file: string, text: string): Failure[]
export function listFailures(results: { name: string; failures?: Partial<Failure>[] }[]): string[]
