import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { UserStatus } from '@hissa/contracts'
import { UserStatusChanged } from '@hissa/contracts/identity'
import { AddCard, GetOrderCheckout, ListCards, PlaceOrder, RemoveCard } from '@hissa/contracts/investment'
import { newId } from '@hissa/kernel'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { startPayments, type Payments } from '../../../local/payments/src/index.js'
import { StripeGateway } from '../src/processor/stripe-gateway.js'
import { Investment } from './harness.js'

const KEY = 'sk_test_cards'
const SECRET = 'whsec_cards'
const CARD = { number: '4242424242424242', expiry: '12/34', cvc: '123', name: 'Aisha Khan' }

let app: Investment
let payments: Payments
let dataDir: string
let stripe: Stripe

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'cards-'))
  const webhook = { webhookUrl: 'http://127.0.0.1:9/hook', webhookSecret: SECRET }
  payments = await startPayments({ port: 0, dataDir, secretKey: KEY, ...webhook })
  const env = { STRIPE_SECRET_KEY: KEY, STRIPE_WEBHOOK_SECRET: SECRET, STRIPE_API_BASE: payments.url }
  app = await Investment.start({ more: env, parts: { gateway: new StripeGateway(env) } })
  const { hostname, port } = new URL(payments.url)
  stripe = new Stripe(KEY, { host: hostname, port: Number(port), protocol: 'http' })
})
afterAll(async () => {
  await app.stop()
  await payments.close()
  rmSync(dataDir, { recursive: true })
})

const refused = (code: string, status: number, extra = {}) => ({ code, status, extra: expect.objectContaining(extra) })
const list = (userId: string) => app.call(ListCards, {}, userId)

/** Confirms a session as the payer's browser does. */
async function confirm(clientSecret: string, fields: Record<string, string> = CARD): Promise<unknown> {
  const body = new URLSearchParams({ client_secret: clientSecret, email: 'aisha@hissa.test', ...fields })
  return (await fetch(`${payments.url}/elements/confirm`, { method: 'POST', body })).json()
}
async function save(userId: string): Promise<void> {
  expect(await confirm((await app.call(AddCard, {}, userId)).clientSecret)).toMatchObject({ kind: 'paid' })
}
async function setStatus(userId: string, status: UserStatus, version = 5): Promise<void> {
  await app.publish(UserStatusChanged, userId, { userId, status, version }, version)
  const stored = () => app.collection('investors').findOne({ _id: userId, status })
  await app.until('the status is stored', stored)
}
const customerOf = async (userId: string) =>
  (await app.collection('investors').findOne({ _id: userId }))?.['customerId'] as string | undefined

describe('saved cards', () => {
  it('are added by the browser, listed and removed', async () => {
    const userId = await app.investor()
    expect(await list(userId)).toEqual({ cards: [], count: 0 })
    expect(await customerOf(userId)).toBeUndefined()
    const begunMs = Date.now()
    const { sessionId, clientSecret, expiresAt } = await app.call(AddCard, {}, userId)
    const calledAtMs = Date.parse(expiresAt) - 31 * 60_000
    expect(calledAtMs).toBeGreaterThan(begunMs - 1_000)
    expect(calledAtMs).toBeLessThanOrEqual(Date.now())
    expect(await confirm(clientSecret)).toEqual({
      kind: 'paid',
      redirectUrl: `http://hissa.test/add-payment-method?session_id=${sessionId}`,
    })
    const { cards } = await list(userId)
    expect(cards).toEqual([{ cardId: expect.any(String), brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 }])
    expect(await app.call(RemoveCard, { cardId: cards[0]!.cardId }, userId)).toEqual({ cards: [], count: 0 })
  })

  it('belong to a customer that names only the user’s id, created once however many sessions are opened', async () => {
    const userId = await app.investor()
    await Promise.all(Array.from({ length: 4 }, () => app.call(AddCard, {}, userId)))
    const customers = (await stripe.customers.list({ limit: 100 })).data.filter(
      ({ metadata }) => metadata['userId'] === userId,
    )
    expect(customers).toMatchObject([{ email: null, name: null, phone: null, metadata: { userId } }])
    expect(await customerOf(userId)).toBe(customers[0]!.id)
  })

  it('cannot be added before the identity is verified, and no customer is created then', async () => {
    const userId = newId()
    const refusal = (userStatus: string) => refused('KYC_REQUIRED', 403, { userStatus })
    await expect(app.call(AddCard, {}, userId)).rejects.toMatchObject(refusal('registered'))
    await setStatus(userId, 'kyc_pending', 4)
    await expect(app.call(AddCard, {}, userId)).rejects.toMatchObject(refusal('kyc_pending'))
    expect(await customerOf(userId)).toBeUndefined()
    await setStatus(userId, 'kyc_complete')
    await save(userId)
    const row = await app.collection('investors').findOne({ _id: userId })
    expect(row).toMatchObject({ status: 'kyc_complete', customerId: expect.stringMatching(/^cus_/) })
  })

  it('of another user are neither listed nor removed', async () => {
    const [mine, theirs] = [await app.investor(), await app.investor()]
    await save(theirs)
    const [card] = (await list(theirs)).cards
    await save(mine)
    for (const caller of [mine, await app.investor()]) {
      const removal = app.call(RemoveCard, { cardId: card!.cardId }, caller)
      await expect(removal).rejects.toMatchObject(refused('NOT_FOUND', 404))
    }
    expect((await list(theirs)).count).toBe(1)
    expect((await list(mine)).cards).not.toContainEqual(card)
  })

  it('are limited to ten', async () => {
    const userId = await app.investor()
    await save(userId)
    const customer = (await customerOf(userId))!
    for (let count = 1; count < 10; count += 1) await stripe.paymentMethods.attach('pm_card_visa', { customer })
    expect((await list(userId)).count).toBe(10)
    await expect(app.call(AddCard, {}, userId)).rejects.toMatchObject(refused('TOO_MANY_CARDS', 409, { maximum: 10 }))
  })

  it('cannot be added by a suspended account, which may still remove one', async () => {
    const userId = await app.investor()
    await save(userId)
    await setStatus(userId, 'suspended')
    await expect(app.call(AddCard, {}, userId)).rejects.toMatchObject(refused('ACCOUNT_SUSPENDED', 403))
    const [card] = (await list(userId)).cards
    expect(await app.call(RemoveCard, { cardId: card!.cardId }, userId)).toMatchObject({ count: 0 })
  })
})

