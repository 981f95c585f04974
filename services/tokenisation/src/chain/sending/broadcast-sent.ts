import type { Block } from '../rpc/shapes.js'
import type { SendResult } from '../rpc/refusals.js'
import { feesFor, replacementFees } from '../transactions/fees.js'
import { newestAttempt, type ChainTransaction } from '../transactions/transaction.js'
import { dependencyStateOf } from './dependencies.js'
import type { SenderParts } from './parts.js'
import { signAttempt } from './sign-attempt.js'

const MOST_ATTEMPTS = 12

/** Broadcasts the stored bytes of a role's sent transactions, and replaces the first one if it is stuck. */
export class BroadcastSent {
  constructor(private readonly parts: SenderParts) {}

  async execute(head: Block): Promise<void> {
    const { store, role } = this.parts
    const rows = await store.inState(role, 'sent')
    for (const [index, row] of rows.entries()) {
      // The others wait for the first, so only its fees matter.
      const isStuck = index === 0 && this.isStuck(row)
      if (!isStuck && !this.isDue(row)) continue
      // After a reorganisation, what it builds on must be in a block again.
      if ((await dependencyStateOf(this.parts, row)) === 'wait') return
      const current = isStuck ? await this.replace(row, head) : row
      if (this.isDue(current)) await this.broadcast(current)
    }
  }

  private isDue({ acceptedAt }: ChainTransaction): boolean {
    const { nowMs, rebroadcastAfterMs } = this.parts
    return acceptedAt === undefined || nowMs() - acceptedAt.getTime() >= rebroadcastAfterMs
  }

  private isStuck(row: ChainTransaction): boolean {
    const { nowMs, replaceAfterMs } = this.parts
    return nowMs() - newestAttempt(row).signedAt.getTime() >= replaceAfterMs
  }

  private async broadcast(row: ChainTransaction): Promise<void> {
    const { node, store, nowMs } = this.parts
    const { raw, hash } = newestAttempt(row)
    const result = await node.send(raw, hash)
    if (result === 'accepted') await store.change(row, { acceptedAt: new Date(nowMs()) })
    else this.report(row, result)
  }

  private report({ _id: id, nonce }: ChainTransaction, result: SendResult): void {
    const { reports, role } = this.parts
    const fields = { role, id, nonce, result }
    if (result === 'insufficientFunds')
      reports.alarm('INSUFFICIENT_FUNDS', fields, 'the signer’s balance is too low; it waits')
    // A used nonce is found out by its receipt, and low fees are replaced.
    if (result === 'refused') reports.alarm('TRANSACTION_REFUSED', fields, 'the node refuses signed bytes; they wait')
  }

  /** Stores a further attempt with the same nonce and payload and higher fees. Returns the row as it is then. */
  private async replace(row: ChainTransaction, head: Block): Promise<ChainTransaction> {
    const { node, store, signer, reports, role, limits, nowMs } = this.parts
    const newest = newestAttempt(row)
    const earlier = { maxFeePerGas: BigInt(newest.maxFeePerGas), maxTipPerGas: BigInt(newest.maxTipPerGas) }
    const suggested = feesFor(head.baseFeePerGas, await node.tipPerGas(), limits)
    const fees = row.attempts.length < MOST_ATTEMPTS ? replacementFees(earlier, suggested, limits) : null
    if (!fees) {
      reports.alarm('FEE_CEILING', { role, id: row._id }, 'a transaction is stuck at the ceiling of its fees')
      return row
    }
    const address = await signer.address()
    if (address !== row.address) {
      reports.alarm('SIGNER_CHANGED', { role, id: row._id }, 'a stuck transaction needs the key that signed it')
      return row
    }
    const envelope = { chainId: limits.chainId, address, nonce: row.nonce!, gas: BigInt(row.gas!), fees }
    const attempt = await signAttempt(signer, row, envelope, new Date(nowMs()))
    const change = { attempts: [...row.attempts, attempt], acceptedAt: undefined }
    await store.change(row, change)
    reports.replaced(role, row._id, change.attempts.length)
    return { ...row, ...change, version: row.version + 1 }
  }
}
