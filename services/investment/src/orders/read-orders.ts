import type { Input, Output } from '@hissa/contracts'
import type { GetOrder, GetOrderBySession, ListOrders, OrderView } from '@hissa/contracts/investment'
import { problem } from '@hissa/kernel'
import { Injectable } from '@nestjs/common'
import { InvestorStore } from '../investors/investors.api.js'
import { isEligible } from '../rules/rules.api.js'
import type { Order } from './order.js'
import { OrderStore } from './order.store.js'
import { orderView, paymentResult } from './order.view.js'

/** The caller's own orders. Another's order is as missing as one that does not exist: NOT_FOUND. */
@Injectable()
export class ReadOrders {
  constructor(
    private readonly orders: OrderStore,
    private readonly investors: InvestorStore,
  ) {}

  async one(userId: string, { orderId }: Input<typeof GetOrder>): Promise<Output<typeof GetOrder>> {
    return { order: await this.view(owned(userId, await this.orders.byId(orderId))) }
  }

  async bySession(
    userId: string,
    { sessionId }: Input<typeof GetOrderBySession>,
  ): Promise<Output<typeof GetOrderBySession>> {
    const order = owned(userId, await this.orders.bySession(sessionId))
    return { status: paymentResult(order.state), order: await this.view(order) }
  }

  async list(userId: string, input: Input<typeof ListOrders>): Promise<Output<typeof ListOrders>> {
    const { limit, cursor: before, state } = input
    const page = { limit: limit + 1, ...(before ? { before } : {}), ...(state ? { state } : {}) }
    const rows = await this.orders.ofUser(userId, page)
    const eligible = await this.isEligible(userId)
    const orders = rows.slice(0, limit).map((row) => orderView(row, eligible))
    const more = rows.length > limit ? { cursor: orders.at(-1)!.orderId } : {}
    return { orders, count: orders.length, ...more }
  }

  private async view(order: Order): Promise<OrderView> {
    return orderView(order, await this.isEligible(order.userId))
  }

  private async isEligible(userId: string): Promise<boolean> {
    return isEligible(await this.investors.statusOf(userId))
  }
}

function owned(userId: string, order: Order | undefined): Order {
  if (order?.userId === userId) return order
  throw problem('NOT_FOUND', 404, 'There is no such order.')
}
