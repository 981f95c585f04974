import type Stripe from 'stripe'
import { amountText } from './amount.js'
import { offered } from './customers.js'
import type { Sandbox, Session } from './sandbox.js'
import type { Store } from './store.js'

/** Returns a session as Stripe.js shows it to a page: camel case, amounts as text and in the smallest unit. */
export function sessionForPage(sandbox: Sandbox, store: Store, session: Session): object {
  const currency = session.currency ?? 'aed'
  const amount = (minor: number) => ({
    minorUnitsAmount: minor,
    amount: `${currency.toUpperCase()} ${amountText(minor)}`,
  })
  const total = session.amount_total ?? 0
  const customer = session.customer as string | null
  const none = amount(0)
  return {
    id: session.id,
    livemode: false,
    currency,
    minorUnitsAmountDivisor: 100,
    email: session.customer_email,
    canConfirm: session.status === 'open',
    status: statusOf(session),
    lastPaymentError: null,
    lineItems: sandbox.lineItems(session.id).map((item) => ({
      id: item.id,
      name: item.description,
      quantity: item.quantity,
      unitAmount: amount(item.price?.unit_amount ?? 0),
      subtotal: amount(item.amount_subtotal),
      total: amount(item.amount_total),
    })),
    total: { total: amount(total), subtotal: amount(total), discount: none, taxExclusive: none, taxInclusive: none },
    savedPaymentMethods: customer && session.mode === 'payment' ? offered(store, customer).map(savedMethod) : null,
  }
}

function statusOf(session: Session): object {
  if (session.status !== 'complete') return { type: session.status }
  return { type: 'complete', paymentStatus: session.payment_status }
}

function savedMethod({ id, card, billing_details: details }: Stripe.PaymentMethod): object {
  const { brand, exp_month: expMonth, exp_year: expYear, last4 } = card ?? {}
  return { id, type: 'card', card: { brand, expMonth, expYear, last4 }, billingDetails: { name: details.name } }
}
