import type { ChatClientFrame, ChatServerFrame, Rating } from '@hissa/contracts/chat'
import type { SessionStore } from '../../api/session.js'
import { closeSocket, openSocket } from '../../api/socket.js'
import { dropDraft, readDraft, writeDraft } from '../../lib/draft.js'
import { log } from '../../lib/log.js'
import { answerOf, isPending, mergeExchanges, type Turn } from './turns.js'

export type Connection = 'connecting' | 'online' | 'offline'

export interface ChatState {
  connection: Connection
  /** Null until the server has welcomed the first connection. */
  conversationId: string | null
  turns: readonly Turn[]
  /** What is typed but not sent. */
  typed: string
  /** The turns that finished or failed last, with a number that grows with each such news. */
  news: { number: number; ids: readonly string[] }
  /** When the user asked for a person; null if they haven't. */
  handedOverAt: string | null
}

/** What this tab stores of a conversation, so that a reload resumes it and loses no question. */
interface Stored {
  conversationId: string | null
  typed: string
  handedOverAt: string | null
  queued: Pick<Turn, 'id' | 'text' | 'language' | 'propertyId'>[]
}

const BACKOFF_MS = { first: 1_000, max: 30_000 }
/** The server's own limit for an answer is shorter, so that it normally reports the failure itself. */
const ANSWER_MS = 30_000
/** The code of a turn whose answer did not arrive in time. */
export const NO_ANSWER = 'NO_ANSWER'

const EMPTY: ChatState = {
  ...{ connection: 'offline', conversationId: null, turns: [], typed: '', handedOverAt: null },
  news: { number: 0, ids: [] },
}

/**
 * A conversation with the assistant on `/ws/chat` (docs/packages/chat.md). Connects while it is open, reconnects with
 * increasing backoff and resumes the conversation. Questions are sent one after the other; those asked without a
 * connection follow later. Each user has their own conversation; a visitor who signs in continues theirs.
 */
export class ChatClient {
  private state: ChatState
  private readonly listeners = new Set<() => void>()
  private socket: WebSocket | null = null
  private isOpen = false
  /** Whether the server is in the conversation of `state`, so that questions can be sent. */
  private isReady = false
  /** Conversation id that the server offered on this connection. */
  private welcomeId: string | null = null
  private pauseMs = BACKOFF_MS.first
  private retryTimer: ReturnType<typeof setTimeout> | undefined
  private answerTimer: ReturnType<typeof setTimeout> | undefined
  private subject: string | null

