import { Ask, ListUnanswered, SearchKnowledge, type Reply } from '@hissa/contracts/chat'
import { newId } from '@hissa/kernel'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import {
  ACCOUNT_QUESTIONS,
  ADVICE_QUESTIONS,
  ADVISES,
  amountsIn,
  DASHBOARD,
  GENERAL_QUESTIONS,
  respondWithAccount,
} from './account-data.js'
import { newConversation, startChat, type Chat } from './harness.js'

let chat: Chat

beforeAll(async () => {
  chat = await startChat()
})
afterAll(() => chat?.stop())
beforeEach(async () => {
  respondWithAccount(chat)
  await chat.bus.nc.flush()
  chat.asked.length = 0
})

const ask = async (
  text: string,
  { token = undefined as string | undefined, propertyId = undefined as string | undefined } = {},
) => {
  const input = { conversationId: newConversation(), messageId: newId(), text, language: 'en' as const, propertyId }
  return (await chat.rpc.call(Ask, input, { token })).reply
}
function expectSourced({ figures, text }: Reply): void {
  for (const figure of figures) {
    expect(figure.source).toMatch(/^(investment|kyc|property)\.\w+$/)
    expect(Date.parse(figure.asOf)).not.toBeNaN()
    expect(text).toContain(figure.shown)
  }
  // No amount without a figure.
  const shown = figures.filter(({ kind }) => kind === 'fils').map((figure) => figure.shown)
  expect(amountsIn(text).filter((amount) => !shown.includes(amount))).toEqual([])
}

describe('questions about the account', () => {
  it('number at least forty with those of articles', () => {
    expect(ACCOUNT_QUESTIONS.length + GENERAL_QUESTIONS.length).toBeGreaterThanOrEqual(40)
  })

  it.each(ACCOUNT_QUESTIONS)('%s', async (question, kind, contains) => {
    const anna = chat.as()
    const reply = await ask(question, { token: anna.token })
    expect([reply.kind, reply.citations]).toEqual([kind, []])
    for (const part of contains) expect(reply.text).toContain(part)
    expect(reply.figures.length).toBeGreaterThan(0)
    expectSourced(reply)
    expect(reply.text).not.toMatch(ADVISES)
    expect(reply.text).not.toContain('evil.test')
    expect(reply.text).not.toContain('999,999')
    expect(new Set(chat.asked.map(({ token }) => token))).toEqual(new Set([anna.token]))
  })

  it.each(ACCOUNT_QUESTIONS.slice(0, 8))('%s is not answered to a visitor', async (question) => {
    const reply = await ask(question)
    expect(reply).toMatchObject({ kind: 'account', figures: [], quickReplies: [{ kind: 'sign_in' }] })
    expect(amountsIn(reply.text)).toEqual([])
    expect(chat.asked).toEqual([])
  })

  it('are not answered to a suspended account', async () => {
    chat.respond('investment.getDashboard', { ...DASHBOARD, userStatus: 'suspended' })
    const reply = await ask('How much have I invested?', { token: chat.as().token })
    expect(reply).toMatchObject({ kind: 'account', figures: [] })
    expect(amountsIn(reply.text)).toEqual([])
  })

  it('are read again for each question and for each user', async () => {
    const [anna, omar] = [chat.as(), chat.as()]
    await ask('How much have I invested?', { token: anna.token })
    const totals = { ...DASHBOARD.totals, investedFils: 700_000 }
    chat.respond('investment.getDashboard', { ...DASHBOARD, totals })
    expect((await ask('How much have I invested?', { token: omar.token })).text).toContain('AED 7,000')
    expect((await ask('How much have I invested?', { token: anna.token })).text).toContain('AED 7,000')
    expect(chat.asked.map(({ token }) => token)).toEqual([anna.token, omar.token, anna.token])
  })

  it('have an answer without figures while the owning service is unavailable', async () => {
    await chat.silence('investment.getDashboard')
    const reply = await ask('How much have I invested?', { token: chat.as().token })
    expect(reply).toMatchObject({ kind: 'account', figures: [] })
    expect(reply.text).toContain('try again')
  })
})

