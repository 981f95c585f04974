import { describe, expect, it } from '@jest/globals'
import { readKnowledge, readOnTopic } from '../../test/support/knowledge.js'
import { PassageIndex } from '../search/passage-index.js'
import { Answerability } from './answerability.js'
import { Calibration } from './calibration.js'
import { evidenceOf, OFF_TOPIC } from './evidence.js'

const LANGUAGES = ['en', 'ar'] as const
const passages = LANGUAGES.flatMap(readKnowledge)
const DISHES = ['biryani', 'hummus', 'pancakes', 'lentil soup', 'falafel', 'grilled fish', 'rice', 'pasta', 'dumplings']
const CITIES = ['paris', 'rome', 'tokyo', 'cairo', 'london', 'istanbul', 'mumbai', 'sydney', 'toronto', 'nairobi']
const COOKING = DISHES.flatMap((dish) => [`how do I cook ${dish}`, `a recipe for ${dish}`, `is ${dish} healthy`])
const TRAVEL = CITIES.flatMap((city) => [
  `cheap flights to ${city}`,
  `best hotels in ${city}`,
  `will it rain in ${city}`,
])
const elsewhere = [...COOKING, ...TRAVEL].map((text) => ({ text, intent: OFF_TOPIC }))
const asked = LANGUAGES.flatMap(readOnTopic)
/** Every second question of a list: one half is for learning, the other is asked. */
const half = <T>(list: readonly T[], which: 0 | 1) => list.filter((_, at) => at % 2 === which)
const labelled = [...half(asked, 0), ...half(elsewhere, 0)]

describe('Answerability', () => {
  const learned = Answerability.learn(passages, labelled)
  const calibration = Answerability.calibrate(passages, labelled)
  const search = (text: string) => learned.search(text, calibration)

  it('finds an article by the words of a labelled question that the article itself lacks', () => {
    const question = { text: 'is there a lift for my piano', intent: 'ownership' }
    const first = (by: Answerability) => by.search(question.text, calibration).hits[0]?.passage.articleId
    expect(first(Answerability.learn(passages, [...labelled, question]))).toBe('ownership')
    expect(first(learned)).not.toBe('ownership')
  })

  it('answers most questions that it has not learned from, and hardly any about anything else', () => {
    const answered = (questions: readonly { text: string }[]) =>
      questions.filter(({ text }) => search(text).isAnswerable).length / questions.length
    expect(answered(half(asked, 1))).toBeGreaterThan(0.85)
    expect(answered(half(elsewhere, 1))).toBeLessThan(0.1)
  })

  it.each(LANGUAGES)('finds the article of the questions in %s', (language) => {
    const index = new PassageIndex(passages)
    const questions = readOnTopic(language)
    const found = questions.filter(({ text, intent }) => index.search(text).hits[0]?.passage.articleId === intent)
    console.log(
      `${language}: the best passage is of the right article for ${found.length} of ${questions.length} questions`,
    )
    expect(found.length / questions.length).toBeGreaterThanOrEqual(0.9)
  })

  it('decides the same after the calibration was stored', () => {
    const restored = Calibration.from(JSON.parse(JSON.stringify(calibration.toModel())))
    const decisions = (by: Calibration) => asked.map(({ text }) => learned.search(text, by).isAnswerable)
    expect(decisions(restored)).toEqual(decisions(calibration))
  })
})

describe('Calibration', () => {
  const none = evidenceOf({ language: 'en', hits: [], words: 0, knownWords: 0, corrections: new Map() })

  it('refuses questions of only one kind', () => {
    expect(() => Calibration.fit([{ evidence: none, isAnswerable: true }])).toThrow(RangeError)
  })

  it('declines a question without evidence', () => {
    const full = { ...none, share: 1, coverage: 1, known: 1, topic: 1, support: 1 }
    const learned = [none, full].map((evidence) => ({ evidence, isAnswerable: evidence === full }))
    const calibration = Calibration.fit(learned)
    expect([none, full].map((evidence) => calibration.isAnswerable(evidence))).toEqual([false, true])
  })
})
