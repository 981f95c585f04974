import { ProblemError } from '@hissa/kernel'

const UNAVAILABLE: readonly number[] = [503, 504]

/** Returns the code of a problem that a call threw, for logs; undefined for any other error. */
export const problemCodeOf = (error: unknown): string | undefined =>
  error instanceof ProblemError ? error.code : undefined

/** Returns whether a call failed because another service was unreachable or too slow, rather than rejecting it. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof ProblemError && UNAVAILABLE.includes(error.status)
}