describe('questions that articles answer', () => {
  it.each(GENERAL_QUESTIONS)('%s', async (question, kind, articles) => {
    const reply = await ask(question, { token: chat.as().token })
    expect([reply.kind, reply.citations.slice(0, 1).map(({ articleId }) => articleId)]).toEqual([kind, articles])
    expect(reply.figures).toEqual([])
    expect(reply.text).not.toMatch(ADVISES)
    expect(chat.asked).toEqual([])
    if (kind === 'unknown') expect(reply.quickReplies.map((each) => each.kind)).toContain('person')
  })
})

describe('requests for advice', () => {
  it.each(ADVICE_QUESTIONS)('%s', async (question) => {
    const reply = await ask(question, { token: chat.as().token, propertyId: 'Prop_1_reem' })
    expect(reply).toMatchObject({ kind: 'declined', figures: [], citations: [] })
    expect(reply.quickReplies.length).toBeGreaterThan(0)
    expect(reply.text).not.toMatch(ADVISES)
    expect(chat.asked).toEqual([])
  })
})

describe('questions about the property in view', () => {
  it.each([
    ['What is the minimum for this property?', 'AED 2,500'],
    ['How much is the price per share?', 'AED 100'],
    ['What is the fee here?', '1.5%'],
    ['Until when is this offering open?', '1 Jan 2027, 04:00'],
    ['What is the target yield of this property?', '7%'],
    ['How many shares of this property are left?', '7,500'],
    ['ما هو الحد الأدنى لهذا العقار؟', 'AED 2,500'],
    ['ما سعر الحصة في هذا العقار؟', 'AED 100'],
  ])('%s', async (question, value) => {
    const reply = await ask(question, { propertyId: 'Prop_1_reem' })
    expect(reply.kind).toBe('answer')
    expect(reply.text).toContain(value)
    expectSourced(reply)
    expect(reply.text).not.toContain('buy now')
    expect(amountsIn(reply.text)).not.toContain('AED 1')
    expect(chat.asked.map(({ name, token }) => [name, token])).toEqual([['property.getProperty', undefined]])
  })
})

describe('questions without an answer', () => {
  it('are counted without what identifies a person', async () => {
    const anna = chat.as()
    for (const detail of ['HS-AAAA0001 4111 1111 1111 1111 anna@example.test', 'HS-BBBB0002 5500 omar@example.test'])
      await ask(`Zebra giraffe ${detail}`, { token: anna.token })
    const { questions } = await chat.as(['content']).call(ListUnanswered, { limit: 100 })
    const found = questions.filter(({ text }) => text.startsWith('zebra'))
    expect(found.map(({ text }) => text)).toEqual(['zebra giraffe # # # # # ***', 'zebra giraffe # # ***'])
    const stored = JSON.stringify(await chat.mongo.collection('unanswered').find().toArray())
    for (const secret of [anna.userId, '4111', 'anna@', 'aaaa0001']) expect(stored.toLowerCase()).not.toContain(secret)
    await ask('Zebra giraffe', {})
    await ask('zebra  GIRAFFE', {})
    const again = (await chat.as(['content']).call(ListUnanswered, { limit: 100 })).questions
    expect(again.find(({ text }) => text === 'zebra giraffe')).toMatchObject({ count: 2, language: 'en' })
  })

  it('are shown to staff with what they find', async () => {
    const staff = chat.as(['content'])
    const found = await staff.call(SearchKnowledge, { text: 'How long is the cooling-off period?' })
    expect(found).toMatchObject({ decision: 'answer', tool: null })
    expect(found.hits[0]).toMatchObject({ articleId: 'cooling-off', used: true })
    expect(await staff.call(SearchKnowledge, { text: 'How much have I invested?' })).toMatchObject({
      ...{ decision: 'account', tool: 'invested' },
    })
    expect((await staff.call(SearchKnowledge, { text: 'Should I buy?' })).decision).toBe('declined')
    expect(await staff.call(SearchKnowledge, { text: 'Xylophone' })).toMatchObject({ decision: 'unknown', hits: [] })
  })
})

it('counts answers by kind', async () => {
  await ask('What fees do I pay?')
  const metrics = await chat.metrics()
  expect(metrics).toMatch(/chat_asks_total\{kind="answer",service="chat"\} [1-9]/)
  expect(metrics).toMatch(/chat_answer_seconds_count\{.*kind="declined".*\} [1-9]/)
  expect(metrics).toMatch(/chat_index_version\{service="chat"\} 32/)
})
