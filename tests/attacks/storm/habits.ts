import { CARDS, poll, type Checkout } from '@hissa/testing-driver'
import { nameOf, pause, type Market, type Shopper } from './market.js'

/** Stripe's test numbers for events some time after a payment has succeeded. */
const AFTERMATH = {
  refundFails: '4000000000005126',
  refundPending: '4000000000007726',
  disputed: '4000000000000259',
} as const
const REFUND_CARDS = [CARDS.succeeds, CARDS.succeeds, AFTERMATH.refundFails, AFTERMATH.refundPending] as const
const SUSPENDED_MS = 5_000
const COMMAND_TIMEOUT_MS = 10_000
const INSIST = { timeoutMs: 90_000, intervalMs: 1_000 }

/** What shoppers do with an order, by weight. */
export const HABITS = {
  pays: 34,
  paysAfterDecline: 8,
  passesThreeDSecure: 8,
  failsThreeDSecure: 5,
  doubleClicks: 8,
  paysTwice: 6,
  paysLate: 7,
  abandons: 3,
  releases: 3,
  losesAnswer: 3,
  isSuspended: 8,
  disputes: 3,
  isRefundedElsewhere: 4,
} as const

type Step = (market: Market, shopper: Shopper, checkout: Checkout) => Promise<void>

const payWith =
  (...cards: { number: string; threeDSecure?: 'complete' | 'fail' }[]): Step =>
  async ({ journey, tally }, _shopper, { url }) => {
    for (const { number, threeDSecure } of cards) {
      const { outcome } = await journey.payByCard(url, number, threeDSecure)
      tally.add(`card.${outcome}`)
    }
  }

const leave: Step = async () => undefined
const pay = payWith({ number: CARDS.succeeds })

export const HABIT_STEPS: Record<keyof typeof HABITS, Step> = {
  pays: pay,
  doubleClicks: pay,
  losesAnswer: pay,
  abandons: leave,
  disputes: payWith({ number: AFTERMATH.disputed }),
  paysAfterDecline: payWith(
    { number: CARDS.declined },
    { number: CARDS.insufficientFunds },
    { number: CARDS.succeeds },
  ),
  passesThreeDSecure: payWith({ number: CARDS.threeDSecure }),
  failsThreeDSecure: payWith({ number: CARDS.threeDSecure, threeDSecure: 'fail' }, { number: CARDS.succeeds }),
  async releases({ journey, tally }, { session }, { orderId }) {
    await journey.release(session, orderId)
    tally.add('order.released')
  },
  async paysTwice(market, shopper, checkout) {
    await pay(market, shopper, checkout)
    const order = await market.journey.order(shopper.session, checkout.orderId)
    if (await market.processor.payAgainFor(order, shopper.chance.pick(REFUND_CARDS))) market.tally.add('payment.second')
  },
  async paysLate({ late }, shopper, { orderId }) {
    late.push({ shopper, orderId })
  },
  async isRefundedElsewhere(market, shopper, checkout) {
    await pay(market, shopper, checkout)
    await market.processor.refundInDashboard(checkout.url)
    market.tally.add('refund.inDashboard')
  },
  isSuspended: paySuspended,
}

/** Is suspended with an open order, pays anyway, and is reinstated later. */
async function paySuspended(market: Market, shopper: Shopper, { orderId, url }: Checkout): Promise<void> {
  const { journey, processor, tally } = market
  const { userId } = shopper.session
  const order = await journey.order(shopper.session, orderId)
  const card = shopper.chance.pick(REFUND_CARDS)
  await setSuspended(market, userId, true)
  tally.add('account.suspended')
  try {
    const { outcome } = await journey.payByCard(url, card)
    // A page that was closed in time accepts no payment; a transfer in progress still arrives.
    const arrived = outcome === 'paid' || (await processor.payAgainFor(order, card))
    if (arrived) tally.add('payment.suspended')
    await pause(SUSPENDED_MS)
  } finally {
    await setSuspended(market, userId, false)
  }
}

/** Suspends or reinstates an account; retries until identity responds. */
const setSuspended = ({ bus, tally }: Market, userId: string, suspended: boolean) =>
  poll(
    `the standing of ${userId}`,
    async () => {
      try {
        await bus.request('local.identity.standing', { userId, suspended }, COMMAND_TIMEOUT_MS)
        return true
      } catch (error) {
        tally.add(`standing.${nameOf(error)}`)
        return undefined
      }
    },
    INSIST,
  )

/** Pays every lapsed order of the late list, like a bank transfer that arrives late. */
export async function payLate({ journey, late, processor, tally }: Market): Promise<void> {
  for (const { shopper, orderId } of late.splice(0)) {
    try {
      const order = await journey.order(shopper.session, orderId)
      if (order.state !== 'expired') continue
      if (await processor.payAgainFor(order, shopper.chance.pick(REFUND_CARDS))) tally.add('payment.late')
    } catch (error) {
      tally.add(`late.${nameOf(error)}`)
    }
  }
}
