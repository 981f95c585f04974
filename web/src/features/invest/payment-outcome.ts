import type { HoldingView, OrderView } from '@hissa/contracts/investment'
import type { MessageId } from '../../i18n/i18n.js'
import type { Tone } from '../../ui/status.js'

export type PaymentStatus = 'processing' | 'confirmed' | 'failed' | 'expired' | 'refunding' | 'refunded'

/** What the result page shows about a payment, and whether it polls again. */
export interface PaymentOutcome {
  tone: Tone
  word: MessageId
  title: MessageId
  text: MessageId
  /** Pause before the next poll; 0 if the result is final. */
  pollMs: number
  /** The primary button: open the dashboard, continue to the payment page, try again, or none. */
  action: 'dashboard' | 'pay' | 'retry' | 'none'
}

/** What an outcome depends on besides the payment's status. */
type Ending = Partial<Pick<OrderView, 'state' | 'reason' | 'failure' | 'paidFrom'>>
type Reason = NonNullable<OrderView['reason']>

const POLL = { firstMs: 1_500, laterMs: 5_000, processingMs: 30_000 }

const STATUSES: Record<OrderView['state'], PaymentStatus> = {
  ...{ reserved: 'processing', paid: 'confirmed', cooling_off: 'confirmed', allotted: 'confirmed' },
  ...{ issued: 'confirmed', expired: 'expired', failed: 'failed', cancelled: 'refunding' },
  ...{ refunding: 'refunding', refunded: 'refunded' },
}

/** Returns the status of an order's payment, as `/payment/status` names it. */
export const statusOf = (state: OrderView['state']): PaymentStatus => STATUSES[state]

/** Returns the address of an order's result page. */
export const resultPath = ({ orderId }: Pick<OrderView, 'orderId'>) => `/payment-success?order_id=${orderId}`

/**
 * Returns what to show for the server's payment status; the browser's return from the payment page proves nothing.
 * `waitedMs` is how long this page has been polling. Only a completed payment leads to this page, so for the first half
 * minute the user isn't asked to pay again. After that the page says how long the shares stay reserved and offers
 * payment.
 */
export function outcomeOf(status: PaymentStatus, waitedMs: number, order: Ending = {}): PaymentOutcome {
  switch (status) {
    case 'processing':
      return waitedMs < POLL.processingMs ? PROCESSING : OPEN
    case 'confirmed':
      return order.state === 'allotted' || order.state === 'issued' ? REGISTERED : CONFIRMED
    case 'failed':
      return { ...FAILED, ...FAILURES[order.failure ?? 'declined'] }
    case 'expired':
      return ENDED[order.reason ?? 'lapsed'] ?? EXPIRED
    case 'refunding':
    case 'refunded':
      return order.paidFrom ? RETURNED : refundOutcome(status, order.reason)
  }
}

const PROCESSING: PaymentOutcome = {
  tone: 'info',
  word: 'invest.pay.word.processing',
  title: 'invest.pay.processing',
  text: 'invest.pay.processingText',
  pollMs: POLL.firstMs,
  action: 'none',
}

const OPEN: PaymentOutcome = {
  tone: 'warn',
  word: 'invest.pay.word.open',
  title: 'invest.pay.open',
  text: 'invest.pay.openText',
  pollMs: POLL.laterMs,
  action: 'pay',
}

const CONFIRMED: PaymentOutcome = {
  tone: 'good',
  word: 'invest.pay.word.confirmed',
  title: 'invest.pay.confirmed',
  text: 'invest.pay.confirmedText',
  pollMs: 0,
  action: 'dashboard',
}

const REGISTERED: PaymentOutcome = {
  ...CONFIRMED,
  tone: 'mine',
  word: 'invest.pay.word.registered',
  title: 'invest.pay.registered',
  text: 'invest.pay.registeredText',
}

const FAILED: Omit<PaymentOutcome, 'text' | 'action'> = {
  tone: 'bad',
  word: 'invest.pay.word.failed',
  title: 'invest.pay.failed',
  pollMs: 0,
}

const FAILURES: Record<
  NonNullable<OrderView['failure']>,
  Pick<PaymentOutcome, 'text' | 'action'> & Partial<PaymentOutcome>
> = {
  declined: { text: 'invest.pay.failedText', action: 'retry' },
  rejected: { text: 'invest.pay.rejectedText', action: 'retry' },
  wrong_payment: {
    tone: 'warn',
    word: 'invest.pay.word.review',
    title: 'invest.pay.wrongPayment',
    text: 'invest.pay.wrongPaymentText',
    action: 'none',
  },
}

const EXPIRED: PaymentOutcome = {
  tone: 'warn',
  word: 'invest.pay.word.expired',
  title: 'invest.pay.expired',
  text: 'invest.pay.expiredText',
  pollMs: 0,
  action: 'retry',
}

