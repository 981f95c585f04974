import type { ClientSession } from '@hissa/persistence'
import { isNodeError } from '../rpc/node-errors.js'
import type { Block, Receipt } from '../rpc/shapes.js'
import type { Settled, SettledReceipt } from '../transactions/follow-up.js'
import { reasonOf, type Reason } from '../transactions/reasons.js'
import type { ChainTransaction, Inclusion } from '../transactions/transaction.js'
import { Outdated } from '../transactions/transaction.store.js'
import type { SenderParts } from './parts.js'
import { inclusionOf } from './verify-receipt.js'

/** Settles a role's mined transactions at depth, and takes back those whose block has left the chain. */
export class SettleMined {
  constructor(private readonly parts: SenderParts) {}

  async execute(head: Block): Promise<void> {
    const { node, store, role } = this.parts
    const rows = [...(await store.inState(role, 'mined')), ...(await store.watched(role))]
    if (rows.length === 0) return
    const numbers = [...new Set([head.number, ...rows.map(({ included }) => included!.blockNumber)])]
    const found = await Promise.all(numbers.map((number) => node.blockAt(number)))
    const blocks = new Map(found.flatMap((block) => (block ? [[block.number, block]] : [])))
    // A node on another branch than the head says nothing about the blocks below it.
    if (blocks.get(head.number)?.hash !== head.hash) return
    for (const row of rows) await this.check(row, blocks.get(row.included!.blockNumber), head)
  }

  private async check(row: ChainTransaction, block: Block | undefined, head: Block): Promise<void> {
    const { limits, store } = this.parts
    if (!block) return
    if (block.hash !== row.included!.blockHash) return this.followed(row, () => this.takeBack(row))
    const depth = head.number - block.number
    if (row.state === 'mined' && depth >= limits.confirmations) return this.followed(row, () => this.settle(row, block))
    if (row.isWatched && depth > limits.watchedBlocks) await store.change(row, { isWatched: undefined })
  }

  /** A follow-up that fails is repeated, and must not delay the other transactions. */
  private async followed(row: ChainTransaction, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (isNodeError(error) || error instanceof Outdated) throw error
      const { _id: id, role, kind } = row
      const fields = { role, id, kind, error: (error as Error).name }
      this.parts.reports.alarm('FOLLOW_UP_FAILED', fields, 'a follow-up of a transaction failed and will be retried')
    }
  }

  private async settle(row: ChainTransaction, block: Block): Promise<void> {
    const { node } = this.parts
    const receipt = await node.receipt(row.included!.hash)
    if (!receipt) return
    const included = inclusionOf(row, receipt, block)
    if (included.succeeded) await this.confirm(row, included, receipt)
    else await this.fail(row, included, await this.reasonFor(row, receipt))
  }

  private async confirm(row: ChainTransaction, included: Inclusion, { logs }: Receipt): Promise<void> {
    const result = { ...settledOf(row), receipt: this.receiptOf(included), contract: included.contract, logs }
    await this.write(row, { state: 'confirmed', included }, (session) =>
      this.followUpOf(row).confirmed(result, session),
    )
  }

  private async fail(row: ChainTransaction, included: Inclusion, reason: Reason): Promise<void> {
    const result = { ...settledOf(row), receipt: this.receiptOf(included), reason }
    await this.write(row, { state: 'failed', included, reason }, (session) =>
      this.followUpOf(row).failed(result, session),
    )
  }

  private write(row: ChainTransaction, change: object, tell: (session: ClientSession) => Promise<void>): Promise<void> {
    const { store, nowMs } = this.parts
    return store.transaction(async (session) => {
      await store.change(row, { ...change, settledAt: new Date(nowMs()), isWatched: true }, session)
      await tell(session)
    })
  }

  private async takeBack(row: ChainTransaction): Promise<void> {
    const { store, reports, role } = this.parts
    const cleared = { included: undefined, reason: undefined, settledAt: undefined, isWatched: undefined }
    await store.transaction(async (session) => {
      await store.change(row, { state: 'sent', acceptedAt: undefined, ...cleared }, session)
      if (row.state !== 'mined') await this.followUpOf(row).takenBack(settledOf(row), session)
    })
    reports.reorganised(role, row._id, row.included!.blockNumber, row.state)
  }

  /** Executes the call again on the state before its block, which is the only way to learn why it reverted. */
  private async reasonFor(row: ChainTransaction, { blockNumber, gasUsed }: Receipt): Promise<Reason> {
    const { node, errors } = this.parts
    if (gasUsed === BigInt(row.gas!)) return { code: 'OUT_OF_GAS' }
    const call = { from: row.address!, to: row.to, data: row.data, value: BigInt(row.value) }
    // Nodes without old states can't tell.
    const again = await node.simulate(call, blockNumber - 1).catch(() => undefined)
    return reasonOf(again?.outcome === 'reverted' ? again.data : undefined, errors)
  }

  private followUpOf({ kind }: ChainTransaction) {
    return this.parts.transactions.followUpOf(kind)
  }

  private receiptOf({ hash, blockNumber, blockHash, at }: Inclusion): SettledReceipt {
    const { chainId } = this.parts.limits
    return { chainId, transactionHash: hash, blockNumber, blockHash, at: at.toISOString() }
  }
}

const settledOf = ({ _id: id, kind, role, ref }: ChainTransaction): Settled => ({ id, kind, role, ref })
