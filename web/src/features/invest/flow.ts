import { type Fils, fils } from '@hissa/money'
import { isConnectionLost, type ApiError } from '../../api/problem.js'
import { reservationRefusal, type ReservationRefusal } from '../../api/reservation-refusal.js'
import type { MessageId } from '../../i18n/i18n.js'

export const FLOW_STEPS = ['amount', 'disclosures', 'review'] as const
export type FlowStep = (typeof FLOW_STEPS)[number]

/** Where a failure leads: to a step with its error, to another page, or to a message in place. */
export type FlowFailure =
  | { kind: 'amount'; text: MessageId; nearestFils?: Fils[] }
  | { kind: 'disclosures'; text: MessageId }
  | { kind: 'identity' }
  | { kind: 'closed'; text: MessageId }
  | { kind: 'reservation'; refusal: ReservationRefusal }
  | { kind: 'message'; text: MessageId }
  | { kind: 'offline'; text: MessageId }
  /** The session ended; the user is being redirected to sign-in. */
  | { kind: 'silent' }

/** Returns where a failure of preview, acceptance or checkout leads. */
export function flowFailure(error: ApiError): FlowFailure {
  if (isConnectionLost(error)) return { kind: 'offline', text: 'ui.connectionLost' }
  const refusal = reservationRefusal(error)
  if (refusal) return { kind: 'reservation', refusal }
  switch (error.code) {
    case 'AMOUNT_BELOW_MINIMUM':
      return { kind: 'amount', text: 'invest.error.minimum' }
    case 'AMOUNT_ABOVE_AVAILABLE':
      return { kind: 'amount', text: 'invest.error.available' }
    case 'AMOUNT_NOT_MULTIPLE': {
      const { nearestFils: nearest } = error.problem
      return {
        kind: 'amount',
        text: 'invest.error.multiple',
        ...(Array.isArray(nearest) && { nearestFils: nearest.map((amount) => fils(Number(amount))) }),
      }
    }
    case 'AMOUNT_ABOVE_CARD_LIMIT':
      return { kind: 'amount', text: 'invest.error.cardLimit' }
    case 'DISCLOSURES_REQUIRED':
      return { kind: 'disclosures', text: 'invest.error.disclosures' }
    case 'DISCLOSURE_OUTDATED':
      return { kind: 'disclosures', text: 'invest.error.outdated' }
    case 'KYC_REQUIRED':
      return { kind: 'identity' }
    case 'PROPERTY_FULLY_FUNDED':
      return { kind: 'closed', text: 'invest.error.funded' }
    case 'RAISE_NOT_OPEN':
      return { kind: 'closed', text: 'invest.error.closed' }
    case 'ACCOUNT_SUSPENDED':
      return { kind: 'message', text: 'invest.error.suspended' }
    case 'RESERVATION_CLOSED':
      return { kind: 'message', text: 'ui.reservation.closed' }
    case 'IDEMPOTENCY_IN_FLIGHT':
      return { kind: 'message', text: 'invest.error.inFlight' }
    case 'PAYMENT_UNAVAILABLE':
      return { kind: 'message', text: 'invest.error.unavailable' }
    case 'PAYMENT_REFUSED':
      return { kind: 'message', text: 'invest.error.refused' }
    case 'DISCLOSURES_UNAVAILABLE':
      return { kind: 'message', text: 'invest.error.textsUnavailable' }
    case 'IDEMPOTENCY_KEY_REUSED':
      return { kind: 'message', text: 'invest.error.keyReused' }
    case 'TRY_AGAIN':
      return { kind: 'message', text: 'invest.error.busy' }
    case 'UNAUTHENTICATED':
      return { kind: 'silent' }
    default:
      return error.status === 401 ? { kind: 'silent' } : { kind: 'message', text: 'invest.error.payment' }
  }
}

/** Returns the amount in an address, in fils; null if it isn't a valid amount. */
export function readAmount(text: string | null): Fils | null {
  // A form sent before the page's script loaded submits the field's formatted text, such as 3,000.
  const plain = text?.replaceAll(',', '')
  if (!plain || !/^\d{1,9}(\.\d{1,2})?$/.test(plain)) return null
  const amount = fils(Math.round(Number(plain) * 100))
  return amount > 0 ? amount : null
}

/**
 * Returns the step for an address, never beyond what is known: without an amount it is the amount step. Accepted
 * disclosures are shown only on request.
 */
export function readStep(requested: string | null, amountFils: Fils | null, accepted: boolean): FlowStep {
  if (amountFils === null || requested === 'amount') return 'amount'
  return accepted && requested !== 'disclosures' ? 'review' : 'disclosures'
}

/** Returns the query of a step. */
export function flowQuery(step: FlowStep, amountFils: Fils | null): string {
  const query = new URLSearchParams({ ...(amountFils !== null && { amount: String(amountFils / 100) }), step })
  return `?${query}`
}
