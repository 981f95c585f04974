import { connectBus, type Bus } from '@hissa/messaging'
import { poll } from '@hissa/testing-helpers'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startGateway, type Harness } from './support.js'

const SEARCHES_PER_MINUTE = 3
let gateway: Harness
let bus: Bus
let addresses = 0
const stranger = () => `198.51.102.${(addresses += 1)}`
/** The inputs and tokens of the calls that the service received. */
const asked: { name: string; input: Record<string, unknown>; token?: string }[] = []

/** Has the members of all calls of the hub. */
const OUTPUT = {
  ...{ language: 'en', paths: [], topics: [], articles: [], results: [], count: 0, terms: [] },
  lesson: {
    ...{ articleId: 'fees', title: 'Fees', summary: 'Fees.', minutes: 1, reviewedAt: '2026-11-23', version: 1 },
    ...{ language: 'en', section: { id: 'money', title: 'Money' }, paragraphs: ['Fees.'], related: [] },
  },
  ...{ pathId: 'fees', title: 'Fees', questions: [], version: 1, read: [], quizzes: [] },
  ...{ articleId: 'fees', readAt: '2026-11-23T08:00:00.000Z', correct: 0, completedAt: null },
}

beforeAll(async () => {
  gateway = await startGateway({ RATE_LIMIT_QUESTIONS_PER_MINUTE: String(SEARCHES_PER_MINUTE) })
  bus = await connectBus(gateway.natsUrl, 'test')
  const calls = ['listLearning', 'getLesson', 'searchLearning', 'getGlossary', 'getQuiz', 'answerQuiz']
  for (const name of [...calls, 'getLearningProgress', 'markLessonRead'])
    bus.nc.subscribe(`rpc.chat.${name}`, {
      callback: (_, message) => {
        const { id, data } = message.json<{ id: string; data: { input: Record<string, unknown>; token?: string } }>()
        asked.push({ name, input: data.input, ...(data.token && { token: data.token }) })
        const output = name === 'answerQuiz' ? { ...OUTPUT, questions: 0 } : OUTPUT
        message.respond(JSON.stringify({ id, isDisposed: true, response: { ok: true, output } }))
      },
    })
  await bus.nc.flush()
})
afterAll(async () => {
  await bus?.nc.drain()
  await gateway?.stop()
})

const READS = ['', '/glossary', '/articles/fees', '/quizzes/fees'].map((rest) => `/api/learning${rest}`)
const cacheOf = async (path: string, from: string) => (await gateway.get(path, from)).headers.get('x-cache')
const problemOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code]

describe('the public reads of the learning hub', () => {
  it('are cached for each language until an article is published', async () => {
    const from = stranger()
    const states = async (paths: readonly string[]) => {
      const found = []
      for (const path of paths) found.push(await cacheOf(path, from))
      return found
    }
    expect(await states(READS)).toEqual(READS.map(() => 'miss'))
    expect(await states(READS.map((path) => `${path}?locale=en&other=1`))).toEqual(READS.map(() => 'hit'))
    expect(await states(READS.map((path) => `${path}?locale=ar`))).toEqual(READS.map(() => 'miss'))
    const data = { articleId: 'fees', contentVersion: 2, retired: false }
    bus.nc.publish('hissa.chat.article.published.v1', JSON.stringify({ type: 'chat.article.published.v1', data }))
    await poll('the dropped cache', async () => (await cacheOf(READS[0]!, from)) === 'miss')
    expect(await states(READS.slice(1))).toEqual(READS.slice(1).map(() => 'miss'))
  })

  it('refuse an unknown language, and a search without a text or with a long one', async () => {
    const from = stranger()
    for (const path of ['?locale=xx', '/search', '/search?text=', `/search?text=${'x'.repeat(201)}`])
      expect([path, ...(await problemOf(await gateway.get(`/api/learning${path}`, from)))]).toEqual([
        ...[path, 400, 'VALIDATION_FAILED'],
      ])
  })
})

describe('searches', () => {
  it('are never cached, and limited for each address and user', async () => {
    const from = stranger()
    const search = (at = from, headers = {}) => gateway.get('/api/learning/search?text=fees', at, headers)
    for (let count = 0; count < SEARCHES_PER_MINUTE; count += 1) expect((await search()).status).toBe(200)
    expect(await problemOf(await search())).toEqual([429, 'RATE_LIMITED'])
    const own = { authorization: `Bearer ${gateway.token('searcher')}` }
    for (let count = 0; count < SEARCHES_PER_MINUTE; count += 1)
      expect((await search(stranger(), own)).status).toBe(200)
    expect((await search(stranger(), own)).status).toBe(429)
    expect(asked.filter(({ name }) => name === 'searchLearning')).toHaveLength(2 * SEARCHES_PER_MINUTE)
  })
})

describe('the progress', () => {
  const send = (method: string, path: string, body: object, token?: string) =>
    fetch(`${gateway.baseUrl}/api/learning${path}`, {
      method,
      headers: {
        ...{ 'content-type': 'application/json', 'x-forwarded-for': stranger() },
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
  const attempt = { attemptId: 'attempt-1', version: 1, answers: [{ questionId: 'a', optionId: 'b' }] }

  it('is read and written with the token of the caller, and kept by no cache', async () => {
    const token = gateway.token('learner')
    const read = await gateway.get('/api/learning/progress', stranger(), { authorization: `Bearer ${token}` })
    expect([read.status, read.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect((await send('PUT', '/progress/fees', { version: 1 }, token)).status).toBe(200)
    expect((await send('POST', '/quizzes/fees/attempts', attempt, token)).status).toBe(200)
    expect(asked.slice(-3)).toEqual([
      { name: 'getLearningProgress', input: {}, token },
      { name: 'markLessonRead', input: { articleId: 'fees', version: 1 }, token },
      { name: 'answerQuiz', input: { pathId: 'fees', ...attempt, locale: 'en' }, token },
    ])
  })

  it('is closed to visitors', async () => {
    const refused = [
      await gateway.get('/api/learning/progress', stranger()),
      await send('PUT', '/progress/fees', { version: 1 }),
      await send('POST', '/quizzes/fees/attempts', attempt),
    ]
    for (const response of refused) expect(await problemOf(response)).toEqual([401, 'UNAUTHENTICATED'])
  })
})
