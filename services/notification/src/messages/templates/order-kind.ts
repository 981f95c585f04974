import type { OrderReason } from '@hissa/contracts/investment'
import type { Fils } from '@hissa/money'
import type { OrderMessage } from '../message.js'

type RefundStarted = OrderMessage & { template: 'refund-started' }
type RefundCompleted = OrderMessage & { template: 'refund-completed' }

/** Kinds with the order's cancel button behind their link. */
const CANCELLABLE = ['coolingOff', 'reopened', 'extended'] as const

/**
 * Selects the texts of a message about an order.
 * - `lapsed` is also used if no reason is known. `notEligible` and `offeringEnded` don't invite to reserve again.
 * - `started…` is a refund of a payment that no cancellation preceded. `startedAgain` is one that the card network
 *   returned or that failed, `startedAfterDispute` one of money that the payer's bank had taken and sent back.
 *   `startedRest` is one of what a lost dispute has left of the payment.
 * - `cancelledReturned` is a cancelled order whose payment had been refunded before.
 * - `returned…` is a cancelled order whose payment is back in the investor's cash, which had paid.
 * - `completedByTransfer` is a refund that the card could not take and finance paid by bank transfer. After
 *   `completedByDispute`, the payer's bank has returned the money.
 */
export type Kind =
  | 'lapsed'
  | 'released'
  | 'notEligible'
  | 'offeringEnded'
  | 'started'
  | 'startedNotEligible'
  | 'startedAnnualLimit'
  | 'startedOfferingEnded'
  | 'startedAfterDispute'
  | 'startedRest'
  | 'startedAgain'
  | 'feeRefundStarted'
  | 'completed'
  | 'completedByTransfer'
  | 'completedByDispute'
  | 'cancelled'
  | 'cancelledByStaff'
  | 'cancelledOfferingEnded'
  | 'cancelledReturned'
  | 'returned'
  | 'returnedByStaff'
  | 'returnedOfferingEnded'
  | 'allotted'
  | 'issued'
  | 'disputed'
  | 'disputeWon'
  | 'held'
  | (typeof CANCELLABLE)[number]

/** Returns whether the order can still be cancelled when this kind of message is sent. */
export const isCancellable = (kind: Kind): boolean => CANCELLABLE.some((cancellable) => cancellable === kind)

/** Returns the texts for a message, which depend on its template and on why the order ended. */
export function kindOf(message: OrderMessage): Kind {
  switch (message.template) {
    case 'order-expired':
      return expired(message.reason)
    case 'refund-started':
      return started(message)
    case 'fee-refund-started':
      return 'feeRefundStarted'
    case 'refund-completed':
      return completed(message)
    case 'order-cancelled':
      return cancelled(message)
    case 'cooling-off-started':
      return 'coolingOff'
    case 'offering-reopened':
      return 'reopened'
    case 'deadline-extended':
      return 'extended'
    case 'order-allotted':
      return 'allotted'
    case 'order-issued':
      return 'issued'
    case 'dispute-opened':
      return 'disputed'
    case 'dispute-won':
      return 'disputeWon'
    case 'order-held':
      return 'held'
  }
}

function expired(reason: OrderMessage['reason']): Kind {
  if (reason === 'account_not_eligible') return 'notEligible'
  if (reason === 'raise_failed') return 'offeringEnded'
  return reason === 'released' ? 'released' : 'lapsed'
}

/** Reasons for which a payment that arrived too late is refunded. The other reasons have separate emails. */
const STARTED: Record<Exclude<OrderReason, 'lapsed' | 'released' | 'cancelled' | 'cancelled_by_staff'>, Kind> = {
  units_unavailable: 'started',
  annual_limit: 'startedAnnualLimit',
  account_not_eligible: 'startedNotEligible',
  raise_failed: 'startedOfferingEnded',
  dispute_lost: 'startedAfterDispute',
}

function started({ reason = 'units_unavailable', attempt, aboutFils, totalFils }: RefundStarted): Kind {
  if (reason === 'dispute_lost' && aboutFils !== undefined && aboutFils < totalFils)
    return startedRest(attempt, aboutFils)
  if (attempt > 1 && reason !== 'dispute_lost') return 'startedAgain'
  const known: Partial<Record<OrderReason, Kind>> = STARTED
  return known[reason] ?? 'started'
}

/** The loss counts as the first attempt. There is nothing to refund if the rest had been refunded before. */
function startedRest(attempt: number, restFils: Fils): Kind {
  if (restFils === 0) return 'completedByDispute'
  return attempt > 2 ? 'startedAgain' : 'startedRest'
}

function completed({ method, reason }: RefundCompleted): Kind {
  if (method === 'cash') return returned(reason)
  if (method === 'dispute') return 'completedByDispute'
  return method === 'bank_transfer' ? 'completedByTransfer' : 'completed'
}

function returned(reason: OrderMessage['reason']): Kind {
  if (reason === 'raise_failed') return 'returnedOfferingEnded'
  return reason === 'cancelled_by_staff' ? 'returnedByStaff' : 'returned'
}

function cancelled({ reason, aboutFils }: OrderMessage): Kind {
  if (aboutFils === 0) return 'cancelledReturned'
  if (reason === 'raise_failed') return 'cancelledOfferingEnded'
  return reason === 'cancelled_by_staff' ? 'cancelledByStaff' : 'cancelled'
}
