import { SharesMinted } from '@hissa/contracts/tokenisation'
import { CLOCK, legalOrThrow, type Clock } from '@hissa/kernel'
import { type Change, Committer } from '@hissa/ledger'
import type { Reaction, ReceivedEvent } from '@hissa/messaging'
import { Inject, Injectable } from '@nestjs/common'
import { HoldingStore, issueInHolding, moveInHolding } from '../holdings/holdings.api.js'
import { decide, onChainView, type Order, orderChange, OrderStore, type SharesOnChain } from '../orders/orders.api.js'
import { IDS, type Ids } from '../ports.js'
import { assertSameShares, isKnown, sharesOnChain } from './shares-on-chain.js'

/**
 * Issues an allotted order once its shares are minted. If the order has been reversed since, the mint is only
 * recorded: the reversal has been published, and the shares are burned. A mint that contradicts its order throws, so
 * that it ends in the dead-letter queue, where an operator finds it.
 */
@Injectable()
export class IssueOrderWhenSharesMinted implements Reaction<typeof SharesMinted> {
  readonly on = SharesMinted
  readonly consumer = 'investment-issue-order-when-shares-minted'
  readonly ownTransaction = true

  constructor(
    private readonly ledger: Committer,
    private readonly orders: OrderStore,
    private readonly holdings: HoldingStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  async handle({ data }: ReceivedEvent<typeof SharesMinted>): Promise<void> {
    const outcome = await this.ledger.decideAndCommit(async () => {
      const order = await this.orders.byId(data.orderId)
      assertSameShares(order, data)
      if (isKnown(order.minted, data)) return { done: 'known' }
      return this.change(order, sharesOnChain(data))
    })
    if ('ok' in outcome && !outcome.ok)
      throw new Error(`the mint of order ${data.orderId} was not recorded: ${outcome.reason}`)
  }

  private async change(order: Order, minted: SharesOnChain): Promise<Change> {
    const at = this.clock.now()
    const about = { key: `order:${order._id}:minted:${minted.version}`, inputHash: minted.transactionHash, order, at }
    const record = { set: { minted }, unset: [], transfers: [], events: [] }
    if (order.state !== 'allotted' && order.state !== 'issued') return orderChange({ ...about, step: record }, this.ids)
    const holding = (await this.holdings.of(order.userId, order.propertyId))!
    const onChain = onChainView(minted)
    if (order.state === 'issued')
      return orderChange({ ...about, step: record, saves: [moveInHolding(holding, onChain)] }, this.ids)
    const step = legalOrThrow(decide(order, { type: 'issue', minted }, at))
    return orderChange({ ...about, step, saves: [issueInHolding(holding, order, onChain)] }, this.ids)
  }
}
