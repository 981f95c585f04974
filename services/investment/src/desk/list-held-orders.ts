import { type Actor, StaffAudit } from '@hissa/audit'
import { type Answer, type Input, ok } from '@hissa/contracts'
import { type HeldOrderView, type ListHeldOrders as Contract, orderReference } from '@hissa/contracts/investment'
import { defineCursor, instant, pageOf } from '@hissa/kernel'
import { Injectable } from '@nestjs/common'
import * as z from 'zod/mini'
import { holdsOf, leftFils, type Order, OrderStore } from '../orders/orders.api.js'

const CURSOR = defineCursor('held-orders', z.tuple([instant, z.string()]))

/** Lists the orders that are not allotted for now. Every read writes an audit row. */
@Injectable()
export class ListHeldOrders {
  constructor(
    private readonly orders: OrderStore,
    private readonly staff: StaffAudit,
  ) {}

  async run({ limit, cursor }: Input<typeof Contract>, by: Actor): Promise<Answer<typeof Contract>> {
    const after = CURSOR.decode(cursor)
    if (!after.ok) return after
    const rows = await this.orders.held(limit + 1, after.value)
    const { page, next } = pageOf(rows, limit, ({ hold, _id }) => CURSOR.encode([hold!.since, _id]))
    const detail = { orderIds: page.map(({ _id }) => _id) }
    await this.staff.record(by, { action: 'orders.held.listed', subject: null, detail })
    return ok({ orders: page.map(heldView), count: page.length, ...next })
  }
}

function heldView(order: Order): HeldOrderView {
  const { _id: orderId, userId, propertyId, slug, title, state, units, totalFils, coolingOffEndsAt } = order
  const left = leftFils(order)
  return {
    ...(left === undefined ? {} : { leftFils: left }),
    ...{ orderId, reference: orderReference(orderId), userId, state, units, totalFils },
    property: { propertyId, slug, title },
    holds: holdsOf(order),
    since: order.hold!.since.toISOString(),
    ...(coolingOffEndsAt ? { coolingOffEndsAt: coolingOffEndsAt.toISOString() } : {}),
  }
}
