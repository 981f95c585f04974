import {
  ResolutionRefusal,
  TransferBasis,
  type RejectedOrderView,
  type ResolutionAction,
} from '@hissa/contracts/investment'
import { readAed, units, ZERO, type Fils } from '@hissa/money'
import { isApiError, isConnectionLost } from '../../api/problem.js'
import type { MessageId } from '../../i18n/i18n.js'
import { isCalendarDate } from '../../lib/birth-date.js'

export type ActionType = ResolutionAction['type']

/** Actions that may be proposed for an order whose work was rejected. */
export function orderActionsOf({ work, pending, own }: RejectedOrderView): ActionType[] {
  if (pending || own) return []
  return work === 'refund' ? ['settle'] : work === 'expiry' ? ['release'] : []
}

/** The details that an action may need in addition to its reason. */
export type Field =
  | 'orderId'
  | 'reference'
  | 'amount'
  | 'deadline'
  | 'number'
  | 'issuedOn'
  | 'document'
  | 'toUserId'
  | 'units'
  | 'basis'
  | 'basisReference'
export type Details = Partial<Record<Field, string>>

const FIELDS: Partial<Record<ActionType, readonly Field[]>> = {
  assign: ['orderId'],
  cover: ['reference'],
  withdraw: ['reference'],
  settle: ['reference'],
  refund_fee: ['amount'],
  extend: ['deadline'],
  file_deed: ['number', 'issuedOn', 'document'],
  transfer_shares: ['toUserId', 'units', 'basis', 'basisReference'],
}

/** Returns the details that an action needs, in the order in which they are entered. */
export const fieldsOf = (type: ActionType): readonly Field[] => FIELDS[type] ?? []

/** Returns whether the text of a detail is complete. A document is the SHA-256 of its file. */
export function isFilled(field: Field, text = ''): boolean {
  if (field === 'amount') return amountOf(text) !== undefined
  if (field === 'deadline')
    return isCalendarDate(text.slice(0, 10)) && /^T([01]\d|2[0-3]):[0-5]\d$/.test(text.slice(10))
  if (field === 'issuedOn') return isCalendarDate(text)
  if (field === 'document') return /^[0-9a-f]{64}$/.test(text)
  if (field === 'units') return /^[1-9]\d{0,8}$/.test(text.trim())
  if (field === 'basis') return TransferBasis.safeParse(text).success
  return text.trim().length >= 3
}

/** Returns an entered amount of at least one fil. */
function amountOf(text: string): Fils | undefined {
  const read = readAed(text)
  return read.ok && read.fils > 0 ? read.fils : undefined
}

/** Returns a local time of Dubai as an instant. Dubai is always four hours ahead of UTC. */
const dubaiInstant = (local: string): string => new Date(`${local}:00+04:00`).toISOString()

/** Returns the action with its details, all of which are filled. */
export function actionFrom(type: ActionType, details: Details): ResolutionAction {
  const text = (field: Field) => (details[field] ?? '').trim()
  switch (type) {
    case 'assign':
      return { type, orderId: text('orderId') }
    case 'cover':
    case 'withdraw':
    case 'settle':
      return { type, reference: text('reference') }
    case 'refund_fee':
      return { type, amountFils: amountOf(text('amount')) ?? ZERO }
    case 'extend':
      return { type, deadline: dubaiInstant(text('deadline')) }
    case 'file_deed':
      return { type, number: text('number'), issuedOn: text('issuedOn'), documentSha256: text('document') }
    case 'transfer_shares':
      return {
        ...{ type, toUserId: text('toUserId'), units: units(Number(text('units'))) },
        ...{ basis: TransferBasis.parse(text('basis')), reference: text('basisReference') },
      }
    default:
      return { type }
  }
}

const REFUSALS: Record<string, MessageId> = {
  APPROVAL_SAME_PERSON: 'finance.refused.samePerson',
  APPROVAL_EVIDENCE_CHANGED: 'finance.refused.changed',
  APPROVAL_NOT_PENDING: 'finance.refused.notPending',
  APPROVAL_PENDING: 'finance.refused.pending',
  APPROVAL_NOT_MAKER: 'finance.refused.notMaker',
  CONFLICT_OF_INTEREST: 'finance.refused.conflict',
  FIGURES_CHANGED: 'finance.refused.figures',
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
