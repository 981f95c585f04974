import { ResolutionRefusal, type RejectedOrderView, type ResolutionAction } from '@hissa/contracts/investment'
import { isApiError, isConnectionLost } from '../../api/problem.js'
import type { MessageId } from '../../i18n/i18n.js'

export type ActionType = ResolutionAction['type']

/** Actions that may be proposed for an order whose work was rejected. */
export function orderActionsOf({ work, pending, own }: RejectedOrderView): ActionType[] {
  if (pending || own) return []
  return work === 'refund' ? ['settle'] : work === 'expiry' ? ['release'] : []
}

/** Returns the detail that an action needs in addition to its reason. */
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
  APPROVAL_NOT_MAKER: 'finance.refused.notMaker',
  CONFLICT_OF_INTEREST: 'finance.refused.conflict',
  WORK_NOT_REJECTED: 'finance.refused.notRejected',
  VALIDATION_FAILED: 'finance.refused.invalid',
}

/** Returns the text for a rejected proposal or decision; for an impossible resolution, the text for its `why`. */
export function refusalText(error: unknown): MessageId {
  if (isConnectionLost(error)) return 'ui.connectionLost'
  if (!isApiError(error)) return 'finance.refused.failed'
  if (error.code === 'RESOLUTION_NOT_POSSIBLE') {
    const why = ResolutionRefusal.safeParse(error.problem['why'])
    return why.success ? `finance.why.${why.data}` : 'finance.refused.notPossible'
  }
  return REFUSALS[error.code] ?? 'finance.refused.failed'
}
