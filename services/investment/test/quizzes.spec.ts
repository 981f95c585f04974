import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { QuizCompleted } from '@hissa/contracts/chat'
import { GetAppropriateness, GetOrderRequirements, ListDecisions } from '@hissa/contracts/investment'
import { newId } from '@hissa/kernel'
import { poll } from '@hissa/testing-helpers'
import { Investment } from './harness.js'

let app: Investment
beforeAll(async () => {
  app = await Investment.start()
})
afterAll(() => app.stop())

const quizzesOf = (userId: string) => app.collection('appropriateness_quizzes').find({ userId }).toArray()
const complete = async (userId: string, more: object = {}) => {
  const attemptId = newId()
  const completedAt = '2026-11-23T08:00:00.000Z'
  const quiz = { quizId: 'before-you-invest', quizVersion: 1, correct: 5, questions: 5, completedAt, ...more }
  await app.publish(QuizCompleted, attemptId, { attemptId, userId, ...quiz })
  await poll('the quiz', async () => (await quizzesOf(userId)).some(({ _id }) => String(_id) === attemptId))
  return { attemptId, ...quiz }
}

describe('a completed quiz', () => {
  it('is stored once as evidence, however often it is published', async () => {
    const userId = await app.newcomer()
    const { attemptId, ...quiz } = await complete(userId)
    await app.publish(QuizCompleted, attemptId, { attemptId, userId, ...quiz })
    await complete(userId, { correct: 2 })
    expect(await quizzesOf(userId)).toEqual([
      expect.objectContaining({ _id: attemptId, correct: 5, completedAt: new Date(quiz.completedAt) }),
      expect.objectContaining({ correct: 2 }),
    ])
  })

  it('never replaces an answer about the risks', async () => {
    const propertyId = await app.openRaise(1_000)
    const userId = await app.newcomer(propertyId)
    await complete(userId)
    expect(await app.call(GetAppropriateness, { locale: 'en' }, userId)).toMatchObject({ state: 'required' })
    expect(await app.call(GetOrderRequirements, { propertyId }, userId)).toMatchObject({ appropriateness: 'required' })
    expect(await app.decided(() => app.place(userId, propertyId))).toBe('APPROPRIATENESS_REQUIRED')
    expect(await app.collection('appropriateness_attempts').countDocuments({ userId })).toBe(0)
  })

  it('is shown to staff with the decisions about its investor, newest first', async () => {
    const propertyId = await app.openRaise(1_000)
    const userId = await app.newcomer(propertyId)
    await app.decided(() => app.place(userId, propertyId))
    const { attemptId: _, ...first } = await complete(userId, { correct: 3 })
    const { attemptId: __, ...second } = await complete(userId, { completedAt: '2026-11-23T09:00:00.000Z' })
    const { quizzes, records } = await app.call(ListDecisions, { limit: 20, userId }, newId(), ['compliance'])
    expect(quizzes).toEqual([second, first])
    expect(records).toHaveLength(1)
    expect(JSON.stringify(records)).not.toContain('before-you-invest')
  })
})
