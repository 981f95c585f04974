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
 * - `completedByTransfer` is a refund that the card could not take and finance paid by bank transfer. After
 *   `completedByDispute`, the payer's bank has returned the money.
 */
type Kind =
  | 'lapsed'
  | 'released'
  | 'notEligible'
  | 'offeringEnded'
  | 'started'
  | 'startedNotEligible'
  | 'startedOfferingEnded'
  | 'startedAfterDispute'
  | 'startedAgain'
  | 'completed'
  | 'completedByTransfer'
  | 'completedByDispute'
  | 'cancelled'
  | 'cancelledByStaff'
  | 'cancelledOfferingEnded'
  | 'allotted'
  | 'disputed'
  | 'disputeWon'
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
    case 'refund-completed':
      return completed(message)
    case 'order-cancelled':
      return cancelled(message.reason)
    case 'cooling-off-started':
      return 'coolingOff'
    case 'offering-reopened':
      return 'reopened'
    case 'deadline-extended':
      return 'extended'
    case 'order-allotted':
      return 'allotted'
    case 'dispute-opened':
      return 'disputed'
    case 'dispute-won':
      return 'disputeWon'
  }
}

function expired(reason: OrderMessage['reason']): Kind {
  if (reason === 'account_not_eligible') return 'notEligible'
  if (reason === 'raise_failed') return 'offeringEnded'
  return reason === 'released' ? 'released' : 'lapsed'
}

function started({ reason, attempt }: RefundStarted): Kind {
  if (reason === 'dispute_lost') return 'startedAfterDispute'
  if (attempt > 1) return 'startedAgain'
  if (reason === 'account_not_eligible') return 'startedNotEligible'
  return reason === 'raise_failed' ? 'startedOfferingEnded' : 'started'
}

function completed({ method }: RefundCompleted): Kind {
  if (method === 'dispute') return 'completedByDispute'
  return method === 'bank_transfer' ? 'completedByTransfer' : 'completed'
}

function cancelled(reason: OrderMessage['reason']): Kind {
  if (reason === 'raise_failed') return 'cancelledOfferingEnded'
  return reason === 'cancelled_by_staff' ? 'cancelledByStaff' : 'cancelled'
}
