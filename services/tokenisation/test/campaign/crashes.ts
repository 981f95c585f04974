import type { Decision } from './mongo-gate.js'

/** A process does at most this many steps before the one at which it may end, so that each gets somewhere. */
const MOST_STEPS = 25

/**
 * Decides where processes end: before and after each step that any of them takes, up to `times` times each. The steps
 * are those that occur, so that a new one is part of it without being listed.
 */
export class Crashes {
  /** Number of processes that ended, by where. */
  readonly counts = new Map<string, number>()

  constructor(
    private readonly times: number,
    private readonly random: () => number,
  ) {}

  get total(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0)
  }

  /** Returns what decides for the next process. It ends at most once. */
  next(): (step: string) => Decision {
    let steps = Math.floor(this.random() * MOST_STEPS)
    let isOver = false
    return (step) => {
      steps -= 1
      if (isOver || steps > 0) return 'pass'
      const sides = this.random() < 0.5 ? (['before', 'after'] as const) : (['after', 'before'] as const)
      const side = sides.find((each) => (this.counts.get(`${each} ${step}`) ?? 0) < this.times)
      if (!side) return 'pass'
      isOver = true
      this.counts.set(`${side} ${step}`, (this.counts.get(`${side} ${step}`) ?? 0) + 1)
      return side
    }
  }
}
