import { ProblemError } from '@hissa/kernel'

const UNAVAILABLE: readonly number[] = [503, 504]

/** Returns whether a call failed because another service could not be reached, or not in time; it did not refuse the call. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof ProblemError && UNAVAILABLE.includes(error.status)
}
