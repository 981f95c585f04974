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

/** Returns the label and tone of an order, which depend on the reason it ended if that is known. */
export function orderState({ state, reason }: Pick<OrderView, 'state' | 'reason'>): { tone: Tone; word: MessageId } {
  if (state === 'reserved' && reason) return { tone: 'neutral', word: 'dashboard.order.releasing' }
  if (state === 'expired' && reason === 'released') return { tone: 'neutral', word: 'dashboard.order.released' }
  if (state === 'expired' && reason === 'account_not_eligible')
    return { tone: 'neutral', word: 'dashboard.order.notCompleted' }
  return ORDER_STATES[state]
}

export const HOLDING_STATES: Record<HoldingView['state'], { tone: Tone; word: MessageId }> = {
  pending: { tone: 'info', word: 'dashboard.holding.pending' },
  cooling_off: { tone: 'info', word: 'dashboard.holding.cooling_off' },
  allotted: { tone: 'good', word: 'dashboard.holding.allotted' },
  issued: { tone: 'good', word: 'dashboard.holding.issued' },
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
