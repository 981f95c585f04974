import { BAD_REQUEST } from '@hissa/contracts/http'
import { problemFor, type ProblemError } from '@hissa/kernel'
import { asProblem } from './problem.filter.js'

/**
 * Yields what `source` yields. Its own failure is a refusal, because a form that cannot be parsed, or that ends early,
 * is the client's mistake. A failure of the consumer passes unchanged.
 */
export async function* fromClient<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* source
  } catch (error) {
    throw refusalOf(error)
  }
}

/** Keeps refusals and the parser's limits, which have a status. */
function refusalOf(error: unknown): ProblemError {
  const refusal = asProblem(error)
  return refusal.status < 500 ? refusal : problemFor(BAD_REQUEST, 'The form is incomplete or can’t be read.')
}
