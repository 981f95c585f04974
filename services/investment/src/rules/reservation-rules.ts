import type { Rule } from './rule.js'

/** Unpaid orders that an investor may have at the same time, over all properties. */
export const OPEN_ORDERS = 3
/** After this many reservations of an investor that ended unpaid within 24 hours, the next order waits. */
export const UNPAID_PER_DAY = 3
/** How long large reservations may be held unpaid per raise and 24 hours; concurrent ones share their minutes. */
export const LARGE_ALLOWANCE_MS = 31 * 60_000
/** Shortest hold of a large reservation: about as long as a card payment takes. */
export const LEAST_HOLD_MS = 5 * 60_000

/** Allows one unpaid order of an investor for a property, and three in total. */
export const unpaidOrders: Rule = {
  id: 'platform.unpaid-orders',
  version: 1,
  explanation:
    'Allows one unpaid order of an investor for a property, and three over all properties. Rule of the platform.',
  evaluate: ({ openOrders, openHere }) => ({
    allowed: openHere === 0 && openOrders < OPEN_ORDERS,
    inputs: { openOrders, openHere },
  }),
}

/** Makes the next order wait an hour after three reservations that ended unpaid within a day. */
export const reservationPause: Rule = {
  id: 'platform.reservation-pause',
  version: 1,
  explanation:
    'After three reservations that ended unpaid within 24 hours, the next order has to wait for an hour. Rule of the platform.',
  evaluate: ({ unpaidToday, pausedUntil }) => ({
    allowed: pausedUntil === null,
    inputs: { unpaidToday, pausedUntil },
  }),
}

const largeReservations = (version: number, allowance: string): Rule => ({
  id: 'platform.large-reservations',
  version,
  explanation:
    `Limits how long large reservations may be held unpaid: ${allowance} per raise and 24 hours. ` +
    'At least five minutes must be left. Rule of the platform.',
  evaluate: ({ units, largestSmallUnits, allowanceLeftMs }) => ({
    allowed: units <= largestSmallUnits || (allowanceLeftMs !== null && allowanceLeftMs >= LEAST_HOLD_MS),
    inputs: { units, largestSmallUnits, allowanceLeftMs },
  }),
})

/** The platform's own rules, part of every pack. */
export const PLATFORM_RULES = [
  unpaidOrders,
  reservationPause,
  largeReservations(3, '31 minutes, which concurrent reservations share,'),
] as const

/** Versions that decided orders of earlier releases. */
export const PAST_PLATFORM_RULES = [
  largeReservations(1, '30 minutes, which each reservation uses on its own,'),
  largeReservations(2, '30 minutes, which concurrent reservations share,'),
] as const
