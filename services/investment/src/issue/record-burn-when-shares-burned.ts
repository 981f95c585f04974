import { SharesBurned } from '@hissa/contracts/tokenisation'
import { CLOCK, type Clock } from '@hissa/kernel'
import { Committer } from '@hissa/ledger'
import type { Reaction, ReceivedEvent } from '@hissa/messaging'
import { Inject, Injectable } from '@nestjs/common'
import { isRegistered, orderChange, OrderStore } from '../orders/orders.api.js'
import { IDS, type Ids } from '../ports.js'
import { assertSameShares, isKnown, sharesOnChain } from './shares-on-chain.js'

/**
 * Records that the shares of a reversed order are burned. Its state doesn't change, because its units returned to the
 * treasury when it was reversed. A burn of shares that are on the register throws, so that it ends in the dead-letter
 * queue.
 */
@Injectable()
export class RecordBurnWhenSharesBurned implements Reaction<typeof SharesBurned> {
  readonly on = SharesBurned
  readonly consumer = 'investment-record-burn-when-shares-burned'
  readonly ownTransaction = true

  constructor(
    private readonly ledger: Committer,
    private readonly orders: OrderStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  async handle({ data }: ReceivedEvent<typeof SharesBurned>): Promise<void> {
    const { orderId } = data
    const outcome = await this.ledger.decideAndCommit(async () => {
      const order = await this.orders.byId(orderId)
      assertSameShares(order, data, ({ units, unitsTakenBack = units }) => unitsTakenBack)
      if (isRegistered(order)) throw new Error(`shares of order ${orderId} are burned, and it is ${order.state}`)
      if (isKnown(order.burned, data)) return { done: 'known' }
      const burned = sharesOnChain(data)
      const step = { set: { burned }, unset: [], transfers: [], events: [] }
      const about = { key: `order:${orderId}:burned:${burned.version}`, inputHash: burned.transactionHash }
      return orderChange({ ...about, order, step, at: this.clock.now() }, this.ids)
    })
    if ('ok' in outcome && !outcome.ok)
      throw new Error(`the burn of order ${orderId} was not recorded: ${outcome.reason}`)
  }
}
