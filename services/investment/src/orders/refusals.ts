import { ACCOUNT_SUSPENDED, NOT_FOUND, refuse, type UserStatus } from '@hissa/contracts'
import {
  DISCLOSURES_REQUIRED,
  DISCLOSURES_UNAVAILABLE,
  type ExtensionRefusal,
  IDEMPOTENCY_IN_FLIGHT,
  KYC_REQUIRED,
  type OpenOrderLink,
  orderReference,
  PROPERTY_FULLY_FUNDED,
  RAISE_NOT_OPEN,
  RESERVATION_CLOSED,
  RESERVATION_NOT_EXTENDABLE,
  RESERVATION_OPEN,
  RESERVATION_TOO_LARGE,
  RESERVATIONS_PAUSED,
  TOO_MANY_RESERVATIONS,
} from '@hissa/contracts/investment'
import { formatMoney, times, type Units } from '@hissa/money'
import type { DisclosureStore } from '../disclosures/disclosures.api.js'
import { isOpen, type Raise } from '../raises/raises.api.js'
import { isEligible, OPEN_ORDERS } from '../rules/rules.api.js'
import type { Order } from './order.model.js'

/** Returns NOT_FOUND for an order that does not exist or belongs to another investor. */
export const noOrder = () => refuse(NOT_FOUND, 'There is no such order.')

/** Returns a refusal for an account that may not invest; otherwise undefined. */
export function refuseIneligible(userStatus: UserStatus) {
  if (isEligible(userStatus)) return undefined
  return userStatus === 'suspended'
    ? refuse(ACCOUNT_SUSPENDED, "This account can't invest at the moment.")
    : refuse(KYC_REQUIRED, 'Your identity must be verified before you can invest.', { userStatus })
}

type Texts = Awaited<ReturnType<DisclosureStore['current']>>

/** Returns a refusal if no text is published, or one is not accepted; otherwise undefined. */
export function refuseUndisclosed(raise: Raise, required: Texts, missing: Texts) {
  if (required.length === 0) {
    return refuse(DISCLOSURES_UNAVAILABLE, 'The risk disclosures are not available at the moment. Please try again.')
  }
  if (missing.length === 0) return undefined
  const detail = 'Please read and accept the disclosures before paying.'
  return refuse(DISCLOSURES_REQUIRED, detail, { next: `/investment-flow/${raise._id}`, documents: missing })
}

/** Returns a refusal with the unpaid orders when there are too many of them; otherwise undefined. */
export function refuseTooManyOpen(propertyId: string, open: readonly Order[]) {
  const here = open.find((order) => order.propertyId === propertyId)
  if (here) {
    const detail = 'You already have a reservation for this property. Pay for it or release it first.'
    return refuse(RESERVATION_OPEN, detail, { openOrders: [openOrderLink(here)] })
  }
  if (open.length < OPEN_ORDERS) return undefined
  const detail = `You have ${OPEN_ORDERS} unpaid reservations. Pay for one of them or release it first.`
  return refuse(TOO_MANY_RESERVATIONS, detail, { openOrders: open.map(openOrderLink) })
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

/** Returns a refusal that names the end of the pause; undefined if there is no pause. */
export function refusePaused(pausedUntil: Date | null) {
  if (!pausedUntil) return undefined
  const detail =
    'Several of your reservations ended unpaid within 24 hours. You may need to wait up to an hour before your next order.'
  return refuse(RESERVATIONS_PAUSED, detail, { retryAt: pausedUntil.toISOString() })
}

/** Returns the refusal of a large reservation: the raise's allowance is used up or taken by open reservations. */
export function tooLarge(raise: Raise, maximumUnits: Units, retryAt: Date | null) {
  const maximumAmountFils = times(raise.unitPriceFils, maximumUnits)
  const detail = `Large reservations of this property are limited at the moment. You can reserve up to ${formatMoney(maximumAmountFils)} now.`
  const extra = { maximumUnits, maximumAmountFils, ...(retryAt ? { retryAt: retryAt.toISOString() } : {}) }
  return refuse(RESERVATION_TOO_LARGE, detail, extra)
}

/** Returns the refusal while another call is opening the order's payment page. */
export const inFlight = () => refuse(IDEMPOTENCY_IN_FLIGHT, 'This order is being placed. Please try again in a moment.')

const NOT_EXTENDED: Record<ExtensionRefusal, string> = {
  ended: 'This reservation is no longer open.',
  releasing: 'This reservation is being released.',
  extended: 'A reservation can be extended once, and this one has been.',
  large: 'Reservations of this size cannot be extended.',
  too_late: 'This reservation is about to end. Please reserve again.',
  raise_closed: 'This property is no longer open for investment.',
}

/** Returns the refusal of an extension. */
export const notExtendable = (why: ExtensionRefusal) => refuse(RESERVATION_NOT_EXTENDABLE, NOT_EXTENDED[why], { why })

/** Returns the refusal of an order that can no longer be paid. */
export const closed = () => refuse(RESERVATION_CLOSED, 'This reservation is no longer open. Please start again.')

/** Returns a refusal for a raise that is not open at `at`; otherwise undefined. */
export function refuseNotOpen(raise: Raise, at: Date) {
  if (isOpen(raise, at)) return undefined
  return raise.state === 'funded' || raise.state === 'completed'
    ? refuse(PROPERTY_FULLY_FUNDED, 'No shares of this property are left.')
    : refuse(RAISE_NOT_OPEN, 'This property is not open for investment.')
}
