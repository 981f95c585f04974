import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { aResponse, ChatSocket, CONVERSATION } from '../../../test/chat-socket.js'
import type { SessionStore } from '../../api/session.js'
import { ChatClient } from './chat-client.js'

const EN = { language: 'en' } as const
const OTHER = 'b'.repeat(32)
const settled = () => new Promise<void>((resolve) => process.nextTick(resolve))
const real = globalThis.WebSocket
let clients: ChatClient[] = []

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick'] })
  ChatSocket.opened = []
  sessionStorage.clear()
  globalThis.WebSocket = ChatSocket as unknown as typeof WebSocket
})
afterEach(() => {
  clients.forEach((client) => client.close())
  clients = []
  jest.useRealTimers()
  globalThis.WebSocket = real
})

function sessionOf(initial: string | null) {
  const listeners = new Set<() => void>()
  const state = { user: initial, refreshed: 0 }
  const session = {
    get: () => state.user && { user: { id: state.user } },
    idToken: async () => state.user && `token-${state.user}`,
    refresh: async () => {
      state.refreshed += 1
    },
    subscribe: (listener: () => void) => listeners.add(listener),
  } as unknown as SessionStore
  const become = async (user: string | null) => {
    state.user = user
    listeners.forEach((listener) => listener())
    await settled()
  }
  return { session, become, state }
}

async function opened(session: SessionStore | null = null) {
  const client = new ChatClient(session)
  clients.push(client)
  client.open()
  await settled()
  return client
}
const statesOf = (client: ChatClient) => client.get().turns.map(({ state }) => state)

