import {
  ArticlePublished,
  Ask,
  DecideArticle,
  GetArticle,
  ListArticles,
  ProposeArticle,
  SaveArticle,
  type ArticleContent,
} from '@hissa/contracts/chat'
import { newId } from '@hissa/kernel'
import { poll } from '@hissa/testing-helpers'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { newConversation, startChat, type Chat } from './harness.js'

const FILES = 32
const REASON = 'Agrees with the disclosure'
let chat: Chat
let articles = 0

beforeAll(async () => {
  chat = await startChat()
})
afterAll(() => chat?.stop())

const newArticle = () => `test-article-${(articles += 1)}`
const contentOf = (word: string): ArticleContent => ({
  ...{ section: 'help', reviewedAt: '2026-11-23' },
  texts: {
    en: { title: `About ${word}`, body: `The ${word} is explained here.`, questions: [`What is a ${word}?`] },
    ar: { title: `حول ${word}`, body: `هنا شرح ${word}.`, questions: [`ما هو ${word}؟`] },
  },
})
const save = (articleId: string, version: number, word: string) =>
  chat.as(['content']).call(SaveArticle, { articleId, version, content: contentOf(word) })
const propose = async (by: ReturnType<Chat['as']>, articleId: string, action: 'publish' | 'retire' = 'publish') =>
  (await by.call(ProposeArticle, { articleId, action, reason: REASON })).article
const decide = (by: ReturnType<Chat['as']>, approvalId: string, verdict: 'approve' | 'reject' = 'approve') =>
  by.call(DecideArticle, { approvalId, verdict, reason: 'Read in both languages' })
const ask = async (text: string) => {
  const input = { conversationId: newConversation(), messageId: newId(), text, language: 'en' as const }
  return (await chat.rpc.call(Ask, input)).reply
}
const events = async (articleId: string) =>
  (await chat.outbox(ArticlePublished.type))
    .map(({ event }) => event.data)
    .filter((data) => data['articleId'] === articleId)

describe('articles of files', () => {
  it('are published in both languages once, also when more replicas start', async () => {
    const before = await chat.mongo.collection('articles').find().sort({ _id: 1 }).toArray()
    expect(before).toHaveLength(FILES)
    await chat.addReplica()
    expect(await chat.mongo.collection('articles').find().sort({ _id: 1 }).toArray()).toEqual(before)
    expect(await chat.mongo.collection('article_versions').countDocuments()).toBe(FILES)
    const { articles, count } = await chat.as(['content']).call(ListArticles)
    expect([articles.length, count]).toEqual([FILES, FILES])
    for (const { title } of articles) expect(title.en).not.toBe(title.ar)
  })

  it('replace a published version that was reviewed earlier, and leave later and retired ones alone', async () => {
    const rows = chat.mongo.collection<{ _id: string; published: ArticleContent | null; version: number }>('articles')
    await rows.updateOne(
      { _id: 'fees' },
      { $set: { 'published.reviewedAt': '2026-01-01', 'published.texts.en.title': 'Old' } },
    )
    await rows.updateOne(
      { _id: 'risks' },
      { $set: { 'published.reviewedAt': '2027-01-01', 'published.texts.en.title': 'New' } },
    )
    await rows.updateOne({ _id: 'rewards' }, { $set: { published: null, state: 'retired' } })
    await chat.addReplica()
    expect(await rows.findOne({ _id: 'fees' })).toMatchObject({
      contentVersion: 2,
      published: { texts: { en: { title: 'Fees' } } },
    })
    expect(await rows.findOne({ _id: 'risks' })).toMatchObject({
      contentVersion: 1,
      published: { texts: { en: { title: 'New' } } },
    })
    expect(await rows.findOne({ _id: 'rewards' })).toMatchObject({ published: null, state: 'retired' })
    expect(await events('fees')).toHaveLength(2)
  })
})

