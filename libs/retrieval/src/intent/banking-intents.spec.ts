import { describe, expect, it } from '@jest/globals'
import { hasData, readBanking77 } from '../../test/support/published.js'
import { IntentClassifier } from './intent-classifier.js'
import { seededRandom, shuffle } from '@hissa/kernel/random'

const FOLDS = 5

;(hasData('qa-banking77') ? describe : describe.skip)('intents of banking questions (banking77)', () => {
  it('predicts 89 % of the intents, the mean of five folds', () => {
    const questions = readBanking77()
    shuffle(questions, seededRandom(1))
    const shares = Array.from({ length: FOLDS }, (_, fold) => {
      const measured = questions.filter((_, at) => at % FOLDS === fold)
      const learned = questions.filter((_, at) => at % FOLDS !== fold)
      const classifier = IntentClassifier.train(learned, { calibrated: false })
      return (
        measured.filter(({ text, intent }) => classifier.predict(text)[0]?.intent === intent).length / measured.length
      )
    })
    const mean = shares.reduce((sum, share) => sum + share, 0) / FOLDS
    console.log(`top-1 intent ${mean.toFixed(4)}, by fold ${shares.map((share) => share.toFixed(4)).join(', ')}`)
    expect(questions).toHaveLength(10_003)
    expect(mean).toBeGreaterThanOrEqual(0.89)
  })
})
