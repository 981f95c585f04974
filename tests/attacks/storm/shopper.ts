import type { OpenOrderLink } from '@hissa/contracts/investment'
import { ApiFailure, type Checkout } from '@hissa/testing-driver'
import { HABITS, HABIT_STEPS } from './habits.js'
import { type Market, nameOf, pause, type Shopper } from './market.js'

const AMOUNTS_AED = [2_000, 2_000, 3_000, 5_000, 10_000] as const
const CLICK_ATTEMPTS = 4
const PAUSE_MS = 400
const FILS_PER_AED = 100
/** The shares of blocking unpaid orders that shoppers leave open and release; they pay the others. */
const LEFT_OPEN = 0.1
const RELEASED = 0.1

/** Orders and pays in many ways until the market closes. Failures of the platform are counted, not thrown. */
export async function shop(market: Market, shopper: Shopper): Promise<void> {
  while (market.open) {
    try {
      await visit(market, shopper)
    } catch (error) {
      await recover(market, shopper, error)
    }
    await pause(PAUSE_MS * (0.5 + shopper.chance.next()))
  }
}

async function visit(market: Market, shopper: Shopper): Promise<void> {
  const { chance } = shopper
  const propertyId = chance.pick(market.propertyIds)
  const habit = chance.weighted(HABITS)
  const idempotencyKey = `storm-${chance.next().toString(36).slice(2)}`
  const order = { propertyId, amount: chance.pick(AMOUNTS_AED), idempotencyKey }
  const click = () => insist(market, shopper, () => market.journey.checkout(shopper.session, order))
  const [checkout] = await Promise.all(habit === 'doubleClicks' ? [click(), click()] : [click()])
  if (!checkout) return
  market.tally.add(`visit.${habit}`)
  if (habit === 'losesAnswer') await click()
  await HABIT_STEPS[habit](market, shopper, checkout)
}

/** Repeats the click while the platform is unavailable; a rejection ends it. */
async function insist(market: Market, shopper: Shopper, click: () => Promise<Checkout>): Promise<Checkout | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await click()
    } catch (error) {
      if (error instanceof ApiFailure && error.status === 401) throw error
      market.tally.add(`order.${nameOf(error)}`)
      const isRefusal = error instanceof ApiFailure && error.status < 500
      if (isRefusal && error.code !== 'IDEMPOTENCY_IN_FLIGHT') return afterRefusal(market, shopper, error)
      if (attempt === CLICK_ATTEMPTS || !market.open) return undefined
      await pause(PAUSE_MS * 2 ** attempt)
    }
  }
}

/** Handles an unpaid order that blocks a new one: pays it, releases it, or leaves it until it lapses. */
async function afterRefusal({ journey, tally }: Market, shopper: Shopper, { body }: ApiFailure): Promise<undefined> {
  const [open] = (body['openOrders'] ?? []) as OpenOrderLink[]
  const draw = shopper.chance.next()
  if (!open || draw < LEFT_OPEN) return undefined
  if (draw < LEFT_OPEN + RELEASED) {
    await journey.release(shopper.session, open.orderId)
    tally.add('order.released')
    return undefined
  }
  const order = { propertyId: open.property.propertyId, amount: open.amountFils / FILS_PER_AED }
  const { url } = await journey.checkout(shopper.session, order)
  tally.add(`resumed.${(await journey.payByCard(url)).outcome}`)
  return undefined
}

/** Signs in again when the session has ended; counts any other failure. */
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
