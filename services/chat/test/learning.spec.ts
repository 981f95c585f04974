import {
  AnswerQuiz,
  GetGlossary,
  GetLearningProgress,
  GetLesson,
  GetQuiz,
  ListLearning,
  MarkLessonRead,
  QuizCompleted,
  SearchLearning,
  type ArticleContent,
} from '@hissa/contracts/chat'
import { newId } from '@hissa/kernel'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startChat, type Chat } from './harness.js'

const PATH = 'register-and-tokens'
const RIGHT = { 'who-decides': 'c', names: 'b', wallet: 'a', frozen: 'b' }
let chat: Chat
/** Of the quiz of the path. */
let version: number

beforeAll(async () => {
  chat = await startChat()
  version = (await chat.rpc.call(GetQuiz, { pathId: PATH, locale: 'en' })).version
})
afterAll(() => chat?.stop())

const list = (locale: 'en' | 'ar' | 'fr' = 'en') => chat.rpc.call(ListLearning, { locale })
const lesson = async (articleId: string, locale: 'en' | 'ar' = 'en') =>
  (await chat.rpc.call(GetLesson, { articleId, locale })).lesson
const answers = (change: Partial<typeof RIGHT> = {}) =>
  Object.entries({ ...RIGHT, ...change }).map(([questionId, optionId]) => ({ questionId, optionId }))
type Person = ReturnType<Chat['as']>
const attempt = (person: Person, more: object = {}) =>
  person.call(AnswerQuiz, { pathId: PATH, attemptId: newId(), version, answers: answers(), locale: 'en', ...more })
const progress = (person: Person) => person.call(GetLearningProgress)
const events = async (userId: string) =>
  (await chat.outbox(QuizCompleted.type)).map(({ event }) => event.data).filter((data) => data['userId'] === userId)

describe('the learning paths', () => {
  it('list published articles with title, summary, minutes, review and version, in the language of the reader', async () => {
    const [en, ar, fr] = [await list(), await list('ar'), await list('fr')]
    expect([en.language, ar.language, fr.language]).toEqual(['en', 'ar', 'en'])
    expect(fr).toEqual(en)
    expect(ar.paths.map(({ articleIds }) => articleIds)).toEqual(en.paths.map(({ articleIds }) => articleIds))
    for (const { title } of ar.paths) expect(title).toMatch(/\p{Script=Arabic}/u)
    expect(en.articles.find(({ articleId }) => articleId === 'fees')).toMatchObject({
      ...{ title: 'Fees', minutes: 1, reviewedAt: '2026-11-23', version: 1 },
      summary: 'You pay a platform fee on top of the amount you invest.',
    })
    const known = new Set(en.articles.map(({ articleId }) => articleId))
    for (const { articleIds } of en.paths) expect(articleIds.filter((id) => !known.has(id))).toEqual([])
    expect(en.topics.flatMap(({ articleIds }) => articleIds).sort()).toEqual([...known].sort())
  })
})

describe('a lesson', () => {
  it('has its paragraphs, its topic and related articles', async () => {
    const found = await lesson('cooling-off')
    expect(found).toMatchObject({ title: 'Cooling-off period', section: { id: 'investing', title: 'Investing' } })
    expect(found.paragraphs).toHaveLength(3)
    const related = found.related.map(({ articleId }) => articleId)
    expect(related).toContain('cancel-order')
    expect(related).not.toContain('cooling-off')
    expect((await lesson('cooling-off', 'ar')).title).toBe('فترة التراجع')
  })

  it('is not found if it is not published', async () => {
    await expect(lesson('missing')).rejects.toMatchObject({ code: 'NOT_FOUND', status: 404 })
  })
})

