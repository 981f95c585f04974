import { isRefused } from '@hissa/contracts'
import type { ClientSession, Connection } from 'mongoose'

interface Gathered {
  items: unknown[]
  write: (items: never[]) => Promise<void>
}

interface Work {
  /** What `gather` has collected, by its key. */
  gathered: Map<unknown, Gathered>
  afterCommits: Array<() => void>
}

const running = new WeakMap<ClientSession, Work>()

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
        running.set(session, { gathered: new Map(), afterCommits: [] })
        const outcome = await work(session)
        // The driver commits nothing once its callback has aborted the transaction.
        if (isRefused(outcome)) await session.abortTransaction()
        else await writeGathered(workOf(session))
        return outcome
      },
      { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } },
    )
    if (!isRefused(result)) for (const run of workOf(session).afterCommits) run()
    return result
  } finally {
    await session.endSession()
  }
}

/** Calls `run` once the session's transaction has committed, and not at all if it aborts. */
export function afterCommit(session: ClientSession, run: () => void): void {
  workOf(session).afterCommits.push(run)
}

/**
 * Adds `item` to those that `write` writes together, once, at the end of the transaction: one command for many rows.
 * Items are gathered by `key`, and by the first `write` that was given with it.
 */
export function gather<T>(session: ClientSession, key: unknown, item: T, write: (items: T[]) => Promise<void>): void {
  const { gathered } = workOf(session)
  const group = gathered.get(key)
  if (group) group.items.push(item)
  else gathered.set(key, { items: [item], write })
}

/** Writes every group; a group may gather items for another. */
async function writeGathered({ gathered }: Work): Promise<void> {
  for (const [key, group] of gathered) {
    gathered.delete(key)
    await group.write(group.items as never[])
  }
}

function workOf(session: ClientSession): Work {
  const work = running.get(session)
  if (!work) throw new Error('this session does not belong to transaction()')
  return work
}
