import { beforeEach, describe, expect, it } from '@jest/globals'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { fakeApi, renderRoutes, storeTokens } from '../../../test/render.js'
import { onAskMae } from '../../lib/ask-mae.js'
import GlossaryPage from './glossary-page.js'
import LearningPage from './learning-page.js'
import LessonPage from './lesson-page.js'
import QuizPage from './quiz-page.js'

type Answers = Parameters<typeof fakeApi>[0]

const article = (articleId: string, title: string, more: object = {}) => ({
  ...{ articleId, title, summary: `${title}.`, minutes: 1, reviewedAt: '2026-11-23', version: 1 },
  ...more,
})
const FEES = article('fees', 'Fees')
const REFUNDS = article('refunds', 'Refunds')
const TOKENS = article('tokens', 'Tokens')
const LEARNING = {
  language: 'en',
  paths: [
    {
      ...{ pathId: 'money', title: 'Your money', summary: 'What you pay.' },
      ...{ articleIds: ['fees', 'refunds'], questions: 2, quizVersion: 1 },
    },
    {
      ...{ pathId: 'chain', title: 'The tokens', summary: 'What tokens are.' },
      ...{ articleIds: ['tokens'], questions: 1, quizVersion: 2 },
    },
  ],
  topics: [
    { section: 'money', title: 'Money', articleIds: ['fees', 'refunds'] },
    { section: 'shares', title: 'Shares', articleIds: ['tokens'] },
  ],
  articles: [FEES, REFUNDS, TOKENS],
}
const READ_FEES = { articleId: 'fees', version: 1, readAt: '2026-11-21T07:00:00.000Z' }
const LESSON = {
  ...FEES,
  ...{ language: 'en', section: { id: 'money', title: 'Money' }, paragraphs: ['One.', 'Two.'], related: [TOKENS] },
}
const QUIZ = {
  ...{ language: 'en', pathId: 'money', title: 'Your money', version: 1 },
  questions: [
    {
      ...{ questionId: 'unpaid', text: 'What does it cost?' },
      options: [
        { optionId: 'a', text: 'Nothing' },
        { optionId: 'b', text: 'The fee' },
      ],
    },
  ],
}
const resultOf = (optionId: string, more: object = {}) => ({
  ...{ language: 'en', correct: optionId === 'a' ? 1 : 0, questions: 1, completedAt: '2026-11-21T08:00:00.000Z' },
  results: [
    {
      ...{ questionId: 'unpaid', optionId, right: 'a' },
      why: [
        { optionId: 'a', text: 'It is free.' },
        { optionId: 'b', text: 'There is no fee.' },
      ],
    },
  ],
  ...more,
})
const NO_PROGRESS = { read: [], quizzes: [] }

const open = (at: string, answers: Answers = {}) => {
  const api = fakeApi({
    'GET /learning': () => [200, LEARNING],
    'GET /learning/progress': () => [200, NO_PROGRESS],
    'GET /learning/articles/fees': () => [200, { lesson: LESSON }],
    'GET /learning/quizzes/money': () => [200, QUIZ],
    ...answers,
  })
  const routes = [
    { path: '/knowledge-avenue', Component: LearningPage },
    { path: '/knowledge-avenue/glossary', Component: GlossaryPage },
    { path: '/knowledge-avenue/quiz/:pathId', Component: QuizPage },
    { path: '/knowledge-avenue/:articleId', Component: LessonPage },
  ]
  return renderRoutes({ at, api, routes })
}
const hrefOf = (name: RegExp | string) => screen.getByRole('link', { name }).getAttribute('href')

beforeEach(() => {
  localStorage.clear()
  storeTokens()
})

