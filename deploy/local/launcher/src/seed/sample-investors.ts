import type { Fils, Units } from '@hissa/money'
import type * as journeys from '@hissa/testing-driver'
import type { LauncherBus } from '../sandbox/bus-state.js'
import { demoPassword } from './accounts.js'
import type { SeedStep } from './seed.js'

const names = ['Sample One', 'Sample Two', 'Sample Three']
/** What of a raise the sample investors have paid, in percent, by place in the list; the rest is untouched. */
const paidPercent = [0, 0, 31, 0, 20, 62, 55, 0, 78, 0, 0, 47, 0, 93, 25, 0, 0, 100, 40, 0, 12]
/** With the fee on top, below what one card payment may be. */
const largestPaymentAed = 980_000
const smallestPaymentAed = 2_000
const seedTimeoutMs = 60_000

/** One payment of one sample investor. */
interface Purchase {
  propertyId: string
  amount: number
  buyer: number
}

type Journey = journeys.Journey
type Session = journeys.Session
type Poll = typeof journeys.poll
interface Raise {
  propertyId: string
  offering: { unitPriceFils: Fils; unitsTotal: Units; unitsPaid: Units }
}

/**
 * Lets a few made-up investors pay for parts of the sample raises, through the product's own order and payment, so that
 * a newcomer sees raises at every stage. What an interrupted first start has paid is not paid again.
 */
export function sampleInvestors(bus: LauncherBus, baseUrl: string, mailUrl: string, paymentsUrl?: string): SeedStep {
  return {
    name: 'sample investors',
    after: ['sample catalogue'],
    run: async () => {
      const { createJourney, poll } = await import('@hissa/testing-driver')
      const journey = createJourney({ baseUrl, mailUrl, ...(paymentsUrl && { paymentsUrl }) })
      const accounts = names.map((fullName, index) => ({
        email: `sample-${index + 1}@hissa.test`,
        password: demoPassword,
        fullName,
        groups: ['investor'],
        status: 'kyc_complete',
      }))
      await bus.request('local.identity.seed', { accounts }, seedTimeoutMs)
      const purchases = plan(await journey.properties('limit=50'))
      await Promise.all(
        accounts.map(async ({ email }, buyer) => {
          const session = await journey.signIn(email, demoPassword)
          for (const purchase of purchases.filter((one) => one.buyer === buyer))
            await pay(journey, poll, session, purchase)
        }),
      )
      return `${purchases.length} payments`
    },
  }
}

/** What is still to be paid, in payments that a card takes, each in whole shares and by another investor than the last. */
export function plan(raises: readonly Raise[]): Purchase[] {
  const purchases: Purchase[] = []
  for (const [place, { propertyId, offering }] of raises.entries()) {
    const { unitsTotal, unitsPaid, unitPriceFils } = offering
    const unitAed = unitPriceFils / 100
    let left = Math.floor((unitsTotal * (paidPercent[place] ?? 0)) / 100) - unitsPaid
    while (left * unitAed >= smallestPaymentAed) {
      const now = Math.min(left, Math.floor(largestPaymentAed / unitAed))
      purchases.push({ propertyId, amount: now * unitAed, buyer: purchases.length % names.length })
      left -= now
    }
  }
  return purchases
}

async function pay(journey: Journey, poll: Poll, session: Session, { propertyId, amount }: Purchase): Promise<void> {
  await journey.acceptDisclosures(session, propertyId)
  // The services that decide hear of a new account a moment later; the same order twice is one reservation.
  const order = () => journey.checkout(session, { propertyId, amount })
  const { url, orderId } = await poll('an order of a sample investor', order)
  const result = await journey.payByCard(url)
  if (result.outcome !== 'paid') throw new Error(`a sample payment did not succeed: ${result.message}`)
  await journey.waitForOrder(session, orderId, 'paid')
}