const ENDED: Partial<Record<Reason, PaymentOutcome>> = {
  released: {
    tone: 'neutral',
    word: 'invest.pay.word.released',
    title: 'invest.pay.released',
    text: 'invest.pay.releasedText',
    pollMs: 0,
    action: 'retry',
  },
  account_not_eligible: {
    tone: 'warn',
    word: 'invest.pay.word.notCompleted',
    title: 'invest.pay.notCompleted',
    text: 'invest.pay.notCompletedText',
    pollMs: 0,
    action: 'none',
  },
  raise_failed: {
    tone: 'warn',
    word: 'invest.pay.word.notCompleted',
    title: 'invest.pay.notCompleted',
    text: 'invest.pay.raiseEndedText',
    pollMs: 0,
    action: 'none',
  },
}

const RETURNED: PaymentOutcome = {
  tone: 'neutral',
  word: 'invest.pay.word.refunded',
  title: 'invest.pay.refunded',
  text: 'invest.pay.returnedText',
  pollMs: 0,
  action: 'none',
}

interface Refund {
  why: MessageId
  action: PaymentOutcome['action']
}

/** Why a payment is returned, in words. Another order makes sense only where this one failed for want of shares. */
const REFUNDS: Record<Exclude<Reason, 'lapsed' | 'released' | 'dispute_lost'>, Refund> = {
  units_unavailable: { why: 'invest.pay.why.units', action: 'retry' },
  annual_limit: { why: 'invest.pay.why.annualLimit', action: 'none' },
  account_not_eligible: { why: 'invest.pay.why.account', action: 'none' },
  cancelled: { why: 'invest.pay.why.cancelled', action: 'none' },
  cancelled_by_staff: { why: 'invest.pay.why.staff', action: 'none' },
  raise_failed: { why: 'invest.pay.why.raiseFailed', action: 'none' },
}

/** Returns the refund of a payment; that of an order without a known reason found no shares. */
function refundOf(reason: Reason = 'units_unavailable'): Refund {
  const known: Partial<Record<Reason, Refund>> = REFUNDS
  return known[reason] ?? REFUNDS.units_unavailable
}

/** Returns why the payment is returned: the first sentence on a refund's page; null if the money left another way. */
export function refundReason({ reason }: Ending): MessageId | null {
  return reason === 'dispute_lost' ? null : refundOf(reason).why
}

function refundOutcome(status: 'refunding' | 'refunded', reason: Reason | undefined): PaymentOutcome {
  const { action } = refundOf(reason)
  const tone = status === 'refunding' ? 'warn' : 'neutral'
  const common = { tone, word: `invest.pay.word.${status}`, title: `invest.pay.${status}` } as const
  if (reason === 'dispute_lost') return { ...common, text: 'invest.pay.disputeLostText', pollMs: 0, action: 'none' }
  const pollMs = status === 'refunding' ? POLL.laterMs : 0
  return { ...common, text: `invest.pay.${status}Text`, pollMs, action }
}

/** Returns the checkout session id; null if the address has none or still contains the unfilled placeholder. */
export function readSessionId(params: URLSearchParams): string | null {
  return readId(params.get('session_id'))
}

/** Returns the order's id in an address; null if it has none. */
export function readOrderId(params: URLSearchParams): string | null {
  return readId(params.get('order_id'))
}

const readId = (id: string | null) => (id && /^[\w-]{1,200}$/.test(id) ? id : null)

export interface TimelineStep {
  key: 'paid' | 'closes' | 'coolingOff' | 'registered'
  /** Null if it depends on another step or isn't known yet. */
  date: Pick<HoldingView['nextDates'][number], 'at' | 'exact'> | null
  done: boolean
}

type Dated = Partial<Pick<OrderView, 'state' | 'paidAt' | 'coolingOffEndsAt' | 'allottedAt'>>

/**
 * Returns the steps after a payment: the offering closes by its deadline, then the cooling-off period ends, then the
 * shares are registered. The order's own dates are exact; others are those of the holding that it belongs to.
 */
export function timelineOf(
  { state, paidAt, coolingOffEndsAt, allottedAt }: Dated,
  holding: Pick<HoldingView, 'nextDates' | 'raiseState'> | undefined,
): TimelineStep[] {
  const isRegistered = state === 'allotted' || state === 'issued'
  const dateOf = (kind: HoldingView['nextDates'][number]['kind']) =>
    (!isRegistered && holding?.nextDates.find((date) => date.kind === kind)) || null
  const isClosed = isRegistered || state === 'cooling_off' || (holding !== undefined && holding.raiseState !== 'active')
  const exactly = (at: string | undefined) => (at ? { at, exact: true } : null)
  return [
    { key: 'paid', date: exactly(paidAt), done: true },
    { key: 'closes', date: dateOf('raise_deadline'), done: isClosed },
    { key: 'coolingOff', date: dateOf('cooling_off_ends') ?? exactly(coolingOffEndsAt), done: isRegistered },
    { key: 'registered', date: exactly(allottedAt), done: isRegistered },
  ]
}
