/** Returns numbers from 0 to below 1. */
export type Random = () => number

/** Returns the generator mulberry32: the same seed gives the same numbers. Not for secrets. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Returns the items of a list in random order. */
export function shuffled<T>(items: readonly T[], random: Random): T[] {
  const list = [...items]
  shuffle(list, random)
  return list
}

/** Shuffles a list in place (Fisher–Yates). */
export function shuffle<T>(list: { length: number; [at: number]: T }, random: Random): void {
  for (let last = list.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const moved = list[last]!
    list[last] = list[other]!
    list[other] = moved
  }
}
