import type { Rule } from './rules.js'

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
  evaluate: ({ openOrders, openHere }) => ({
    allowed: openHere === 0 && openOrders < OPEN_ORDERS,
    inputs: { openOrders, openHere },
  }),
}

/** Makes the next order wait an hour after three reservations that ended unpaid within a day. */
export const reservationPause: Rule = {
  id: 'platform.reservation-pause',
  version: 1,
  evaluate: ({ unpaidToday, pausedUntil }) => ({
    allowed: pausedUntil === null,
    inputs: { unpaidToday, pausedUntil },
  }),
}

/** Limits large reservations that end unpaid to 31 minutes per raise and 24 hours. */
export const largeReservations: Rule = {
  id: 'platform.large-reservations',
  version: 3,
  evaluate: ({ units, largestSmallUnits, allowanceLeftMs }) => ({
    allowed: units <= largestSmallUnits || (allowanceLeftMs !== null && allowanceLeftMs >= LEAST_HOLD_MS),
    inputs: { units, largestSmallUnits, allowanceLeftMs },
  }),
}
