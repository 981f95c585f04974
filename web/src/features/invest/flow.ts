import { type Fils, fils } from '@hissa/money'
import type { OrderRequirements, OrderView } from '@hissa/contracts/investment'
import { isConnectionLost, type ApiError } from '../../api/problem.js'
import { reservationRefusal, type ReservationRefusal } from '../../api/reservation-refusal.js'
import type { MessageId } from '../../i18n/i18n.js'

export const FLOW_STEPS = ['amount', 'eligibility', 'disclosures', 'review', 'pay'] as const
export type FlowStep = (typeof FLOW_STEPS)[number]

/** Where a failure leads: to a step with its error, to another page, or to a message in place. */
export type FlowFailure =
  | { kind: 'amount'; text: MessageId; nearestFils?: Fils[]; unitPriceFils?: Fils; limitFils?: Fils }
  | { kind: 'eligibility'; text: MessageId }
  | { kind: 'disclosures'; text: MessageId }
  | { kind: 'closed'; text: MessageId }
  | { kind: 'reservation'; refusal: ReservationRefusal }
  | { kind: 'message'; text: MessageId }
  | { kind: 'offline'; text: MessageId }
  /** The session ended; the user is being redirected to sign-in. */
  | { kind: 'silent' }

const FAILURES: Readonly<Record<string, FlowFailure>> = {
  AMOUNT_BELOW_MINIMUM: { kind: 'amount', text: 'invest.error.minimum' },
  AMOUNT_ABOVE_AVAILABLE: { kind: 'amount', text: 'invest.error.available' },
  AMOUNT_ABOVE_CARD_LIMIT: { kind: 'amount', text: 'invest.error.cardLimit' },
  KYC_REQUIRED: { kind: 'eligibility', text: 'invest.error.identity' },
  APPROPRIATENESS_REQUIRED: { kind: 'eligibility', text: 'invest.error.questions' },
  APPROPRIATENESS_PAUSED: { kind: 'eligibility', text: 'invest.error.questionsPaused' },
  APPROPRIATENESS_OUTDATED: { kind: 'eligibility', text: 'invest.error.questionsChanged' },
  DISCLOSURES_REQUIRED: { kind: 'disclosures', text: 'invest.error.disclosures' },
  DISCLOSURE_OUTDATED: { kind: 'disclosures', text: 'invest.error.outdated' },
  PROPERTY_FULLY_FUNDED: { kind: 'closed', text: 'invest.error.funded' },
  RAISE_NOT_OPEN: { kind: 'closed', text: 'invest.error.closed' },
  INVESTOR_CLASS_NOT_ADMITTED: { kind: 'closed', text: 'invest.error.class' },
  OFFER_PERSONS_REACHED: { kind: 'closed', text: 'invest.error.persons' },
  VALUATION_OUTDATED: { kind: 'closed', text: 'invest.error.valuation' },
  ACCOUNT_SUSPENDED: { kind: 'message', text: 'invest.error.suspended' },
  RESERVATION_CLOSED: { kind: 'message', text: 'ui.reservation.closed' },
  IDEMPOTENCY_IN_FLIGHT: { kind: 'message', text: 'invest.error.inFlight' },
  CASH_INSUFFICIENT: { kind: 'message', text: 'invest.error.cashShort' },
  PAYMENT_UNAVAILABLE: { kind: 'message', text: 'invest.error.unavailable' },
  PAYMENT_REFUSED: { kind: 'message', text: 'invest.error.refused' },
  DISCLOSURES_UNAVAILABLE: { kind: 'message', text: 'invest.error.textsUnavailable' },
  IDEMPOTENCY_KEY_REUSED: { kind: 'message', text: 'invest.error.keyReused' },
  TRY_AGAIN: { kind: 'message', text: 'invest.error.busy' },
  UNAUTHENTICATED: { kind: 'silent' },
}

/** Returns where a failure of preview, answers, acceptance or checkout leads. */
export function flowFailure(error: ApiError): FlowFailure {
  if (isConnectionLost(error)) return { kind: 'offline', text: 'ui.connectionLost' }
  const refusal = reservationRefusal(error)
  if (refusal) return { kind: 'reservation', refusal }
  const { nearestFils: nearest, unitPriceFils: price, leftFils: left, minimumFils: minimum } = error.problem
  switch (error.code) {
    case 'AMOUNT_NOT_MULTIPLE':
      return {
        kind: 'amount',
        text: 'invest.error.multiple',
        unitPriceFils: fils(Number(price)),
        ...(Array.isArray(nearest) && { nearestFils: nearest.map((amount) => fils(Number(amount))) }),
      }
    case 'ANNUAL_LIMIT_REACHED':
      return { kind: 'amount', text: 'invest.error.annualLimit', limitFils: fils(Number(left)) }
    case 'CONSIDERATION_BELOW_MINIMUM':
      return { kind: 'amount', text: 'invest.error.consideration', limitFils: fils(Number(minimum)) }
  }
  if (error.status === 401) return { kind: 'silent' }
  // A new object, so that the same failure is reported again when it happens again.
  return { ...(FAILURES[error.code] ?? { kind: 'message', text: 'invest.error.payment' }) }
}

/** What the server knows of an investor's order for a property, and the amount in the address. */
export interface Progress {
  /** Whether the amount in the address can be bought. */
  hasAmount: boolean
  needs: Pick<OrderRequirements, 'identity' | 'appropriateness' | 'outstanding'>
  /** The investor's newest order for this property. */
  order: Pick<OrderView, 'state'> | undefined
}

/** Returns whether nothing but an amount and disclosures is missing. */
export function isEligible({ identity, appropriateness }: Progress['needs']): boolean {
  return identity === 'verified' && (appropriateness === 'passed' || appropriateness === 'not_required')
}

/** Returns the first step that isn't completed; `pay` while shares are reserved. */
export function reachedStep({ hasAmount, needs, order }: Progress): FlowStep {
  if (order?.state === 'reserved') return 'pay'
  if (!hasAmount) return 'amount'
  if (!isEligible(needs)) return 'eligibility'
  return needs.outstanding.length > 0 ? 'disclosures' : 'review'
}

/**
 * Returns the step to show for an address, never beyond the first incomplete one. The pay step is also shown for an
 * order that has ended: it shows the outcome and offers to reserve again.
 */
export function shownStep(requested: string | undefined, progress: Progress): FlowStep {
  const reached = reachedStep(progress)
  const asked = FLOW_STEPS.find((step) => step === requested)
  if (!asked) return reached
  if (asked === 'pay') return progress.order ? 'pay' : reached
  // A reservation covers every earlier step, which can be read again.
  if (asked !== 'amount' && !progress.hasAmount) return 'amount'
  return FLOW_STEPS.indexOf(asked) <= FLOW_STEPS.indexOf(reached) ? asked : reached
}

/** Returns the address of a step. Without one, the address leads to the first incomplete step. */
export function stepPath(propertyId: string, step: FlowStep | null, amountFils: Fils | null): string {
  const path = `/investment-flow/${encodeURIComponent(propertyId)}${step ? `/${step}` : ''}`
  return amountFils === null ? path : `${path}?amount=${amountFils / 100}`
}
