import { type Answer, type Input, ok } from '@hissa/contracts'
import { orderReference, type ListPayments as Contract, type PaymentView } from '@hissa/contracts/investment'
import { Injectable } from '@nestjs/common'
import type { Payment } from './payment.js'
import { PaymentStore } from './payment.store.js'

/** The caller's card payments and refunds, newest first. */
@Injectable()
export class ListPayments {
  constructor(private readonly payments: PaymentStore) {}

  async run(userId: string, { limit, cursor }: Input<typeof Contract>): Promise<Answer<typeof Contract>> {
    const last = cursor === undefined ? undefined : await this.payments.byId(cursor)
    const after = last?.userId === userId ? last : undefined
    const rows = await this.payments.ofUser(userId, limit + 1, after)
    const payments = rows.slice(0, limit).map(view)
    const more = rows.length > limit ? { cursor: payments.at(-1)!.paymentId } : {}
    return ok({ payments, count: payments.length, ...more })
  }
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
    at,
    method = 'card',
  } = row
  return {
    ...{ paymentId, orderId, kind, state, method, currency: 'AED' },
    reference: orderReference(orderId),
    property: { propertyId, slug, title },
    amountFils: amount,
    at: at.toISOString(),
  }
}
