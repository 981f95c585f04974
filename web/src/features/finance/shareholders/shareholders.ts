import {
  ShareActionRefusal,
  ShareholdersView,
  type FreezeView,
  type RelocationView,
  type ShareAction,
  type ShareDecisionView,
} from '@hissa/contracts/tokenisation'
import { isApiError, isConnectionLost } from '../../../api/problem.js'
import type { MessageId } from '../../../i18n/i18n.js'
import type { Tone } from '../../../ui/status.js'

/** The sections of the page, and the key that follows `g` to open each. */
export const SECTIONS = { open: 'o', decisions: 'p', held: 'h', frozen: 'f', own_wallet: 'w', all: 'a' } as const
export type Section = keyof typeof SECTIONS

/** Returns the section of a page address; the open requests if it names none. */
export const sectionOf = (text: string | null): Section =>
  text !== null && Object.hasOwn(SECTIONS, text) ? (text as Section) : 'open'

/** Returns the view of shareholders in a section; null for the proposals and the orders on hold. */
export function viewOf(section: Section): ShareholdersView | null {
  const view = ShareholdersView.safeParse(section)
  return view.success ? view.data : null
}

/** What the dialog confirms, about the shareholder with this user id. */
export type ShareTask = { userId: string } & (
  | { task: 'propose'; options: readonly [ShareAction, ...ShareAction[]] }
  | { task: 'decide'; decision: ShareDecisionView; verdict: 'approve' | 'reject' }
  | { task: 'decline'; relocationId: string }
)

/** Returns the name of a task, by which its texts are found. */
export function nameOf(task: ShareTask) {
  if (task.task === 'decline') return 'decline' as const
  return task.task === 'decide' ? task.verdict : task.options[0].type
}

export const MOVE_TONES: Record<RelocationView['state'], Tone> = {
  ...{ requested: 'warn', moving: 'info', completed: 'good', declined: 'neutral', withdrawn: 'neutral' },
  cancelled: 'neutral',
}
export const FREEZE_TONES: Record<FreezeView['state'], Tone> = {
  ...{ freezing: 'warn', frozen: 'bad', lifting: 'warn', lifted: 'neutral' },
}

const REFUSALS: Readonly<Record<string, MessageId>> = {
  APPROVAL_EVIDENCE_CHANGED: 'finance.refused.changed',
  APPROVAL_NOT_MAKER: 'finance.refused.notMaker',
  APPROVAL_NOT_PENDING: 'finance.refused.notPending',
  APPROVAL_PENDING: 'shareholders.refused.pending',
  APPROVAL_SAME_PERSON: 'finance.refused.samePerson',
  CONFLICT_OF_INTEREST: 'shareholders.refused.conflict',
  VALIDATION_FAILED: 'finance.refused.invalid',
  WALLET_REQUEST_CLOSED: 'shareholders.why.request_closed',
}

/** Returns the text for a rejected proposal or decision; for an impossible action, the text for its `why`. */
export function refusalText(error: unknown): MessageId {
  if (isConnectionLost(error)) return 'ui.connectionLost'
  if (!isApiError(error)) return 'finance.refused.failed'
  if (error.code === 'SHARE_ACTION_NOT_POSSIBLE') {
    const why = ShareActionRefusal.safeParse(error.problem['why'])
    return why.success ? `shareholders.why.${why.data}` : 'shareholders.refused.notPossible'
  }
  return REFUSALS[error.code] ?? 'finance.refused.failed'
}
