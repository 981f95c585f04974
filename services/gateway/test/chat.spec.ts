import { SessionRevoked } from '@hissa/contracts/identity'
import { connectBus, newEvent, subjectOf, type Bus } from '@hissa/messaging'
import { until } from '@hissa/testing-helpers'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { startGateway, type Harness } from './support.js'

type Frame = Record<string, unknown>

const QUESTIONS_PER_MINUTE = 4
const CONVERSATION = 'c'.repeat(32)
let gateway: Harness
let bus: Bus
/** The calls that the service received. */
const asked: { name: string; input: Record<string, unknown>; token?: string }[] = []
/** Set by a test: the answer to `ask` follows once it resolves. */
let beforeAnswer = Promise.resolve()
let addresses = 0
const stranger = () => `198.51.101.${(addresses += 1)}`

beforeAll(async () => {
  gateway = await startGateway({
    RATE_LIMIT_QUESTIONS_PER_MINUTE: String(QUESTIONS_PER_MINUTE),
    SOCKETS_PER_ADDRESS: '2',
  })
  bus = await connectBus(gateway.natsUrl, 'test')
  answer('chat.ask', ({ conversationId, messageId, text }) => ({
    reply: {
      ...{ conversationId, messageId, kind: 'answer', language: 'en', text: 'One. Two. Three.' },
      sentences: ['One.', 'Two.', 'Three.'].map((each) => ({ text: each, citations: [1] })),
      citations: [],
      figures: [{ kind: 'text', label: text, value: 'x', shown: 'x', asOf: '2026-11-23T00:00:00Z', source: 'test' }],
      ...{ quickReplies: [], at: '2026-11-23T00:00:00Z' },
    },
  }))
  answer('chat.resume', () => ({ exchanges: [] }))
  answer('chat.rate', ({ rating }) => ({ rating }))
  await bus.nc.flush()
})
afterAll(async () => {
  await bus?.nc.drain()
  await gateway?.stop()
})

function answer(name: string, output: (input: Record<string, unknown>) => unknown) {
  bus.nc.subscribe(`rpc.${name}`, {
    callback: (_error, message) => {
      const { data } = message.json<{ data: { input: Record<string, unknown>; token?: string } }>()
      asked.push({ name, input: data.input, ...(data.token && { token: data.token }) })
      const problem = { type: 'about:blank', title: 'Not found', status: 404, detail: 'Not found', code: 'NOT_FOUND' }
      const response =
        data.input['conversationId'] === 'f'.repeat(32)
          ? { ok: false, problem }
          : { ok: true, output: output(data.input) }
      void beforeAnswer.then(() => message.respond(JSON.stringify({ response })))
    },
  })
}

/** Opens a socket that records its frames. */
async function open(from = stranger(), headers: Record<string, string> = {}) {
  const socket = new WebSocket(`ws://127.0.0.1:${gateway.port}/ws/chat`, {
    headers: { 'x-forwarded-for': from, ...headers },
  })
  const frames: Frame[] = []
  socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString()) as Frame))
  await once(socket, 'open')
  const next = async (type: string, id?: string) => {
    const find = () => frames.find((frame) => frame['type'] === type && (id === undefined || frame['id'] === id))
    await until(() => Promise.resolve(find() !== undefined))
    return find()!
  }
  return { socket, frames, next, send: (frame: Frame) => socket.send(JSON.stringify(frame)) }
}
const ask = (id: string, more: Frame = {}) => ({ action: 'chatbot', message: 'What are the fees?', id, ...more })

