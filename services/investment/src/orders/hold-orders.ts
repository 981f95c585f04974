import { CLOCK, legalOrThrow, type Clock } from '@hissa/kernel'
import { type Change, Committer } from '@hissa/ledger'
import { Inject, Injectable } from '@nestjs/common'
import { InvestorStore } from '../investors/investors.api.js'
import { IDS, type Ids } from '../ports.js'
import { isEligible } from '../rules/rules.api.js'
import { decide } from './order.js'
import type { Order } from './order.model.js'
import { orderChange, stepKey } from './order.change.js'
import { OrderStore } from './order.store.js'

const PAGE = 100

/** Builds the change that puts a paid order on hold for a review of its investor's account, or ends that hold. */
export function reviewChange(order: Order, review: boolean, at: Date, ids: Ids): Change {
  const step = legalOrThrow(decide(order, { type: 'changeHold', review }, at))
  const key = stepKey(order, review ? 'hold' : 'end-hold')
  return orderChange({ key, inputHash: 'review', order, step, at }, ids)
}

/**
 * Keeps paid orders from being allotted while their investor's account may not invest. Afterwards they are allotted, or
 * refunded, as the others of their raise were.
 */
@Injectable()
export class HoldOrders {
  constructor(
    private readonly ledger: Committer,
    private readonly orders: OrderStore,
    private readonly investors: InvestorStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  /**
   * Puts the paid orders of an investor on hold, or ends their hold, by the stored status of the account. Starts again
   * if that has changed, because of two statuses that arrive at once, either may be handled last.
   * Events: investment.order.held.v1.
   */
  async ofInvestor(userId: string): Promise<void> {
    const review = !(await this.isEligible(userId))
    for (const state of ['paid', 'cooling_off'] as const) {
      let page = await this.orders.ofUser(userId, { limit: PAGE, state })
      while (page.length > 0) {
        for (const { _id, hold } of page) if ((hold?.review ?? false) !== review) await this.change(_id, review)
        page = await this.orders.ofUser(userId, { limit: PAGE, state, before: page.at(-1)!._id })
      }
    }
    if ((await this.isEligible(userId)) === review) await this.ofInvestor(userId)
  }

  private async isEligible(userId: string): Promise<boolean> {
    return isEligible(await this.investors.statusOf(userId))
  }

  private async change(orderId: string, review: boolean): Promise<void> {
    const outcome = await this.ledger.decideAndCommit(async () => {
      const order = (await this.orders.byId(orderId))!
      const isPaid = order.state === 'paid' || order.state === 'cooling_off'
      if (!isPaid || (order.hold?.review ?? false) === review) return { done: 'moved on' }
      return reviewChange(order, review, this.clock.now(), this.ids)
    })
    if ('ok' in outcome && !outcome.ok)
      throw new Error(`the hold of order ${orderId} was not changed: ${outcome.reason}`)
  }
}
