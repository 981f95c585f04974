import { type SparseVector } from './features.js'
import { shuffle, type Random } from '@hissa/kernel/random'

/** Options of training: the most passes over the examples, and the gradient below which they end. */
export interface SvmOptions {
  readonly passes: number
  readonly tolerance: number
}

/**
 * Trains a linear support vector machine that tells one class from all others: L2-regularised squared hinge loss, solved
 * by dual coordinate descent (Hsieh et al., ICML 2008, as in LIBLINEAR). Returns a weight for each place and the bias.
 */
export function trainSvm(
  examples: readonly SparseVector[],
  isInClass: (example: number) => boolean,
  costOf: (example: number) => number,
  size: number,
  { passes, tolerance }: SvmOptions,
  random: Random,
): Float64Array {
  const weights = new Float64Array(size + 1)
  const alpha = new Float64Array(examples.length)
  const sign = Float64Array.from(examples, (_, at) => (isInClass(at) ? 1 : -1))
  const shrink = Float64Array.from(examples, (_, at) => 0.5 / costOf(at))
  let active = Int32Array.from(examples.keys())
  let bound = Infinity
  for (let pass = 0; pass < passes; pass++) {
    shuffle(active, random)
    let worst = 0
    let kept = 0
    for (let turn = 0; turn < active.length; turn++) {
      const at = active[turn]!
      const example = examples[at]!
      const before = alpha[at]!
      const gradient = sign[at]! * margin(weights, example) - 1 + before * shrink[at]!
      // Examples far on their own side stay there: later passes leave them out.
      if (before === 0 && gradient > bound) continue
      active[kept++] = at
      const projected = before === 0 ? Math.min(gradient, 0) : gradient
      worst = Math.max(worst, Math.abs(projected))
      if (Math.abs(projected) < 1e-12) continue
      alpha[at] = Math.max(0, before - gradient / (example.square + shrink[at]!))
      move(weights, example, (alpha[at] - before) * sign[at]!)
    }
    active = active.slice(0, kept)
    if (worst < tolerance) break
    bound = worst < bound ? worst : bound
  }
  return weights
}

/** Returns the signed distance of an example from the boundary of a class; its last weight is the bias. */
export function margin(weights: ArrayLike<number>, { places, values }: SparseVector): number {
  let sum = weights[weights.length - 1]!
  for (let at = 0; at < places.length; at++) sum += weights[places[at]!]! * values[at]!
  return sum
}

function move(weights: Float64Array, { places, values }: SparseVector, by: number): void {
  weights[weights.length - 1]! += by
  for (let at = 0; at < places.length; at++) weights[places[at]!]! += by * values[at]!
}
