import type { HoldingView, OrderView } from '@hissa/contracts/investment'
import type { MessageId } from '../../i18n/i18n.js'
import type { Tone } from '../../ui/status.js'

export type PaymentStatus = 'processing' | 'confirmed' | 'failed' | 'expired' | 'refunding' | 'refunded'

/** What the result page says about a payment, and whether it asks again. */
export interface PaymentOutcome {
  tone: Tone
  word: MessageId
  title: MessageId
  text: MessageId
  /** Pause before the next question; 0 when the answer is final. */
  pollMs: number
  /** The one filled button: look at the holding, go on to the payment page, try again, or nothing while one waits. */
  action: 'dashboard' | 'pay' | 'retry' | 'none'
}

const POLL = { firstMs: 1_500, laterMs: 5_000, patientMs: 30_000 }

/**
 * Reads the server's answer; the browser's return from the payment page proves nothing. `waitedMs` is how long this page
 * has been asking. Only a completed payment leads here, so the bank's word is waited for first: who has just paid must not
 * be asked to pay. `reason` is the order's. When half a minute brought nothing, it says so, how long the shares are kept, and how to pay.
 */
export function outcomeOf(status: PaymentStatus, waitedMs: number, reason?: OrderView['reason']): PaymentOutcome {
  switch (status) {
    case 'processing':
      return waitedMs < POLL.patientMs
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

/** A session id as the processor makes them; an address may carry the unfilled placeholder instead. */
export function readSessionId(params: URLSearchParams): string | null {
  const id = params.get('session_id')
  return id && /^[\w-]{1,200}$/.test(id) ? id : null
}

export interface TimelineStep {
  key: 'paid' | 'closes' | 'coolingOff' | 'registered'
  /** Null when it depends on something else, or is not known yet. */
  date: Pick<HoldingView['nextDates'][number], 'at' | 'exact'> | null
  done: boolean
}

/**
 * What follows a payment: the offering closes by its deadline, then the right to cancel ends, then the shares are
 * registered. The dates are the server's, of the holding that the payment is a part of.
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
