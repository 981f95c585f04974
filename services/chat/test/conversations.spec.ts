import { Ask, HandOver, HandoverRequested, ListHandovers, Rate, Resume } from '@hissa/contracts/chat'
import { newId } from '@hissa/kernel'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { newConversation, startChat, type Chat } from './harness.js'

const QUESTION = 'What is the cooling-off period?'
let chat: Chat

beforeAll(async () => {
  chat = await startChat({ CHAT_MESSAGES_PER_MINUTE: '4', CHAT_MESSAGES_PER_CONVERSATION: '8' })
})
afterAll(() => chat?.stop())

const ask = (
  conversationId: string,
  { messageId = newId(), text = QUESTION, token = undefined as string | undefined } = {},
) => chat.rpc.call(Ask, { conversationId, messageId, text, language: 'en' }, { token }).then(({ reply }) => reply)
const rows = () => chat.mongo.collection<{ _id: string; minuteStartedAt: Date; ref: string }>('conversations')

describe('ask', () => {
  it('answers a visitor with sentences of an article, each cited', async () => {
    const conversationId = newConversation()
    const reply = await ask(conversationId)
    expect(reply).toMatchObject({ kind: 'answer', language: 'en', conversationId })
    expect(reply.text).toContain('48 hours')
    expect(reply.citations[0]).toMatchObject({
      number: 1,
      articleId: 'cooling-off',
      href: '/knowledge-avenue/cooling-off',
    })
    expect(reply.sentences.length).toBeGreaterThan(1)
    for (const { citations } of reply.sentences) expect(citations).toHaveLength(1)
    expect(reply.sentences.map(({ text }) => text).join(' ')).toBe(reply.text)
  })

  it('answers in the language of the question', async () => {
    const reply = await ask(newConversation(), { text: 'ما هي فترة التراجع؟' })
    expect(reply).toMatchObject({
      kind: 'answer',
      language: 'ar',
      citations: [{ href: '/ar/knowledge-avenue/cooling-off' }],
    })
    expect(reply.text).toContain('48 ساعة')
  })

  it('returns the first answer to a message that is sent again, also concurrently', async () => {
    const conversationId = newConversation()
    const again = { messageId: newId() }
    const replies = await Promise.all([1, 2, 3].map(() => ask(conversationId, again)))
    expect(new Set(replies.map(({ at }) => at)).size).toBe(1)
    expect(await ask(conversationId, { ...again, text: 'Something else' })).toEqual(replies[0])
    expect((await chat.rpc.call(Resume, { conversationId })).exchanges).toHaveLength(1)
  })

  it('rejects an empty text and one of 501 characters', async () => {
    for (const text of ['   ', 'x'.repeat(501)])
      await expect(ask(newConversation(), { text })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    expect((await ask(newConversation(), { text: ` ${'x'.repeat(500)} ` })).kind).toBe('unknown')
  })

  it('limits messages per minute and per conversation', async () => {
    const conversationId = newConversation()
    for (let sent = 0; sent < 4; sent += 1) await ask(conversationId)
    await expect(ask(conversationId)).rejects.toMatchObject({ code: 'CHAT_TOO_MANY_MESSAGES' })
    const aMinuteAgo = { $set: { minuteStartedAt: new Date(Date.now() - 60_000) } }
    await rows().updateMany({}, aMinuteAgo)
    for (let sent = 0; sent < 4; sent += 1) await ask(conversationId)
    await rows().updateMany({}, aMinuteAgo)
    await expect(ask(conversationId)).rejects.toMatchObject({ code: 'CHAT_CONVERSATION_FULL' })
  })

  it('stores neither the id of a conversation nor a message without an end', async () => {
    const conversationId = newConversation()
    await ask(conversationId)
    for (const name of ['conversations', 'messages']) {
      const stored = await chat.mongo.collection(name).find().toArray()
      expect(JSON.stringify(stored)).not.toContain(conversationId)
      for (const { expireAt } of stored) expect(expireAt.getTime()).toBeGreaterThan(Date.now())
    }
  })
})

describe('a conversation', () => {
  it('belongs to the user who began or continued it, and is not found by others in the same words', async () => {
    const [anna, omar] = [chat.as(), chat.as()]
    const conversationId = newConversation()
    await ask(conversationId)
    await ask(conversationId, { token: anna.token })
    const unknown = chat.rpc.call(Resume, { conversationId: newConversation() })
    const refused = { code: 'NOT_FOUND', message: await unknown.catch(({ message }) => message) }
    for (const token of [omar.token, undefined]) {
      await expect(ask(conversationId, { token })).rejects.toMatchObject(refused)
      await expect(chat.rpc.call(Resume, { conversationId }, { token })).rejects.toMatchObject(refused)
      await expect(
        chat.rpc.call(Rate, { conversationId, messageId: 'x', rating: 'up' }, { token }),
      ).rejects.toMatchObject(refused)
      await expect(
        chat.rpc.call(HandOver, { conversationId, shareTranscript: true, email: 'a@b.test' }, { token }),
      ).rejects.toMatchObject(refused)
    }
    expect((await anna.call(Resume, { conversationId })).exchanges).toHaveLength(2)
  })

  it('resumes after a message', async () => {
    const conversationId = newConversation()
    const [first, second] = [newId(), newId()]
    await ask(conversationId, { messageId: first })
    const reply = await ask(conversationId, { messageId: second, text: 'Can I cancel an order?' })
    const { exchanges } = await chat.rpc.call(Resume, { conversationId, after: first })
    expect(exchanges).toEqual([{ messageId: second, text: 'Can I cancel an order?', reply, rating: null }])
    await expect(chat.rpc.call(Resume, { conversationId, after: newId() })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('keeps the last rating of an answer', async () => {
    const conversationId = newConversation()
    const messageId = newId()
    await ask(conversationId, { messageId })
    await chat.rpc.call(Rate, { conversationId, messageId, rating: 'up' })
    await chat.rpc.call(Rate, { conversationId, messageId, rating: 'down', reason: 'The answer is too long' })
    expect((await chat.rpc.call(Resume, { conversationId })).exchanges[0]?.rating).toBe('down')
    expect(await chat.mongo.collection('messages').findOne({ messageId })).toMatchObject({
      ratingReason: 'The answer is too long',
    })
  })
})

describe('a request for a person', () => {
  it('needs consent, and of a visitor an address', async () => {
    const conversationId = newConversation()
    await ask(conversationId)
    const input = { conversationId, shareTranscript: false as true, email: 'visitor@example.test' }
    await expect(chat.rpc.call(HandOver, input)).rejects.toMatchObject({ code: 'VALIDATION_FAILED', status: 400 })
    await expect(chat.rpc.call(HandOver, { conversationId, shareTranscript: true })).rejects.toMatchObject({
      status: 422,
    })
  })

  it('is stored once, with one event of ids, and listed with its transcript for staff', async () => {
    const anna = chat.as()
    const conversationId = newConversation()
    await ask(conversationId, { token: anna.token })
    const first = await anna.call(HandOver, { conversationId, shareTranscript: true })
    expect(await anna.call(HandOver, { conversationId, shareTranscript: true })).toEqual(first)
    const events = (await chat.outbox(HandoverRequested.type)).map(({ event }) => event.data)
    expect(events).toEqual([{ handoverId: first.handoverId, userId: anna.userId }])
    const { handovers } = await chat.as(['compliance']).call(ListHandovers)
    expect(handovers.find(({ handoverId }) => handoverId === first.handoverId)).toMatchObject({
      ...{ userId: anna.userId, email: null },
      transcript: [{ text: QUESTION, reply: { kind: 'answer', conversationId: '0'.repeat(32) } }],
    })
    const audits = await chat.mongo.collection('audit').find({ action: 'handover.listed' }).toArray()
    expect(audits).toHaveLength(1)
    await expect(anna.call(ListHandovers)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('is listed by page', async () => {
    const conversationId = newConversation()
    await ask(conversationId)
    await chat.rpc.call(HandOver, { conversationId, shareTranscript: true, email: 'visitor@example.test' })
    const staff = chat.as(['admin'])
    const first = await staff.call(ListHandovers, { limit: 1 })
    expect(first).toMatchObject({ count: 2, handovers: [{ userId: null, email: 'visitor@example.test' }] })
    const second = await staff.call(ListHandovers, { limit: 1, cursor: first.cursor })
    expect(second.handovers).toHaveLength(1)
    expect(second.handovers).not.toEqual(first.handovers)
    expect(second.cursor).toBeUndefined()
    await expect(staff.call(ListHandovers, { cursor: 'other' })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  })
})
