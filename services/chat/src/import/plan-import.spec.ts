import { describe, expect, it } from '@jest/globals'
import type { Article } from '../knowledge/article.js'
import { planImport } from './plan-import.js'

const TODAY = '2026-11-23'
const text = (word: string) => ({ title: `About ${word}`, body: `The ${word}.`, questions: [`What is a ${word}?`] })
const FEES: Article = {
  ...{ articleId: 'fees', state: 'published', version: 4, contentVersion: 1, draft: null, approvalId: null },
  published: { section: 'money', reviewedAt: '2026-11-01', texts: { en: text('fee'), ar: text('رسم') } },
}
const GIFTS = [
  ...['---', 'title: Gifts', 'section: help', 'reviewedAt: 2026-11-20', 'questions:', '  - Can I give shares away?'],
  ...['---', '', 'Shares can’t be', 'given away.', '', 'Not yet.', ''],
]
const file = (name: string, lines: readonly string[]) => ({ name, text: lines.join('\n') })
const plan = (...files: { name: string; text: string }[]) => planImport(files, new Map([['fees', FEES]]), TODAY)
const faultsOf = (...files: { name: string; text: string }[]) =>
  plan(...files).faults.map(({ line, code, field }) => [line, code, field].filter((part) => part !== null).join(' '))
const change = (lines: readonly string[], from: string, to: string) =>
  lines.map((line) => (line.startsWith(from) ? to : line))

describe('an import of articles', () => {
  it.each(['en/gifts.md', 'articles/en/gifts.md', 'gifts.en.md'])('drafts a new article of %s', (name) => {
    const { changes, faults } = plan(file(name, GIFTS))
    expect(faults).toEqual([])
    expect(changes).toEqual([
      {
        ...{ articleId: 'gifts', effect: 'new', version: 0, languages: ['en'], newQuestions: 1, endsProposal: false },
        parts: ['section', 'reviewedAt', 'title', 'body', 'questions'],
        draft: {
          ...{ section: 'help', reviewedAt: '2026-11-20' },
          texts: {
            en: {
              title: 'Gifts',
              body: 'Shares can’t be given away.\n\nNot yet.',
              questions: ['Can I give shares away?'],
            },
            ar: null,
          },
        },
      },
    ])
  })

  it('changes one language of a published article and keeps the other', () => {
    const [found] = plan(file('ar/fees.md', GIFTS)).changes
    expect(found).toMatchObject({ effect: 'changed', version: 4, languages: ['ar'], newQuestions: 1 })
    expect(found!.draft.texts.en).toEqual(FEES.published!.texts.en)
  })

  it('reports an article without a change', () => {
    const same = [...['---', 'title: About fee', 'questions:', '  - What is a fee?', '---', 'The fee.']]
    expect(plan(file('fees.en.md', same)).changes).toMatchObject([{ effect: 'unchanged', parts: [], languages: [] }])
  })

  it('reads Windows line ends, a byte order mark and quoted values', () => {
    const text = `\ufeff${change(GIFTS, 'title', 'title: "Gifts: now"').join('\r\n')}`
    expect(plan({ name: 'gifts.en.md', text }).changes[0]!.draft.texts.en?.title).toBe('Gifts: now')
  })

  it.each([
    ['a name without a language', file('gifts.md', GIFTS), '0 file_name'],
    ['a name that is no id', file('en/Gifts 2.md', GIFTS), '0 file_name'],
    ['no front matter', file('en/gifts.md', ['Gifts']), '1 front_matter'],
    ['front matter without an end', file('en/gifts.md', ['---', 'title: Gifts']), '1 front_matter'],
    ['a line that is no field', file('en/gifts.md', change(GIFTS, 'title', 'Gifts')), '1 field_missing title'],
    ['an unknown field', file('en/gifts.md', change(GIFTS, 'section', 'sectoin: help')), '3 field_unknown sectoin'],
    ['a repeated field', file('en/gifts.md', change(GIFTS, 'section', 'title: G')), '3 field_repeated title'],
    ['an unknown section', file('en/gifts.md', change(GIFTS, 'section', 'section: x')), '3 field_invalid section'],
    [
      'a wrong date',
      file('en/gifts.md', change(GIFTS, 'reviewedAt', 'reviewedAt: 2026-13-01')),
      '4 field_invalid reviewedAt',
    ],
    ['a review in the future', file('en/gifts.md', change(GIFTS, 'reviewedAt', 'reviewedAt: 2026-11-24')), '4 future'],
    ['no question', file('en/gifts.md', change(GIFTS, '  -', '')), '1 field_missing questions'],
    [
      'a long question',
      file('en/gifts.md', change(GIFTS, '  -', `  - ${'x'.repeat(201)}`)),
      '6 field_too_long questions',
    ],
    ['no text', file('en/gifts.md', GIFTS.slice(0, 7)), '8 field_missing body'],
    ['a new article without a section', file('en/gifts.md', change(GIFTS, 'section', '')), '1 field_missing section'],
  ])('reports %s by its line', (_what, given, fault) => {
    expect(faultsOf(given)).toContain(fault)
    expect(plan(given).changes).toEqual([])
  })

  it('reports a text that occurs twice', () => {
    expect(plan(file('en/gifts.md', GIFTS), file('gifts.en.md', GIFTS)).faults).toEqual([
      { file: 'gifts.en.md', line: 0, code: 'text_repeated', field: null },
    ])
  })
})

describe('an import of questions', () => {
  const csv = (...rows: string[]) => file('questions.csv', ['article,language,question', ...rows])

  it('adds new questions to the draft of a known article and of one in the same import', () => {
    const { changes, faults } = plan(
      csv('fees,en,"Is there a fee, and when?"', 'fees,en,WHAT IS A FEE?', 'gifts,en,Are gifts allowed?'),
      file('en/gifts.md', GIFTS),
    )
    expect(faults).toEqual([])
    expect(changes.map(({ articleId, effect, newQuestions }) => [articleId, effect, newQuestions])).toEqual([
      ['fees', 'changed', 1],
      ['gifts', 'new', 2],
    ])
    expect(changes[0]!.draft.texts.en?.questions).toEqual(['What is a fee?', 'Is there a fee, and when?'])
  })

  it.each([
    ['an unknown article', 'moon,en,Why?', '2 article_unknown article'],
    ['another language', 'fees,de,Warum?', '2 field_invalid language'],
    ['no question', 'fees,en,', '2 field_missing question'],
    ['a long question', `fees,en,${'x'.repeat(201)}`, '2 field_too_long question'],
    ['a broken row', 'fees,en', '2 csv'],
  ])('reports %s by its line', (_what, row, fault) => {
    expect(faultsOf(csv(row))).toEqual([fault])
  })

  it('reports more questions than an article may have, and missing columns', () => {
    const rows = Array.from({ length: 20 }, (_, index) => `fees,en,Question ${index}?`)
    expect(faultsOf(csv(...rows))).toEqual(['21 too_many questions'])
    expect(faultsOf(file('q.csv', ['article;language;question']))).toEqual([
      ...['1 column_missing article', '1 column_missing language', '1 column_missing question'],
    ])
  })

  it('reports an article without a text in the language', () => {
    const added = file('ar.csv', ['article,language,question', 'gifts,ar,هل يمكن الإهداء؟'])
    expect(faultsOf(file('en/gifts.md', GIFTS), added)).toEqual(['2 language_missing language'])
  })
})
