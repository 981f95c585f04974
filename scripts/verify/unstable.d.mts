import type { FileResult } from '../test/run.mjs'

interface Runs {
  hash: string
  runs: number
  failed: number
  failures: Record<string, { count: number; error: string }>
}
export function verifyUnstable(root: string, words: string[], times: number): Promise<boolean>
export function runsIn(path: string): {
  repeat(file: string, hash: string, times: number, run: () => Promise<FileResult[]>): Promise<Runs>
}
