import { api } from './api.js'
import type { SessionStore } from './session.js'
import type { AppStore } from './store.js'

interface Envelope {
  type: string
  id: string
  time: string
  data: Record<string, unknown>
}
type Tag = 'Property' | 'Profile' | 'Order' | 'Dashboard' | 'Kyc'

/** What an event makes stale. Types are those of `/ws/events`; a later version of one drops the same. */
const STALE: readonly [RegExp, readonly Tag[]][] = [
  [/raise\./, ['Property']],
  [/order\./, ['Order', 'Dashboard', 'Profile']],
  [/kyc\./, ['Kyc', 'Profile']],
  [/userStatus\./i, ['Profile', 'Dashboard']],
  [/property\./, ['Property']],
]
/** Why the server closes a socket whose session was revoked. */
const SESSION_ENDED = 'session ended'
const BACK_OFF_MS = { first: 1_000, most: 30_000 }

/** The tags that an event of this type makes stale. */
export function staleTags(type: string): Tag[] {
  return [...new Set(STALE.flatMap(([pattern, tags]) => (pattern.test(type) ? tags : [])))]
}

/**
 * Keeps a socket to `/ws/events` open while a user is signed in: authenticates with the first frame, drops stale data,
 * reconnects with a growing pause, starts over when the session changes. Returns a function that ends it.
 */
export function connectLive(store: AppStore, session: SessionStore | null): () => void {
  if (!session || typeof WebSocket === 'undefined') return () => undefined
  let socket: WebSocket | null = null
  let pauseMs = BACK_OFF_MS.first
  let timer: ReturnType<typeof setTimeout> | undefined
  let ended = false

  const retry = () => {
    clearTimeout(timer)
    if (ended) return
    timer = setTimeout(() => void open(), pauseMs)
    pauseMs = Math.min(pauseMs * 2, BACK_OFF_MS.most)
  }
  const open = async () => {
    const token = await session.idToken().catch(() => null)
    // Refreshing the token reports a changed session, which may already have opened a socket.
    if (ended || socket) return
    // The server closes sockets that do not authenticate; the session's next change opens one.
    if (!token) return session.get() ? retry() : undefined
    const opened = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/ws/events`)
    socket = opened
    opened.onopen = () => opened.send(JSON.stringify({ action: 'auth', token }))
    opened.onmessage = (message) => {
      pauseMs = BACK_OFF_MS.first
      receive(store, String(message.data))
    }
    opened.onclose = ({ reason }) => {
      socket = null
      // The pool refuses to refresh it, with which the page learns that its session has ended.
      if (!ended && reason === SESSION_ENDED) void session.refresh().catch(() => undefined)
      retry()
    }
  }
  const unsubscribe = session.subscribe(() => (socket ? socket.close() : void open()))
  void open()
  return () => {
    ended = true
    clearTimeout(timer)
    unsubscribe()
    socket?.close()
  }
}

function receive(store: AppStore, frame: string) {
  let envelope: Partial<Envelope>
  try {
    envelope = JSON.parse(frame) as Partial<Envelope>
  } catch {
    return // a frame that is not ours changes nothing
  }
  const tags = staleTags(envelope.type ?? '')
  if (tags.length > 0) store.dispatch(api.util.invalidateTags(tags))
}
