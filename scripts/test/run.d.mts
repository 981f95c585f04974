import type { Failure } from './failures.mjs'

export interface FileResult {
  /** Relative to the root; empty if the failure belongs to no file. */
  file: string
  passed: number
  failed: number
  skipped: number
  failures: Failure[]
}
interface Options {
  root?: string
  env?: Record<string, string>
  hangMs?: number
  limitMs?: number
  nowMs?: () => number
  output?: 'inherit' | 'ignore'
}
interface Selection {
  projects?: string[]
  paths?: string[]
  without?: string[]
}
export function jest(temporary: string, options: Options & Selection & { pattern?: string }): Promise<FileResult[]>
export function node(temporary: string, file: string, options?: Options): Promise<FileResult[]>
export function listTests(options: Selection & { root?: string }): Promise<string[]>
