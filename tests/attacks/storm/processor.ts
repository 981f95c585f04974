import type { OrderView } from '@hissa/contracts/investment'
import { payByCard } from '@hissa/testing-driver'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import Stripe from 'stripe'

const SESSION_SECONDS = 32 * 60

/** The card processor's totals, in fils. */
export interface ProcessorTotals {
  captured: number
  refunded: number
  /** Withdrawn by disputes and not returned. */
  disputed: number
  /** Undelivered webhooks, and refunds that are neither complete nor failed. */
  undelivered: number
  pendingRefunds: number
}

/** What the processor took for one payment, and gave back. */
export interface CardPayment {
  captured: number
  refunded: number
}

/** Actions in the card processor's dashboard: pages and refunds created without the platform. */
export class Processor {
  private readonly stripe: Stripe

  constructor(
    private readonly dataDir: string,
    private readonly baseUrl: string,
  ) {
    const { stripeSecretKey } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as Record<
      string,
      string
    >
    const { hostname: host, port, protocol } = new URL(baseUrl)
    const address = { host, port, protocol: protocol.slice(0, -1) as 'http', telemetry: false, maxNetworkRetries: 3 }
    this.stripe = new Stripe(stripeSecretKey!, address)
  }

  /** Pays for an order again, on a page that the platform did not create. Returns whether the payment succeeded. */
  async payAgainFor(order: OrderView, card?: string): Promise<boolean> {
    const session = await this.stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [
        {
          quantity: 1,
          price_data: { currency: 'aed', unit_amount: order.totalFils, product_data: { name: 'Second payment' } },
        },
      ],
      success_url: 'http://localhost/paid',
      expires_at: Math.floor(Date.now() / 1000) + SESSION_SECONDS,
      metadata: { orderId: order.orderId },
      client_reference_id: order.orderId,
    })
    return (await payByCard(session.url!, card)).outcome === 'paid'
  }

  /** Refunds a payment in the processor's dashboard, without the platform. */
  async refundInDashboard(pageUrl: string): Promise<void> {
    const sessionId = new URL(pageUrl).pathname.split('/').at(-1)!
    const { payment_intent: intent } = await this.stripe.checkout.sessions.retrieve(sessionId)
    await this.refundPayment(intent as string)
  }

  /** Refunds a payment intent in the processor's dashboard, in full. */
  async refundPayment(paymentId: string): Promise<void> {
    await this.stripe.refunds.create({ payment_intent: paymentId })
  }

  /** Decides every open dispute, alternately won and lost. Returns how many. */
  async closeDisputes(): Promise<number> {
    const { data } = await this.stripe.disputes.list({ limit: 100 })
    const open = data.filter(({ status }) => status === 'needs_response')
    for (const [index, { id }] of open.entries()) {
      const decision = index % 2 === 0 ? 'win' : 'lose'
      const response = await fetch(`${this.baseUrl}/disputes/${id}/${decision}`, { method: 'POST', redirect: 'manual' })
      if (response.status >= 400) throw new Error(`the dispute ${id} responded with ${response.status}`)
    }
    return open.length
  }

  /** Sums the processor's records, read from its file. */
  totals(): ProcessorTotals {
    return this.read((all, database) => {
      const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
      const charges = all<Stripe.Charge>('charge').filter(({ paid }) => paid)
      const refunds = all<Stripe.Refund>('refund').filter(isRefunded)
      const due = database
        .prepare("SELECT COUNT(*) AS count FROM objects WHERE kind = 'refund' AND status IS NOT NULL")
        .get()
      const disputes = all<Stripe.Dispute>('dispute').filter(({ status }) => status !== 'won')
      const waiting = database.prepare('SELECT COUNT(*) AS count FROM deliveries WHERE next IS NOT NULL').get()
      return {
        captured: sum(charges.map(({ amount }) => amount)),
        refunded: sum(refunds.map(({ amount }) => amount)),
        disputed: sum(disputes.map(({ amount }) => amount)),
        undelivered: Number((waiting as { count: number }).count),
        pendingRefunds: Number((due as { count: number }).count),
      }
    })
  }

  /** Returns what was captured and refunded of each payment, by its payment intent. */
  payments(): Map<string, CardPayment> {
    return this.read((all) => {
      const payments = new Map<string, CardPayment>()
      const of = (intent: unknown) => {
        const id = typeof intent === 'string' ? intent : 'none'
        if (!payments.has(id)) payments.set(id, { captured: 0, refunded: 0 })
        return payments.get(id)!
      }
      for (const charge of all<Stripe.Charge>('charge'))
        if (charge.paid) of(charge.payment_intent).captured += charge.amount
      for (const refund of all<Stripe.Refund>('refund'))
        if (isRefunded(refund)) of(refund.payment_intent).refunded += refund.amount
      return payments
    })
  }

  private read<T>(take: (all: <O>(kind: string) => O[], database: DatabaseSync) => T): T {
    const database = new DatabaseSync(join(this.dataDir, 'payments.sqlite'), { readOnly: true })
    try {
      const all = <O>(kind: string) =>
        (database.prepare('SELECT body FROM objects WHERE kind = ?').all(kind) as { body: string }[]).map(
          ({ body }) => JSON.parse(body) as O,
        )
      return take(all, database)
    } finally {
      database.close()
    }
  }
}

const isRefunded = ({ status }: Stripe.Refund) => status === 'succeeded' || status === 'pending'
