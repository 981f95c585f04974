import type { ChainTransaction } from '../transactions/transaction.js'
import type { SenderParts } from './parts.js'

/** Whether what a transaction builds on is on the chain: `done`, not now, or never, because `failed` was refused. */
export type DependencyState = 'done' | 'wait' | { failed: string }

/**
 * Returns whether everything that a transaction builds on is in a block of the chain now. The chain is asked, because a
 * reorganisation removes blocks before the senders of other roles have noticed it.
 */
export async function dependencyStateOf(
  { store, follower }: Pick<SenderParts, 'store' | 'follower'>,
  { after }: Pick<ChainTransaction, 'after'>,
): Promise<DependencyState> {
  if (after.length === 0) return 'done'
  const rows = await store.byIds(after)
  const failed = rows.find(({ state }) => state === 'failed' || state === 'rejected')
  if (failed) return { failed: failed._id }
  if (!rows.every(({ state }) => state === 'mined' || state === 'confirmed')) return 'wait'
  const removable = rows.filter(({ state, isWatched }) => state === 'mined' || isWatched)
  const blocks = new Map(removable.map(({ included }) => [included!.blockHash, included!.blockNumber]))
  const areOnChain = await Promise.all([...blocks].map(([hash, number]) => follower.isCanonical(number, hash)))
  return areOnChain.every((isOnChain) => isOnChain) ? 'done' : 'wait'
}
