import { EVIDENCE, type Evidence } from './evidence.js'

/** Evidence of a question, and whether the knowledge base answers it. */
export interface LabelledEvidence {
  readonly evidence: Evidence
  readonly isAnswerable: boolean
}

/** A calibration as plain data, for JSON. */
export interface CalibrationModel {
  readonly version: 1
  readonly means: readonly number[]
  readonly scales: readonly number[]
  readonly weights: readonly number[]
  readonly bias: number
  readonly threshold: number
}

const RIDGE = 0.01
const STEPS = 2_000
const RATE = 0.5
/** Width of the smoothing of error rates, in log-odds. */
const SMOOTHING = 0.3

/** Decides whether a question can be answered, by logistic regression on the evidence. */
export class Calibration {
  private constructor(private readonly model: CalibrationModel) {}

  /**
   * Learns from labelled questions. Both kinds weigh the same, however many there are. The threshold is where
   * the rate of declined answerable questions is `costOfAnswer` times the rate of answered other questions.
   */
  static fit(questions: readonly LabelledEvidence[], costOfAnswer = 1): Calibration {
    const answerable = questions.filter(({ isAnswerable }) => isAnswerable).length
    if (answerable === 0 || answerable === questions.length) throw new RangeError('questions of both kinds are needed')
    const rows = questions.map(({ evidence }) => EVIDENCE.map((name) => evidence[name]))
    const means = EVIDENCE.map((_, at) => mean(rows.map((row) => row[at]!)))
    const scales = EVIDENCE.map((_, at) =>
      deviation(
        rows.map((row) => row[at]!),
        means[at]!,
      ),
    )
    const inputs = rows.map((row) => standardise(row, means, scales))
    const examples = questions.map(({ isAnswerable }, at) => ({
      input: inputs[at]!,
      target: isAnswerable ? 1 : 0,
      weight: 0.5 / (isAnswerable ? answerable : questions.length - answerable),
    }))
    const { weights, bias } = descend(examples)
    const untuned = new Calibration({ version: 1, means, scales, weights, bias, threshold: 0.5 })
    const scored = questions.map(({ evidence, isAnswerable }) => ({ p: untuned.probability(evidence), isAnswerable }))
    return new Calibration({ ...untuned.model, threshold: thresholdOf(scored, costOfAnswer) })
  }

  /** Restores a calibration from `toModel()`. */
  static from(model: CalibrationModel): Calibration {
    return new Calibration(model)
  }

  /** Returns the calibration as plain data. */
  toModel(): CalibrationModel {
    return this.model
  }

  /** Returns the probability that the question can be answered, if both kinds are equally frequent. */
  probability(evidence: Evidence): number {
    const { means, scales, weights, bias } = this.model
    const input = standardise(
      EVIDENCE.map((name) => evidence[name]),
      means,
      scales,
    )
    return sigmoid(weights.reduce((sum, weight, at) => sum + weight * input[at]!, bias))
  }

  /** Whether the question should be answered rather than declined. */
  isAnswerable(evidence: Evidence): boolean {
    return this.probability(evidence) >= this.model.threshold
  }
}

interface Example {
  readonly input: readonly number[]
  readonly target: number
  readonly weight: number
}

/** Minimises the log loss with a ridge by gradient descent. */
function descend(examples: readonly Example[]): { weights: number[]; bias: number } {
  let weights = EVIDENCE.map(() => 0)
  let bias = 0
  for (let step = 0; step < STEPS; step++) {
    const slope = weights.map((weight) => RIDGE * weight)
    let slopeOfBias = 0
    for (const { input, target, weight } of examples) {
      const error = weight * (sigmoid(weights.reduce((sum, w, at) => sum + w * input[at]!, bias)) - target)
      input.forEach((value, at) => (slope[at]! += error * value))
      slopeOfBias += error
    }
    weights = weights.map((weight, at) => weight - RATE * slope[at]!)
    bias -= RATE * slopeOfBias
  }
  return { weights, bias }
}

/**
 * Returns the probability at which the rate of declined answerable questions is `costOfAnswer` times the rate of the
 * others that are answered. Each question counts in part on both sides of the threshold, by its distance, because the
 * rates of a few hundred questions change in jumps.
 */
function thresholdOf(scored: readonly { p: number; isAnswerable: boolean }[], costOfAnswer: number): number {
  const logits = (isAnswerable: boolean) =>
    scored.filter((question) => question.isAnswerable === isAnswerable).map(({ p }) => Math.log(p / (1 - p)))
  const [right, wrong] = [logits(true), logits(false)]
  let [low, high] = [-10, 10]
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2
    const declined = mean(right.map((logit) => sigmoid((middle - logit) / SMOOTHING)))
    const answered = mean(wrong.map((logit) => sigmoid((logit - middle) / SMOOTHING)))
    if (declined < costOfAnswer * answered) low = middle
    else high = middle
  }
  return sigmoid(low)
}

const standardise = (row: readonly number[], means: readonly number[], scales: readonly number[]) =>
  row.map((value, at) => (value - means[at]!) / scales[at]!)
const sigmoid = (value: number) => 1 / (1 + Math.exp(-value))
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const deviation = (values: readonly number[], around: number) =>
  Math.sqrt(mean(values.map((value) => (value - around) ** 2))) || 1
