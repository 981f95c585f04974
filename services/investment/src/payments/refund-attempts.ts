import type { RefundFact } from '../processor/processor.api.js'

/** A refund that the processor has taken on is confirmed by webhook; this is how often, in wall time, it is asked too. */
export const ASK_AGAIN_MS = 5 * 60_000
/** How many attempts may fail for good before staff decide. */
export const MOST_ATTEMPTS = 5

/** True for the refund of the current attempt, also before the processor's answer to it has arrived. */
export function isCurrentRefund(
  current: { attempt: number; refundId?: string },
  { refundId, attempt }: Pick<RefundFact, 'refundId' | 'attempt'>,
): boolean {
  return current.refundId === undefined ? attempt === current.attempt : refundId === current.refundId
}