  constructor(private readonly session: SessionStore | null) {
    this.subject = this.readSubject()
    this.state = restored(this.subject)
    session?.subscribe(() => this.changeUser())
    addEventListener('online', () => {
      if (this.isOpen && !this.socket) this.reconnect()
    })
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly get = (): ChatState => this.state

  /** Connects, and stays connected until `close`. */
  open(): void {
    if (this.isOpen) return
    this.isOpen = true
    this.reconnect()
  }

  /** Disconnects. The conversation stays, and an unfinished answer arrives after the next `open`. */
  close(): void {
    this.isOpen = false
    this.disconnect()
  }

  /** Keeps what is typed. */
  type(typed: string): void {
    this.change({ typed })
  }

  /** Asks a question, now or once there is a connection. Ignores empty text. */
  ask(text: string, context: Pick<Turn, 'language' | 'propertyId'>): void {
    const question = text.trim()
    if (question === '') return
    const turn: Turn = { ...context, id: newId(), text: question, state: 'queued', partial: '', rating: null }
    this.change({ turns: [...this.state.turns, turn] })
    this.sendNext()
  }

  /** Stops an answer. What has arrived stays. */
  stop(id: string): void {
    this.send({ action: 'stop', id })
    clearTimeout(this.answerTimer)
    this.update(id, { state: 'stopped' })
    this.sendNext()
  }

  /** Asks a failed or stopped question again, with the same id. */
  retry(id: string): void {
    const turn = this.state.turns.find((each) => each.id === id)
    if (!turn || isPending(turn)) return
    this.update(id, { state: 'queued', partial: '', code: undefined })
    // On the same connection the server would ignore the id for as long as it prepares the stopped answer.
    if (turn.state === 'stopped' || turn.code === NO_ANSWER) this.reconnect()
    else this.sendNext()
  }

  /** Records the rating of an answer. */
  rated(id: string, rating: Rating | null): void {
    this.update(id, { rating })
  }

  /** Records that a person was asked for. */
  handedOver(at: string): void {
    this.change({ handedOverAt: at })
  }

  /** Begins another conversation. */
  restart(): void {
    clearTimeout(this.answerTimer)
    this.change({ conversationId: newId(), turns: [], handedOverAt: null })
  }

  private readSubject(): string | null {
    return this.session?.get()?.user.id ?? null
  }

  private changeUser(): void {
    const next = this.readSubject()
    if (next === this.subject) return
    const before = this.subject
    this.subject = next
    const stored = restored(next)
    if (before === null && stored.conversationId === null) {
      dropDraft(keyOf(null))
      this.change({})
    } else this.set({ ...stored, connection: this.state.connection })
    if (this.isOpen) this.reconnect()
  }

  private reconnect(): void {
    this.disconnect()
    this.pauseMs = BACKOFF_MS.first
    void this.connect()
  }

  private disconnect(): void {
    clearTimeout(this.retryTimer)
    const { socket } = this
    this.lose()
    if (!socket) return
    socket.onopen = socket.onmessage = socket.onclose = null
    closeSocket(socket)
  }

  /** Questions without an answer are asked again on the next connection. */
  private lose(): void {
    clearTimeout(this.answerTimer)
    this.socket = null
    this.isReady = false
    this.welcomeId = null
    const turns = this.state.turns.map((turn) =>
      turn.state === 'waiting' ? { ...turn, state: 'queued' as const, partial: '' } : turn,
    )
    this.change({ turns, connection: 'offline' })
  }

  private async connect(): Promise<void> {
    this.change({ connection: 'connecting' })
    const { subject } = this
    const token = (await this.session?.idToken().catch(() => null)) ?? null
    // Refreshing the token may have changed the session, which opens a connection itself.
    if (!this.isOpen || this.socket || subject !== this.subject) return
    if (subject !== null && token === null) return this.retryLater()
    const socket = openSocket('/ws/chat')
    this.socket = socket
    socket.onopen = () => {
      this.change({ connection: 'online' })
      if (token !== null) this.send({ action: 'auth', token })
      const { conversationId, turns } = this.state
      if (conversationId === null) return
      const after = turns.findLast(({ state }) => state === 'answered')?.id
      this.send({ action: 'resume', conversationId, ...(after !== undefined && { after }) })
    }
    socket.onmessage = ({ data }) => this.receive(frameOf(String(data)))
    socket.onclose = () => {
      this.lose()
      this.retryLater()
    }
  }

  private retryLater(): void {
    this.change({ connection: 'offline' })
    clearTimeout(this.retryTimer)
    if (!this.isOpen) return
    this.retryTimer = setTimeout(() => void this.connect(), this.pauseMs)
    this.pauseMs = Math.min(this.pauseMs * 2, BACKOFF_MS.max)
  }

  private receive(frame: ChatServerFrame | undefined): void {
    if (!frame) return
    this.pauseMs = BACKOFF_MS.first
    switch (frame.type) {
      case 'welcome':
        this.welcomeId = frame.conversationId
        if (this.state.conversationId === null) this.begin(frame.conversationId)
        break
      case 'resumed':
        if (frame.conversationId === this.state.conversationId) this.resume(frame)
        break
      case 'typing':
        this.updateWaiting(frame.id, () => ({ typing: frame.message }))
        break
      case 'chatbot_delta':
        this.updateWaiting(frame.id, ({ partial }) => ({ partial: `${partial} ${frame.message}`.trim() }))
        break
      case 'chatbot_response':
        this.finish(frame.id, { state: 'answered', answer: answerOf(frame), partial: '' })
        break
      case 'error':
        this.refused(frame)
        break
      case 'signed_in':
      case 'stopped':
      case 'rated':
        break
    }
  }

  private begin(conversationId: string): void {
    this.change({ conversationId })
    this.isReady = true
    this.sendNext()
  }

  private resume({ exchanges }: Extract<ChatServerFrame, { type: 'resumed' }>): void {
    const { turns, finished } = mergeExchanges(this.state.turns, exchanges)
    this.change({ turns, ...(finished.length > 0 && { news: this.newsOf(finished) }) })
    this.isReady = true
    this.sendNext()
  }

  private refused({ code, id }: Extract<ChatServerFrame, { type: 'error' }>): void {
    if (id !== undefined) return this.finish(id, { state: 'failed', code, partial: '' })
    if (code === 'UNAUTHENTICATED') return void this.signInAgain()
    if (this.isReady || this.welcomeId === null) return
    if (code === 'NOT_FOUND') {
      // The conversation was deleted, or belongs to someone else. Questions that were not sent are asked in a new one.
      this.change({ turns: this.state.turns.filter(isPending), handedOverAt: null })
      this.begin(this.welcomeId)
    } else if (this.socket) {
      // The server can't read the conversation at the moment.
      const { socket } = this
      this.lose()
      socket.onclose = null
      closeSocket(socket)
      this.retryLater()
    }
  }

  /** Renews the session whose token the server rejected. If the pool rejects it too, the session ends in the page. */
  private async signInAgain(): Promise<void> {
    const { socket } = this
    this.lose()
    if (socket) {
      socket.onmessage = socket.onclose = null
      closeSocket(socket)
    }
    await this.session?.refresh().catch((error: unknown) => log('warn', 'The session could not be renewed', error))
    if (!this.socket) this.retryLater()
  }

  private sendNext(): void {
    const { turns, conversationId } = this.state
    if (!this.isReady || conversationId === null || turns.some(({ state }) => state === 'waiting')) return
    const next = turns.find(({ state }) => state === 'queued')
    if (!next) return
    const { id, text: message, language, propertyId } = next
    this.send({ action: 'chatbot', message, id, conversationId, language, ...(propertyId && { propertyId }) })
    this.answerTimer = setTimeout(() => this.finish(id, { state: 'failed', code: NO_ANSWER }), ANSWER_MS)
    this.update(id, { state: 'waiting' })
  }

  /** Ends a waiting turn. Frames of turns that the user stopped, or of another conversation, are ignored. */
  private finish(id: string, change: Partial<Turn>): void {
    if (!this.updateWaiting(id, () => change)) return
    clearTimeout(this.answerTimer)
    this.change({ news: this.newsOf([id]) })
    this.sendNext()
  }

  private newsOf(ids: readonly string[]): ChatState['news'] {
    return { number: this.state.news.number + 1, ids }
  }

  private updateWaiting(id: string, change: (turn: Turn) => Partial<Turn>): boolean {
    const turn = this.state.turns.find((each) => each.id === id)
    if (turn?.state !== 'waiting') return false
    this.update(id, change(turn))
    return true
  }

  private update(id: string, change: Partial<Turn>): void {
    this.change({ turns: this.state.turns.map((turn) => (turn.id === id ? { ...turn, ...change } : turn)) })
  }

  private send(frame: ChatClientFrame): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame))
  }

  private change(change: Partial<ChatState>): void {
    this.set({ ...this.state, ...change })
    const { conversationId, typed, handedOverAt, turns } = this.state
    const queued = turns
      .filter(isPending)
      .map(({ id, text, language, propertyId }) => ({ id, text, language, propertyId }))
    const stored: Stored = { conversationId, typed, handedOverAt, queued }
    if (conversationId !== null || typed !== '' || queued.length > 0) writeDraft(keyOf(this.subject), stored)
  }

  private set(state: ChatState): void {
    this.state = state
    this.listeners.forEach((listener) => listener())
  }
}

const keyOf = (subject: string | null) => `chat.${subject ?? 'visitor'}`

function restored(subject: string | null): ChatState {
  const { conversationId = null, typed = '', handedOverAt = null, queued = [] } = readDraft<Stored>(keyOf(subject))
  const turns = queued.map((each): Turn => ({ ...each, state: 'queued', partial: '', rating: null }))
  return { ...EMPTY, conversationId, typed, handedOverAt, turns }
}

/** Returns 128 random bits in hexadecimal, for a conversation or a message. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function frameOf(text: string): ChatServerFrame | undefined {
  try {
    return JSON.parse(text) as ChatServerFrame
  } catch {
    return undefined // Ignores frames that aren't JSON.
  }
}
