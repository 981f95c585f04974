import { api } from './api.js'
import type { SessionStore } from './session.js'
import { closeSocket, openSocket } from './socket.js'
import type { AppStore } from './store.js'

type Tag = 'Property' | 'Profile' | 'Order' | 'Dashboard' | 'Cash' | 'Kyc' | 'Token' | 'Notice'

/** Cache tags that each event type of `/ws/events` invalidates; every version of a type invalidates the same tags. */
const STALE: readonly [RegExp, readonly Tag[]][] = [
  [/raise\./, ['Property']],
  [/order\./, ['Order', 'Dashboard', 'Profile', 'Token']],
  [/(distribution|withdrawal)\./, ['Dashboard', 'Cash']],
  [/kyc\./, ['Kyc', 'Profile']],
  [/userStatus\./i, ['Profile', 'Dashboard']],
  [/shares\./, ['Token', 'Dashboard']],
  [/property\./, ['Property']],
  [/notice\./, ['Notice']],
]
const ALL = [...new Set(STALE.flatMap(([, tags]) => tags))]
/** The close reason the server sends when a session was revoked. */
const SESSION_ENDED = 'session ended'
const BACKOFF_MS = { first: 1_000, max: 30_000 }

/** Returns the cache tags that an event of this type invalidates. */
export function staleTags(type: string): Tag[] {
  return [...new Set(STALE.flatMap(([pattern, tags]) => (pattern.test(type) ? tags : [])))]
}

/**
 * Keeps a socket to `/ws/events` open while a user is signed in: authenticates with the first frame, invalidates stale
 * data, reconnects with increasing backoff, after which everything is stale, and reopens when the session changes.
 * Calls `onSettings` once open and when settings of the account change. Returns a function that closes it.
 */
export function connectLive(
  store: AppStore,
  session: SessionStore | null,
  onSettings: () => void = () => undefined,
): () => void {
  if (!session || typeof WebSocket === 'undefined') return () => undefined
  let socket: WebSocket | null = null
  let pauseMs = BACKOFF_MS.first
  let timer: ReturnType<typeof setTimeout> | undefined
  let ended = false
  // Events of a time without a socket are lost, except the first moments of a screen, of which the server keeps them.
  let hasMissed = false

  const retry = () => {
    clearTimeout(timer)
    if (ended) return
    timer = setTimeout(() => void open(), pauseMs)
    pauseMs = Math.min(pauseMs * 2, BACKOFF_MS.max)
  }
  const open = async () => {
    const token = await session.idToken().catch(() => null)
    // Refreshing the token emits a session change, which may already have opened a socket.
    if (ended || socket) return
    // The server closes sockets that don't authenticate; the next session change opens one.
    if (!token) return session.get() ? retry() : undefined
    const opened = openSocket('/ws/events')
    socket = opened
    opened.onopen = () => opened.send(JSON.stringify({ action: 'auth', token }))
    opened.onmessage = (message) => {
      pauseMs = BACKOFF_MS.first
      const type = typeIn(String(message.data))
      const tags = type === 'ready' && hasMissed ? ALL : staleTags(type)
      if (type === 'ready') hasMissed = false
      if (type === 'ready' || /\.settings\./.test(type)) onSettings()
      if (tags.length > 0) store.dispatch(api.util.invalidateTags(tags))
    }
    opened.onclose = ({ reason }) => {
      socket = null
      hasMissed = true
      // The pool rejects this refresh, which ends the session in the page.
      if (!ended && reason === SESSION_ENDED) void session.refresh().catch(() => undefined)
      retry()
    }
  }
  const unsubscribe = session.subscribe(() => (socket ? closeSocket(socket) : void open()))
  void open()
  return () => {
    ended = true
    clearTimeout(timer)
    unsubscribe()
    if (socket) closeSocket(socket)
  }
}

/** Returns the type of an event; an empty text for a frame that isn't JSON. */
function typeIn(frame: string): string {
  try {
    return (JSON.parse(frame) as { type?: string }).type ?? ''
  } catch {
    return ''
  }
}
