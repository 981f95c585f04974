import {
  ApplyImport,
  Ask,
  CheckImport,
  DecideArticle,
  GetArticle,
  GetArticleVersion,
  IMPORT_MOST_BYTES,
  ListArticles,
  ProposeArticle,
  Rate,
  SaveArticle,
  SearchKnowledge,
  WithdrawArticle,
  type ArticleDraft,
  type ImportFile,
  type Rating,
} from '@hissa/contracts/chat'
import { newId } from '@hissa/kernel'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { newConversation, startChat, type Chat } from './harness.js'

const REASON = 'Agrees with the disclosure'
let chat: Chat
beforeAll(async () => {
  chat = await startChat()
})
afterAll(() => chat?.stop())

const staff = () => chat.as(['content'])
const text = (word: string) => ({ title: `About ${word}`, body: `The ${word}.`, questions: [`What is a ${word}?`] })
const draftOf = (word: string, texts: Partial<ArticleDraft['texts']> = {}): ArticleDraft => ({
  ...{ section: 'help', reviewedAt: '2026-11-20' },
  texts: { en: text(word), ar: text(word), ...texts },
})
const save = (articleId: string, content: ArticleDraft, version = 0) =>
  staff().call(SaveArticle, { articleId, version, content })
const listed = async (articleId: string) =>
  (await staff().call(ListArticles)).articles.find((article) => article.articleId === articleId)!

describe('a draft', () => {
  it('can lack a language, and then it can’t be published', async () => {
    await save('walrus', draftOf('walrus', { ar: null }))
    expect((await listed('walrus')).title).toEqual({ en: 'About walrus', ar: null })
    const proposal = { articleId: 'walrus', action: 'publish' as const, reason: REASON }
    await expect(staff().call(ProposeArticle, proposal)).rejects.toMatchObject({
      ...{ code: 'VALIDATION_FAILED', status: 422 },
    })
    await expect(save('whale', draftOf('whale', { en: null, ar: null }))).rejects.toMatchObject({ status: 400 })
  })
})

describe('a proposal', () => {
  it('is withdrawn by its maker only, and stays in the history', async () => {
    const [maker, other] = [staff(), staff()]
    await save('seal', draftOf('seal'))
    const { article } = await maker.call(ProposeArticle, { articleId: 'seal', action: 'publish', reason: REASON })
    const approvalId = article.approvalId!
    await expect(other.call(WithdrawArticle, { approvalId })).rejects.toMatchObject({ code: 'APPROVAL_NOT_MAKER' })
    expect((await maker.call(WithdrawArticle, { approvalId })).article).toMatchObject({
      ...{ state: 'draft', approvalId: null, version: 3 },
    })
    await expect(maker.call(WithdrawArticle, { approvalId })).rejects.toMatchObject({ code: 'APPROVAL_NOT_PENDING' })
    await expect(maker.call(WithdrawArticle, { approvalId: newId() })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await maker.call(GetArticle, { articleId: 'seal' })).history).toMatchObject([
      { outcome: 'withdrawn', maker: maker.userId, reason: REASON, contentVersion: null, checker: null },
    ])
  })

  it('leads to a version that is kept after the article was retired', async () => {
    const [maker, checker] = [staff(), staff()]
    await save('otter', draftOf('otter'))
    for (const action of ['publish', 'retire'] as const) {
      const { article } = await maker.call(ProposeArticle, { articleId: 'otter', action, reason: REASON })
      const decision = { approvalId: article.approvalId!, verdict: 'approve' as const, reason: 'Read it' }
      await checker.call(DecideArticle, decision)
    }
    const { history } = await maker.call(GetArticle, { articleId: 'otter' })
    expect(history).toMatchObject([
      { action: 'retire', outcome: 'approved', contentVersion: 2, checker: checker.userId, checkerReason: 'Read it' },
      { action: 'publish', outcome: 'approved', contentVersion: 1, maker: maker.userId },
    ])
    const version = (contentVersion: number) => maker.call(GetArticleVersion, { articleId: 'otter', contentVersion })
    expect(await version(1)).toMatchObject({ contentVersion: 1, content: draftOf('otter') })
    expect(await version(2)).toMatchObject({ content: null })
    await expect(version(3)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await listed('otter')).toMatchObject({ state: 'retired', title: { en: 'About otter' }, isOverdue: false })
  })

  it('is not needed for a version of a file', async () => {
    expect((await staff().call(GetArticle, { articleId: 'fees' })).history).toMatchObject([
      { outcome: 'imported', contentVersion: 1, maker: null },
    ])
  })
})

describe('a review', () => {
  it('is overdue after half a year', async () => {
    await save('narwhal', { ...draftOf('narwhal'), reviewedAt: '2026-01-01' })
    expect(await listed('narwhal')).toMatchObject({ reviewDueAt: '2026-06-30', isOverdue: true })
    expect(await listed('seal')).toMatchObject({ reviewDueAt: '2027-05-19', isOverdue: false })
  })
})

