import { useRef } from 'react'
import type { ApiError } from '../../api/problem.js'
import { dropDraft, readDraft, writeDraft } from '../../lib/draft.js'

/** Refusals of a call while an earlier one with the same key may still place the order. */
const UNDECIDED: readonly string[] = ['IDEMPOTENCY_IN_FLIGHT', 'TRY_AGAIN']

/**
 * Returns the idempotency keys of payments that wait for their answer. A payment has the same key until it is dropped,
 * also after a reload in this tab, so that paying again after a lost response has no second effect. A sign-out drops all.
 */
export function usePaymentKeys() {
  // For a browser that blocks storage.
  const known = useRef(new Map<string, string>())
  return {
    of(payment: string): string {
      const key = known.current.get(payment) ?? readDraft<{ key: string }>(payment).key ?? crypto.randomUUID()
      known.current.set(payment, key)
      writeDraft(payment, { key })
      return key
    },
    drop(payment: string): void {
      known.current.delete(payment)
      dropDraft(payment)
    },
  }
}

/**
 * Returns whether the order of a payment was placed, or was refused for good. After other errors, such as an ended session
 * or a limit of calls, an earlier call may have placed it.
 */
export function isAnswered(error: ApiError | undefined): boolean {
  return !error || ((error.status === 409 || error.status === 422) && !UNDECIDED.includes(error.code))
}
