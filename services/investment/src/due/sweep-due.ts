import { LedgerUnavailable } from '@hissa/ledger'

const BATCH = 50
/** At most so many batches in one sweep, so that the other sweeps have their turn. */
const MOST_BATCHES = 40
const AT_ONCE = 8

/**
 * Does everything that is due, a few rows at a time. `attempt` must move a row on, or put it off, before it settles:
 * that is what lets the next batch find other rows. A store that is away ends the sweep and counts as no attempt.
 * Errors: LedgerUnavailable.
 */
export async function sweepDue<T>(
  read: (limit: number) => Promise<T[]>,
  attempt: (row: T) => Promise<void>,
): Promise<void> {
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const rows = await read(BATCH)
    for (let from = 0; from < rows.length; from += AT_ONCE) {
      const settled = await Promise.allSettled(rows.slice(from, from + AT_ONCE).map(attempt))
      const failed = settled.find((result) => result.status === 'rejected')
      if (failed) throw failed.reason
    }
    if (rows.length < BATCH) return
  }
}

/** True for the store's own outages, which say nothing about the work. */
export const isStoreAway = (error: unknown) => error instanceof LedgerUnavailable
