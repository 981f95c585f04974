import { FeatureSpace } from './features.js'
import { margin, trainSvm } from './linear-svm.js'
import { seededRandom } from '@hissa/kernel/random'
import { fitTemperature, softmax } from './temperature.js'

/** A question and the intent that it has. */
export interface LabelledQuestion {
  readonly text: string
  readonly intent: string
}

/** An intent with the probability that a question has it. */
export interface Prediction {
  readonly intent: string
  readonly probability: number
}

/** Options of training. Defaults suit 10 to 200 questions an intent. */
export interface TrainingOptions {
  /** Cost of an error; intents with few questions weigh more. */
  readonly cost?: number
  /** Features of fewer questions are left out. */
  readonly leastQuestions?: number
  /** Passes over the questions at most. */
  readonly passes?: number
  readonly seed?: number
  /** False leaves out the first training: the ranking is the same, the probabilities aren't calibrated. */
  readonly calibrated?: boolean
}

/** A trained classifier as plain data, for JSON. */
export interface IntentModel {
  readonly version: 1
  readonly intents: readonly string[]
  readonly features: readonly (readonly [string, number])[]
  /** Weights of each intent as 32-bit floats (little-endian, base64); the last one is the bias. */
  readonly weights: readonly string[]
  readonly temperature: number
}

/** One question in HELD_OUT is used for calibration and only then for training. */
const HELD_OUT = 10
const TOLERANCE = 0.3

/**
 * Tells which intent a question has: linear support vector machines, one for each intent, on words, pairs of words and
 * sequences of characters. The same questions and seed give the same model.
 */
export class IntentClassifier {
  private constructor(
    private readonly space: FeatureSpace,
    private readonly intents: readonly string[],
    private readonly weights: readonly Float32Array[],
    private readonly temperature: number,
  ) {}

  /** Trains a classifier, with probabilities calibrated on questions that a first training leaves out. */
  static train(questions: readonly LabelledQuestion[], options: TrainingOptions = {}): IntentClassifier {
    if (questions.length === 0) throw new RangeError('no questions to learn from')
    if (options.calibrated === false) return this.fit(questions, fitTemperature([]), options)
    const held = questions.filter((_, at) => at % HELD_OUT === HELD_OUT - 1)
    const first = this.fit(
      questions.filter((_, at) => at % HELD_OUT !== HELD_OUT - 1),
      1,
      options,
    )
    const scored = held.map(({ text, intent }) => ({
      scores: first.scoresOf(text),
      right: first.intents.indexOf(intent),
    }))
    return this.fit(questions, fitTemperature(scored.filter(({ right }) => right >= 0)), options)
  }

  /** Restores a classifier from `toModel()`. */
  static from({ intents, features, weights, temperature }: IntentModel): IntentClassifier {
    return new IntentClassifier(FeatureSpace.from(features), intents, weights.map(decodeWeights), temperature)
  }

  /** Returns the classifier as plain data. */
  toModel(): IntentModel {
    const { intents, temperature } = this
    const weights = this.weights.map((values) => Buffer.from(values.buffer).toString('base64'))
    return { version: 1, intents, features: this.space.entries(), weights, temperature }
  }

  /** Returns the most probable intents, best first. Characters after the 500th are ignored. */
  predict(text: string, limit = 5): Prediction[] {
    const probabilities = softmax(this.scoresOf(text), this.temperature)
    const ranked = this.intents.map((intent, at) => ({ intent, probability: probabilities[at]! }))
    return ranked.sort((a, b) => b.probability - a.probability || (a.intent < b.intent ? -1 : 1)).slice(0, limit)
  }

  private scoresOf(text: string): number[] {
    const vector = this.space.vectorOf(text)
    return this.weights.map((weights) => margin(weights, vector))
  }

  private static fit(questions: readonly LabelledQuestion[], temperature: number, options: TrainingOptions) {
    const { cost = 1, leastQuestions = 2, passes = 5, seed = 1 } = options
    const texts = questions.map(({ text }) => text)
    const space = FeatureSpace.learn(texts, leastQuestions)
    const vectors = texts.map((text) => space.vectorOf(text))
    const intents = [...new Set(questions.map(({ intent }) => intent))].sort()
    const places = new Map(intents.map((intent, place) => [intent, place]))
    const placeOf = questions.map(({ intent }) => places.get(intent)!)
    const costs = costsOf(placeOf, intents.length, cost)
    const weights = intents.map((_, own) => {
      const isOwn = (at: number) => placeOf[at] === own
      const solver = { passes, tolerance: TOLERANCE }
      return Float32Array.from(
        trainSvm(vectors, isOwn, (at) => costs[placeOf[at]!]!, space.size, solver, seededRandom(seed + own)),
      )
    })
    return new IntentClassifier(space, intents, weights, temperature)
  }
}

/** Returns the cost of an error by intent: that of rare intents is higher, by the root so that noise doesn't decide. */
function costsOf(placeOf: readonly number[], intents: number, cost: number): number[] {
  const counts = Array.from({ length: intents }, () => 0)
  for (const place of placeOf) counts[place]! += 1
  return counts.map((count) => cost * Math.sqrt(placeOf.length / (intents * count)))
}

function decodeWeights(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64')
  return Float32Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(at * 4))
}
