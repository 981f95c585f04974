import { beforeEach, describe, expect, it } from '@jest/globals'
import type { Article, ArticleChange, ArticleDraft, ListedArticle } from '@hissa/contracts/chat'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { fakeApi, renderRoutes, storeTokens } from '../../../test/render.js'
import KnowledgePage from './knowledge-page.js'

const valueOf = (label: string) => english().getByLabelText<HTMLInputElement>(label).value
const text = (title: string) => ({ title, body: 'First.\n\nSecond.', questions: ['What is it?'] })
const CONTENT: ArticleDraft = {
  section: 'money',
  reviewedAt: '2026-11-01',
  texts: { en: text('Fees'), ar: text('الرسوم') },
}
const listed = (articleId: string, changes: Partial<ListedArticle> = {}): ListedArticle => ({
  ...{ articleId, state: 'published', version: 1, contentVersion: 1, section: 'money', reviewedAt: '2026-11-01' },
  ...{ title: { en: `About ${articleId}`, ar: `حول ${articleId}` }, reviewDueAt: '2027-04-30', isOverdue: false },
  ...{ ratings: { up: 0, down: 0 }, ...changes },
})
const LIST = [
  listed('fees'),
  listed('risks', { isOverdue: true, reviewDueAt: '2026-06-01', ratings: { up: 1, down: 3 } }),
  listed('gifts', { state: 'draft', contentVersion: 0, title: { en: 'About gifts', ar: null } }),
]
const article = (changes: Partial<Article> = {}): Article => ({
  ...{ articleId: 'fees', state: 'draft', version: 3, contentVersion: 1, approvalId: null },
  ...{
    published: CONTENT as Article['published'],
    draft: { ...CONTENT, texts: { ...CONTENT.texts, en: text('All fees') } },
  },
  ...changes,
})
const pending = (maker: string): ArticleChange => ({
  ...{ action: 'publish', outcome: 'pending', contentVersion: null, maker, reason: 'The fee is lower' },
  ...{ requestedAt: '2026-11-20T08:00:00Z', checker: null, checkerReason: null, endedAt: null },
})
const PROPOSED = article({ state: 'proposed', approvalId: 'approval-1' })

type Answers = Parameters<typeof fakeApi>[0]
function open(query = '', answers: Answers = {}, locale?: 'en' | 'ar') {
  const api = fakeApi({
    'GET /chat/articles': () => [200, { articles: LIST, count: LIST.length }],
    'GET /chat/articles/fees': () => [200, { article: article(), history: [] }],
    'GET /chat/unanswered': () => [200, { questions: [], count: 0 }],
    ...answers,
  })
  const routes = [{ path: '/mae-knowledgebase-admin', element: <KnowledgePage /> }]
  return renderRoutes({ api, routes, at: `/mae-knowledgebase-admin${query}`, ...(locale && { locale }) })
}
const press = (name: string) => fireEvent.click(screen.getAllByRole('button', { name, hidden: true }).at(-1)!)
const write = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const english = () => within(screen.getByRole('group', { name: 'English' }))
const titles = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getByRole('link').textContent)

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  storeTokens({ 'cognito:groups': ['content'] })
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
})

describe('the articles', () => {
  it('are restricted to content staff', async () => {
    storeTokens({ 'cognito:groups': ['finance'] })
    const { calls } = open()
    expect(await screen.findByRole('heading', { name: 'This page is for content staff' })).toBeTruthy()
    expect(calls).toEqual([])
  })

  it('are listed with overdue reviews first', async () => {
    open()
    await screen.findByText('3 articles')
    expect(titles()).toEqual(['About risks', 'About fees', 'About gifts'])
    expect(within(screen.getByRole('row', { name: /risks/ })).getByText('Overdue')).toBeTruthy()
  })

  it.each([
    ['?q=FEES', ['About fees']],
    ['?q=حول risks', ['About risks']],
    ['?state=draft', ['About gifts']],
    ['?missing=ar', ['About gifts']],
    ['?review=overdue', ['About risks']],
  ])('are filtered by %s', async (query, shown) => {
    open(query)
    await screen.findByText('1 article')
    expect(titles()).toEqual(shown)
  })

  it('report that none matches, and a failed load', async () => {
    const none = open('?q=zebra')
    expect(await screen.findByRole('heading', { name: 'No articles match' })).toBeTruthy()
    press('Clear search and filters')
    expect(await screen.findByText('3 articles')).toBeTruthy()
    none.unmount()
    open('', { 'GET /chat/articles': () => [500, { code: 'INTERNAL', detail: 'x' }] })
    expect(await screen.findByRole('button', { name: 'Try Again' })).toBeTruthy()
  })
})

