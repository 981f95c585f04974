import type { Fils, Units } from '@hissa/money'
import type { LauncherBus } from '../sandbox/bus-state.js'
import { demoAccounts, demoPassword } from './accounts.js'
import type { SeedStep } from './seed.js'

/** What happened to each sample property with a past, in their order. */
const EVENTS = ['vacancy', 'repair'] as const
/** The demo investor's subscriptions in AED; the last one is cancelled in the cooling-off period. */
const DEMO_ORDERS = [
  { property: 0, day: 1, amountAed: 25_000 },
  { property: 1, day: 1, amountAed: 15_000 },
  { property: 1, day: 4, amountAed: 5_000 },
]
/** The parts that the sample investors pay of what is left, by investor, and the days on which they order. */
const PARTS = [9, 14, 18, 11, 21]
const LATER_FROM = 3
const DAYS = [1, 4]
const DAY_MS = 86_400_000
/** An account that doesn't exist, with valid check digits. */
const DEMO_IBAN = 'AE070331234567890123456'
const FILS_PER_AED = 100
const requestTimeoutMs = 180_000

/** The sample investors of the past and of open raises. */
export const SAMPLE_INVESTORS = ['One', 'Two', 'Three', 'Four', 'Five'].map((number, index) => ({
  email: `sample-${index + 1}@hissa.test`,
  fullName: `Sample ${number}`,
}))

export interface Offered {
  propertyId: string
  unitsTotal: Units
  unitPriceFils: Fils
}

/** An order of the past: `buyer` is the index of a sample investor, or `demo`. */
export interface PastOrder {
  property: number
  day: number
  amountAed: number
  buyer: number | 'demo'
}

/** Returns the orders that pay all units of the properties, in order of their days. Pure. */
export function pastOrders(offered: readonly Pick<Offered, 'unitsTotal' | 'unitPriceFils'>[]): PastOrder[] {
  const demo = DEMO_ORDERS.map((order): PastOrder => ({ ...order, buyer: 'demo' }))
  const others = offered.flatMap(({ unitsTotal, unitPriceFils }, property) => {
    const unitAed = unitPriceFils / FILS_PER_AED
    const taken = demo.filter((order) => order.property === property).reduce((sum, { amountAed }) => sum + amountAed, 0)
    const left = unitsTotal - taken / unitAed
    const whole = PARTS.reduce((sum, part) => sum + part, 0)
    // Each ends where the sum of the parts up to it does, so that together they are all units.
    const ends = PARTS.map((_, index) =>
      Math.round((left * PARTS.slice(0, index + 1).reduce((sum, part) => sum + part, 0)) / whole),
    )
    return ends.map((end, buyer): PastOrder => {
      const amountAed = (end - (ends[buyer - 1] ?? 0)) * unitAed
      return { property, day: DAYS[buyer < LATER_FROM ? 0 : 1]!, amountAed, buyer }
    })
  })
  return [...demo, ...others].sort((a, b) => a.day - b.day)
}

interface Parts {
  bus: LauncherBus
  /** Offset of the sandbox's clock, in ms. */
  offsetMs: () => number
  /** Pays on the card page. */
  baseUrl: string
  mailUrl: string
  paymentsUrl?: string | undefined
}

/**
 * Moves the business clock of `investment` before the first account exists: its registration commits, and times of the
 * ledger never decrease.
 */
export const samplePastClock = (bus: LauncherBus): SeedStep => ({
  name: 'the clock of the sample past',
  after: [],
  run: async () => {
    const { openedAt } = await bus.request<{ openedAt: string | null }>(
      'local.investment.samplePastBegin',
      {},
      requestTimeoutMs,
    )
    return openedAt?.slice(0, 10) ?? 'unchanged'
  },
})

/** Returns both business clocks to the sandbox's, when the past could not be played. */
export async function endSamplePast(bus: LauncherBus, offsetMs: number): Promise<void> {
  for (const service of ['property', 'investment'])
    await bus.request(`local.${service}.clock`, { offsetMs }, requestTimeoutMs)
}

/**
 * Creates the accounts of the sample investors, whose identity counts as verified.
 */
export const sampleAccounts = (bus: LauncherBus): SeedStep => ({
  name: 'sample accounts',
  after: ['the clock of the sample past'],
  run: async () => {
    await seedAccounts(bus)
    return String(SAMPLE_INVESTORS.length)
  },
})

