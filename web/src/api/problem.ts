import type { FieldError } from '@hissa/contracts'

/** Error of a failed call. `code` is the problem's stable code, or a local one if no response arrived. */
export interface ApiError {
  status: number
  code: string
  /** A human-readable sentence in English; screens translate it by `code` if they know the code. */
  detail: string
  errors: readonly FieldError[]
  /** The whole problem body; some codes have extra members (`next`, `nearestFils`). */
  problem: Record<string, unknown>
  /** The reference that support asks for. */
  reference?: string
}

export const TIMEOUT = 'TIMEOUT'
export const NETWORK = 'NETWORK'
export const BAD_RESPONSE = 'BAD_RESPONSE'

/** Creates an error for a call without a usable response. */
export function localError(code: string, detail: string): ApiError {
  return { status: 0, code, detail, errors: [], problem: {} }
}

/** Creates an error from an unsuccessful response: a problem detail, `{success:false, error}`, or neither. */
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

/** Returns whether a value is an error of the API. */
export function isApiError(value: unknown): value is ApiError {
  return typeof value === 'object' && value !== null && 'code' in value && 'detail' in value
}

/**
 * Beginnings of the TypeError messages for a failed fetch or dynamic import in Chromium, Firefox and Safari. Matching
 * anything looser would also match errors in the web's own code that mention loading or networks.
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
 * Returns whether an error is due to a lost connection: a call without a response or a script that failed to load. The
 * server has rejected nothing, so the same action can be repeated.
 */
export function isConnectionLost(error: unknown): boolean {
  if (isApiError(error)) return error.code === NETWORK || error.code === TIMEOUT
  return error instanceof TypeError && NOT_REACHED.some((sentence) => error.message.startsWith(sentence))
}

/** Returns the code of an error from RTK Query or from a `catch`. */
export function codeOf(error: unknown): string | undefined {
  return isApiError(error) ? error.code : undefined
}
