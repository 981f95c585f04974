import type { UserStatus } from '@hissa/contracts'
import { type OpenOrderLink, orderReference } from '@hissa/contracts/investment'
import { problem, type ProblemError } from '@hissa/kernel'
import { fils, formatMoney } from '@hissa/money'
import type { Raise } from '../raises/raises.api.js'
import { isEligible, OPEN_ORDERS } from '../rules/rules.api.js'
import type { Order } from './order.js'

/** Throws ACCOUNT_SUSPENDED or KYC_REQUIRED unless an account of this status may invest. */
export function refuseIneligible(userStatus: UserStatus): void {
  if (userStatus === 'suspended') throw problem('ACCOUNT_SUSPENDED', 403, "This account can't invest at the moment.")
  if (isEligible(userStatus)) return
  throw problem('KYC_REQUIRED', 403, 'Your identity must be verified before you can invest.', { userStatus })
}

/** Throws DISCLOSURES_UNAVAILABLE without any text, DISCLOSURES_REQUIRED while one is not accepted. */
export function refuseUndisclosed<T>(raise: Raise, required: readonly T[], missing: readonly T[]): void {
  if (required.length === 0) {
    const detail = 'The risk disclosures are not available at the moment. Please try again.'
    throw problem('DISCLOSURES_UNAVAILABLE', 503, detail)
  }
  if (missing.length === 0) return
  const detail = 'Please read and accept the disclosures before paying.'
  throw problem('DISCLOSURES_REQUIRED', 422, detail, { next: `/investment-flow/${raise._id}`, documents: missing })
}

/** Throws RESERVATION_OPEN or TOO_MANY_RESERVATIONS, with the unpaid orders, when there are too many of them. */
export function refuseTooManyOpen(propertyId: string, open: readonly Order[]): void {
  const here = open.find((order) => order.propertyId === propertyId)
  if (here) {
    const detail = 'You already have a reservation for this property. Pay for it or release it first.'
    throw problem('RESERVATION_OPEN', 409, detail, { openOrders: [openOrderLink(here)] })
  }
  if (open.length < OPEN_ORDERS) return
  const detail = `You have ${OPEN_ORDERS} unpaid reservations. Pay for one of them or release it first.`
  throw problem('TOO_MANY_RESERVATIONS', 409, detail, { openOrders: open.map(openOrderLink) })
}

function openOrderLink(order: Order): OpenOrderLink {
  const { _id: orderId, propertyId, slug, title, amountFils, expiresAt } = order
  return {
    orderId,
    reference: orderReference(orderId),
    property: { propertyId, slug, title },
    amountFils,
    expiresAt: expiresAt.toISOString(),
    url: `/payment-cancel?order_id=${orderId}`,
  }
}

/** Throws RESERVATIONS_PAUSED until `pausedUntil`. */
export function refusePaused(pausedUntil: Date | null): void {
  if (!pausedUntil) return
  const detail =
    'Several of your reservations ended unpaid today. You can place the next order in an hour at the latest.'
  throw problem('RESERVATIONS_PAUSED', 409, detail, { retryAt: pausedUntil.toISOString() })
}

/** RESERVATION_TOO_LARGE: the raise's allowance for large reservations is used up or committed to open ones. */
export function tooLarge(raise: Raise, maximumUnits: number, retryAt: Date | null): ProblemError {
  const maximumAmountFils = fils(maximumUnits * raise.unitPriceFils)
  const detail = `Large reservations of this property are limited at the moment. You can reserve up to ${formatMoney(maximumAmountFils)} now.`
  const extra = { maximumUnits, maximumAmountFils, ...(retryAt ? { retryAt: retryAt.toISOString() } : {}) }
  return problem('RESERVATION_TOO_LARGE', 409, detail, extra)
}

/** RESERVATION_CLOSED: the order can no longer be paid. */
export const closed = () =>
  problem('RESERVATION_CLOSED', 409, 'This reservation is no longer open. Please start again.')

/** Errors that a property's state makes: RAISE_NOT_OPEN, or PROPERTY_FULLY_FUNDED once it is funded. */
export function notOpen(raise: Raise): ProblemError {
  return raise.state === 'funded' || raise.state === 'completed'
    ? problem('PROPERTY_FULLY_FUNDED', 409, 'Every share of this property is taken.')
    : problem('RAISE_NOT_OPEN', 409, 'This property is not open for investment.')
}

export const statusOf = (code: string) =>
  code === 'PROPERTY_FULLY_FUNDED' || code === 'AMOUNT_ABOVE_AVAILABLE' ? 409 : 422
