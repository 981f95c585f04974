import { describe, expect, it } from '@jest/globals'
import { readKnowledge } from '../../test/support/knowledge.js'
import { seededRandom, shuffle } from '@hissa/kernel/random'
import { type Passage } from './passage.js'
import { PassageIndex } from './passage-index.js'

const passages = [...readKnowledge('en'), ...readKnowledge('ar')]
const index = new PassageIndex(passages)
const best = (query: string) => index.search(query).hits[0]?.passage.section

describe('PassageIndex', () => {
  it.each([
    ['how long is the cooling-off period?', 'Cooling-off period'],
    ['i forgot my pasword', 'Password'],
    ['verifcation with an emirates id', 'Documents for verification'],
    ['ما هي فترة التراجع؟', 'فترة التراجع'],
    ['فَتْرَةُ الـتَّرَاجُعِ', 'فترة التراجع'],
    ['كيف ابيع حصصى', 'بيع الحصص'],
  ])('answers %p from the section %p', (query, section) => expect(best(query)).toBe(section))

  it('searches the language of the query unless one is given', () => {
    expect(index.search('رسوم').language).toBe('ar')
    expect(index.search('fees').hits.every(({ passage }) => passage.language === 'en')).toBe(true)
    expect(index.search('wallet', { language: 'ar' }).hits).toEqual([])
  })

  it('returns the words that matched, the corrections and the known words', () => {
    const { hits, corrections, words, knownWords } = index.search('refnud to my giraffe')
    expect(hits[0]?.terms).toContain('refnud')
    expect([...corrections]).toEqual([['refnud', 'refund']])
    expect(words).toBe(2)
    expect(knownWords).toBeGreaterThan(0)
    expect(knownWords).toBeLessThan(1)
  })

  it('returns equal hits in whatever order passages were added, changed and removed', () => {
    const shuffled: Passage[] = [...passages]
    shuffle(shuffled, seededRandom(5))
    const other = new PassageIndex(shuffled.slice(0, 40))
    for (const passage of shuffled.slice(0, 20)) other.put({ ...passage, text: 'An earlier text about giraffes.' })
    for (const passage of shuffled.slice(10, 30)) other.remove(passage.id)
    for (const passage of shuffled) other.put(passage)
    for (const query of ['fees', 'sell my shares', 'giraffe', 'كم الرسوم', 'wallet key lost']) {
      expect(other.search(query)).toEqual(index.search(query))
    }
  })

  it('replaces the passages of an article', () => {
    const own = new PassageIndex(passages)
    const [first, ...rest] = passages.filter(({ articleId, language }) => articleId === 'tokens' && language === 'en')
    own.replaceArticle('tokens', [{ ...first!, text: 'Giraffes are tall.', questions: [] }, ...rest.slice(1)])
    expect(own.search('giraffe').hits.map(({ passage }) => passage.id)).toContain(first!.id)
    expect(own.size).toBe(passages.length - 4)
    expect(own.search('metamask').hits).toEqual([])
    expect(own.remove('unknown')).toBe(false)
  })

  it('ignores what follows the 500th character or the 64th word, and finds nothing without words', () => {
    expect(index.search(`${'z'.repeat(499)} password`).hits).toEqual([])
    expect(index.search(`${'z '.repeat(64)} password`).hits).toEqual([])
    expect(index.search(`${'z '.repeat(60)} password`).hits).not.toEqual([])
    expect(index.search('password'.padEnd(501, ' ')).hits).not.toEqual([])
    expect(index.search('؟!… \u200b').hits).toEqual([])
    expect(new PassageIndex().search('password').hits).toEqual([])
  })

  it('gives shares from 0 to 1, and the best one to a question of the passage itself', () => {
    const hits = passages.flatMap(({ questions }) => questions.flatMap((question) => index.search(question).hits))
    expect(hits.every(({ share }) => share >= 0 && share <= 1)).toBe(true)
    expect(hits.every(({ coverage }) => coverage >= 0 && coverage <= 1 + 1e-9)).toBe(true)
    expect(index.search('How do I reset my password?').hits[0]?.likeness).toBeCloseTo(1)
  })
})
