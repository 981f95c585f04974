import type { FieldError } from '@hissa/contracts'

/** What a failed call leaves in `error`. `code` is the problem's stable code, or one of ours when no answer came. */
export interface ApiError {
  status: number
  code: string
  /** A sentence for people, in English; screens translate by `code` where they know it. */
  detail: string
  errors: readonly FieldError[]
  /** The whole problem body: codes carry members of their own (`next`, `nearestFils`). */
  problem: Record<string, unknown>
  /** The reference that support asks for. */
  reference?: string
}

export const TIMEOUT = 'TIMEOUT'
export const NETWORK = 'NETWORK'
export const BAD_RESPONSE = 'BAD_RESPONSE'

/** A failure that has no answer behind it. */
export function localError(code: string, detail: string): ApiError {
  return { status: 0, code, detail, errors: [], problem: {} }
}

/** Reads an answer that is not a success: a problem detail, `{success:false, error}`, or neither. */
export function errorOf(status: number, body: unknown, traceId?: string | null): ApiError {
  const problem = body && typeof body === 'object' ? (body as Record<string, unknown>) : {}
  const text = (name: string) => (typeof problem[name] === 'string' ? problem[name] : undefined)
  return {
    status,
    code: text('code') ?? `HTTP_${status}`,
    detail:
      text('detail') ??
      text('error') ??
      text('title') ??
      (typeof body === 'string' && body ? body.slice(0, 200) : `HTTP ${status}`),
    errors: Array.isArray(problem['errors']) ? (problem['errors'] as FieldError[]) : [],
    problem,
    reference: text('instance')?.replace(/^urn:trace:/, '') ?? traceId ?? undefined,
  }
}

export function isApiError(value: unknown): value is ApiError {
  return typeof value === 'object' && value !== null && 'code' in value && 'detail' in value
}

/**
 * How browsers begin the message of a TypeError for a call or a module that did not come: Chromium, Firefox, Safari.
 * Nothing looser: a mistake of our own may speak of loading and networks, too.
 */
const NOT_REACHED = [
  'Failed to fetch',
  'NetworkError when attempting to fetch resource',
  'error loading dynamically imported module',
  'Load failed',
  'Importing a module script failed',
  'The network connection was lost',
  'The Internet connection appears to be offline',
]

/**
 * Whether something failed for want of a connection: a call that got no answer, or a file of ours that did not come.
 * Nobody said no, so the same may simply be tried again.
 */
export function isConnectionLost(error: unknown): boolean {
  if (isApiError(error)) return error.code === NETWORK || error.code === TIMEOUT
  return error instanceof TypeError && NOT_REACHED.some((sentence) => error.message.startsWith(sentence))
}

/** The code of whatever RTK Query or a `catch` hands over. */
export function codeOf(error: unknown): string | undefined {
  return isApiError(error) ? error.code : undefined
}
