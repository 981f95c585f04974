import type { Block, Receipt } from '../rpc/shapes.js'
import type { ChainTransaction } from '../transactions/transaction.js'
import type { SenderParts } from './parts.js'
import { inclusionOf } from './verify-receipt.js'

/** Finds the blocks of a role's sent transactions, and notices when another transaction has used a nonce. */
export class FollowSent {
  constructor(private readonly parts: SenderParts) {}

  async execute(head: Block): Promise<void> {
    const { store, role } = this.parts
    const missing = await this.includeMined(await store.inState(role, 'sent'))
    if (missing.length > 0) await this.checkNonces(missing, head)
  }

  /** Notes the blocks of the rows that have a receipt, and returns the other rows. */
  private async includeMined(rows: readonly ChainTransaction[]): Promise<ChainTransaction[]> {
    const { node } = this.parts
    const receipts = await Promise.all(
      rows.map(({ attempts }) => Promise.all(attempts.map(({ hash }) => node.receipt(hash)))),
    )
    const missing: ChainTransaction[] = []
    for (const [index, row] of rows.entries()) {
      const receipt = receipts[index]!.find((found) => found !== null)
      if (receipt) await this.include(row, receipt)
      else missing.push(row)
    }
    return missing
  }

  private async include(row: ChainTransaction, receipt: Receipt): Promise<void> {
    const { node, store } = this.parts
    const included = inclusionOf(row, receipt, await node.blockAt(receipt.blockNumber))
    await store.change(row, { state: 'mined', included, nonceTakenAt: undefined })
  }

  /**
   * A nonce that the chain has used without one of our attempts belongs to a transaction that someone else signed with
   * our key. Because nodes behind one address may differ for a moment, it counts after the confirmations. Receipts are
   * read again after the count: ours may have been included between the two calls.
   */
  private async checkNonces(rows: readonly ChainTransaction[], head: Block): Promise<void> {
    const { node, store, limits } = this.parts
    const count = await node.transactionCount(rows[0]!.address!)
    for (const row of rows)
      if (row.nonce! >= count && row.nonceTakenAt !== undefined) await store.change(row, { nonceTakenAt: undefined })
    for (const row of await this.includeMined(rows.filter(({ nonce }) => nonce! < count))) {
      if (row.nonceTakenAt === undefined) await store.change(row, { nonceTakenAt: head.number })
      else if (head.number - row.nonceTakenAt >= limits.confirmations) await this.halt(row)
    }
  }

  private async halt({ _id: id, nonce }: ChainTransaction): Promise<void> {
    const { store, role, reports, nowMs } = this.parts
    await store.halt(role, new Date(nowMs()))
    const words = 'the chain has a transaction with our nonce that was not signed here; the role signs nothing more'
    reports.alarm('FOREIGN_TRANSACTION', { role, id, nonce }, words)
  }
}
