import type { FileResult } from './run.mjs'

interface End {
  code: number
  stopped?: 'hang' | 'limit' | undefined
  afterMs?: number
}
export function fileResults(lines: object[], end: End): FileResult[]
export function nodeResult(file: string, lines: object[], end: End): FileResult
