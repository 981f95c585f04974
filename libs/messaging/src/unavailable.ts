import { ProblemError } from '@hissa/kernel'

const UNAVAILABLE: readonly number[] = [503, 504]

/** Returns whether a call failed because another service was unreachable or too slow, rather than rejecting it. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof ProblemError && UNAVAILABLE.includes(error.status)
}
