import type { Role } from '../roles.js'
import type { SenderParts } from './parts.js'

/** Releases a role whose release an operator has requested. */
export class ReleaseRequested {
  constructor(private readonly parts: SenderParts) {}

  async execute(): Promise<void> {
    const { role, store, reports } = this.parts
    if ((await store.signer(role)).releaseAt === undefined) return
    const failed = await new ReleaseRole(this.parts).execute(role)
    reports.released(role, failed)
  }
}

/**
 * Lets a halted role sign again, once people know who used its key. The transactions whose nonces were taken fail with
 * NONCE_TAKEN, so that their follow-ups can plan them again.
 */
export class ReleaseRole {
  constructor(private readonly parts: Pick<SenderParts, 'node' | 'store' | 'transactions' | 'nowMs'>) {}

  /** Returns the ids of the transactions that failed. Throws what the node throws. */
  async execute(role: Role): Promise<string[]> {
    const { node, store, transactions, nowMs } = this.parts
    const { address, nextNonce } = await store.signer(role)
    if (address === undefined) return []
    const count = await node.transactionCount(address)
    const rows = (await store.inState(role, 'sent')).filter(({ nonceTakenAt, nonce }) => nonceTakenAt && nonce! < count)
    const reason = { code: 'NONCE_TAKEN' }
    await store.transaction(async (session) => {
      for (const row of rows) {
        const { _id: id, kind, ref } = row
        await store.change(row, { state: 'failed', reason, settledAt: new Date(nowMs()) }, session)
        await transactions.followUpOf(kind).failed({ id, kind, role, ref, reason, receipt: null }, session)
      }
      await store.release(role, Math.max(count, nextNonce!), session)
    })
    return rows.map(({ _id }) => _id)
  }
}
