import type { Failure } from './failures.mjs'
import type { FileResult } from './run.mjs'

interface Budget {
  leftMs(): number
  spend<T>(work: () => Promise<T>): Promise<T>
}
export function newBudget(nowMs?: () => number): Budget
export function repeatFailed(
  results: FileResult[],
  runAlone: (file: string, limitMs: number) => Promise<FileResult[]>,
  budget: Budget,
  say?: (line: string) => void,
): Promise<{ results: FileResult[]; unstable: Failure[] }>
