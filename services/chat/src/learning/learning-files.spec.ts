import { describe, expect, it } from '@jest/globals'
import { KNOWLEDGE, readArticles } from '../knowledge/article-files.js'
import { faultsOf, readLearning, type LearningFiles } from './learning-files.js'
import { LANGUAGE_CODES } from '../language/languages.js'

const files = readLearning(KNOWLEDGE)
const copy = () => structuredClone(files)
const faultsWith = (change: (changed: LearningFiles) => void) => {
  const changed = copy()
  change(changed)
  return faultsOf(changed, (articleId) => articleId !== 'missing')
}

describe('the learning files', () => {
  it('name articles that exist, each in one path at most', () => {
    const known = readArticles(KNOWLEDGE).map(({ articleId }) => articleId)
    const inPaths = files.paths.flatMap(({ articles }) => articles)
    expect(inPaths.filter((articleId) => !known.includes(articleId))).toEqual([])
    expect(new Set(inPaths).size).toBe(inPaths.length)
  })

  it('have no article whose address is that of another screen', () => {
    const known = readArticles(KNOWLEDGE).map(({ articleId }) => articleId)
    expect(known.filter((articleId) => ['glossary', 'quiz'].includes(articleId))).toEqual([])
  })

  it('have 3 to 5 questions for each path, whose right options are not all the same', () => {
    for (const { quiz } of files.paths) {
      expect([3, 4, 5]).toContain(quiz.questions.length)
      expect(new Set(quiz.questions.map(({ right }) => right)).size).toBeGreaterThan(1)
    }
  })

  it.each(LANGUAGE_CODES)('have terms, options and explanations in %s, all different', (language) => {
    const { glossary, paths } = files.texts[language]
    const terms = Object.values(glossary).map(([term]) => term)
    expect(new Set(terms).size).toBe(terms.length)
    for (const { questions } of Object.values(paths))
      for (const { text: _, ...options } of Object.values(questions)) {
        const texts = Object.values(options).flat()
        expect(new Set(texts).size).toBe(texts.length)
      }
  })

  it.each<[string, (changed: LearningFiles) => void, string]>([
    [
      'an unknown article in a path',
      ({ paths }) => void paths[0]!.articles.push('missing'),
      'there is no article missing',
    ],
    [
      'an unknown article of a term',
      ({ glossary }) => void (glossary[0]!.articleId = 'missing'),
      'there is no article missing',
    ],
    [
      'a right option that does not exist',
      ({ paths }) => void (paths[0]!.quiz.questions[0]!.right = 'z'),
      'what-you-buy has no option z',
    ],
    ['a repeated article', ({ paths }) => void paths[0]!.articles.push('how-to-invest'), 'how-to-invest occurs twice'],
    ['a term without a text', ({ texts }) => void delete texts.ar.glossary['share'], 'ar lacks glossary.share'],
    [
      'a text without a term',
      ({ texts }) => void (texts.en.glossary['luck'] = ['Luck', 'Chance']),
      'en has an unknown glossary.luck',
    ],
    [
      'a question without a text',
      ({ texts }) => void delete texts.ar.paths['how-hissa-works']!.questions['whole-shares'],
      'ar lacks how-hissa-works.whole-shares.a',
    ],
  ])('are rejected with %s', (_, change, fault) => {
    expect(faultsWith(change)).toContain(fault)
  })
})
