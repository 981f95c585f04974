import { describe, expect, it } from '@jest/globals'
import { readKnowledge, readOnTopic } from '../../test/support/knowledge.js'
import { IntentClassifier } from './intent-classifier.js'
import { fitTemperature, softmax } from './temperature.js'

const questions = [...readKnowledge('en'), ...readKnowledge('ar')].flatMap(({ questions, articleId }) =>
  questions.map((text) => ({ text, intent: articleId })),
)
const options = { leastQuestions: 1 }
const classifier = IntentClassifier.train(questions, options)
const asked = [...readOnTopic('en'), ...readOnTopic('ar')]

describe('IntentClassifier', () => {
  it('ranks intents with probabilities that add up to 1', () => {
    const predictions = classifier.predict('how often do you pay the rental income?', Infinity)
    expect(predictions[0]?.intent).toBe('income')
    expect(predictions.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1)
    expect(predictions.map(({ probability }) => probability)).toEqual(
      predictions.map(({ probability }) => probability).sort((a, b) => b - a),
    )
  })

  it('predicts two thirds of other questions from four to twenty examples an intent and language', () => {
    const right = asked.filter(({ text, intent }) => classifier.predict(text)[0]?.intent === intent)
    console.log(`${right.length} of ${asked.length} questions have the intent of their article`)
    expect(right.length / asked.length).toBeGreaterThanOrEqual(2 / 3)
  })

  it('gives the same model for the same questions and seed', () => {
    const again = IntentClassifier.train(questions, options)
    expect(again.toModel()).toEqual(classifier.toModel())
    expect(IntentClassifier.train(questions, { ...options, seed: 2 }).toModel()).not.toEqual(classifier.toModel())
  })

  it('predicts the same after it was stored', () => {
    const restored = IntentClassifier.from(JSON.parse(JSON.stringify(classifier.toModel())))
    expect(asked.map(({ text }) => restored.predict(text))).toEqual(asked.map(({ text }) => classifier.predict(text)))
  })

  it('learns from one question, and refuses none', () => {
    expect(IntentClassifier.train([{ text: 'fees', intent: 'a' }], options).predict('')).toEqual([
      { intent: 'a', probability: 1 },
    ])
    expect(() => IntentClassifier.train([])).toThrow(RangeError)
  })
})

describe('fitTemperature', () => {
  it('is higher for scores that are often wrong', () => {
    const scored = (right: number[]) => right.map((place) => ({ scores: [1, 0], right: place }))
    const sure = fitTemperature(scored([0, 0, 0, 0, 0, 0, 0, 0, 0, 1]))
    const unsure = fitTemperature(scored([0, 0, 0, 1, 1]))
    expect(unsure).toBeGreaterThan(sure)
    expect(softmax([1, 0], sure)[0]).toBeCloseTo(0.9, 2)
    expect(softmax([1, 0], unsure)[0]).toBeCloseTo(0.62, 1)
  })
})
