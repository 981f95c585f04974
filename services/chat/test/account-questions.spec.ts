import { Ask, type Reply } from '@hissa/contracts/chat'
import { newId } from '@hissa/kernel'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { readAskedQuestions } from './asked/read.js'
import { ADVISES, amountsIn, respondWithAccount } from './account-data.js'
import { newConversation, startChat, type Chat } from './harness.js'

/** The amounts that an answer about each subject may state; none for a subject that is not listed. */
const AMOUNTS: Readonly<Record<string, readonly string[]>> = {
  invested: ['AED 4,000'],
  orders: ['AED 4,060', 'AED 2,030.50'],
  unpaid: ['AED 2,030.50'],
  payments: ['AED 4,060'],
  statements: ['AED 4,060'],
  refunds: ['AED 3,045'],
  fees: ['AED 60'],
  annual_limit: ['AED 179,625', 'AED 183,625'],
  'property.minimum': ['AED 2,500'],
  'property.price': ['AED 100'],
}

/** At least so many of the 100 questions are recognised; the others get an article, or “I don’t know”. */
const ANSWERED = { en: 60, ar: 38 }

let chat: Chat

beforeAll(async () => {
  chat = await startChat()
  respondWithAccount(chat)
  await chat.bus.nc.flush()
})
afterAll(() => chat?.stop())

describe.each(['en', 'ar'] as const)('the unseen questions in %s', (language) => {
  it('get no wrong amount, a source for every figure, and no advice', async () => {
    const questions = readAskedQuestions(language)
    expect(questions).toHaveLength(100)
    let answered = 0
    for (const { about, text } of questions) {
      const { token } = chat.as()
      const propertyId = about.startsWith('property.') ? 'Prop_1_reem' : undefined
      const input = { conversationId: newConversation(), messageId: newId(), text, language, propertyId }
      const { reply } = await chat.rpc.call(Ask, input, { token })
      expect({ text, ...faultsOf(reply, AMOUNTS[about] ?? []) }).toEqual({ text, ...NO_FAULTS })
      if (reply.figures.length > 0) answered += 1
    }
    console.log(`${language}: ${answered} of ${questions.length} questions are answered with figures`)
    expect(answered).toBeGreaterThanOrEqual(ANSWERED[language])
  })
})

const NO_FAULTS = { wrong: [], unsourced: [], isAdvice: false }

/** Returns what is wrong with a reply whose figures may state only these amounts. */
function faultsOf({ text, figures, citations, kind }: Reply, allowed: readonly string[]) {
  const stated = figures.filter((figure) => figure.kind === 'fils').map(({ shown }) => shown)
  const unsourced = amountsIn(text).filter((amount) => !stated.includes(amount) && citations.length === 0)
  return {
    wrong: stated.filter((amount) => !allowed.includes(amount)),
    unsourced: [
      ...unsourced,
      ...figures.filter(({ source, asOf, shown }) => !source || !Date.parse(asOf) || !text.includes(shown)),
    ],
    isAdvice: kind !== 'declined' && ADVISES.test(text),
  }
}