describe('a search', () => {
  const search = (text: string, locale: 'en' | 'ar' = 'en') => chat.rpc.call(SearchLearning, { text, locale })

  it('finds each article once with its best passage, in the language of the text', async () => {
    const { results, count } = await search('refund')
    expect(results[0]).toMatchObject({ articleId: 'refunds', passage: expect.stringContaining('refund') })
    expect(new Set(results.map(({ articleId }) => articleId)).size).toBe(count)
    const arabic = await search('رسوم المنصة')
    expect(arabic).toMatchObject({ language: 'ar', results: [{ articleId: 'fees' }, ...arabic.results.slice(1)] })
  })

  it('finds nothing for words that no article has, and refuses an empty or too long text', async () => {
    expect(await search('zebra')).toMatchObject({ results: [], count: 0 })
    for (const text of ['  ', 'x'.repeat(201)])
      await expect(search(text)).rejects.toMatchObject({ code: 'VALIDATION_FAILED', status: 400 })
  })

  it('is counted by its result', async () => {
    await search('refund')
    expect(await chat.metrics()).toMatch(/chat_learning_searches_total\{result="found",service="chat"\} [1-9]/)
  })
})

describe('the glossary', () => {
  it('lists the same terms in every language, each with its article', async () => {
    const [en, ar] = await Promise.all((['en', 'ar'] as const).map((locale) => chat.rpc.call(GetGlossary, { locale })))
    const ids = (terms: { termId: string }[]) => terms.map(({ termId }) => termId).sort()
    expect(ids(ar!.terms)).toEqual(ids(en!.terms))
    expect(en!.terms.length).toBeGreaterThanOrEqual(30)
    expect(en!.terms.map(({ term }) => term)).toEqual(
      en!.terms.map(({ term }) => term).sort(new Intl.Collator('en').compare),
    )
    for (const { article } of en!.terms) expect(article).toMatchObject({ title: expect.any(String) })
  })
})

