import type { ClientSession } from '@hissa/persistence'
import type { Hash } from 'viem'
import { isTooMuch, NodeFault, NodeUnavailable } from '../rpc/node-errors.js'
import type { Block, Receipt } from '../rpc/shapes.js'
import type { Settled, SettledReceipt } from '../transactions/follow-up.js'
import { reasonOf, type Reason } from '../transactions/reasons.js'
import type { ChainTransaction, Inclusion } from '../transactions/transaction.js'
import { Outdated } from '../transactions/transaction.store.js'
import type { SenderParts } from './parts.js'
import { checkLogs, inclusionOf } from './verify-receipt.js'

/** Blocks that one pass looks up: their lists of transactions are one answer of the node. */
const MOST_BLOCKS = 50

/** Settles a role's mined transactions at depth, and undoes those whose block a reorganisation removed. */
export class SettleMined {
  /** Hashes of blocks below a head, by number: while that head is on the chain, they are too. */
  private seen: { head: Pick<Block, 'number' | 'hash'>; hashes: ReadonlyMap<number, Hash> } | undefined

  constructor(private readonly parts: SenderParts) {}

  /** Returns whether this head leaves nothing to do: false after a failure, and if a transaction has to be sent again. */
  async execute(head: Block): Promise<boolean> {
    const { store, role } = this.parts
    const rows = await store.inBlocks(role)
    if (rows.length === 0) return true
    const hashes = await this.hashesBelow(head, [...new Set(rows.map(({ included }) => included!.blockNumber))])
    if (!hashes) return false
    let isDone = true
    for (const row of rows) isDone = (await this.check(row, hashes.get(row.included!.blockNumber), head)) && isDone
    return isDone
  }

  /**
   * Returns the hashes of blocks by number, of some at a time: the others are looked up by the next passes. Returns
   * undefined if the node is on another branch than the head, because it says nothing about the blocks below it.
   */
  private async hashesBelow(head: Block, numbers: readonly number[]): Promise<ReadonlyMap<number, Hash> | undefined> {
    const { head: last, hashes: known } = this.seen ?? { head, hashes: new Map<number, Hash>() }
    const unknown = numbers.filter((number) => !known.has(number)).slice(0, MOST_BLOCKS)
    const asked = [...new Set([head.number, last.number, ...unknown])]
    const found = await Promise.all(asked.map((number) => this.parts.node.blockAt(number)))
    const hashes = new Map(found.flatMap((block) => (block ? [[block.number, block.hash]] : [])))
    if (hashes.get(head.number) !== head.hash) return undefined
    if (hashes.get(last.number) !== last.hash) {
      this.seen = undefined
      return this.hashesBelow(head, numbers)
    }
    for (const number of numbers) if (known.has(number)) hashes.set(number, known.get(number)!)
    this.seen = { head, hashes: new Map([...hashes].filter(([number]) => number <= head.number)) }
    return hashes
  }

  private async check(row: ChainTransaction, hash: Hash | undefined, head: Block): Promise<boolean> {
    const { limits, store } = this.parts
    if (!hash) return false
    const { blockHash, blockNumber } = row.included!
    if (hash !== blockHash) return this.followed(row, () => this.takeBack(row))
    const depth = head.number - blockNumber
    if (row.state === 'mined' && depth >= limits.confirmations) return this.followed(row, () => this.settle(row))
    if (row.isWatched && depth > limits.watchedBlocks) await store.change(row, { isWatched: undefined })
    return true
  }

  /** What fails for one transaction is reported and repeated, and must not delay the others. */
  private async followed(row: ChainTransaction, work: () => Promise<boolean>): Promise<boolean> {
    const { reports } = this.parts
    const { _id: id, role, kind } = row
    try {
      return await work()
    } catch (error) {
      const fields = { role, id, kind, error: (error as Error).name }
      if (error instanceof NodeFault) reports.fault(error.fault, error.message, { role, id })
      else if (isTooMuch(error)) reports.alarm('RECEIPT_UNREADABLE', { role, id }, (error as Error).message)
      else if (error instanceof NodeUnavailable || error instanceof Outdated) throw error
      else reports.alarm('FOLLOW_UP_FAILED', fields, 'a follow-up of a transaction failed and will be retried')
      return false
    }
  }

  private async settle(row: ChainTransaction): Promise<boolean> {
    const { node } = this.parts
    const { hash, blockNumber, blockHash } = row.included!
    const [block, receipt] = await Promise.all([node.blockAt(blockNumber), node.receipt(hash)])
    if (!receipt || block?.hash !== blockHash) return false
    const included = inclusionOf(row, receipt, block)
    await checkLogs(this.parts, row, receipt)
    if (included.succeeded) await this.confirm(row, included, receipt)
    else await this.fail(row, included, await this.reasonFor(row, receipt))
    return true
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

  private async takeBack(row: ChainTransaction): Promise<boolean> {
    const { store, reports, role } = this.parts
    const cleared = { included: undefined, reason: undefined, settledAt: undefined, isWatched: undefined }
    await store.transaction(async (session) => {
      await store.change(row, { state: 'sent', acceptedAt: undefined, ...cleared }, session)
      if (row.state !== 'mined') await this.followUpOf(row).takenBack(settledOf(row), session)
    })
    reports.reorganised(role, row._id, row.included!.blockNumber, row.state)
    return false
  }

  /** Executes the call again on the state before its block, which is the only way to learn why it reverted. */
  private async reasonFor(row: ChainTransaction, { blockNumber, gasUsed }: Receipt): Promise<Reason> {
    const { node, errors } = this.parts
    if (gasUsed === BigInt(row.gas!)) return { code: 'OUT_OF_GAS' }
    const call = { from: row.address!, to: row.to, data: row.data, value: BigInt(row.value) }
    // Pruned nodes can't answer for old blocks.
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
