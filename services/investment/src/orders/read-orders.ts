import { type Answer, type Input, ok } from '@hissa/contracts'
import type { GetOrder, GetOrderBySession, ListOrders, OrderView } from '@hissa/contracts/investment'
import { Injectable } from '@nestjs/common'
import { InvestorStore } from '../investors/investors.api.js'
import { isEligible } from '../rules/rules.api.js'
import type { Order } from './order.js'
import { OrderStore } from './order.store.js'
import { orderView, paymentResult } from './order.view.js'
import { noOrder } from './refusals.js'

/** The caller's own orders. Another's order is as missing as one that does not exist. */
@Injectable()
export class ReadOrders {
  constructor(
    private readonly orders: OrderStore,
    private readonly investors: InvestorStore,
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
    const { limit, cursor: before, state } = input
    const page = { limit: limit + 1, ...(before ? { before } : {}), ...(state ? { state } : {}) }
    const rows = await this.orders.ofUser(userId, page)
    const eligible = await this.isEligible(userId)
    const orders = rows.slice(0, limit).map((row) => orderView(row, eligible))
    const more = rows.length > limit ? { cursor: orders.at(-1)!.orderId } : {}
    return ok({ orders, count: orders.length, ...more })
  }

  private async view(order: Order): Promise<OrderView> {
    return orderView(order, await this.isEligible(order.userId))
  }

  private async isEligible(userId: string): Promise<boolean> {
    return isEligible(await this.investors.statusOf(userId))
  }
}
