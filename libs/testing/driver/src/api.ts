/** Thrown when the API returns a problem. */
export class ApiFailure extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly body: Record<string, unknown>,
    call: string,
  ) {
    super(`${call}: ${status} ${code} ${typeof body.detail === 'string' ? body.detail : ''}`.trim())
    this.name = 'ApiFailure'
  }
}

export interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  token?: string | undefined
  /** Sent as JSON; a multipart form is sent as it is. */
  body?: unknown
  headers?: Record<string, string>
}

const REQUEST_TIMEOUT_MS = 30_000

/** Calls the product's API below `baseUrl`; returns the JSON body. Throws ApiFailure on any status but 2xx. */
export function createApi(baseUrl: string) {
  return async function call<T>(path: string, options: CallOptions = {}): Promise<T> {
    const { method = options.body === undefined ? 'GET' : 'POST', token, body, headers } = options
    const isForm = body instanceof FormData
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    })
    const text = await response.text()
    const json = parse(text)
    if (!response.ok)
      throw new ApiFailure(
        response.status,
        typeof json.code === 'string' ? json.code : 'NO_PROBLEM',
        json,
        `${method} ${path}`,
      )
    return json as T
  }
}
export type Api = ReturnType<typeof createApi>

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return { detail: text.slice(0, 200) } // not JSON: the text is the best available detail
  }
}
