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
  /** The primary button: open the dashboard, continue to the payment page, try again, or none while processing. */
  action: 'dashboard' | 'pay' | 'retry' | 'none'
}

const POLL = { firstMs: 1_500, laterMs: 5_000, processingMs: 30_000 }

/**
 * Returns what to show for the server's payment status; the browser's return from the payment page proves nothing.
 * `waitedMs` is how long this page has been polling, `reason` is the order's. Only a completed payment leads to this
 * page, so for the first half minute the user isn't asked to pay again. After that the page says how long the shares
 * stay reserved and offers payment.
 */
export function outcomeOf(status: PaymentStatus, waitedMs: number, reason?: OrderView['reason']): PaymentOutcome {
  switch (status) {
    case 'processing':
      return waitedMs < POLL.processingMs
        ? {
            tone: 'info',
            word: 'invest.pay.word.processing',
            title: 'invest.pay.processing',
            text: 'invest.pay.processingText',
            pollMs: POLL.firstMs,
            action: 'none',
          }
        : {
            tone: 'warn',
            word: 'invest.pay.word.open',
            title: 'invest.pay.open',
            text: 'invest.pay.openText',
            pollMs: POLL.laterMs,
            action: 'pay',
          }
    case 'confirmed':
      return {
        tone: 'good',
        word: 'invest.pay.word.confirmed',
        title: 'invest.pay.confirmed',
        text: 'invest.pay.confirmedText',
        pollMs: 0,
        action: 'dashboard',
      }
    case 'failed':
      return {
        tone: 'bad',
        word: 'invest.pay.word.failed',
        title: 'invest.pay.failed',
        text: 'invest.pay.failedText',
        pollMs: 0,
        action: 'retry',
      }
    case 'expired':
      if (reason === 'released') return ENDED.released
      if (reason === 'account_not_eligible') return ENDED.notCompleted
      return {
        tone: 'warn',
        word: 'invest.pay.word.expired',
        title: 'invest.pay.expired',
        text: 'invest.pay.expiredText',
        pollMs: 0,
        action: 'retry',
      }
    case 'refunding':
      return {
        tone: 'warn',
        word: 'invest.pay.word.refunding',
        title: 'invest.pay.refunding',
        text: reason === 'account_not_eligible' ? 'invest.pay.refundingAccountText' : 'invest.pay.refundingText',
        pollMs: POLL.laterMs,
        action: reason === 'account_not_eligible' ? 'none' : 'retry',
      }
    case 'refunded':
      return {
        tone: 'warn',
        word: 'invest.pay.word.refunded',
        title: 'invest.pay.refunded',
        text: reason === 'account_not_eligible' ? 'invest.pay.refundedAccountText' : 'invest.pay.refundedText',
        pollMs: 0,
        action: reason === 'account_not_eligible' ? 'none' : 'retry',
      }
  }
}

const ENDED = {
  released: {
    tone: 'neutral',
    word: 'invest.pay.word.released',
    title: 'invest.pay.released',
    text: 'invest.pay.releasedText',
    pollMs: 0,
    action: 'retry',
  },
  notCompleted: {
    tone: 'warn',
    word: 'invest.pay.word.notCompleted',
    title: 'invest.pay.notCompleted',
    text: 'invest.pay.notCompletedText',
    pollMs: 0,
    action: 'none',
  },
} as const satisfies Record<string, PaymentOutcome>

/** Returns the checkout session id; null if the address has none or still contains the unfilled placeholder. */
export function readSessionId(params: URLSearchParams): string | null {
  const id = params.get('session_id')
  return id && /^[\w-]{1,200}$/.test(id) ? id : null
}

export interface TimelineStep {
  key: 'paid' | 'closes' | 'coolingOff' | 'registered'
  /** Null if it depends on another step or isn't known yet. */
  date: Pick<HoldingView['nextDates'][number], 'at' | 'exact'> | null
  done: boolean
}

/**
 * Returns the steps after a payment: the offering closes by its deadline, then the cooling-off period ends, then the
 * shares are registered. The dates are those of the holding that the payment belongs to.
 */
export function timelineOf(
  paidAt: string | undefined,
  holding: Pick<HoldingView, 'nextDates' | 'raiseState'> | undefined,
): TimelineStep[] {
  const dateOf = (kind: HoldingView['nextDates'][number]['kind']) =>
    holding?.nextDates.find((date) => date.kind === kind) ?? null
  return [
    { key: 'paid', date: paidAt ? { at: paidAt, exact: true } : null, done: true },
    { key: 'closes', date: dateOf('raise_deadline'), done: holding !== undefined && holding.raiseState !== 'active' },
    { key: 'coolingOff', date: dateOf('cooling_off_ends'), done: false },
    { key: 'registered', date: null, done: false },
  ]
}
