/**
 * Thrown by a reaction whose event needs another one that is still on its way, such as one of another stream. The event is
 * delivered again with backoff, for as long as it takes, without counting an attempt and without delaying others.
 */
export class NotYet extends Error {
  override readonly name = 'NotYet'
}