describe('the embedded payment page', () => {
  const place = async (locale: 'ar' | 'en', userId?: string) => {
    const propertyId = await app.openRaise(1_000)
    const payer = userId ?? (await app.investor(propertyId))
    if (userId) await app.accept(userId, propertyId)
    const placed = await app.call(PlaceOrder, { propertyId, amount: 2_000, locale }, payer)
    const read = () => app.call(GetOrderCheckout, { orderId: placed.orderId }, payer)
    return { ...placed, payer, read }
  }

  it('has a client secret for an Arabic payer, which pays the order in full until its deadline', async () => {
    const { url, orderId, read, expiresAt } = await place('ar')
    expect(url).toBe(`http://hissa.test/payment/${orderId}`)
    const { order, clientSecret } = await read()
    expect(order).toMatchObject({ state: 'reserved', checkoutUrl: url, totalFils: 203_000, expiresAt })
    expect(await confirm(clientSecret!)).toMatchObject({ kind: 'paid' })
    const [session] = (await stripe.checkout.sessions.list({ limit: 1 })).data
    expect(session).toMatchObject({ amount_total: 203_000, payment_status: 'paid', metadata: { orderId } })
    expect(app.businessTimeAt(new Date(session!.expires_at * 1000)).toISOString()).toBe(expiresAt)
    expect(await read()).not.toHaveProperty('clientSecret')
  })

  it('has no client secret for a payer whose language the hosted page supports', async () => {
    const { url, read } = await place('en')
    expect(url).toContain('/c/pay/')
    expect(await read()).toEqual({ order: expect.objectContaining({ checkoutUrl: url }) })
  })

  it('is not found by another investor, and has no client secret for an account that may not invest', async () => {
    const { orderId, payer, read } = await place('ar')
    const other = app.call(GetOrderCheckout, { orderId }, await app.investor())
    await expect(other).rejects.toMatchObject(refused('NOT_FOUND', 404))
    await setStatus(payer, 'suspended')
    const { order, ...rest } = await read()
    expect(rest).toEqual({})
    expect(order).not.toHaveProperty('checkoutUrl')
  })

  it.each(['ar', 'en'] as const)('offers the cards that its investor has saved (%s)', async (locale) => {
    const propertyId = await app.openRaise(1_000)
    const userId = await app.investor(propertyId)
    await save(userId)
    const { orderId } = await place(locale, userId)
    const [session] = (await stripe.checkout.sessions.list({ limit: 1 })).data
    expect(session).toMatchObject({ customer: await customerOf(userId), metadata: { orderId } })
    const shown = session!.url ?? `${payments.url}/elements/payment?client_secret=${session!.client_secret}`
    const [card] = (await list(userId)).cards
    expect(await (await fetch(shown)).text()).toContain(card!.cardId)
  })

  it('is refused while the processor is unreachable, as are the cards', async () => {
    const { orderId, payer, read } = await place('ar')
    await save(payer)
    const unreachable = refused('PROCESSOR_UNAVAILABLE', 503)
    payments.setFault('error', Date.now() + 600_000)
    try {
      await expect(read()).rejects.toMatchObject(unreachable)
      await expect(list(payer)).rejects.toMatchObject(unreachable)
      await expect(app.call(AddCard, {}, payer)).rejects.toMatchObject(unreachable)
      await expect(app.call(RemoveCard, { cardId: 'pm_1' }, payer)).rejects.toMatchObject(unreachable)
    } finally {
      payments.setFault(null, 0)
    }
    expect((await read()).order.orderId).toBe(orderId)
  })
})