describe('ChatClient', () => {
  it('is connecting until the socket opens, online until it closes, then offline', async () => {
    const client = await opened()
    expect(client.get().connection).toBe('connecting')
    expect(ChatSocket.last.url).toMatch(/^ws:.*\/ws\/chat$/)
    await ChatSocket.last.accept()
    expect(client.get()).toMatchObject({ connection: 'online', conversationId: CONVERSATION })
    await ChatSocket.last.drop()
    expect(client.get().connection).toBe('offline')
  })

  it('sends no empty question', async () => {
    const client = await opened()
    await ChatSocket.last.accept()
    client.ask(' \n', EN)
    expect(ChatSocket.last.sent).toEqual([])
  })

  it('asks in the conversation of the welcome and collects the answer', async () => {
    const client = await opened()
    await ChatSocket.last.accept()
    client.ask('  What fees do I pay? ', { language: 'ar', propertyId: 'marina' })
    const [question] = ChatSocket.last.questions
    expect(question).toEqual({
      ...{ action: 'chatbot', message: 'What fees do I pay?', id: question!.id, conversationId: CONVERSATION },
      ...{ language: 'ar', propertyId: 'marina' },
    })
    const id = question!.id!
    await ChatSocket.last.receive({ type: 'typing', message: 'Mae is typing…', id })
    await ChatSocket.last.receive({ type: 'chatbot_delta', message: 'One.', id })
    await ChatSocket.last.receive({ type: 'chatbot_delta', message: 'Two.', id })
    expect(client.get().turns).toMatchObject([{ state: 'waiting', typing: 'Mae is typing…', partial: 'One. Two.' }])
    await ChatSocket.last.answer()
    expect(client.get()).toMatchObject({
      turns: [{ state: 'answered', answer: { text: 'The fee is 1.5%.' } }],
      news: { number: 1, ids: [id] },
    })
    await ChatSocket.last.answer()
    expect(client.get().news.number).toBe(1)
  })

  it('sends questions one after the other', async () => {
    const client = await opened()
    await ChatSocket.last.accept()
    client.ask('One?', EN)
    client.ask('Two?', EN)
    expect(ChatSocket.last.questions).toHaveLength(1)
    await ChatSocket.last.answer()
    expect(ChatSocket.last.questions.map(({ message }) => message)).toEqual(['One?', 'Two?'])
  })

  it('keeps questions asked offline, also across a reload, and sends them later', async () => {
    const before = await opened()
    before.ask('Asked offline?', EN)
    before.close()
    const client = await opened()
    expect(client.get().turns).toMatchObject([{ text: 'Asked offline?', state: 'queued' }])
    await ChatSocket.last.accept()
    expect(ChatSocket.last.questions).toMatchObject([{ message: 'Asked offline?' }])
  })

  it('resumes after a lost connection and repeats a question with the same id', async () => {
    const client = await opened()
    await ChatSocket.last.accept()
    client.ask('One?', EN)
    await ChatSocket.last.answer()
    client.ask('Two?', EN)
    const [first, second] = ChatSocket.last.questions
    await ChatSocket.last.drop()
    expect(statesOf(client)).toEqual(['answered', 'queued'])
    jest.advanceTimersByTime(1_000)
    await settled()
    await ChatSocket.last.accept(OTHER)
    expect(ChatSocket.last.sent).toEqual([{ action: 'resume', conversationId: CONVERSATION, after: first!.id }])
    await ChatSocket.last.receive({ type: 'resumed', conversationId: CONVERSATION, exchanges: [] })
    expect(ChatSocket.last.questions).toEqual([second])
  })

  it('takes an answer from the resumed conversation as finished, and older exchanges as history', async () => {
    const client = await opened()
    await ChatSocket.last.accept()
    client.ask('Two?', EN)
    const { id } = ChatSocket.last.questions[0]!
    await ChatSocket.last.drop()
    jest.advanceTimersByTime(1_000)
    await settled()
    await ChatSocket.last.accept(OTHER)
    const { type: _, message: text, ...rest } = aResponse()
    const exchange = (messageId: string) => ({
      ...{ messageId, text: messageId, rating: null },
      reply: { ...rest, text, messageId },
    })
    await ChatSocket.last.receive({
      ...{ type: 'resumed', conversationId: CONVERSATION },
      exchanges: [exchange('m0'), exchange(id!)],
    })
    expect(client.get().turns.map((turn) => [turn.id, turn.state])).toEqual([
      ['m0', 'answered'],
      [id, 'answered'],
    ])
    expect(client.get().news).toEqual({ number: 1, ids: [id] })
    expect(ChatSocket.last.questions).toEqual([])
  })

  it('begins another conversation if the stored one is gone, and keeps what was not sent', async () => {
    const before = await opened()
    await ChatSocket.last.accept()
    before.close()
    before.ask('Later?', EN)
    const client = await opened()
    await ChatSocket.last.accept(OTHER)
    expect(ChatSocket.last.sent).toEqual([{ action: 'resume', conversationId: CONVERSATION }])
    await ChatSocket.last.receive({ type: 'error', code: 'NOT_FOUND', message: '' })
    expect(client.get().conversationId).toBe(OTHER)
    expect(ChatSocket.last.questions).toMatchObject([{ message: 'Later?', conversationId: OTHER }])
  })

  it('waits longer before each attempt', async () => {
    await opened()
    for (const pauseMs of [1_000, 2_000, 4_000]) {
      const count = ChatSocket.opened.length
      await ChatSocket.last.drop()
      jest.advanceTimersByTime(pauseMs - 1)
      await settled()
      expect(ChatSocket.opened).toHaveLength(count)
      jest.advanceTimersByTime(1)
      await settled()
      expect(ChatSocket.opened).toHaveLength(count + 1)
    }
  })

  it('stops an answer, ignores the rest, and retries it on a new connection', async () => {
    const client = await opened()
    await ChatSocket.last.accept()
    client.ask('One?', EN)
    const [question] = ChatSocket.last.questions
    client.stop(question!.id!)
    expect(ChatSocket.last.sent.at(-1)).toEqual({ action: 'stop', id: question!.id })
    await ChatSocket.last.answer()
    expect(statesOf(client)).toEqual(['stopped'])
    client.retry(question!.id!)
    await settled()
    expect(ChatSocket.opened).toHaveLength(2)
    await ChatSocket.last.accept()
    await ChatSocket.last.receive({ type: 'resumed', conversationId: CONVERSATION, exchanges: [] })
    expect(ChatSocket.last.questions).toEqual([question])
  })

  it('retries a refused question with the same id', async () => {
    const client = await opened()
    await ChatSocket.last.accept()
    client.ask('One?', EN)
    const [question] = ChatSocket.last.questions
    await ChatSocket.last.receive({ type: 'error', code: 'RATE_LIMITED', message: '', id: question!.id! })
    expect(client.get().turns).toMatchObject([{ state: 'failed', code: 'RATE_LIMITED' }])
    client.retry(question!.id!)
    expect(ChatSocket.last.questions).toEqual([question, question])
  })

  it('gives up on an answer that does not arrive', async () => {
    const client = await opened()
    await ChatSocket.last.accept()
    client.ask('One?', EN)
    jest.advanceTimersByTime(30_000)
    expect(statesOf(client)).toEqual(['failed'])
  })

  it('begins an empty conversation with a new id', async () => {
    const client = await opened()
    await ChatSocket.last.accept()
    client.ask('One?', EN)
    client.restart()
    expect(client.get().turns).toEqual([])
    await ChatSocket.last.receive(aResponse({ id: ChatSocket.last.questions[0]!.id! }))
    client.ask('Two?', EN)
    const { conversationId } = ChatSocket.last.questions[1]!
    expect(conversationId).toMatch(/^[0-9a-f]{32}$/)
    expect(conversationId).not.toBe(CONVERSATION)
  })

  it('sends the token of a user first, and renews a session that the server rejects', async () => {
    const { session, state } = sessionOf('sara')
    const client = await opened(session)
    await ChatSocket.last.accept()
    expect(ChatSocket.last.sent).toEqual([{ action: 'auth', token: 'token-sara' }])
    await ChatSocket.last.receive({ type: 'error', code: 'UNAUTHENTICATED', message: '' })
    expect(state.refreshed).toBe(1)
    await settled()
    jest.advanceTimersByTime(1_000)
    await settled()
    expect(ChatSocket.opened).toHaveLength(2)
    expect(client.get().conversationId).toBe(CONVERSATION)
  })

  it('continues a visitor’s conversation after signing in, and shows nothing of it after signing out', async () => {
    const { session, become } = sessionOf(null)
    const client = await opened(session)
    await ChatSocket.last.accept()
    client.ask('One?', EN)
    await ChatSocket.last.answer()
    await become('sara')
    await ChatSocket.last.accept(OTHER)
    expect(client.get()).toMatchObject({ conversationId: CONVERSATION, turns: [{ text: 'One?' }] })
    expect(ChatSocket.last.sent.map(({ action }) => action)).toEqual(['auth', 'resume'])
    await become(null)
    expect(client.get()).toMatchObject({ conversationId: null, turns: [], typed: '' })
  })
})
