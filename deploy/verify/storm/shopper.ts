import { ApiFailure, CARDS, type Checkout, type Journey, type Person, type Session } from '@hissa/testing/journey'
import type { Chance } from './chance.js'
import type { Processor } from './processor.js'
import type { Tally } from './tally.js'

/** Stripe's published number for a card whose refund fails after it was reported as succeeded. */
const REFUND_FAILS_CARD = '4000000000005126'
const AMOUNTS_AED = [2_000, 2_000, 3_000, 5_000, 10_000] as const
const CLICK_ATTEMPTS = 4
const PAUSE_MS = 400

const HABITS = {
  pays: 40,
  paysAfterDecline: 10,
  passesThreeDSecure: 10,
  failsThreeDSecure: 5,
  doubleClicks: 10,
  paysTwice: 6,
  abandons: 8,
  paysLate: 8,
  losesAnswer: 3,
} as const

/** What the shoppers share. `open` is false once the storm has passed. */
export interface Market {
  journey: Journey
  processor: Processor
  chance: Chance
  tally: Tally
  propertyIds: readonly string[]
  /** Orders left unpaid by people who will pay after the reservation has lapsed. */
  late: { session: Session; orderId: string; refundFails: boolean }[]
  open: boolean
}

export interface Shopper {
  person: Person
  session: Session
}

/** Orders and pays in every way that people do until the market closes. Failures of the platform are counted, not thrown. */
export async function shop(market: Market, shopper: Shopper): Promise<void> {
  while (market.open) {
    try {
      await visit(market, shopper)
    } catch (error) {
      await recover(market, shopper, error)
    }
    await pause(PAUSE_MS * (0.5 + market.chance.next()))
  }
}

async function visit(market: Market, { session }: Shopper): Promise<void> {
  const { chance, tally } = market
  const propertyId = chance.pick(market.propertyIds)
  const habit = chance.weighted(HABITS)
  const idempotencyKey = `storm-${chance.next().toString(36).slice(2)}`
  const order = { propertyId, amount: chance.pick(AMOUNTS_AED), idempotencyKey }
  const click = () => insist(market, () => market.journey.checkout(session, order))
  const [checkout] = await Promise.all(habit === 'doubleClicks' ? [click(), click()] : [click()])
  if (!checkout) return
  tally.add(`visit.${habit}`)
  if (habit === 'losesAnswer') await insist(market, () => market.journey.checkout(session, order))
  await HABIT_STEPS[habit](market, session, checkout)
}

type Step = (market: Market, session: Session, checkout: Checkout) => Promise<void>

const payWith =
  (...cards: { number: string; threeDSecure?: 'complete' | 'fail' }[]): Step =>
  async ({ journey, tally }, _session, { url }) => {
    for (const { number, threeDSecure } of cards) {
      const { outcome } = await journey.payByCard(url, number, threeDSecure)
      tally.add(`card.${outcome}`)
    }
  }

const leave: Step = async () => undefined
const pay = payWith({ number: CARDS.succeeds })

const HABIT_STEPS: Record<keyof typeof HABITS, Step> = {
  pays: pay,
  doubleClicks: pay,
  losesAnswer: pay,
  abandons: leave,
  paysAfterDecline: payWith(
    { number: CARDS.declined },
    { number: CARDS.insufficientFunds },
    { number: CARDS.succeeds },
  ),
  passesThreeDSecure: payWith({ number: CARDS.threeDSecure }),
  failsThreeDSecure: payWith({ number: CARDS.threeDSecure, threeDSecure: 'fail' }, { number: CARDS.succeeds }),
  async paysTwice(market, session, checkout) {
    await pay(market, session, checkout)
    const order = await market.journey.order(session, checkout.orderId)
    if (await market.processor.payAgainFor(order)) market.tally.add('payment.second')
  },
  async paysLate({ late, chance }, session, { orderId }) {
    late.push({ session, orderId, refundFails: chance.next() < 0.5 })
  },
}

/** Pays for every lapsed order of the late list, as a bank transfer that arrives afterwards would. */
export async function payLate(market: Market): Promise<void> {
  const { journey, processor, tally } = market
  for (const { session, orderId, refundFails } of market.late.splice(0)) {
    try {
      const order = await journey.order(session, orderId)
      if (order.state !== 'expired') continue
      const card = refundFails ? REFUND_FAILS_CARD : CARDS.succeeds
      if (await processor.payAgainFor(order, card)) tally.add(refundFails ? 'payment.lateRefundFails' : 'payment.late')
    } catch (error) {
      tally.add(`late.${nameOf(error)}`)
    }
  }
}

/** The same click again while the platform is away; a refusal is the answer. */
async function insist(market: Market, click: () => Promise<Checkout>): Promise<Checkout | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await click()
    } catch (error) {
      const isRefusal = error instanceof ApiFailure && error.status < 500
      if (error instanceof ApiFailure && error.status === 401) throw error
      market.tally.add(`order.${nameOf(error)}`)
      if (isRefusal && error.code !== 'IDEMPOTENCY_IN_FLIGHT') return undefined
      if (attempt === CLICK_ATTEMPTS || !market.open) return undefined
      await pause(PAUSE_MS * 2 ** attempt)
    }
  }
}

/** Signs in again when the session has ended; anything else is counted. */
async function recover({ journey, tally }: Market, shopper: Shopper, error: unknown): Promise<void> {
  tally.add(`visit.${nameOf(error)}`)
  if (!(error instanceof ApiFailure) || error.status !== 401) return
  try {
    shopper.session = await journey.signIn(shopper.person.email, shopper.person.password)
    tally.add('signIn.again')
  } catch (failed) {
    tally.add(`signIn.${nameOf(failed)}`)
  }
}

export const nameOf = (error: unknown): string =>
  error instanceof ApiFailure ? error.code : ((error as { code?: string }).code ?? (error as Error).name)

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
