import type { Approval } from '@hissa/approvals'
import type { StaffAction } from '@hissa/audit'
import type { AnyError, ErrorOf, INVALID_FIELDS, Refused, Result } from '@hissa/contracts'
import type { ShareProposal } from './share-action.js'

/** Returns the audit entry of a proposal that was made or has ended. */
export function entryOf(
  what: 'proposed' | 'approved' | 'rejected' | 'withdrawn' | 'expired',
  { id, proposal, maker, checker, reason, checkerReason }: Approval<ShareProposal>,
): StaffAction {
  const { userId: subject, action } = proposal
  const detail = { approvalId: id, ...action, maker, checker, reason: checkerReason ?? reason }
  return { action: `shares.${what}`, subject, detail }
}

/** Excludes the refusal of a blank reason, which the contracts do not accept as input. */
export function withReason<T, E extends AnyError>(
  result: Result<T, E>,
): Result<T, Exclude<E, ErrorOf<typeof INVALID_FIELDS>>> {
  if (result.ok) return result
  if (result.error.code === 'VALIDATION_FAILED') throw new Error(`invalid fields: ${result.error.detail}`)
  return result as Refused<Exclude<E, ErrorOf<typeof INVALID_FIELDS>>>
}
