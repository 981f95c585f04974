/** Scores of a question for each intent, and the place of the right one. */
export interface ScoredQuestion {
  readonly scores: readonly number[]
  readonly right: number
}

/** Returns probabilities that add up to 1; a lower temperature makes them more certain. */
export function softmax(scores: readonly number[], temperature: number): number[] {
  const most = Math.max(...scores)
  const powers = scores.map((score) => Math.exp((score - most) / temperature))
  const sum = powers.reduce((total, power) => total + power, 0)
  return powers.map((power) => power / sum)
}

/** Returns the temperature with the least log loss on the questions, from 0.02 to 2 (golden-section search). */
export function fitTemperature(questions: readonly ScoredQuestion[]): number {
  if (questions.length === 0) return 0.3
  const lossAt = (log: number) =>
    questions.reduce((sum, { scores, right }) => sum - Math.log(softmax(scores, Math.exp(log))[right]! + 1e-12), 0)
  const ratio = (Math.sqrt(5) - 1) / 2
  let low = Math.log(0.02)
  let high = Math.log(2)
  for (let step = 0; step < 30; step++) {
    const first = high - ratio * (high - low)
    const second = low + ratio * (high - low)
    if (lossAt(first) < lossAt(second)) high = second
    else low = first
  }
  return Math.exp((low + high) / 2)
}
