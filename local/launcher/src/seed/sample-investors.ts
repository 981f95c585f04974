import type { Fils, Units } from '@hissa/money'
import type * as journeys from '@hissa/testing-driver'
import type { LauncherBus } from '../sandbox/bus-state.js'
import { demoPassword } from './accounts.js'
import { SAMPLE_INVESTORS } from './sample-past.js'
import type { SeedStep } from './seed.js'

/** The first three are enough where little is sold. */
const FEW = 3
/** Percentage of each raise that the sample investors pay, by its position in the list; the others are unchanged. */
const paidPercent = [0, 0, 31, 0, 20, 62, 55, 0, 78, 0, 0, 47, 0, 93, 25, 0, 0, 100, 40, 0, 12]
/** With the fee added, it is below the limit of one card payment. */
const largestPaymentAed = 980_000
const smallestPaymentAed = 2_000
const seedTimeoutMs = 60_000
const often = { intervalMs: 500 }

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
 * Lets fictional investors pay for parts of the sample raises, through the product's own order and payment, so that
 * newcomers see raises at every stage. Payments from an interrupted first start are not repeated.
 * @param areMany whether each raise is paid by several of them
 */
export function sampleInvestors(
  bus: LauncherBus,
  baseUrl: string,
  mailUrl: string,
  { paymentsUrl, areMany = false }: { paymentsUrl?: string | undefined; areMany?: boolean } = {},
): SeedStep {
  return {
    name: 'sample investors',
    after: ['sample catalogue'],
    run: async () => {
      const { createJourney, poll } = await import('@hissa/testing-driver')
      const journey = createJourney({ baseUrl, mailUrl, ...(paymentsUrl && { paymentsUrl }) })
      const accounts = (areMany ? SAMPLE_INVESTORS : SAMPLE_INVESTORS.slice(0, FEW)).map((investor) => ({
        ...{ ...investor, password: demoPassword, groups: ['investor'], status: 'kyc_complete' },
      }))
      await bus.request('local.identity.seed', { accounts }, seedTimeoutMs)
      // The catalogue knows of a raise once it has handled the event, with a delay.
      const raises = await poll('the raises to be open', async () => {
        const all = await journey.properties('limit=50')
        return all.length > 0 && all.every(({ status }) => status !== 'upcoming') && all
      })
      const purchases = areMany ? plan(raises.filter(isActive), accounts.length, true) : plan(raises)
      await Promise.all(
        accounts.map(async ({ email }, buyer) => {
          const session = await poll(`${email} to sign in`, () => journey.signIn(email, demoPassword), often)
          for (const purchase of purchases.filter((one) => one.buyer === buyer))
            await pay(journey, poll, session, purchase)
        }),
      )
      return `${purchases.length} payments`
    },
  }
}

/** Properties with a past may still be listed as open, until the catalogue has handled all their events. */
const isActive = ({ status, offering }: { status: string; offering: { deadline: string } }) =>
  status === 'active' && Date.parse(offering.deadline) > Date.now()

/**
 * Returns the outstanding payments, each in whole shares, within the card limit, and by another investor than the
 * previous one.
 * @param isShared whether each raise is paid by three to five investors at least
 */
export function plan(raises: readonly Raise[], buyers = FEW, isShared = false): Purchase[] {
  const purchases: Purchase[] = []
  for (const [place, { propertyId, offering }] of raises.entries()) {
    const { unitsTotal, unitsPaid, unitPriceFils } = offering
    const unitAed = unitPriceFils / 100
    const target = Math.floor((unitsTotal * (paidPercent[place] ?? 0)) / 100)
    const part = isShared ? Math.ceil(target / (FEW + (place % FEW))) : target
    let left = target - unitsPaid
    while (left * unitAed >= smallestPaymentAed) {
      const now = Math.min(left, part, Math.floor(largestPaymentAed / unitAed))
      purchases.push({ propertyId, amount: now * unitAed, buyer: purchases.length % buyers })
      left -= now
    }
  }
  return purchases
}

async function pay(journey: Journey, poll: Poll, session: Session, { propertyId, amount }: Purchase): Promise<void> {
  // All of them share one address, whose requests per minute are limited.
  await poll(
    'what an order requires',
    async () => journey.meetRequirements(session, propertyId).then(() => true),
    often,
  )
  // The services learn of a new account with a delay, so it is retried; a repeated order is one reservation.
  const order = () => journey.checkout(session, { propertyId, amount })
  const { url, orderId } = await poll('an order of a sample investor', order, often)
  const result = await journey.payByCard(url)
  if (result.outcome !== 'paid') throw new Error(`a sample payment did not succeed: ${result.message}`)
  await journey.waitForPayment(session, orderId, often)
}