describe('an article', () => {
  it('is used in answers once another person has approved it, on every replica, and no longer when it is retired', async () => {
    const articleId = newArticle()
    const [maker, checker] = [chat.as(['content']), chat.as(['admin'])]
    await save(articleId, 0, 'quagga')
    expect((await ask('What is a quagga?')).kind).toBe('unknown')
    const proposed = await propose(maker, articleId)
    expect(proposed).toMatchObject({ state: 'proposed', version: 2, published: null })
    await expect(propose(maker, articleId)).rejects.toMatchObject({ code: 'APPROVAL_PENDING' })
    await expect(decide(maker, proposed.approvalId!)).rejects.toMatchObject({ code: 'APPROVAL_SAME_PERSON' })
    const { article } = await decide(checker, proposed.approvalId!)
    expect(article).toMatchObject({ state: 'published', contentVersion: 1, draft: null, approvalId: null })
    expect((await maker.call(GetArticle, { articleId })).article).toEqual(article)
    // Three replicas answer in turn.
    const answers = async (kind: string) => {
      const replies = await Promise.all(Array.from({ length: 12 }, () => ask('What is a quagga?')))
      return replies.every((reply) => reply.kind === kind)
    }
    await poll('the answer', () => answers('answer'))
    await expect(decide(checker, proposed.approvalId!)).rejects.toMatchObject({ code: 'APPROVAL_NOT_PENDING' })
    const retiring = await propose(maker, articleId, 'retire')
    expect((await decide(checker, retiring.approvalId!)).article).toMatchObject({ state: 'retired', published: null })
    await poll('no answer', () => answers('unknown'))
    expect(await events(articleId)).toEqual([
      { articleId, contentVersion: 1, retired: false },
      { articleId, contentVersion: 2, retired: true },
    ])
    const audits = await chat.mongo.collection('audit').find({ subject: articleId }).sort({ _id: 1 }).toArray()
    expect(audits.map(({ action }) => action)).toEqual([
      ...['article.saved', 'article.proposed', 'article.approved', 'article.proposed', 'article.approved'],
    ])
  })

  it('keeps its draft when a proposal is rejected', async () => {
    const articleId = newArticle()
    await save(articleId, 0, 'dodo')
    const { approvalId } = await propose(chat.as(['content']), articleId)
    expect((await decide(chat.as(['content']), approvalId!, 'reject')).article).toMatchObject({
      ...{ state: 'draft', published: null, draft: contentOf('dodo'), approvalId: null },
    })
    expect(await events(articleId)).toEqual([])
  })

  it('cannot be published by a proposal of an earlier draft', async () => {
    const articleId = newArticle()
    await save(articleId, 0, 'moa')
    const { approvalId, version } = await propose(chat.as(['content']), articleId)
    await save(articleId, version, 'emu')
    await expect(decide(chat.as(['content']), approvalId!)).rejects.toMatchObject({ code: 'APPROVAL_NOT_PENDING' })
    const again = await propose(chat.as(['content']), articleId)
    // A draft that was changed in another way than by a call.
    await chat.mongo
      .collection<{ _id: string }>('articles')
      .updateOne({ _id: articleId }, { $set: { 'draft.section': 'money' } })
    await expect(decide(chat.as(['content']), again.approvalId!)).rejects.toMatchObject({
      code: 'APPROVAL_EVIDENCE_CHANGED',
    })
    expect((await chat.as(['content']).call(GetArticle, { articleId })).article).toMatchObject({
      state: 'draft',
      approvalId: null,
    })
  })

  it('is saved only on the version that was read, and never with a review in the future', async () => {
    const articleId = newArticle()
    const saves = await Promise.allSettled([1, 2, 3].map(() => save(articleId, 0, 'auk')))
    expect(saves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(save(articleId, 0, 'auk')).rejects.toMatchObject({ code: 'VERSION_CONFLICT' })
    const content = { ...contentOf('auk'), reviewedAt: '2126-01-01' }
    await expect(chat.as(['content']).call(SaveArticle, { articleId, version: 1, content })).rejects.toMatchObject({
      ...{ code: 'VALIDATION_FAILED', status: 422 },
    })
  })

  it('is not found if it does not exist', async () => {
    const staff = chat.as(['content'])
    const refused = { code: 'NOT_FOUND' }
    await expect(staff.call(GetArticle, { articleId: 'missing' })).rejects.toMatchObject(refused)
    await expect(propose(staff, 'missing')).rejects.toMatchObject(refused)
    await expect(decide(staff, newId())).rejects.toMatchObject(refused)
  })

  it.each(['investor', 'compliance', 'finance'])('cannot be read or changed in the role %s', async (role) => {
    const caller = chat.as([role])
    const refused = { code: 'FORBIDDEN' }
    await expect(caller.call(ListArticles)).rejects.toMatchObject(refused)
    await expect(propose(caller, 'fees')).rejects.toMatchObject(refused)
  })
})
