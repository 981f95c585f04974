/** An event as `/ws/events` sends it. */
export interface LiveEvent {
  type: string
  id: string
  time: string
  data: Record<string, unknown>
}

/** A signed-in connection to `/ws/events`. */
export interface LiveChannel {
  /** Resolves with the first event that matches, received after this call; rejects after `timeoutMs` (90 s). */
  next(matches: (event: LiveEvent) => boolean, timeoutMs?: number): Promise<LiveEvent>
  close(): void
}

const NEXT_WITHIN_MS = 90_000

/** Opens the live channel and signs in, as the web does. Rejects when the server closes the connection. */
export async function openLive(baseUrl: string, idToken: string): Promise<LiveChannel> {
  const address = new URL('/ws/events', baseUrl)
  address.protocol = address.protocol.replace('http', 'ws')
  const socket = new WebSocket(address)
  const listeners = new Set<(event: LiveEvent) => void>()
  socket.addEventListener('message', ({ data }) => {
    const event = JSON.parse(String(data)) as LiveEvent
    for (const listener of listeners) listener(event)
  })
  const next: LiveChannel['next'] = (matches, timeoutMs = NEXT_WITHIN_MS) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => end(new Error(`no matching event arrived within ${timeoutMs} ms`)), timeoutMs)
      const onClose = ({ reason }: { reason?: string }) => end(new Error(`the live channel closed: ${reason ?? ''}`))
      const onEvent = (event: LiveEvent) => matches(event) && end(event)
      const end = (result: LiveEvent | Error) => {
        clearTimeout(timer)
        listeners.delete(onEvent)
        socket.removeEventListener('close', onClose)
        if (result instanceof Error) reject(result)
        else resolve(result)
      }
      listeners.add(onEvent)
      socket.addEventListener('close', onClose)
    })
  socket.addEventListener('open', () => socket.send(JSON.stringify({ action: 'auth', token: idToken })))
  await next(({ type }) => type === 'ready')
  return { next, close: () => socket.close() }
}
