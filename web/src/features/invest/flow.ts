import { type Fils, fils } from '@hissa/money'
import { isConnectionLost, type ApiError } from '../../api/problem.js'
import { reservationRefusal, type ReservationRefusal } from '../../api/reservation-refusal.js'
import type { MessageId } from '../../i18n/i18n.js'

export const FLOW_STEPS = ['amount', 'disclosures', 'review'] as const
export type FlowStep = (typeof FLOW_STEPS)[number]

/** What a refusal leads to: a step, with what is wrong there; another page; or a sentence on the spot. */
export type FlowFailure =
  | { kind: 'amount'; text: MessageId; nearestFils?: Fils[] }
  | { kind: 'disclosures'; text: MessageId }
  | { kind: 'identity' }
  | { kind: 'closed'; text: MessageId }
  | { kind: 'reservation'; refusal: ReservationRefusal }
  | { kind: 'message'; text: MessageId }
  | { kind: 'offline'; text: MessageId }
  /** The session ended; the reader is being led to sign-in. */
  | { kind: 'silent' }

/** Sorts the refusals of preview, acceptance and checkout. */
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

/** The amount of an address in fils; null where there is none that reads as one. */
export function readAmount(text: string | null): Fils | null {
  // A form sent before the page's script was there carries what stands in the field: 3,000.
  const plain = text?.replaceAll(',', '')
  if (!plain || !/^\d{1,9}(\.\d{1,2})?$/.test(plain)) return null
  const amount = fils(Math.round(Number(plain) * 100))
  return amount > 0 ? amount : null
}

/**
 * The step that an address asks for, not ahead of what is known: without an amount it is the amount. Texts that are
 * accepted are shown only when they are asked for.
 */
export function readStep(asked: string | null, amountFils: Fils | null, accepted: boolean): FlowStep {
  if (amountFils === null || asked === 'amount') return 'amount'
  return accepted && asked !== 'disclosures' ? 'review' : 'disclosures'
}

/** The address of a step. */
export function flowQuery(step: FlowStep, amountFils: Fils | null): string {
  const query = new URLSearchParams({ ...(amountFils !== null && { amount: String(amountFils / 100) }), step })
  return `?${query}`
}
