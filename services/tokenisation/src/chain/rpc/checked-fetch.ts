import type { Timing } from '@hissa/kernel'

/** Thrown for a response that can't be used; its message contains nothing from the response. */
export class UnusableResponse extends Error {
  override readonly name = 'UnusableResponse'

  constructor(
    message: string,
    readonly isTooLarge = false,
  ) {
    super(message)
  }
}

interface Limits {
  /** Time for the whole response, body included, in milliseconds. */
  timeoutMs: number
  maxBytes: number
  timing: Timing
}

/**
 * Returns a `fetch` for JSON-RPC that reads the whole response within the limits, follows no redirect, and accepts only
 * an answer to each request under its own id. A batch with missing, repeated or foreign ids would otherwise be matched
 * to the wrong requests by position. A node can't postpone a retry by `Retry-After`, because only the body is passed on.
 */
export function checkedFetch({ timeoutMs, maxBytes, timing }: Limits): typeof fetch {
  return async (input, init = {}) => {
    const limit = new AbortController()
    const tooLate = new DOMException(`no response within ${timeoutMs} ms`, 'TimeoutError')
    const cancel = timing.after(timeoutMs, () => limit.abort(tooLate))
    const signal = init.signal ? AbortSignal.any([init.signal, limit.signal]) : limit.signal
    try {
      const response = await fetch(input, { ...init, signal, redirect: 'error' })
      const body = await readBody(response, maxBytes)
      if (response.ok) checkIds(init.body as string, body)
      return new Response(body, { status: response.status, headers: { 'content-type': 'application/json' } })
    } finally {
      cancel()
    }
  }
}

async function readBody(response: Response, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  const stream: AsyncIterable<Uint8Array> | undefined = response.body ?? undefined
  for await (const part of stream ?? []) {
    bytes += part.byteLength
    if (bytes > maxBytes) throw new UnusableResponse(`the response is larger than ${maxBytes} bytes`, true)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Throws UnusableResponse unless the answers have exactly the ids of the requests. */
function checkIds(sent: string, received: string): void {
  const [asked, answered] = [idsOf(sent), idsOf(received)]
  const isSame = asked.length === answered.length && asked.every((id, index) => id === answered[index])
  if (!isSame) throw new UnusableResponse('the answers do not belong to the requests')
}

/** Returns the sorted ids of one message or of a batch. Throws UnusableResponse for anything else. */
function idsOf(text: string): number[] {
  const parsed = parse(text)
  const messages: unknown[] = Array.isArray(parsed) ? parsed : [parsed]
  const ids = messages.map((message) => {
    const { id } = (typeof message === 'object' && message !== null ? message : {}) as { id?: unknown }
    if (typeof id !== 'number') throw new UnusableResponse('the response is not JSON-RPC')
    return id
  })
  return ids.sort((left, right) => left - right)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnusableResponse('the response is not JSON')
  }
}