describe('the learning hub', () => {
  it('shows what is read of each path and where to continue', async () => {
    const quizzes = [
      { pathId: 'chain', version: 2, correct: 1, questions: 1, attempts: 1, completedAt: '2026-11-21T07:00:00.000Z' },
      { pathId: 'money', version: 0, correct: 2, questions: 2, attempts: 1, completedAt: '2026-11-21T07:00:00.000Z' },
    ]
    open('/knowledge-avenue', { 'GET /learning/progress': () => [200, { read: [READ_FEES], quizzes }] })
    const money = await screen.findByRole('region', { name: 'Your money' })
    const bar = await within(money).findByRole('progressbar', { name: '1 of 2 read' })
    expect([bar.getAttribute('value'), bar.getAttribute('max')]).toEqual(['1', '2'])
    expect(hrefOf(/^Continue.*Your money$/)).toBe('/knowledge-avenue/refunds')
    expect(hrefOf(/^Start.*The tokens$/)).toBe('/knowledge-avenue/tokens')
    expect(within(money).getByRole('link', { name: /^Fees.*read$/ })).toBeTruthy()
    // A result of an earlier version of the quiz doesn't count.
    expect(within(money).queryByText(/Best quiz result/)).toBeNull()
    expect(screen.getByText('Best quiz result: 1 of 1 right')).toBeTruthy()
    expect(hrefOf('Glossary')).toBe('/knowledge-avenue/glossary')
  })

  it('leads to the quiz once a path is read', async () => {
    const read = [READ_FEES, { ...READ_FEES, articleId: 'refunds' }]
    open('/knowledge-avenue', { 'GET /learning/progress': () => [200, { ...NO_PROGRESS, read }] })
    await screen.findByText('2 of 2 read')
    expect(hrefOf(/^Take the quiz.*Your money$/)).toBe('/knowledge-avenue/quiz/money')
  })

  it('is usable without the progress', async () => {
    open('/knowledge-avenue', { 'GET /learning/progress': () => [503, { code: 'UNAVAILABLE', detail: 'No' }] })
    await screen.findByRole('region', { name: 'Your money' })
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  it('searches on submit, shows the passages, and returns to the paths', async () => {
    const results = [{ ...REFUNDS, passage: 'A refund goes to the card.' }]
    const { calls, router } = open('/knowledge-avenue', {
      'GET /learning/search': () => [200, { language: 'en', results, count: 1 }],
    })
    const field = await screen.findByRole('searchbox', { name: 'Search the articles' })
    fireEvent.change(field, { target: { value: ' refund ' } })
    fireEvent.submit(screen.getByRole('search'))
    await screen.findByText('A refund goes to the card.')
    expect(screen.getByRole('status').textContent).toBe('1 article found')
    expect(router.state.location.search).toBe('?q=refund')
    expect(calls.filter(({ call }) => call === 'GET /learning/search')).toHaveLength(1)
    fireEvent.click(screen.getByRole('button', { name: 'Clear search' }))
    await screen.findByRole('region', { name: 'Your money' })
  })

  it('says that nothing was found, and that there were too many searches', async () => {
    const empty = { language: 'en', results: [], count: 0 }
    const first = open('/knowledge-avenue?q=zebra', { 'GET /learning/search': () => [200, empty] })
    await screen.findByText('No article matches your search')
    first.unmount()
    const limited = { code: 'RATE_LIMITED', detail: 'No' }
    open('/knowledge-avenue?q=zebra', { 'GET /learning/search': () => [429, limited] })
    await screen.findByText('You’ve searched many times. Try again in a minute.')
  })

  it('shows an error, and loads again on request', async () => {
    let isDown = true
    open('/knowledge-avenue', {
      'GET /learning': () => (isDown ? [503, { code: 'UNAVAILABLE', detail: 'No' }] : [200, LEARNING]),
    })
    await screen.findByText('We couldn’t load this page')
    isDown = false
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    await screen.findByRole('region', { name: 'Your money' })
  })

  it('offers the assistant and a person', async () => {
    open('/knowledge-avenue')
    let opened = 0
    const remove = onAskMae(() => (opened += 1))
    fireEvent.click(await screen.findByRole('button', { name: 'Ask Mae' }))
    remove()
    fireEvent.click(screen.getByRole('button', { name: 'Ask Mae' }))
    expect(opened).toBe(1)
    for (const link of screen.getAllByRole('link', { name: 'Contact a person' }))
      expect(link.getAttribute('href')).toBe('/contact')
  })
})

describe('an article', () => {
  it('shows its text, topic, reading time and review, and is marked as read', async () => {
    let read: object[] = []
    const { calls } = open('/knowledge-avenue/fees', {
      'GET /learning/progress': () => [200, { ...NO_PROGRESS, read }],
      'PUT /learning/progress/fees': () => {
        read = [READ_FEES]
        return [200, READ_FEES]
      },
    })
    await screen.findByText('Two.')
    expect(document.body.textContent).toContain('Money · 1 minute · Reviewed 23 November 2026')
    expect(await screen.findByText('0 of 2 read')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Mark as read' }))
    const state = (await screen.findByText('Read on 21 November 2026')).closest('p')
    await waitFor(() => expect(document.activeElement).toBe(state))
    expect(calls.find(({ call }) => call.startsWith('PUT'))!.body).toEqual({ version: 1 })
    expect(screen.queryByRole('button', { name: 'Mark as read' })).toBeNull()
    expect(await screen.findByText('1 of 2 read')).toBeTruthy()
    expect(hrefOf('Next: Refunds')).toBe('/knowledge-avenue/refunds')
    expect(hrefOf('Tokens')).toBe('/knowledge-avenue/tokens')
  })

  it('says that it was updated since it was read, and can be marked again', async () => {
    open('/knowledge-avenue/fees', {
      'GET /learning/articles/fees': () => [200, { lesson: { ...LESSON, version: 2 } }],
      'GET /learning/progress': () => [200, { ...NO_PROGRESS, read: [READ_FEES] }],
    })
    await screen.findByText('Updated since you read it')
    expect(screen.getByRole('button', { name: 'Mark as read' })).toBeTruthy()
  })

  it('leads to the quiz after the last article of its path', async () => {
    const lesson = { ...LESSON, ...REFUNDS }
    open('/knowledge-avenue/refunds', { 'GET /learning/articles/refunds': () => [200, { lesson }] })
    await waitFor(() => expect(hrefOf('Take the quiz')).toBe('/knowledge-avenue/quiz/money'))
  })

  it('says that it does not exist', async () => {
    open('/knowledge-avenue/missing')
    await screen.findByRole('heading', { level: 1, name: 'This page does not exist' })
    expect(hrefOf('Back to Knowledge Avenue')).toBe('/knowledge-avenue')
  })
})

describe('the glossary', () => {
  const term = (termId: string, name: string, definition: string) => ({
    ...{ termId, term: name, definition },
    article: { articleId: 'fees', title: 'Fees' },
  })
  const terms = [term('share', 'Share', 'One unit.'), term('refund', 'Refund', 'Money returned.')]

  it('finds terms by their words', async () => {
    open('/knowledge-avenue/glossary', { 'GET /learning/glossary': () => [200, { language: 'en', terms }] })
    await screen.findByText('2 terms')
    fireEvent.change(screen.getByRole('searchbox', { name: 'Find a term' }), { target: { value: 'RETURNED mon' } })
    await screen.findByText('1 term')
    expect(screen.getByRole('term').textContent).toBe('Refund')
    fireEvent.change(screen.getByRole('searchbox', { name: 'Find a term' }), { target: { value: 'zebra' } })
    fireEvent.click(await screen.findByRole('button', { name: 'Show all terms' }))
    await screen.findByText('2 terms')
  })
})

describe('a quiz', () => {
  const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Check my answers' }))

  it('asks for every answer, explains each option, and can be repeated', async () => {
    const { calls } = open('/knowledge-avenue/quiz/money', {
      'POST /learning/quizzes/money/attempts': () => [200, resultOf('b')],
    })
    await screen.findByRole('group', { name: /What does it cost/ })
    submit()
    await screen.findByText('Choose an answer.')
    fireEvent.click(screen.getByRole('radio', { name: 'The fee' }))
    submit()
    await screen.findByText('0 of 1 answers are right')
    expect(document.activeElement!.textContent).toContain('Read the explanations below')
    expect(document.body.textContent).toContain('Right. It is free.')
    expect(document.body.textContent).toContain('Not right. There is no fee.')
    fireEvent.click(screen.getByRole('button', { name: 'Repeat the quiz' }))
    fireEvent.click(screen.getByRole('radio', { name: 'Nothing' }))
    submit()
    await waitFor(() => expect(calls.filter(({ call }) => call.startsWith('POST'))).toHaveLength(2))
    const ids = calls
      .filter(({ call }) => call.startsWith('POST'))
      .map(({ body }) => (body as { attemptId: string }).attemptId)
    expect(new Set(ids).size).toBe(2)
  })

  it('sends a failed attempt again under its id', async () => {
    let isDown = true
    const { calls } = open('/knowledge-avenue/quiz/money', {
      'POST /learning/quizzes/money/attempts': () =>
        isDown ? [503, { code: 'UNAVAILABLE', detail: 'No' }] : [200, resultOf('a', { completedAt: null })],
    })
    fireEvent.click(await screen.findByRole('radio', { name: 'Nothing' }))
    submit()
    await screen.findByText('Your answers couldn’t be checked. Please try again.')
    isDown = false
    submit()
    await screen.findByText(/This result isn’t saved/)
    const bodies = calls.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body)
    expect(bodies[1]).toEqual(bodies[0])
  })

  it('reads the questions again when they have changed', async () => {
    let version = 1
    open('/knowledge-avenue/quiz/money', {
      'GET /learning/quizzes/money': () => [200, { ...QUIZ, version }],
      'POST /learning/quizzes/money/attempts': () => {
        version = 2
        return [409, { code: 'CHAT_QUIZ_OUTDATED', detail: 'No', version }]
      },
    })
    fireEvent.click(await screen.findByRole('radio', { name: 'Nothing' }))
    submit()
    await screen.findByText('The questions were updated. Please answer them again.')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Nothing' }).checked).toBe(false)
  })
})
