import { detectLanguage } from '@hissa/retrieval'
import { describe, expect, it } from '@jest/globals'
import { KNOWLEDGE, readArticles } from '../knowledge/article-files.js'
import { passagesIn, QUESTIONS, readCalibration, readLabelledQuestions } from '../knowledge/labelled-questions.js'
import { indexPassages } from '../knowledge/passage-index.js'
import { usedOf } from './answers.js'

const articles = readArticles(KNOWLEDGE)
const index = indexPassages(passagesIn(KNOWLEDGE), readLabelledQuestions(QUESTIONS), readCalibration())
const answer = (question: string) => usedOf(index.search(question, detectLanguage(question), 12))

describe.each(['en', 'ar'] as const)('articles in %s', (language) => {
  it('answer their own questions', () => {
    const asked = articles.flatMap(({ articleId, content }) =>
      content.texts[language].questions.map((question) => ({ question, articleId })),
    )
    const wrong = asked.filter(({ question, articleId }) => answer(question)[0]?.articleId !== articleId)
    expect(asked.length).toBeGreaterThan(90)
    expect(wrong).toEqual([])
  })

  it('are used in at most three passages, best first', () => {
    for (const { content } of articles)
      for (const question of content.texts[language].questions) expect(answer(question).length).toBeLessThanOrEqual(3)
  })
})
