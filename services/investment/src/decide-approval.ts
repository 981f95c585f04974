import { type Approval, approvalNotFound, type ApprovalStore, notPending, type Proposal } from '@hissa/approvals'
import type { AnyError, ErrorOf, INVALID_FIELDS, NOT_FOUND, Refused, Result } from '@hissa/contracts'
import type { Outcome } from '@hissa/ledger'

export type NotCommitted = Outcome & { ok: false }

/** Loads a proposal for one action. Returns NOT_FOUND for proposals of other actions: other roles decide those. */
export async function loadProposal<P extends Proposal>(
  approvals: ApprovalStore,
  action: string,
  approvalId: string,
): Promise<Result<Approval<P>, ErrorOf<typeof NOT_FOUND>>> {
  const loaded = await approvals.load<P>(approvalId)
  return loaded.ok && loaded.value.action !== action ? approvalNotFound() : loaded
}

/** Returns the refusal of a decision or withdrawal whose proposal ended before it was committed. */
export function endedBeforeCommit(outcome: NotCommitted) {
  if (outcome.reason === 'STALE' || outcome.reason === 'KEY_REUSED') return notPending()
  throw notWritten(outcome)
}

/** Returns the error of an approval whose commit failed for another reason than a concurrent decision. */
export const notWritten = ({ reason }: NotCommitted) => new Error(`the approval was not written: ${reason}`)

/** Excludes the refusal of a blank reason, which the contracts do not accept as input. */
export function withReason<T, E extends AnyError>(
  result: Result<T, E>,
): Result<T, Exclude<E, ErrorOf<typeof INVALID_FIELDS>>> {
  if (result.ok) return result
  if (result.error.code === 'VALIDATION_FAILED') throw new Error(`invalid fields: ${result.error.detail}`)
  return result as Refused<Exclude<E, ErrorOf<typeof INVALID_FIELDS>>>
}