async function seedAccounts(bus: LauncherBus): Promise<string[]> {
  const accounts = SAMPLE_INVESTORS.map((investor) => ({
    ...{ ...investor, password: demoPassword, groups: ['investor'], status: 'kyc_complete' },
  }))
  return idsOf(bus, accounts)
}

/** Returns the ids of accounts, which are created unless they exist. */
async function idsOf(bus: LauncherBus, accounts: readonly object[]): Promise<string[]> {
  const known = await bus.request<{ accounts: { userId: string }[] }>(
    'local.identity.seed',
    { accounts },
    requestTimeoutMs,
  )
  return known.accounts.map(({ userId }) => userId)
}

/**
 * Plays two years of two sample properties: orders by card, the deed, and the income and distributions of eight
 * quarters. The business clocks of `property` and `investment` are moved to those days meanwhile, before anything else
 * is committed; a data folder that has commits gets no past.
 */
export function samplePast({ bus, offsetMs, ...urls }: Parts): SeedStep {
  const call = <T>(name: string, body: object = {}) => bus.request<T>(`local.${name}`, body, requestTimeoutMs)
  return {
    name: 'sample past',
    after: ['demo accounts', 'sample accounts'],
    run: async () => {
      const { createJourney } = await import('@hissa/testing-driver')
      const { paymentsUrl, baseUrl, mailUrl } = urls
      const journey = createJourney({ baseUrl, mailUrl, ...(paymentsUrl && { paymentsUrl }) })
      const named = (name: string) => demoAccounts.find(({ email }) => email === `${name}@hissa.test`)!
      const staffAndDemo = ['investor', 'finance', 'finance2'].map((name) => ({
        ...named(name),
        password: demoPassword,
      }))
      const [demo = '', maker, checker] = await idsOf(bus, staffAndDemo)
      const investors = await seedAccounts(bus)
      const { openedAt } = await call<{ openedAt: string | null }>('investment.samplePastBegin')
      if (openedAt === null) return 'none, because this data folder has a ledger already: npm start -- --fresh'
      try {
        await call('property.clock', { offsetMs: Date.parse(openedAt) - Date.now() })
        const { properties } = await call<{ properties: Offered[] }>('property.seedPast')
        await call('property.clock', { offsetMs: offsetMs() })
        const orders = pastOrders(properties)
        let cancels = ''
        for (const day of DAYS) {
          const at = new Date(Date.parse(openedAt) + day * DAY_MS).toISOString()
          const today = orders.filter((order) => order.day === day)
          await call('investment.samplePastDay', { propertyIds: properties.map(({ propertyId }) => propertyId), at })
          const bought = today.map(async ({ property, amountAed, buyer }) => {
            const userId = buyer === 'demo' ? demo : investors[buyer]!
            const order = { userId, propertyId: properties[property]!.propertyId, amountAed }
            const [placed] = (await call<Placed>('investment.sampleOrders', { orders: [order] })).orders
            const result = await journey.payByCard(placed!.url)
            if (result.outcome !== 'paid') throw new Error(`a sample payment did not succeed: ${result.message}`)
            if (buyer === 'demo') cancels = placed!.orderId
          })
          await Promise.all(bought)
        }
        const { quarters } = await call<{ quarters: number }>('investment.samplePastYears', {
          properties: properties.map(({ propertyId }, index) => ({ propertyId, event: EVENTS[index]! })),
          finance: [maker, checker],
          investor: { userId: demo, holderName: named('investor').fullName, iban: DEMO_IBAN, cancels },
          offsetMs: offsetMs(),
        })
        return `${orders.length} orders and ${quarters} quarters of ${properties.length} properties`
      } finally {
        await endSamplePast(bus, offsetMs())
      }
    },
  }
}

/** Lets the other services handle the events of the past, once the platform is ready. */
export const samplePastEvents = (bus: LauncherBus): SeedStep => ({
  name: 'events of the sample past',
  after: ['sample past'],
  run: async () => {
    const { sent } = await bus.request<{ sent: boolean }>('local.investment.samplePastEvents', {}, requestTimeoutMs)
    return sent ? 'sent' : 'sent before'
  },
})

interface Placed {
  orders: { orderId: string; url: string }[]
}
