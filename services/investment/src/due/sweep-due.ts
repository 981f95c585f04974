import { LedgerUnavailable } from '@hissa/ledger'

const BATCH = 50
/** Limits the batches of one sweep, so that the other sweeps get their turn. */
const MOST_BATCHES = 40
/** Rows in progress at the same time, unless the caller says otherwise. */
const AT_ONCE = 8

/**
 * Processes everything that is due, a few rows at a time. `attempt` must advance a row or postpone it before it
 * settles, so that the next batch finds other rows. An unavailable store ends the sweep and does not count as an
 * attempt. Returns true when it stopped with more work due.
 * Throws LedgerUnavailable.
 */
export async function sweepDue<T>(
  read: (limit: number) => Promise<T[]>,
  attempt: (row: T) => Promise<void>,
  atOnce = AT_ONCE,
): Promise<boolean> {
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const rows = await read(BATCH)
    // A slow row delays only the worker that has it.
    const left = rows[Symbol.iterator]()
    const worker = async () => {
      for (const row of left) await attempt(row)
    }
    const settled = await Promise.allSettled(Array.from({ length: atOnce }, worker))
    const failed = settled.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
    if (rows.length < BATCH) return false
  }
  return true
}

/** Returns true for the store's own outages, which are not failures of the work. */
export const isStoreAway = (error: unknown) => error instanceof LedgerUnavailable
