import { isRefused } from '@hissa/contracts'
import type { ClientSession, Connection } from 'mongoose'

const afterCommits = new WeakMap<ClientSession, Array<() => void>>()

/**
 * Runs `work` in one multi-document transaction. The driver repeats it on a transient error, so `work` must have no
 * effect outside the session; use `afterCommit` for effects after the commit. A refusal that `work` returns aborts the
 * transaction and is returned. To keep the writes and still refuse, return a value and refuse afterwards.
 */
export async function transaction<T>(connection: Connection, work: (session: ClientSession) => Promise<T>): Promise<T> {
  const session = await connection.startSession()
  try {
    const result = await session.withTransaction(
      async () => {
        afterCommits.set(session, [])
        const outcome = await work(session)
        // The driver commits nothing once its callback has aborted the transaction.
        if (isRefused(outcome)) await session.abortTransaction()
        return outcome
      },
      { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } },
    )
    if (!isRefused(result)) for (const run of afterCommits.get(session) ?? []) run()
    return result
  } finally {
    await session.endSession()
  }
}

/** Calls `run` once the session's transaction has committed, and not at all if it aborts. */
export function afterCommit(session: ClientSession, run: () => void): void {
  const list = afterCommits.get(session)
  if (!list) throw new Error('afterCommit requires a session of transaction()')
  list.push(run)
}
