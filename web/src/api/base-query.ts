import type { BaseQueryFn } from '@reduxjs/toolkit/query'
import { noteServerDate } from './server-clock.js'
import { decodeClaims } from './session.js'
import { BAD_RESPONSE, errorOf, localError, NETWORK, TIMEOUT, type ApiError } from './problem.js'

export interface ApiRequest {
  /** Path below `/api`, such as `/properties`. */
  url: string
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  params?: Record<string, string | number | undefined>
  /** A JSON value, or FormData for an upload. */
  body?: unknown
  ifMatch?: number
  /** The same key again has no second effect. */
  idempotencyKey?: string
  timeoutMs?: number
  /** Language of sentences in the response; without it the browser sends its own preference. */
  language?: string
}

/** What the store depends on: on the server a fetch into the gateway, in the browser also the session. */
export interface ApiEnvironment {
  fetchApi: (path: string, init: RequestInit) => Promise<Response>
  session?: { idToken(): Promise<string | null>; refresh(): Promise<unknown>; discard(token: string): void }
}

const DEFAULT_TIMEOUT_MS = 15_000

/**
 * Calls `/api` with the id token. After a 401 it refreshes the session and retries once; a second 401 ends the session.
 * Other failures are never retried, because only the caller knows what is safe to repeat. Errors: ApiError.
 */
export const baseQuery: BaseQueryFn<ApiRequest, unknown, ApiError> = async (request, { extra, signal }) => {
  const environment = extra as ApiEnvironment
  const { session } = environment
  let token: string | null
  try {
    token = (await session?.idToken()) ?? null
  } catch {
    return { error: localError(NETWORK, 'Failed to reach the sign-in service') }
  }
  const user = subjectOf(token)
  let result = await send(environment, request, token, signal)
  if (result.error?.status !== 401 || !session || !token) return result
  try {
    await session.refresh()
    token = await session.idToken()
  } catch {
    // The pool was unreachable, so the session may still be valid.
    return { error: localError(NETWORK, 'Failed to reach the sign-in service') }
  }
  // Refused by the pool, or signed out: the session has ended already. Or another user has signed in meanwhile in
  // another tab, in whose name nothing of this user's may be done.
  if (!token || subjectOf(token) !== user) return result
  result = await send(environment, request, token, signal)
  if (result.error?.status === 401) session.discard(token)
  return result
}

const subjectOf = (token: string | null) => token && decodeClaims(token)?.['sub']

type Sent = { data: unknown; error?: undefined } | { error: ApiError; data?: undefined }

async function send(
  environment: ApiEnvironment,
  request: ApiRequest,
  token: string | null,
  signal: AbortSignal,
): Promise<Sent> {
  const limit = limitOf(request.timeoutMs ?? DEFAULT_TIMEOUT_MS, signal)
  try {
    const response = await environment.fetchApi(addressOf(request), {
      method: request.method ?? 'GET',
      headers: headersOf(request, token),
      body: bodyOf(request),
      signal: limit.signal,
    })
    noteServerDate(response.headers.get('date'))
    const text = await response.text()
    const body = parseJson(text)
    if (!response.ok) return { error: errorOf(response.status, body ?? text, response.headers.get('x-request-id')) }
    if (text && body === undefined)
      return { error: localError(BAD_RESPONSE, 'Invalid response format from properties API') }
    return { data: body ?? null }
  } catch {
    if (limit.timedOut()) return { error: localError(TIMEOUT, 'Properties API request timeout') }
    return { error: localError(NETWORK, 'Failed to fetch') }
  } finally {
    limit.end()
  }
}

/**
 * Returns a signal that aborts on timeout or with `outer`, and a function that releases it. `AbortSignal.timeout` and
 * `any` would retain their listeners, and on the server a whole rendered page, long after the response.
 */
function limitOf(timeoutMs: number, outer: AbortSignal) {
  const controller = new AbortController()
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    controller.abort()
  }, timeoutMs)
  const abort = () => controller.abort()
  if (outer.aborted) abort()
  outer.addEventListener('abort', abort)
  return {
    signal: controller.signal,
    timedOut: () => timedOut,
    end: () => {
      clearTimeout(timer)
      outer.removeEventListener('abort', abort)
    },
  }
}

function addressOf({ url, params = {} }: ApiRequest): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params))
    if (value !== undefined && value !== '') query.set(name, String(value))
  const text = query.toString()
  return `/api${url}${text ? `?${text}` : ''}`
}

function headersOf(
  { body, ifMatch, idempotencyKey, language }: ApiRequest,
  token: string | null,
): Record<string, string> {
  return {
    accept: 'application/json, application/problem+json',
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
    ...(language && { 'accept-language': language }),
    ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  }
}

function bodyOf({ body }: ApiRequest): BodyInit | undefined {
  if (body === undefined) return undefined
  return body instanceof FormData ? body : JSON.stringify(body)
}

function parseJson(text: string): unknown {
  try {
    return text ? (JSON.parse(text) as unknown) : undefined
  } catch {
    return undefined // The caller reports invalid JSON.
  }
}