describe('ratings', () => {
  it('are counted once for each article that the answer cites', async () => {
    const [conversationId, messageId] = [newConversation(), newId()]
    const question = { conversationId, messageId, text: 'How long is the cooling-off period?', language: 'en' as const }
    const { reply } = await chat.rpc.call(Ask, question)
    const articleIds = new Set(reply.citations.map(({ articleId }) => articleId))
    expect(articleIds).toContain('cooling-off')
    const rate = (rating: Rating) => chat.rpc.call(Rate, { conversationId, messageId, rating })
    await Promise.all([rate('up'), rate('up')])
    expect((await listed('cooling-off')).ratings).toEqual({ up: 1, down: 0 })
    await rate('down')
    expect((await listed('cooling-off')).ratings).toEqual({ up: 0, down: 1 })
    const rows = await chat.mongo.collection<{ _id: string }>('article_ratings').find().toArray()
    expect(rows.map(({ _id }) => _id).sort()).toEqual([...articleIds].sort())
  })
})

describe('a test of a question', () => {
  const search = (question: string) => staff().call(SearchKnowledge, { text: question })

  it('shows what the assistant says, or why no article answers', async () => {
    const found = await search('How long is the cooling-off period?')
    expect(found).toMatchObject({ decision: 'answer', reason: null, language: 'en' })
    expect(found.answer!.citations[0]).toMatchObject({ articleId: 'cooling-off' })
    expect(found.answer!.text).toContain('48 hours')
    expect(await search('Should I buy?')).toMatchObject({ decision: 'declined', reason: 'advice' })
    expect(await search('Xylophone')).toMatchObject({ decision: 'unknown', reason: 'no_passage', hits: [] })
    const weak = await search('Who won the football match on fees street yesterday?')
    expect(weak).toMatchObject({ decision: 'unknown', reason: 'weak_passages' })
    expect(weak.hits.length).toBeGreaterThan(0)
    expect(await search('How much have I invested?')).toMatchObject({ decision: 'account', answer: null })
    expect(await search('ما هي فترة التراجع؟')).toMatchObject({ decision: 'answer', language: 'ar' })
  })
})

describe('an import', () => {
  const file = (articleId: string, language: string, title: string): ImportFile => ({
    name: `${language}/${articleId}.md`,
    text: `---\ntitle: ${title}\nsection: help\nreviewedAt: 2026-11-20\nquestions:\n  - What is it?\n---\n\nA text.\n`,
  })
  const check = (files: ImportFile[]) => staff().call(CheckImport, { files })
  const apply = async (files: ImportFile[]) => {
    const { changes } = await check(files)
    return staff().call(ApplyImport, {
      files,
      versions: changes.map(({ articleId, version }) => ({ articleId, version })),
    })
  }

  it('is checked without an effect, and then saves drafts only', async () => {
    const files = [file('puffin', 'en', 'Puffin'), file('puffin', 'ar', 'بفن')]
    const { changes, faults } = await check(files)
    expect([changes.length, faults]).toEqual([1, []])
    await expect(staff().call(GetArticle, { articleId: 'puffin' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await apply(files)).toEqual({ saved: ['puffin'] })
    expect((await staff().call(GetArticle, { articleId: 'puffin' })).article).toMatchObject({
      ...{ state: 'draft', version: 1, published: null, draft: { texts: { ar: { title: 'بفن' } } } },
    })
    expect(await apply(files)).toEqual({ saved: [] })
    const audits = await chat.mongo.collection('audit').find({ action: 'articles.imported' }).toArray()
    expect(audits[0]).toMatchObject({ detail: { articleIds: ['puffin'] } })
  })

  it('saves nothing if a file has a fault or an article has changed since the check', async () => {
    const good = file('gannet', 'en', 'Gannet')
    await expect(apply([good, { name: 'x.csv', text: 'a,b\n' }])).rejects.toMatchObject({
      ...{ code: 'VALIDATION_FAILED', status: 422 },
    })
    await save('heron', draftOf('heron'))
    const files = [good, file('heron', 'en', 'Heron')]
    const versions = [
      { articleId: 'gannet', version: 0 },
      { articleId: 'heron', version: 0 },
    ]
    await expect(staff().call(ApplyImport, { files, versions })).rejects.toMatchObject({ code: 'VERSION_CONFLICT' })
    await expect(staff().call(GetArticle, { articleId: 'gannet' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('ends an open proposal', async () => {
    await save('tern', draftOf('tern'))
    await staff().call(ProposeArticle, { articleId: 'tern', action: 'publish', reason: REASON })
    const files = [file('tern', 'en', 'Tern')]
    expect((await check(files)).changes).toMatchObject([{ effect: 'changed', endsProposal: true }])
    await apply(files)
    expect((await staff().call(GetArticle, { articleId: 'tern' })).history).toMatchObject([{ outcome: 'expired' }])
  })

  it('is limited in size and to content staff', async () => {
    const large = { name: 'en/large.md', text: 'م'.repeat(IMPORT_MOST_BYTES / 2 + 1) }
    await expect(check([large])).rejects.toMatchObject({ code: 'VALIDATION_FAILED', status: 400 })
    for (const contract of [CheckImport, ApplyImport])
      await expect(
        chat.as(['finance']).call(contract, { files: [file('owl', 'en', 'Owl')], versions: [] }),
      ).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})
