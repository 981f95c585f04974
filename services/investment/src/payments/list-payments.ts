import { type Answer, type Input, ok } from '@hissa/contracts'
import { orderReference, type ListPayments as Contract, type PaymentView } from '@hissa/contracts/investment'
import { defineCursor, instant, pageOf } from '@hissa/kernel'
import { fils } from '@hissa/money'
import { Injectable } from '@nestjs/common'
import * as z from 'zod/mini'
import type { Payment } from './payment.js'
import { PaymentStore } from './payment.store.js'

const CURSOR = defineCursor('payments', z.tuple([instant, z.string()]))

/** Lists the caller's card payments and refunds, newest first. */
@Injectable()
export class ListPayments {
  constructor(private readonly payments: PaymentStore) {}

  async run(userId: string, { limit, cursor }: Input<typeof Contract>): Promise<Answer<typeof Contract>> {
    const after = CURSOR.decode(cursor)
    if (!after.ok) return after
    const rows = await this.payments.ofUser(userId, limit + 1, after.value)
    const { page, next } = pageOf(rows, limit, ({ at, _id }) => CURSOR.encode([at, _id]))
    return ok({ payments: page.map(view), count: page.length, ...next })
  }
}

/** Returns the method of a payment. That of cash is no released value of `method`, so it is stated beside it. */
export function methodView({ method }: Pick<Payment, 'method'>): Pick<PaymentView, 'method' | 'paidFrom'> {
  return method === 'cash' ? { method: 'bank_transfer', paidFrom: method } : { method: method ?? 'card' }
}

function view(row: Payment): PaymentView {
  const {
    _id: paymentId,
    orderId = '',
    propertyId = '',
    slug = '',
    title = '',
    kind,
    state,
    amount,
    left = amount,
    at,
  } = row
  return {
    ...{ paymentId, orderId, kind, state, ...methodView(row), currency: 'AED' },
    reference: orderReference(orderId),
    property: { propertyId, slug, title },
    // All of it was refunded elsewhere if nothing is left; then that refund settles this one.
    amountFils: fils(state === 'pending' && left > 0 ? left : amount),
    at: at.toISOString(),
  }
}