describe('an article', () => {
  it('shows what the draft changes', async () => {
    open('?article=fees')
    expect(await screen.findByText('Changed: Title')).toBeTruthy()
    expect(screen.getAllByText('All fees')).toHaveLength(2)
  })

  it('is proposed only with a reason', async () => {
    const { calls } = open('?article=fees', {
      'POST /chat/articles/fees/proposal': () => [409, { code: 'APPROVAL_PENDING', detail: 'x' }],
    })
    await screen.findByText('Changed: Title')
    press('Propose publication')
    press('Propose publication')
    expect(screen.getByText('Enter a reason of at least three characters')).toBeTruthy()
    write('Reason', 'The fee is lower')
    press('Propose publication')
    expect(await screen.findByText(/A colleague has already made a proposal/)).toBeTruthy()
    expect(calls.find(({ call }) => call.startsWith('POST'))!.body).toEqual({
      ...{ action: 'publish', reason: 'The fee is lower' },
    })
  })

  it('is decided by a colleague', async () => {
    const { calls } = open('?article=fees', {
      'GET /chat/articles/fees': () => [200, { article: PROPOSED, history: [pending('colleague')] }],
      'POST /chat/proposals/approval-1/decision': () => [200, { article: article() }],
    })
    expect(await screen.findByText('The fee is lower')).toBeTruthy()
    press('Approve')
    write('Reason', 'Read in both languages')
    press('Approve')
    await waitFor(() => expect(calls.some(({ call }) => call.endsWith('/decision'))).toBe(true))
    expect(calls.find(({ call }) => call.endsWith('/decision'))!.body).toEqual({
      ...{ verdict: 'approve', reason: 'Read in both languages' },
    })
  })

  it('can only be withdrawn by its maker', async () => {
    open('?article=fees', {
      'GET /chat/articles/fees': () => [200, { article: PROPOSED, history: [pending('user-1')] }],
    })
    expect(await screen.findByRole('button', { name: 'Withdraw proposal' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  })

  it('shows its history and a version of it', async () => {
    const past: ArticleChange = {
      ...pending('user-2'),
      outcome: 'approved',
      contentVersion: 1,
      checker: 'user-1',
      checkerReason: 'Read it',
    }
    open('?article=fees&show=history&version=1', {
      'GET /chat/articles/fees': () => [200, { article: article(), history: [past] }],
      'GET /chat/articles/fees/versions/1': () => [
        200,
        { contentVersion: 1, publishedAt: '2026-11-20T09:00:00Z', content: CONTENT },
      ],
    })
    expect(await screen.findByText('Read it')).toBeTruthy()
    expect(await screen.findByRole('heading', { name: 'الرسوم' })).toBeTruthy()
  })
})

describe('the editor', () => {
  const SAVE = 'PUT /chat/articles/fees'

  it('saves the draft on the version that was read', async () => {
    const { calls, router } = open('?edit=fees', { [SAVE]: () => [200, { article: article() }] })
    await screen.findByRole('group', { name: 'English' })
    fireEvent.change(english().getByLabelText('Text'), { target: { value: 'One\nline.\n\n\nTwo.' } })
    press('Save draft')
    await waitFor(() => expect(router.state.location.search).toBe('?article=fees'))
    expect(calls.find(({ call }) => call === SAVE)!.body).toMatchObject({
      ...{ version: 3, content: { section: 'money', texts: { en: { title: 'All fees', body: 'One line.\n\nTwo.' } } } },
    })
  })

  it('keeps the text when a colleague was faster, and replaces their draft only when told to', async () => {
    let version = 3
    const { calls } = open('?edit=fees', {
      'GET /chat/articles/fees': () => [200, { article: article({ version }), history: [] }],
      [SAVE]: (body) =>
        (body as { version: number }).version === version && version > 3
          ? [200, { article: article() }]
          : ((version = 4), [409, { code: 'VERSION_CONFLICT', detail: 'x' }]),
    })
    await screen.findByRole('group', { name: 'English' })
    fireEvent.change(english().getByLabelText('Title'), { target: { value: 'My fees' } })
    press('Save draft')
    expect(await screen.findByText('A colleague has saved this article')).toBeTruthy()
    fireEvent.click(await screen.findByRole('button', { name: 'Keep my text' }))
    expect(valueOf('Title')).toBe('My fees')
    press('Save draft')
    await waitFor(() => expect(calls.filter(({ call }) => call === SAVE)).toHaveLength(2))
    expect(calls.findLast(({ call }) => call === SAVE)!.body).toMatchObject({
      ...{ version: 4, content: { texts: { en: { title: 'My fees' } } } },
    })
  })

  it('explains what is missing, and begins with a question without an answer', async () => {
    const { calls } = open('?edit=new&question=can%20i%20pay%20later&language=en')
    await screen.findByRole('group', { name: 'English' })
    expect(valueOf('Questions')).toBe('can i pay later')
    press('Save draft')
    for (const fault of ['English: Enter a title', 'English: Enter the text', 'Choose a section'])
      expect(screen.getByRole('link', { name: fault })).toBeTruthy()
    expect(calls.some(({ call }) => call.startsWith('PUT'))).toBe(false)
  })

  it('previews what is typed', async () => {
    open('?edit=fees')
    await screen.findByRole('group', { name: 'English' })
    press('Preview')
    expect(screen.getByRole('heading', { name: 'All fees' })).toBeTruthy()
    expect(screen.getAllByText('Second.')).toHaveLength(2)
  })
})

describe('a test of a question', () => {
  it('shows the answer and the passages with their scores', async () => {
    const hit = { articleId: 'fees', title: 'Fees', passage: 'The fee is 1.5%.', score: 0.816, used: true }
    const found = { decision: 'answer', tool: null, reason: null, language: 'en', hits: [hit] }
    open('?tab=test&q=fees', {
      'POST /chat/search': () => [200, { ...found, answer: { text: 'It is 1.5%.', citations: [] } }],
    })
    expect(await screen.findByText('It is 1.5%.')).toBeTruthy()
    expect(screen.getByRole('row', { name: /Fees/ }).textContent).toContain('0.82')
  })

  it('explains why nothing answers, and offers to write about it', async () => {
    const found = { decision: 'unknown', tool: null, reason: 'no_passage', language: 'ar', hits: [] }
    open('?tab=test&q=سؤال', {
      'POST /chat/search': () => [200, { ...found, answer: { text: 'لا أعرف.', citations: [] } }],
    })
    expect(await screen.findByText('No published article has a passage about this.')).toBeTruthy()
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Write an article' })
    expect(new URL(link.href).searchParams.get('language')).toBe('ar')
  })
})

describe('the gaps', () => {
  it('group questions by frequency, and list missing texts and bad ratings', async () => {
    const question = (words: string, count: number) => ({
      ...{ text: words, language: 'en', count, firstAt: '2026-11-01T08:00:00Z', lastAt: '2026-11-20T08:00:00Z' },
    })
    open('?tab=gaps', {
      'GET /chat/unanswered': () => [200, { questions: [question('pay later', 12), question('gifts', 1)], count: 2 }],
    })
    expect(await screen.findByRole('heading', { name: 'Asked 10 times or more' })).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Asked 3 to 9 times' })).toBeNull()
    expect(screen.getByRole('row', { name: /About gifts/ }).textContent).toContain('Arabic')
    expect(screen.getByRole('row', { name: /About risks/ }).textContent).toContain('3')
  })
})

describe('an import', () => {
  const choose = (...files: File[]) => fireEvent.change(screen.getByLabelText('Choose files'), { target: { files } })
  const fileOf = (name: string, words = 'text') => Object.assign(new File([words], name), { text: async () => words })
  const change = {
    ...{ articleId: 'gifts', effect: 'new', version: 0, languages: ['en'], parts: ['title'] },
    ...{ newQuestions: 1, endsProposal: false },
  }

  it('saves drafts after a check', async () => {
    const { calls } = open('?tab=import', {
      'POST /chat/imports/check': () => [200, { changes: [change], faults: [] }],
      'POST /chat/imports': () => [200, { saved: ['gifts'] }],
    })
    choose(fileOf('gifts.en.md'))
    fireEvent.click(await screen.findByRole('button', { name: 'Save 1 draft' }))
    await waitFor(() => expect(screen.getAllByText('1 draft saved').length).toBeGreaterThan(0))
    expect(calls.find(({ call }) => call === 'POST /chat/imports')!.body).toEqual({
      ...{ files: [{ name: 'gifts.en.md', text: 'text' }], versions: [{ articleId: 'gifts', version: 0 }] },
    })
  })

  it('lists faults by file and line, and then saves nothing', async () => {
    const fault = { file: 'gifts.en.md', line: 3, code: 'field_invalid', field: 'section' }
    open('?tab=import', { 'POST /chat/imports/check': () => [200, { changes: [], faults: [fault] }] })
    choose(fileOf('gifts.en.md'))
    expect(await screen.findByText('Invalid value: section')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull()
  })

  it.each([
    ['other files', [fileOf('a.pdf')], 'Choose Markdown (.md) or CSV (.csv) files'],
    ['large files', [fileOf('a.md', 'x'.repeat(80_001))], /larger than 80 kB/],
  ])('refuses %s', async (_what, files, message) => {
    const { calls } = open('?tab=import')
    choose(...files)
    expect(await screen.findByText(message)).toBeTruthy()
    expect(calls.some(({ call }) => call.startsWith('POST'))).toBe(false)
  })
})

it('shows the console in Arabic', async () => {
  open('', {}, 'ar')
  expect(await screen.findByText('3 مقالات')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'حول fees' })).toBeTruthy()
})
