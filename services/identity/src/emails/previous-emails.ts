/** An address that another one replaced. `issue` is the number of the code that confirmed the new one. */
interface PreviousEmail {
  issue: number
  email: string
  /** Wall time, ISO. */
  at: string
}

/** Longer than an email about the change is retried. */
const KEPT_MS = 7 * 86_400_000

const read = (stored: string | undefined) => JSON.parse(stored ?? '[]') as PreviousEmail[]

/** Adds a previous address to those that are kept for the notices about its change, and drops the expired ones. */
export function keepPrevious(
  stored: string | undefined,
  { issue, email }: Omit<PreviousEmail, 'at'>,
  now: Date,
): string {
  const kept = read(stored).filter(({ at }) => now.getTime() - new Date(at).getTime() < KEPT_MS)
  return JSON.stringify([...kept, { issue, email, at: now.toISOString() }])
}

/** Returns the address before a change, or undefined if it is unknown or no longer kept. */
export const previousEmail = (stored: string | undefined, issue: number): string | undefined =>
  read(stored).find((previous) => previous.issue === issue)?.email
