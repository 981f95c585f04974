import * as z from 'zod/mini'
import { setting } from './setting.js'

/** How long the product waits, in ms. The deadlines of calls between services are in their contracts. */
const LIMITS = {
  /** A caller of the ledger; the response then leaves the process within the 5 s of a call. */
  ledgerMs: 4_500,
  /** An uploaded picture in the queue, and its decoding. */
  pictureQueueMs: 10_000,
  pictureMs: 8_000,
  /** An uploaded picture that waits to be read, and its reading. The wait is longer, so that it outlasts one slow picture. */
  readingQueueMs: 12_000,
  readingMs: 10_000,
  /** A document in the queue, and its rendering as a PDF. */
  pdfQueueMs: 5_000,
  pdfMs: 8_000,
  /** A title deed that waits to be read; the response then leaves within the 20 s of its call. */
  deedQueueMs: 10_000,
  /** The arithmetic of a password in the queue, and on its thread. */
  passwordQueueMs: 10_000,
  passwordMs: 10_000,
  /** A text that waits to be read aloud, and the programs that read it. */
  speechQueueMs: 5_000,
  speechMs: 8_000,
  /** A live connection that has not authenticated. */
  authenticationMs: 5_000,
}

/** `factor` multiplies the deadlines of calls too. */
export type TimeLimits = Readonly<typeof LIMITS> & { readonly factor: number }

export const TIME_LIMITS = Symbol('TIME_LIMITS')

/** Schema of `DEADLINE_FACTOR`. Tests set it, because a busy machine may miss the deadlines of production. */
export const DeadlineFactor = setting(
  z._default(z.coerce.number().check(z.gte(1)), 1),
  'Multiplies the deadlines of calls, commits, uploads, PDFs, passwords, speech and sockets, for tests on busy machines.',
)

/** Returns the limits, each multiplied by `factor`. */
export function timeLimits(factor = 1): TimeLimits {
  const longer = Object.entries(LIMITS).map(([name, ms]) => [name, ms * factor])
  return { ...(Object.fromEntries(longer) as typeof LIMITS), factor }
}
