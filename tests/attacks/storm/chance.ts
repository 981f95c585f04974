import { seededRandom, shuffled } from '@hissa/kernel/random'

/** Random choices from a seed, so that a storm can be repeated with the same choices. */
export class Chance {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  readonly next: () => number

  constructor(seed: number) {
    this.next = seededRandom(seed)
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.next() * items.length)]!
  }

  /** Picks one of the names with a probability in proportion to its weight. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
    const entries = Object.entries(weights) as [K, number][]
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [name, weight] of entries) if ((left -= weight) < 0) return name
    return entries.at(-1)![0]
  }

  /** Returns the items in random order. */
  shuffled<T>(items: readonly T[]): T[] {
    return shuffled(items, this.next)
  }
}
