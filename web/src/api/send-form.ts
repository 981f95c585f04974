import { errorOf, localError, NETWORK, type ApiError } from './problem.js'
import type { SessionStore } from './session.js'

interface FormRequest {
  /** Path below `/api`. */
  url: string
  body: FormData
  /** The same key again has no second effect. */
  idempotencyKey?: string
  /** The key of a phone that sends pictures without a session. */
  uploadKey?: string
  /** Is called with the sent share, from 0 to 1. */
  onProgress: (share: number) => void
}

type Sent = { data: unknown; error?: undefined } | { data?: undefined; error: ApiError }

/** Posts a form with a file. Uses XMLHttpRequest because fetch reports no upload progress. */
export async function sendForm(
  session: SessionStore | null,
  { url, body, idempotencyKey, uploadKey, onProgress }: FormRequest,
): Promise<Sent> {
  const token = await session?.idToken().catch(() => null)
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/api${url}`)
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    if (idempotencyKey) request.setRequestHeader('idempotency-key', idempotencyKey)
    if (uploadKey) request.setRequestHeader('upload-key', uploadKey)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = () => resolve({ error: localError(NETWORK, 'Failed to fetch') })
    request.onload = () => {
      const answer = parse(request.responseText)
      if (request.status >= 200 && request.status < 300) return resolve({ data: answer })
      resolve({ error: errorOf(request.status, answer, request.getResponseHeader('x-request-id')) })
    }
    request.send(body)
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text // not JSON: errorOf accepts the text
  }
}