describe('/ws/chat', () => {
  it('welcomes a visitor and answers in batches of sentences, then as a whole', async () => {
    const { socket, frames, next, send } = await open()
    const { conversationId, message } = await next('welcome')
    expect(conversationId).toMatch(/^[0-9a-f]{32}$/)
    expect(message).toContain('not advice')
    send(ask('m1', { language: 'ar', propertyId: 'Prop_1_reem' }))
    expect(await next('chatbot_response')).toMatchObject({
      ...{ id: 'm1', message: 'One. Two. Three.', conversationId, kind: 'answer', quickReplies: [], citations: [] },
      figures: [{ label: 'What are the fees?' }],
    })
    expect(frames.map(({ type }) => type)).toEqual([
      'welcome',
      'typing',
      'chatbot_delta',
      'chatbot_delta',
      'chatbot_response',
    ])
    expect(frames.filter(({ type }) => type === 'chatbot_delta').map((frame) => frame['message'])).toEqual([
      'One. Two.',
      'Three.',
    ])
    const input = {
      text: 'What are the fees?',
      language: 'ar',
      propertyId: 'Prop_1_reem',
      messageId: 'm1',
      conversationId,
    }
    expect(asked.at(-1)).toEqual({ name: 'chat.ask', input })
    socket.terminate()
  })

  it('accepts the frames of clients that send only action and message', async () => {
    const { socket, next, send } = await open()
    send({ action: 'chatbot', message: 'Hello' })
    expect(await next('chatbot_response')).toMatchObject({ message: 'One. Two. Three.' })
    socket.terminate()
  })

  it('welcomes in Arabic', async () => {
    const { socket, next } = await open(stranger(), { 'accept-language': 'ar-AE' })
    expect((await next('welcome'))['message']).toContain('ماي')
    socket.terminate()
  })

  it('asks as the user whose token is in the first frame', async () => {
    const { socket, next, send } = await open()
    const token = gateway.token('anna')
    send({ action: 'auth', token })
    send(ask('m1'))
    await next('chatbot_response')
    await next('signed_in')
    expect(asked.at(-1)).toMatchObject({ name: 'chat.ask', token })
    send({ action: 'auth', token: gateway.token('omar') })
    expect(await next('error')).toMatchObject({ code: 'VALIDATION_FAILED' })
    socket.terminate()
  })

  it('reports an invalid token, and asks without it', async () => {
    const { socket, next, send } = await open()
    send({ action: 'auth', token: 'invalid' })
    expect(await next('error')).toMatchObject({ code: 'UNAUTHENTICATED' })
    send(ask('m1'))
    await next('chatbot_response')
    expect(asked.at(-1)).not.toHaveProperty('token')
    socket.terminate()
  })

  it('resumes and rates in the conversation that the client names', async () => {
    const { socket, next, send } = await open()
    send({ action: 'resume', conversationId: CONVERSATION, after: 'm0' })
    expect(await next('resumed')).toMatchObject({ conversationId: CONVERSATION, exchanges: [] })
    send({ action: 'rate', id: 'm0', rating: 'down', reason: 'Too long an answer' })
    expect(await next('rated')).toMatchObject({ id: 'm0', rating: 'down' })
    expect(asked.at(-1)?.input).toEqual({
      ...{ conversationId: CONVERSATION, messageId: 'm0', rating: 'down', reason: 'Too long an answer' },
    })
    socket.terminate()
  })

  it('sends nothing more of an answer that the client stops', async () => {
    const { socket, frames, next, send } = await open()
    let release = () => undefined as void
    beforeAnswer = new Promise((resolve) => (release = resolve))
    send(ask('m1'))
    await next('typing')
    send({ action: 'stop', id: 'm1' })
    await next('stopped')
    release()
    beforeAnswer = Promise.resolve()
    send(ask('m2'))
    await next('chatbot_response', 'm2')
    expect(frames.filter(({ id, type }) => id === 'm1' && /delta|response/.test(String(type)))).toEqual([])
    socket.terminate()
  })

  it.each([
    ['an empty message', ask('m1', { message: '  ' }), 'm1'],
    ['a message of 501 characters', ask('m1', { message: 'x'.repeat(501) }), 'm1'],
    ['an unknown action', { action: 'order' }, undefined],
  ])('rejects %s with a stable code', async (_, frame, id) => {
    const { socket, next, send } = await open()
    send(frame)
    const error = await next('error')
    expect([error['code'], error['id']]).toEqual(['VALIDATION_FAILED', id])
    socket.terminate()
  })

  it('passes on what the service refuses', async () => {
    const { socket, next, send } = await open()
    send(ask('m1', { conversationId: 'f'.repeat(32) }))
    expect(await next('error')).toMatchObject({ code: 'NOT_FOUND', id: 'm1' })
    socket.terminate()
  })

  it('limits questions per address, and per user at any address', async () => {
    const from = stranger()
    const first = await open(from)
    for (let sent = 0; sent < QUESTIONS_PER_MINUTE; sent += 1) {
      first.send(ask(`m${sent}`))
      await first.next('chatbot_response', `m${sent}`)
    }
    first.send(ask('late'))
    expect(await first.next('error')).toMatchObject({ code: 'RATE_LIMITED', id: 'late' })
    first.socket.terminate()
    const token = gateway.token('busy')
    for (let sent = 0; sent <= QUESTIONS_PER_MINUTE; sent += 1) {
      const other = await open()
      other.send({ action: 'auth', token })
      other.send(ask('m'))
      expect(await other.next(sent < QUESTIONS_PER_MINUTE ? 'chatbot_response' : 'error')).toMatchObject({ id: 'm' })
      other.socket.terminate()
    }
  })

  it('limits questions over HTTP together with those of sockets', async () => {
    const from = stranger()
    const post = (text: string) =>
      fetch(`${gateway.baseUrl}/api/chat/conversations/${CONVERSATION}/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
        body: JSON.stringify({ messageId: 'm1', text }),
      })
    const first = await post('Over HTTP')
    expect(await first.json()).toMatchObject({ success: true, reply: { text: 'One. Two. Three.' } })
    for (let sent = 1; sent < QUESTIONS_PER_MINUTE; sent += 1) expect((await post('Again')).status).toBe(200)
    expect(await (await post('Too many')).json()).toMatchObject({ code: 'RATE_LIMITED' })
    const { socket, next, send } = await open(from)
    send(ask('m1'))
    expect(await next('error')).toMatchObject({ code: 'RATE_LIMITED' })
    socket.terminate()
  })

  it('accepts only its own origin, and counts the sockets of both paths together', async () => {
    const elsewhere = await open(stranger(), { origin: 'http://attacker.test' })
    expect(((await once(elsewhere.socket, 'close')) as [number])[0]).toBe(1008)
    const from = stranger()
    const events = new WebSocket(`ws://127.0.0.1:${gateway.port}/ws/events`, { headers: { 'x-forwarded-for': from } })
    await once(events, 'open')
    const second = await open(from)
    const third = await open(from)
    expect(((await once(third.socket, 'close')) as [number])[0]).toBe(1013)
    for (const socket of [events, second.socket]) socket.terminate()
  })

  it('closes the sockets of a session that is revoked', async () => {
    const { socket, next, send } = await open()
    send({ action: 'auth', token: gateway.token('revoked', 'session-1') })
    await next('signed_in')
    const closed = once(socket, 'close') as Promise<[number]>
    const at = new Date()
    const tokensExpireAt = new Date(at.getTime() + 600_000).toISOString()
    const ended = {
      userId: 'revoked',
      sessionIds: ['session-1'],
      reason: 'sign-out' as const,
      revokedAt: at.toISOString(),
    }
    const event = newEvent(SessionRevoked, {
      aggregateId: 'revoked',
      version: 1,
      time: at,
      data: { ...ended, tokensExpireAt },
    })
    bus.nc.publish(subjectOf(SessionRevoked.type), JSON.stringify(event))
    expect((await closed)[0]).toBe(4401)
  })
})
