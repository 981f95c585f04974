import type { HoldingView, OrderState, OrderView, TodoView } from '@hissa/contracts/investment'
import type { MessageId } from '../../i18n/i18n.js'
import type { Tone } from '../../ui/status.js'

/** The label and tone of each order state. */
export const ORDER_STATES: Record<OrderState, { tone: Tone; word: MessageId }> = {
  reserved: { tone: 'warn', word: 'dashboard.order.reserved' },
  paid: { tone: 'info', word: 'dashboard.order.paid' },
  cooling_off: { tone: 'info', word: 'dashboard.order.cooling_off' },
  allotted: { tone: 'good', word: 'dashboard.order.allotted' },
  issued: { tone: 'good', word: 'dashboard.order.issued' },
  expired: { tone: 'neutral', word: 'dashboard.order.expired' },
  failed: { tone: 'bad', word: 'dashboard.order.failed' },
  cancelled: { tone: 'neutral', word: 'dashboard.order.cancelled' },
  refunding: { tone: 'warn', word: 'dashboard.order.refunding' },
  refunded: { tone: 'neutral', word: 'dashboard.order.refunded' },
}

/** The label of shares that can no longer be cancelled and are registered once the title deed is filed. */
const AWAITING_DEED = { tone: 'info', word: 'dashboard.awaitingDeed' } as const
/** The label of shares whose registration follows, although the deed is filed and the raise completed. */
const AWAITING_REGISTRATION = { tone: 'info', word: 'dashboard.awaitingRegistration' } as const

type OrderFacts = Pick<OrderView, 'state' | 'reason' | 'dispute' | 'onHold'> & Partial<Pick<OrderView, 'canCancel'>>

/** Returns the label and tone of an order, which depend on its dispute, on its hold, and on the reason it ended if that is known. */
export function orderState({ state, reason, dispute, onHold, canCancel }: OrderFacts): { tone: Tone; word: MessageId } {
  if (dispute === 'open') return { tone: 'warn', word: 'dashboard.order.disputed' }
  if (onHold) return { tone: 'warn', word: 'dashboard.order.onHold' }
  if (state === 'cooling_off' && canCancel === false) return AWAITING_DEED
  if (state === 'refunded' && reason === 'dispute_lost') return { tone: 'neutral', word: 'dashboard.order.reversed' }
  if (state === 'reserved' && reason) return { tone: 'neutral', word: 'dashboard.order.releasing' }
  if (state === 'expired' && reason === 'released') return { tone: 'neutral', word: 'dashboard.order.released' }
  if (state === 'expired' && (reason === 'account_not_eligible' || reason === 'raise_failed'))
    return { tone: 'neutral', word: 'dashboard.order.notCompleted' }
  return ORDER_STATES[state]
}

/** Undefined where the order's label states the reason. */
const REASONS: Record<NonNullable<OrderView['reason']>, MessageId | undefined> = {
  lapsed: undefined,
  released: undefined,
  account_not_eligible: 'dashboard.reason.account',
  units_unavailable: 'dashboard.reason.unavailable',
  annual_limit: 'dashboard.reason.annualLimit',
  cancelled: 'dashboard.reason.cancelled',
  cancelled_by_staff: 'dashboard.reason.cancelledByStaff',
  raise_failed: 'dashboard.reason.raiseFailed',
  dispute_lost: 'dashboard.reason.disputeLost',
}

/** Returns why an order ended or is refunded; undefined if its label states it or there is no reason. */
export const reasonOf = ({ reason }: Pick<OrderView, 'reason'>): MessageId | undefined => reason && REASONS[reason]

/** A text with the time that it is about. */
interface DatedText {
  text: MessageId
  at: string
}

/** Returns the date that matters in an order's state: until when it is held or can be cancelled, or when it ended. */
export function dateOf(order: OrderView): DatedText | undefined {
  const { state, reason, canCancel, expiresAt, coolingOffEndsAt, cancelledAt, refundedAt, allottedAt, issuedAt } = order
  const dated = (text: MessageId, at: string | undefined) => (at ? { text, at } : undefined)
  switch (state) {
    case 'reserved':
      return reason ? undefined : dated('dashboard.heldUntil', expiresAt)
    case 'cooling_off':
      return dated(canCancel ? 'dashboard.cancelUntil' : 'dashboard.coolingOffEnded', coolingOffEndsAt)
    case 'allotted':
      return dated('dashboard.registeredOn', allottedAt)
    case 'issued':
      return dated('dashboard.registeredOn', issuedAt ?? allottedAt)
    case 'cancelled':
    case 'refunding':
      return dated('dashboard.cancelledOn', cancelledAt)
    case 'refunded':
      return dated(reason === 'dispute_lost' ? 'dashboard.reversedOn' : 'dashboard.refundedOn', refundedAt)
    default:
      return undefined
  }
}

/** Returns the whole days, hours or minutes that are left; undefined once the time has passed. */
export function timeLeft(until: string, now: number): { text: MessageId; count: number } | undefined {
  const minutes = Math.ceil((Date.parse(until) - now) / 60_000)
  if (minutes <= 0) return undefined
  if (minutes < 60) return { text: 'dashboard.left.minutes', count: minutes }
  const hours = Math.floor(minutes / 60)
  return hours < 48
    ? { text: 'dashboard.left.hours', count: hours }
    : { text: 'dashboard.left.days', count: Math.floor(hours / 24) }
}

const HOLDING_STATES: Record<HoldingView['state'], { tone: Tone; word: MessageId }> = {
  pending: { tone: 'info', word: 'dashboard.holding.pending' },
  cooling_off: { tone: 'info', word: 'dashboard.holding.cooling_off' },
  allotted: { tone: 'good', word: 'dashboard.holding.allotted' },
  issued: { tone: 'good', word: 'dashboard.holding.issued' },
}

/** Returns the label and tone of a holding. After its cooling-off period, it has no date that ends one. */
export function holdingState({
  state,
  nextDates,
  raiseState,
}: Pick<HoldingView, 'state' | 'nextDates' | 'raiseState'>): { tone: Tone; word: MessageId } {
  const isOver = state === 'cooling_off' && !nextDates.some(({ kind }) => kind === 'cooling_off_ends')
  if (!isOver) return HOLDING_STATES[state]
  return raiseState === 'completed' ? AWAITING_REGISTRATION : AWAITING_DEED
}

/** Returns the link for a task. `payUrl` is the order's payment page while it is open. */
export function todoTarget(todo: TodoView, payUrl: string | undefined): { to: string; external: boolean } | null {
  switch (todo.kind) {
    case 'complete_profile':
      return { to: '/onboarding?step=profile', external: false }
    case 'submit_kyc':
      return { to: '/onboarding?step=identity', external: false }
    case 'await_kyc':
      return { to: '/onboarding?step=result', external: false }
    case 'pay_order':
      return payUrl ? { to: payUrl, external: true } : null
    case 'first_investment':
      return { to: '/properties', external: false }
  }
}

export type DatedHolding = HoldingView['nextDates'][number] & Pick<HoldingView, 'property' | 'raiseState'>

/** Returns the future dates of all holdings, soonest first. */
export function nextDatesOf(holdings: readonly HoldingView[]): DatedHolding[] {
  return holdings
    .flatMap(({ nextDates, property, raiseState }) => nextDates.map((date) => ({ ...date, property, raiseState })))
    .sort((a, b) => a.at.localeCompare(b.at))
}
