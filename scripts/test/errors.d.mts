import type { FileResult } from './run.mjs'

export interface CallErrors {
  name: string
  declared: string[]
  possible: string[]
}
export function reasonToSkip(
  chosen: { runs?: unknown } | undefined,
  finished: { results?: Pick<FileResult, 'failed'>[] } | undefined,
): string | undefined
export function compareErrors(calls: CallErrors[], provoked: string[]): FileResult
export function callsWithErrors(): Promise<CallErrors[]>
