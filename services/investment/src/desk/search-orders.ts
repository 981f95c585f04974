import { StaffAudit, type Actor } from '@hissa/audit'
import { type Answer, type Input, ok } from '@hissa/contracts'
import { FindUserByEmail } from '@hissa/contracts/identity'
import type { SearchOrders as Contract } from '@hissa/contracts/investment'
import { defineCursor, pageOf } from '@hissa/kernel'
import { RpcClient } from '@hissa/messaging'
import { Injectable } from '@nestjs/common'
import * as z from 'zod/mini'
import { type OrderSearch, OrderStore } from '../orders/orders.api.js'
import { disputeItemId, type Payment, PaymentStore, refundItemId, SuspenseStore } from '../payments/payments.api.js'
import { StaffDecisions } from './decisions.js'
import { orderRow } from './staff-views.js'

const CURSOR = defineCursor('staff-orders', z.tuple([z.string()]))
const IDENTITY_WITHIN_MS = 3_000

/** How a query was understood; recorded instead of the query, which can be an email address. */
type Kind = 'all' | 'reference' | 'email' | 'payment' | 'session' | 'refund' | 'dispute' | 'id'

/** Searches orders for finance staff. Every search writes an audit row. */
@Injectable()
export class SearchOrders {
  constructor(
    private readonly orders: OrderStore,
    private readonly payments: PaymentStore,
    private readonly items: SuspenseStore,
    private readonly decisions: StaffDecisions,
    private readonly staff: StaffAudit,
    private readonly rpc: RpcClient,
  ) {}

  async run({ limit, cursor, query, ...filters }: Input<typeof Contract>, by: Actor): Promise<Answer<typeof Contract>> {
    const after = CURSOR.decode(cursor)
    if (!after.ok) return after
    const { kind, searches } = await this.understand(query)
    const found = await Promise.all(
      searches.map((search) => this.orders.search({ ...search, ...filters }, limit + 1, after.value?.[0])),
    )
    const rows = [...new Map(found.flat().map((order) => [order._id, order])).values()]
    rows.sort((a, b) => (a._id < b._id ? 1 : -1))
    const { page, next } = pageOf(rows, limit, ({ _id }) => CURSOR.encode([_id]))
    const detail = { by: kind, ...filters, orderIds: page.map(({ _id }) => _id) }
    await this.staff.record(by, { action: 'orders.searched', subject: null, detail })
    const orders = await Promise.all(
      page.map(async (order) => orderRow(order, await this.decisions.ofOrder(order, by))),
    )
    return ok({ orders, count: orders.length, ...next })
  }

  /** Returns the searches that together answer a query; none if nothing can be found. */
  private async understand(query: string | undefined): Promise<{ kind: Kind; searches: OrderSearch[] }> {
    if (query === undefined) return { kind: 'all', searches: [{}] }
    if (/^hs-/i.test(query)) return { kind: 'reference', searches: [{ reference: query.toUpperCase() }] }
    if (query.includes('@')) {
      const { userId } = await this.rpc.call(FindUserByEmail, { email: query }, { timeoutMs: IDENTITY_WITHIN_MS })
      return { kind: 'email', searches: userId === null ? [] : [{ userId }] }
    }
    const kind = PREFIXES.find(([prefix]) => query.startsWith(prefix))?.[1]
    if (!kind) return { kind: 'id', searches: [{ ids: [query] }, { userId: query }] }
    return { kind, searches: idsOf(await this.orderIdsOf(kind, query)) }
  }

  private async orderIdsOf(kind: Kind, id: string): Promise<string[]> {
    if (kind === 'payment') return ordersOf(await this.payments.ofPayment(id))
    if (kind === 'session') {
      const order = await this.orders.bySession(id)
      const row = await this.payments.byId(id)
      return [...(order ? [order._id] : []), ...ordersOf(row ? [row] : [])]
    }
    const item = await this.items.byId(kind === 'refund' ? refundItemId(id) : disputeItemId(id))
    const rows = kind === 'refund' ? await this.payments.ofRefund(id) : []
    const paid = item?.paymentId ? await this.payments.ofPayment(item.paymentId) : []
    return [...ordersOf([...rows, ...paid]), ...(item?.orderId ? [item.orderId] : [])]
  }
}

/** The prefixes of the processor's ids. */
const PREFIXES = [
  ['pi_', 'payment'],
  ['cs_', 'session'],
  ['re_', 'refund'],
  ['dp_', 'dispute'],
  ['du_', 'dispute'],
] as const

const ordersOf = (rows: readonly Payment[]) => rows.flatMap(({ orderId }) => orderId ?? [])
const idsOf = (ids: readonly string[]): OrderSearch[] => (ids.length === 0 ? [] : [{ ids: [...new Set(ids)] }])
