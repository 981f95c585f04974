import { codeOf, isApiError, isConnectionLost } from '../../api/problem.js'
import type { MessageId } from '../../i18n/i18n.js'

export const VIEWS = ['unassigned', 'second', 'mine', 'all'] as const
export type TicketViewName = (typeof VIEWS)[number]

/** Returns the view that an address names; unassigned cases if it names none. */
export function readView(text: string | null): TicketViewName {
  return VIEWS.find((view) => view === text) ?? 'unassigned'
}

const URGENT_MINUTES = 4 * 60

export interface Sla {
  level: 'good' | 'warn' | 'bad'
  text: 'staff.sla.left' | 'staff.sla.late'
  hours: number
  minutes: number
}

/** Returns the time until a decision is due, or how overdue it is, in whole minutes. */
export function slaOf(dueAt: string, nowMs: number): Sla {
  const minutes = Math.round((Date.parse(dueAt) - nowMs) / 60_000)
  const size = Math.abs(minutes)
  return {
    level: minutes < 0 ? 'bad' : minutes < URGENT_MINUTES ? 'warn' : 'good',
    text: minutes < 0 ? 'staff.sla.late' : 'staff.sla.left',
    hours: Math.floor(size / 60),
    minutes: size % 60,
  }
}

/** Returns the message for a rejected claim or decision; `who` is the colleague who claimed the case first. */
export function refusalOf(error: unknown): { text: MessageId; who: string | null } {
  if (isConnectionLost(error)) return { text: 'ui.connectionLost', who: null }
  const { code, problem } = isApiError(error) ? error : { code: '', problem: {} as Record<string, unknown> }
  const assignee = problem['assignee']
  const who = typeof assignee === 'string' ? assignee : assigneeId(assignee)
  switch (code) {
    case 'ALREADY_CLAIMED':
      return { text: 'staff.refused.claimed', who }
    case 'NOT_CLAIMED':
      return { text: 'staff.refused.notClaimed', who: null }
    case 'EVIDENCE_NOT_OPENED':
      return { text: 'staff.refused.notOpened', who: null }
    case 'VERSION_CONFLICT':
      return { text: 'staff.refused.version', who: null }
    case 'KYC_NOT_IN_REVIEW':
      return { text: 'staff.refused.decided', who: null }
    case 'APPROVAL_PENDING':
      return { text: 'staff.refused.pending', who: null }
    case 'CLASSIFICATION_NOT_POSSIBLE':
      return { text: 'staff.refused.class', who: null }
    case 'APPROVAL_SAME_PERSON':
      return { text: 'staff.refused.samePerson', who: null }
    case 'APPROVAL_NOT_PENDING':
      return { text: 'staff.refused.notPending', who: null }
    case 'APPROVAL_EVIDENCE_CHANGED':
      return { text: 'staff.refused.changed', who: null }
    case 'FORBIDDEN':
      return { text: 'staff.refused.own', who: null }
    case 'VALIDATION_FAILED':
      return { text: 'staff.refused.reasons', who: null }
    default:
      return { text: 'staff.refused.failed', who: null }
  }
}

/** Returns why a picture is not shown. After a colleague took the claim over, its former owner can't see pictures. */
export const pictureError = (error: unknown): MessageId =>
  codeOf(error) === 'REASON_REQUIRED' ? 'staff.pictureMasked' : 'staff.pictureFailed'

function assigneeId(assignee: unknown): string | null {
  const id = (assignee as { userId?: unknown } | undefined)?.userId
  return typeof id === 'string' ? id : null
}

/** Returns the end of a colleague's id, because staff names aren't available here. */
export const shortId = (id: string): string => id.slice(-8)
