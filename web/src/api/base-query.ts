import type { BaseQueryFn } from '@reduxjs/toolkit/query'
import { BAD_RESPONSE, errorOf, localError, NETWORK, TIMEOUT, type ApiError } from './problem.js'

export interface ApiRequest {
  /** Below `/api`: `/properties`. */
  url: string
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  params?: Record<string, string | number | undefined>
  /** JSON, or a FormData for an upload. */
  body?: unknown
  ifMatch?: number
  timeoutMs?: number
  /** For answers that carry sentences; without it the browser's own preference goes along. */
  language?: string
}

/** What a store is given from outside: on the server a fetch into the gateway, in the browser the session as well. */
export interface ApiEnvironment {
  fetchApi: (path: string, init: RequestInit) => Promise<Response>
  session?: { idToken(): Promise<string | null>; refresh(): Promise<unknown>; discard(): void }
}

const DEFAULT_TIMEOUT_MS = 15_000

/**
 * Calls `/api`. Carries the id token; on 401 renews the session once and tries once more, then ends it. Never retries
 * anything else: what to repeat is the caller's decision. Fails with an ApiError.
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
  let result = await send(environment, request, token, signal)
  if (result.error?.status !== 401 || !session || !token) return result
  try {
    await session.refresh()
    token = await session.idToken()
  } catch {
    // Whether the session is over is not known: nobody could be asked.
    return { error: localError(NETWORK, 'Failed to reach the sign-in service') }
  }
  if (token) result = await send(environment, request, token, signal)
  if (result.error?.status === 401) session.discard()
  return result
}

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
 * Aborts when the time is over or `outer` does. Ended by hand, because `AbortSignal.timeout` and `any` keep all that
 * listens to them, on the server a whole rendered page, until long after the answer.
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

function headersOf({ body, ifMatch, language }: ApiRequest, token: string | null): Record<string, string> {
  return {
    accept: 'application/json, application/problem+json',
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
    ...(language && { 'accept-language': language }),
    ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }),
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
    return undefined // not JSON: the caller reports it
  }
}
