import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { startPayments, type Payments } from './index.js'

const KEY = 'sk_test_local'
let dataDir: string
let payments: Payments
let stripe: Stripe

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'payments-'))
  payments = await startPayments({
    ...{ port: 0, dataDir, secretKey: KEY },
    ...{ webhookUrl: 'http://127.0.0.1:9/hook', webhookSecret: 'whsec_test' },
  })
  const { hostname, port } = new URL(payments.url)
  stripe = new Stripe(KEY, { host: hostname, port: Number(port), protocol: 'http', maxNetworkRetries: 0 })
})
afterEach(async () => {
  await payments.close()
  rmSync(dataDir, { recursive: true })
})

const post = (url: string, fields: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
const press = (path: string) => post(`${payments.url}${path}`, {})

/** Pays AED 2,030 without a page. */
async function pay() {
  const paid = await stripe.paymentIntents.create({
    ...{ amount: 203_000, currency: 'aed', payment_method: 'pm_card_visa', confirm: true },
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  })
  return { intent: paid.id, charge: await stripe.charges.retrieve(paid.latest_charge as string) }
}

describe('a charge', () => {
  it('moves the balance, as do its refund, dispute and reinstatement, listed by page and time', async () => {
    const [{ intent }, { charge }] = [await pay(), await pay()]
    const { id: refundId } = await stripe.refunds.create({ payment_intent: intent, amount: 3_000 })
    await press(`/charges/${charge.id}/dispute`)
    const [dispute] = (await stripe.disputes.list({ charge: charge.id })).data
    await press(`/disputes/${dispute!.id}/win`)
    const list = (params: Stripe.BalanceTransactionListParams) => stripe.balanceTransactions.list(params)
    const all = await list({ limit: 100, expand: ['data.source'] })
    const shown = all.data.map(({ amount, reporting_category, source }) => {
      const { id, payment_intent } = source as Stripe.Refund
      return [reporting_category, amount, id, payment_intent]
    })
    expect(shown.slice(0, 3)).toEqual([
      ['dispute_reversal', 203_000, dispute!.id, charge.payment_intent],
      ['dispute', -203_000, dispute!.id, charge.payment_intent],
      ['refund', -3_000, refundId, intent],
    ])
    const first = await list({ limit: 2 })
    const rest = await list({ limit: 2, starting_after: first.data.at(-1)!.id })
    expect([...first.data, ...rest.data].map(({ id }) => id)).toEqual(all.data.slice(0, 4).map(({ id }) => id))
    const [newest, oldest] = [all.data[0]!.created, all.data.at(-1)!.created]
    expect((await list({ created: { gte: oldest, lte: newest } })).data).toHaveLength(all.data.length)
    expect((await list({ created: { gt: newest } })).data).toEqual([])
    expect((await list({ created: { lt: oldest } })).data).toEqual([])
    await expect(list({ created: { since: 1 } as never })).rejects.toMatchObject({ type: 'StripeInvalidRequestError' })
  })

  it('is refunded in parts, each under its own key, and never beyond the charge', async () => {
    const { intent, charge } = await pay()
    const part = (amount: number, key: string) =>
      stripe.refunds.create({ payment_intent: intent, amount }, { idempotencyKey: key })
    const [first, second] = [await part(3_000, 'a'), await part(100_000, 'b')]
    expect(second.id).not.toBe(first.id)
    expect((await part(3_000, 'a')).id).toBe(first.id)
    await expect(part(4_000, 'a')).rejects.toMatchObject({ type: 'StripeIdempotencyError' })
    await expect(part(100_001, 'c')).rejects.toMatchObject({ type: 'StripeInvalidRequestError', param: 'amount' })
    expect(await stripe.charges.retrieve(charge.id)).toMatchObject({ amount_refunded: 103_000, refunded: false })
    // Two refunds of more than is left together: the second is refused.
    const both = await Promise.allSettled([part(60_000, 'd'), part(60_000, 'e')])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await part(40_000, 'f')
    expect(await stripe.charges.retrieve(charge.id)).toMatchObject({ amount_refunded: 203_000, refunded: true })
    await expect(part(1, 'g')).rejects.toMatchObject({ code: 'charge_already_refunded' })
    expect((await stripe.events.list({ type: 'refund.created' })).data).toHaveLength(4)
    const { data } = await stripe.refunds.list({ payment_intent: intent })
    expect(data.map(({ amount }) => amount)).toEqual([40_000, 60_000, 100_000, 3_000])
  })

  it('is refunded in part from the dashboard, which rejects what is not an amount', async () => {
    const { charge } = await pay()
    const refund = (amount: string) => post(`${payments.url}/charges/${charge.id}/refund`, { amount })
    expect((await refund('1,030.50')).status).toBe(303)
    expect(await stripe.charges.retrieve(charge.id)).toMatchObject({ amount_refunded: 103_050 })
    for (const wrong of ['-1', '1.005', 'all', '2,000']) expect((await refund(wrong)).status).toBe(400)
    expect(await stripe.charges.retrieve(charge.id)).toMatchObject({ amount_refunded: 103_050 })
  })

  it('cannot be refunded while disputed or after losing, and can after winning', async () => {
    const refused = { type: 'StripeInvalidRequestError', code: 'charge_disputed' }
    for (const verdict of ['win', 'lose']) {
      const { intent, charge } = await pay()
      await press(`/charges/${charge.id}/dispute`)
      await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject(refused)
      const [dispute] = (await stripe.disputes.list({ charge: charge.id })).data
      await press(`/disputes/${dispute!.id}/${verdict}`)
      const refund = stripe.refunds.create({ payment_intent: intent })
      if (verdict === 'lose') await expect(refund).rejects.toMatchObject(refused)
      else expect(await refund).toMatchObject({ amount: 203_000, status: 'succeeded' })
    }
  })
})
