import type { ClientSession } from '@hissa/persistence'
import type { Transactions } from '../chain/chain.api.js'

/** The id of a transaction that is planned again after a refusal, and whether it is planned. */
export interface Attempt {
  id: string
  isPlanned: boolean
}

/**
 * Returns the attempt of a transaction that is in progress or confirmed, or the next one if the latest was refused at
 * least `retryMs` before `wall`, the wall time; with `repeats` also if the latest was confirmed that long ago. The first attempt has the id `name`, the later ones have a number.
 */
export async function latestAttempt(
  transactions: Transactions,
  name: string,
  {
    retryMs,
    wall,
    session,
    repeats = false,
  }: { retryMs: number; wall: Date; session: ClientSession; repeats?: boolean },
): Promise<Attempt> {
  for (let attempt = 1; ; attempt += 1) {
    const id = attempt === 1 ? name : `${name}:${attempt}`
    const row = await transactions.find(id, session)
    const isEnded = row?.state === 'failed' || row?.state === 'rejected' || (repeats && row?.state === 'confirmed')
    const isOver = isEnded && wall.getTime() - (row.settledAt?.getTime() ?? 0) >= retryMs
    if (!row || !isOver) return { id, isPlanned: row !== null }
  }
}
