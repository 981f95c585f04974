import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  AnswerAppropriateness,
  GetAppropriateness,
  GetOrderRequirements,
  PlaceOrder,
} from '@hissa/contracts/investment'
import { Investment } from './harness.js'

const YEAR_MINUTES = 365 * 24 * 60

let app: Investment
beforeAll(async () => {
  app = await Investment.start()
})
afterAll(() => app.stop())

const read = (userId: string, locale: 'en' | 'ar' | 'fr' = 'en') => app.call(GetAppropriateness, { locale }, userId)
const attempts = (userId: string) => app.collection('appropriateness_attempts').find({ userId }).toArray()

describe('the questions about the risks', () => {
  it('are read in the language of the reader, without the right answers', async () => {
    const userId = await app.newcomer()
    const [en, ar, fr] = [await read(userId), await read(userId, 'ar'), await read(userId, 'fr')]
    expect([en.language, ar.language, fr.language]).toEqual(['en', 'ar', 'fr'])
    expect([en.locale, ar.locale, fr.locale]).toEqual(['en', 'ar', 'en'])
    expect(fr.questions.map(({ questionId }) => questionId)).toEqual(en.questions.map(({ questionId }) => questionId))
    expect(fr.questions[0]!.text).not.toBe(en.questions[0]!.text)
    expect(ar.questions[0]!.text).toMatch(/\p{Script=Arabic}/u)
    for (const other of [ar, fr]) expect([other.version, other.hash]).toEqual([en.version, en.hash])
    expect(JSON.stringify([en, ar])).not.toMatch(/right|explanation/)
  })

  it('have to be answered before the first order', async () => {
    const propertyId = await app.openRaise(1_000)
    const userId = await app.newcomer(propertyId)
    const order = { propertyId, amount: 2_000 }
    await expect(app.call(PlaceOrder, order, userId)).rejects.toMatchObject({
      ...{ code: 'APPROPRIATENESS_REQUIRED', status: 422, message: expect.stringContaining('risks') },
      extra: { next: `/investment-flow/${propertyId}` },
    })
    await expect(app.call(PlaceOrder, { ...order, locale: 'ar' }, userId)).rejects.toMatchObject({
      message: expect.stringMatching(/\p{Script=Arabic}/u),
    })
    expect(await app.answer(userId)).toMatchObject({ passed: true, wrong: [] })
    expect(await app.decided(() => app.place(userId, propertyId))).toBe('accepted')
  })

  it('explain wrong answers and pause, then can be answered again', async () => {
    const propertyId = await app.openRaise(1_000)
    const userId = await app.newcomer(propertyId)
    const failed = await app.answer(userId, { loss: 'a', exit: 'b' })
    expect(failed).toMatchObject({ passed: false, retryAt: expect.any(String) })
    expect(failed.wrong.map(({ questionId, optionId }) => [questionId, optionId])).toEqual([
      ['loss', 'a'],
      ['exit', 'b'],
    ])
    expect(failed.wrong[0]!.explanation).toContain('lose')
    const paused = { code: 'APPROPRIATENESS_PAUSED', status: 409, extra: { retryAt: failed.retryAt } }
    await expect(app.answer(userId)).rejects.toMatchObject(paused)
    await expect(app.place(userId, propertyId)).rejects.toMatchObject(paused)
    expect(await read(userId)).toMatchObject({ state: 'paused', retryAt: failed.retryAt })
    expect(await app.call(GetOrderRequirements, { propertyId }, userId)).toMatchObject({
      ...{ appropriateness: 'paused', appropriatenessRetryAt: failed.retryAt },
    })
    await app.advance(16)
    expect((await read(userId)).state).toBe('required')
    expect((await app.answer(userId)).passed).toBe(true)
  })

  it('can be answered again at once, twice, when one answer is wrong', async () => {
    const propertyId = await app.openRaise(1_000)
    const userId = await app.newcomer(propertyId)
    const first = await app.answer(userId, { loss: 'a' })
    expect(first).toMatchObject({ passed: false, attemptsLeft: 2, wrong: [{ questionId: 'loss', optionId: 'a' }] })
    expect(first.wrong[0]!.explanation).toContain('lose')
    expect(first.retryAt).toBeUndefined()
    expect((await read(userId)).state).toBe('required')
    await expect(app.place(userId, propertyId)).rejects.toMatchObject({ code: 'APPROPRIATENESS_REQUIRED' })
    expect(await app.answer(userId, { loss: 'c' })).toMatchObject({ passed: false, attemptsLeft: 1 })
    const third = await app.answer(userId, { exit: 'a' })
    expect(third).toMatchObject({ passed: false, retryAt: expect.any(String) })
    expect(third.attemptsLeft).toBeUndefined()
    await expect(app.answer(userId)).rejects.toMatchObject({ code: 'APPROPRIATENESS_PAUSED' })
    expect(await attempts(userId)).toHaveLength(3)
  })

  it('are passed by the second attempt after one wrong answer, without a pause', async () => {
    const propertyId = await app.openRaise(1_000)
    const userId = await app.newcomer(propertyId)
    await app.answer(userId, { loss: 'a' })
    expect(await app.answer(userId)).toMatchObject({ passed: true, wrong: [] })
    expect(await app.decided(() => app.place(userId, propertyId))).toBe('accepted')
  })

  it('return the same result for resubmitted answers, concurrently or later', async () => {
    const userId = await app.newcomer()
    for (const wrong of [{ loss: 'a' }, { loss: 'a', exit: 'a' }]) {
      const answers = await Promise.all(Array.from({ length: 5 }, () => app.answer(userId, wrong)))
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    }
    expect(await attempts(userId)).toHaveLength(2)
  })

  it('allow one attempt when different answers arrive in parallel', async () => {
    const userId = await app.newcomer()
    const answers = ['a', 'c'].map((loss) => app.decided(() => app.answer(userId, { loss, exit: 'a' })))
    expect((await Promise.all(answers)).sort()).toEqual(['APPROPRIATENESS_PAUSED', 'accepted'])
    expect(await attempts(userId)).toHaveLength(1)
  })

  it('are stored with version, hash, language, answers and time', async () => {
    const userId = await app.newcomer()
    const { version, hash } = await read(userId)
    await app.answer(userId)
    expect(await attempts(userId)).toEqual([
      expect.objectContaining({ questionnaire: { version, hash }, locale: 'en', wrong: [], at: expect.any(Date) }),
    ])
    const [order] = await ordersOf(userId)
    const decision = order!['decisions'].find(({ rule }: { rule: string }) => rule === 'adgm.appropriateness')
    expect(decision.inputs.answered).toMatchObject({ version, hash })
  })

  it('reject answers to an outdated version, and all but one answer to each question', async () => {
    const userId = await app.newcomer()
    const { version, hash } = await read(userId)
    const send = (input: Partial<{ version: number; hash: string }>) =>
      app.call(
        AnswerAppropriateness,
        { version, hash, locale: 'en', answers: [{ questionId: 'loss', optionId: 'a' }], ...input },
        userId,
      )
    const outdated = { code: 'APPROPRIATENESS_OUTDATED', status: 409, extra: { version, hash } }
    await expect(send({ version: version + 1 })).rejects.toMatchObject(outdated)
    await expect(send({ hash: 'x' })).rejects.toMatchObject(outdated)
    await expect(send({})).rejects.toMatchObject({
      ...{ code: 'VALIDATION_FAILED', status: 422 },
      extra: { errors: [expect.objectContaining({ path: '/answers', code: 'incomplete' })] },
    })
    expect(await attempts(userId)).toEqual([])
  })

  it('have to be answered again a year later', async () => {
    const userId = await app.investor()
    expect((await read(userId)).state).toBe('passed')
    await app.advance(YEAR_MINUTES + 1)
    expect((await read(userId)).state).toBe('required')
  })
})

/** Places an order of a new raise and returns the investor's orders. */
async function ordersOf(userId: string) {
  const propertyId = await app.openRaise(1_000)
  await app.accept(userId, propertyId)
  await app.place(userId, propertyId)
  return app.collection('orders').find({ userId }).toArray()
}
