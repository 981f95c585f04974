import type { Ticket } from '@hissa/contracts/kyc'
import { codeOf, isApiError, isConnectionLost } from '../../api/problem.js'
import type { MessageId } from '../../i18n/i18n.js'

export const VIEWS = ['unassigned', 'mine', 'soon', 'waiting', 'rescreened', 'second', 'all', 'decided'] as const
export type TicketViewName = (typeof VIEWS)[number]

/** Returns the view that an address names; unassigned cases if it names none. */
export function readView(text: string | null): TicketViewName {
  return VIEWS.find((view) => view === text) ?? 'unassigned'
}

/** Returns an id or reference to search for, as an address or a person states it; undefined for anything else. */
export function readSearch(text: string | null): string | undefined {
  const id = text?.trim() ?? ''
  return /^[0-9A-Za-z-]{4,64}$/.test(id) ? id : undefined
}

/** Returns the address of the desk, or of one of its cases. Addresses hold ids only, because they end up in logs. */
export function deskPath({ view, search }: DeskPlace, caseId?: string): string {
  const one = caseId === undefined ? '' : `/${encodeURIComponent(caseId)}`
  return `/staff/kyc${one}?view=${view}${search === undefined ? '' : `&q=${encodeURIComponent(search)}`}`
}

/** What the queue shows. */
export interface DeskPlace {
  view: TicketViewName
  search: string | undefined
}

const URGENT_MINUTES = 4 * 60

export interface Sla {
  level: 'good' | 'warn' | 'bad' | 'neutral'
  text: 'staff.sla.left' | 'staff.sla.late' | 'staff.sla.paused'
  hours: number
  minutes: number
}

/** Returns the business time until a decision is due, or by which it is overdue, in words and a level. */
export function slaOf({ state, leftMinutes }: Ticket['sla']): Sla {
  const size = Math.abs(leftMinutes)
  const time = { hours: Math.floor(size / 60), minutes: size % 60 }
  if (state === 'paused') return { level: 'neutral', text: 'staff.sla.paused', ...time }
  if (leftMinutes < 0) return { level: 'bad', text: 'staff.sla.late', ...time }
  return { level: leftMinutes < URGENT_MINUTES ? 'warn' : 'good', text: 'staff.sla.left', ...time }
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
    case 'CLAIM_ENDED':
      return { text: 'staff.refused.claimEnded', who: null }
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
