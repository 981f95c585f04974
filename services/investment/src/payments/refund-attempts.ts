import type { RefundSnapshot } from '../processor/processor.api.js'

/** Wall-time interval at which an accepted refund is polled, in addition to its webhook. */
export const ASK_AGAIN_MS = 5 * 60_000
/** Wall time after which a refund is tried again whose payment differs between the processor and the ledger. */
export const BLOCKED_MS = 60_000
/** How many attempts may fail permanently before staff decide. */
export const MOST_ATTEMPTS = 5

/** Returns true for the refund of the current attempt, even before the processor's response to it has arrived. */
export function isCurrentRefund(
  current: { attempt: number; refundId?: string },
  { refundId, attempt }: Pick<RefundSnapshot, 'refundId' | 'attempt'>,
): boolean {
  return current.refundId === undefined ? attempt === current.attempt : refundId === current.refundId
}
