import type { ResolutionAction, RejectedOrderView, SuspenseItemView } from '@hissa/contracts/investment'
import { isApiError, isConnectionLost } from '../../api/problem.js'
import type { MessageId } from '../../i18n/i18n.js'

export type ActionType = ResolutionAction['type']

/** What may be proposed for an item; the server decides all the same. */
export function actionsOf(item: SuspenseItemView): ActionType[] {
  if (item.state !== 'open' || item.pending || item.amountMinor === 0 || item.dispute === 'open') return []
  if (item.direction === 'out') return ['cover', 'assign']
  return item.kind === 'dashboard_refund' ? ['withdraw', 'refund'] : ['refund', 'assign']
}

/** What may be proposed for an order whose work was rejected. */
export function orderActionsOf({ work, pending }: RejectedOrderView): ActionType[] {
  if (pending) return []
  return work === 'refund' ? ['settle'] : work === 'expiry' ? ['release'] : []
}

/** The detail that an action needs beside its reason. */
export const detailOf = (type: ActionType): 'orderId' | 'reference' | null =>
  type === 'assign' ? 'orderId' : needsReference(type) ? 'reference' : null

type Transferred = 'cover' | 'withdraw' | 'settle'
const needsReference = (type: ActionType): type is Transferred =>
  type === 'cover' || type === 'withdraw' || type === 'settle'

/** Returns the action with its detail: an order id or a bank reference. */
export function actionFrom(type: ActionType, detail: string): ResolutionAction {
  if (type === 'assign') return { type, orderId: detail }
  if (needsReference(type)) return { type, reference: detail }
  return { type }
}

const REFUSALS: Record<string, MessageId> = {
  APPROVAL_SAME_PERSON: 'finance.refused.samePerson',
  APPROVAL_EVIDENCE_CHANGED: 'finance.refused.changed',
  APPROVAL_NOT_PENDING: 'finance.refused.notPending',
  APPROVAL_PENDING: 'finance.refused.pending',
  RESOLUTION_NOT_POSSIBLE: 'finance.refused.notPossible',
  WORK_NOT_REJECTED: 'finance.refused.notRejected',
  VALIDATION_FAILED: 'finance.refused.invalid',
}

/** What a refused proposal or decision says. */
export function refusalText(error: unknown): MessageId {
  if (isConnectionLost(error)) return 'ui.connectionLost'
  return (isApiError(error) && REFUSALS[error.code]) || 'finance.refused.failed'
}
