import { type Answer, type Input, ok } from '@hissa/contracts'
import type { GetOrder, GetOrderBySession, ListOrders, OrderView } from '@hissa/contracts/investment'
import { CLOCK, type Clock, defineCursor, pageOf } from '@hissa/kernel'
import { Inject, Injectable } from '@nestjs/common'
import * as z from 'zod/mini'
import { InvestorStore } from '../investors/investors.api.js'
import { isEligible } from '../rules/rules.api.js'
import type { Order } from './order.model.js'
import { OrderStore } from './order.store.js'
import { orderView, paymentResult } from './order.view.js'
import { noOrder } from './refusals.js'

const CURSOR = defineCursor('orders', z.tuple([z.string()]))

/** Reads the caller's own orders. Another investor's order is not found, like one that does not exist. */
@Injectable()
export class ReadOrders {
  constructor(
    private readonly orders: OrderStore,
    private readonly investors: InvestorStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async one(userId: string, { orderId }: Input<typeof GetOrder>): Promise<Answer<typeof GetOrder>> {
    const order = await this.orders.byId(orderId)
    return order?.userId === userId ? ok({ order: await this.view(order) }) : noOrder()
  }

  async bySession(
    userId: string,
    { sessionId }: Input<typeof GetOrderBySession>,
  ): Promise<Answer<typeof GetOrderBySession>> {
    const order = await this.orders.bySession(sessionId)
    if (order?.userId !== userId) return noOrder()
    return ok({ status: paymentResult(order.state), order: await this.view(order) })
  }

  async list(userId: string, input: Input<typeof ListOrders>): Promise<Answer<typeof ListOrders>> {
    const { limit, cursor, state } = input
    const after = CURSOR.decode(cursor)
    if (!after.ok) return after
    const [before] = after.value ?? []
    const wanted = { limit: limit + 1, ...(before ? { before } : {}), ...(state ? { state } : {}) }
    const rows = await this.orders.listedOf(userId, wanted)
    const { page, next } = pageOf(rows, limit, ({ _id }) => CURSOR.encode([_id]))
    // Only the view of a reserved order depends on the eligibility.
    const eligible = page.some(({ state }) => state === 'reserved') && (await this.isEligible(userId))
    const at = this.clock.now()
    return ok({ orders: page.map((row) => orderView(row, { eligible, at })), count: page.length, ...next })
  }

  private async view(order: Order): Promise<OrderView> {
    return orderView(order, { eligible: await this.isEligible(order.userId), at: this.clock.now() })
  }

  private async isEligible(userId: string): Promise<boolean> {
    return isEligible(await this.investors.statusOf(userId))
  }
}
