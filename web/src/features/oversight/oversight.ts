import { auditedServices, type AuditedService } from '@hissa/contracts/audit'
import { isApiError, isConnectionLost } from '../../api/problem.js'
import type { MessageId } from '../../i18n/i18n.js'
import type { AuditRequest } from './oversight-api.js'

/** The roles that these screens are for. The server enforces them. */
export const OVERSIGHT_ROLES = ['compliance', 'admin']

/** The filter of the audit screen as its address states it. Days are `YYYY-MM-DD`, in Dubai. */
export interface AuditAddress {
  service: string
  actor: string
  subject: string
  action: string
  from: string
  until: string
}
export const FILTERS = ['service', 'actor', 'subject', 'action', 'from', 'until'] as const

const DAY_MS = 86_400_000
const startOfDay = (day: string) => Date.parse(`${day}T00:00:00+04:00`)
/** Returns whether text is a day of the calendar. */
export const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)

/** Returns the filter in the address; a missing or unknown value is empty. Pure. */
export function addressOf(params: URLSearchParams): AuditAddress {
  const text = (name: string) => params.get(name)?.trim() ?? ''
  const day = (name: string) => (isDayText(text(name)) ? text(name) : '')
  const service = auditedServices.find((one) => one === params.get('service')) ?? ''
  return {
    service,
    actor: text('actor'),
    subject: text('subject'),
    action: text('action'),
    from: day('from'),
    until: day('until'),
  }
}

const isDayText = (text: string) => !Number.isNaN(startOfDay(text)) && isDay(text)

/** Returns the request of a filter. The day in `until` is included. Pure. */
export function requestOf({ service, actor, subject, action, from, until }: AuditAddress): AuditRequest {
  return {
    ...(service && { service: service as AuditedService }),
    ...(actor && { actor }),
    ...(subject && { subject }),
    ...(action && { action }),
    ...(from && { from: new Date(startOfDay(from)).toISOString() }),
    ...(until && { until: new Date(startOfDay(until) + DAY_MS).toISOString() }),
  }
}

const REFUSALS: Record<string, MessageId> = {
  OWN_ACCOUNT: 'oversight.refused.own',
  STAFF_ACCOUNT: 'oversight.refused.staff',
  STANDING_UNCHANGED: 'oversight.refused.unchanged',
  APPROVAL_SAME_PERSON: 'oversight.refused.samePerson',
  ACCOUNT_SUSPENDED: 'oversight.refused.suspended',
  NOT_FOUND: 'oversight.notFound',
  FORBIDDEN: 'oversight.notForYouText',
  VALIDATION_FAILED: 'oversight.refused.invalid',
}

/** Returns the text of a failed call. */
export function refusalText(error: unknown): MessageId {
  if (isConnectionLost(error)) return 'ui.connectionLost'
  return (isApiError(error) && REFUSALS[error.code]) || 'oversight.refused.failed'
}