describe('a quiz', () => {
  it('is read without the right answers', async () => {
    const quiz = await chat.rpc.call(GetQuiz, { pathId: PATH, locale: 'en' })
    expect(quiz).toMatchObject({ pathId: PATH, version, title: 'The register and the tokens' })
    expect(JSON.stringify(quiz)).not.toMatch(/right|why/)
    await expect(chat.rpc.call(GetQuiz, { pathId: 'missing', locale: 'en' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  it('explains every option and records the attempt with its event', async () => {
    const person = chat.as()
    const result = await attempt(person, { answers: answers({ wallet: 'c' }), locale: 'ar' })
    expect(result).toMatchObject({ language: 'ar', correct: 3, questions: 4, completedAt: expect.any(String) })
    const [, , wallet] = result.results
    expect(wallet).toMatchObject({ questionId: 'wallet', optionId: 'c', right: 'a' })
    expect(wallet!.why.map(({ optionId }) => optionId)).toEqual(['a', 'b', 'c'])
    expect(await events(person.userId)).toEqual([
      {
        ...{ attemptId: expect.any(String), userId: person.userId, quizId: PATH, quizVersion: version },
        ...{ correct: 3, questions: 4, completedAt: result.completedAt },
      },
    ])
  })

  it('has the same result when an attempt is sent again, also in parallel and with other answers', async () => {
    const person = chat.as()
    const attemptId = newId()
    const first = await attempt(person, { attemptId, answers: answers({ names: 'a' }) })
    const again = await Promise.all(Array.from({ length: 4 }, () => attempt(person, { attemptId })))
    expect(again).toEqual([first, first, first, first])
    expect(await events(person.userId)).toHaveLength(1)
    const sent = newId()
    const parallel = await Promise.all(Array.from({ length: 5 }, () => attempt(person, { attemptId: sent })))
    expect(new Set(parallel.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(await events(person.userId)).toHaveLength(2)
  })

  it('does not mix up the attempts of two people or two quizzes with one id', async () => {
    const attemptId = newId()
    const [one, two] = [chat.as(), chat.as()]
    expect((await attempt(one, { attemptId })).correct).toBe(4)
    expect((await attempt(two, { attemptId, answers: answers({ names: 'c' }) })).correct).toBe(3)
    const quiz = await chat.rpc.call(GetQuiz, { pathId: 'how-hissa-works', locale: 'en' })
    const other = quiz.questions.map(({ questionId }) => ({ questionId, optionId: 'a' }))
    const reused = await attempt(one, { attemptId, pathId: 'how-hissa-works', version: quiz.version, answers: other })
    expect(reused).toMatchObject({ questions: 4, completedAt: null })
    expect(reused.results.map(({ questionId }) => questionId)).toEqual(other.map(({ questionId }) => questionId))
  })

  it('checks but no longer records attempts after the fiftieth', async () => {
    const person = chat.as()
    const rows = Array.from({ length: 50 }, (_, index) => ({
      ...{ _id: `${person.userId}:old-${index}`, attemptId: `old-${index}`, userId: person.userId, pathId: PATH },
      ...{ quizVersion: version, answers: answers(), correct: 4, questions: 4 },
      ...{ completedAt: new Date(), expireAt: new Date(Date.now() + 86_400_000) },
    }))
    await chat.mongo.collection<{ _id: string }>('quiz_attempts').insertMany(rows)
    expect(await attempt(person)).toMatchObject({ correct: 4, completedAt: null })
    expect(await events(person.userId)).toEqual([])
  })

  it('is refused if it has changed, does not exist, or is not one answer to each question', async () => {
    const person = chat.as()
    await expect(attempt(person, { version: version + 1 })).rejects.toMatchObject({
      ...{ code: 'CHAT_QUIZ_OUTDATED', status: 409, extra: { version } },
    })
    await expect(attempt(person, { pathId: 'missing' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const refused: [object[], string, string][] = [
      [answers().slice(1), '/answers', 'incomplete'],
      [[...answers(), answers()[0]!], '/answers/4', 'repeated'],
      [[...answers(), { questionId: 'luck', optionId: 'a' }], '/answers/4', 'unknown'],
      [answers({ names: 'z' }), '/answers/1', 'unknown'],
    ]
    for (const [given, path, code] of refused)
      await expect(attempt(person, { answers: given })).rejects.toMatchObject({
        ...{ code: 'VALIDATION_FAILED', status: 422 },
        extra: { errors: [expect.objectContaining({ path, code })] },
      })
    expect((await progress(person)).quizzes).toEqual([])
  })

  it('cannot be answered without signing in', async () => {
    const input = { pathId: PATH, attemptId: newId(), version, answers: answers(), locale: 'en' as const }
    await expect(chat.rpc.call(AnswerQuiz, input)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })
})

describe('progress', () => {
  it('has the version of each article that was read, once', async () => {
    const person = chat.as()
    expect(await progress(person)).toEqual({ read: [], quizzes: [] })
    const mark = (version: number) => person.call(MarkLessonRead, { articleId: 'fees', version })
    const marked = await Promise.all([mark(1), mark(1), mark(1)])
    expect(new Set(marked.map((each) => JSON.stringify(each))).size).toBe(1)
    expect((await progress(person)).read).toEqual([{ articleId: 'fees', version: 1, readAt: marked[0].readAt }])
    expect((await progress(chat.as())).read).toEqual([])
    const [row] = await chat.mongo.collection('lesson_reads').find({ userId: person.userId }).toArray()
    const days = (row!['expireAt'].getTime() - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(730)
  })

  it('is not recorded for an article or version that is not published', async () => {
    const person = chat.as()
    for (const [articleId, version] of [
      ['missing', 1],
      ['fees', 9],
    ] as const)
      await expect(person.call(MarkLessonRead, { articleId, version })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('has the best attempt of each quiz', async () => {
    const person = chat.as()
    await attempt(person, { answers: answers({ names: 'a' }) })
    const best = await attempt(person)
    await attempt(person, { answers: answers({ names: 'a', wallet: 'b' }) })
    expect((await progress(person)).quizzes).toEqual([
      { pathId: PATH, version, correct: 4, questions: 4, attempts: 3, completedAt: best.completedAt },
    ])
  })
})

// Last, because the replicas have different articles from here on.
describe('the learning paths of a retired article', () => {
  it('leave it out', async () => {
    const rows = chat.mongo.collection<{ _id: string; published: ArticleContent | null }>('articles')
    await rows.updateOne({ _id: 'freezes' }, { $set: { published: null } })
    await chat.mongo.collection<{ _id: string }>('article_versions').insertOne({ _id: 'freezes:retired' })
    await chat.addReplica()
    // Both replicas answer in turn; the new one has read the articles after the change.
    const seen = await Promise.all(Array.from({ length: 20 }, () => list()))
    expect(seen.some(({ articles }) => articles.every(({ articleId }) => articleId !== 'freezes'))).toBe(true)
  })
})
