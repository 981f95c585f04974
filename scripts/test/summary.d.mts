import type { Failure } from './failures.mjs'
import type { FileResult } from './run.mjs'

export interface Summary {
  passed: number
  failed: number
  skipped: number
  failures: (Failure & { step: string })[]
  unstable: (Failure & { step: string })[]
  skippedSteps: { name: string; reason: string }[]
}
interface Step {
  name: string
  results?: FileResult[]
  unstable?: Failure[]
  skipped?: string
  isLate?: boolean
}
export function summarize(steps: Step[]): Summary
export function exitCodeOf(steps: Step[]): 0 | 1
export function summaryLines(summaries: Summary[]): string[]
export function withStatus(summaries: Summary[], status: number): Summary[]
export function recordUnstable(file: string, command: string, summary: Pick<Summary, 'unstable'>): void
