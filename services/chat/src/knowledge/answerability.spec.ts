import { detectLanguage, OFF_TOPIC } from '@hissa/retrieval'
import { describe, expect, it } from '@jest/globals'
import { routeOf } from '../answers/route.js'
import { KNOWLEDGE, readArticles } from './article-files.js'
import { calibrate, passagesIn, QUESTIONS, readCalibration, readLabelledQuestions } from './labelled-questions.js'
import { indexPassages } from './passage-index.js'

const learned = readLabelledQuestions(QUESTIONS)
const index = indexPassages(passagesIn(KNOWLEDGE), learned, readCalibration())
/** Written without sight of the questions that the assistant learns from. */
const unseen = readLabelledQuestions(new URL('../../test/questions/', import.meta.url))

const isDeclined = ({ text }: { text: string }) => {
  const { to } = routeOf(text, { hasProperty: false })
  return to === 'declined' || (to === 'articles' && !index.search(text, detectLanguage(text), 1).isAnswerable)
}
const shareOf = (part: readonly unknown[], whole: readonly unknown[]) => part.length / whole.length
const percent = (share: number) => `${(100 * share).toFixed(1)} %`

describe('questions that the assistant has not learned from', () => {
  const off = unseen.filter(({ intent }) => intent === OFF_TOPIC)
  const on = unseen.filter(({ intent }) => intent !== OFF_TOPIC)

  it('are others', () => {
    const known = new Set(learned.map(({ text }) => text.toLowerCase()))
    expect(unseen.filter(({ text }) => known.has(text.toLowerCase()))).toEqual([])
    expect([off.length, on.length].every((count) => count > 150)).toBe(true)
  })

  it('are declined at a rate of 95 % if they are about anything else, and of 5 % at most if an article answers them', () => {
    const declined = { off: shareOf(off.filter(isDeclined), off), on: shareOf(on.filter(isDeclined), on) }
    console.log(
      `declined: ${percent(declined.off)} of ${off.length} off-topic, ${percent(declined.on)} of ${on.length} on-topic questions`,
    )
    expect(declined.off).toBeGreaterThanOrEqual(0.95)
    expect(declined.on).toBeLessThanOrEqual(0.05)
  })

  it('find the article that answers them first for 85 %', () => {
    const found = on.filter(
      ({ text, intent }) => index.search(text, detectLanguage(text), 1).hits[0]?.passage.articleId === intent,
    )
    console.log(`the first passage is of the right article for ${found.length} of ${on.length} questions`)
    expect(shareOf(found, on)).toBeGreaterThanOrEqual(0.85)
  })
})

describe('questions that the assistant learns from', () => {
  it('name an article that exists, and every article in both languages', () => {
    const ids = readArticles(KNOWLEDGE).map(({ articleId }) => articleId)
    for (const language of ['en', 'ar']) {
      const asked = learned.filter(({ text, intent }) => intent !== OFF_TOPIC && detectLanguage(text) === language)
      expect([...new Set(asked.map(({ intent }) => intent))].sort()).toEqual(ids)
    }
  })

  it('give the calibration that is stored', () => {
    const stored = readCalibration().toModel()
    const anew = calibrate(KNOWLEDGE).toModel()
    const numbers = ({ means, scales, weights, bias, threshold }: typeof stored) =>
      [...means, ...scales, ...weights, bias, threshold].map((number) => number.toFixed(3))
    expect(numbers(anew)).toEqual(numbers(stored))
  })
})
