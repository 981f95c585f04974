/** How many items `concurrently` works on at a time. */
const AT_ONCE = 24

/** Returns every order of the items. */
export function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((one, at) => permutations(items.toSpliced(at, 1)).map((rest) => [one, ...rest]))
}

/** Runs `work` for every item, many at a time, and throws the first error. */
export async function concurrently<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += AT_ONCE)
    await Promise.all(items.slice(from, from + AT_ONCE).map(work))
}
