/** Does `work` for each item in turn. One that fails doesn't delay the others: the first error is thrown after all. */
export async function forEach<T>(items: Iterable<T>, work: (item: T) => Promise<unknown>): Promise<void> {
  const errors: unknown[] = []
  for (const item of items) await work(item).catch((error: unknown) => void errors.push(error))
  if (errors.length > 0) throw errors[0]
}

/** Does `work` for each item, at most `atOnce` at the same time, and returns the results in order. */
export async function mapAtMost<T, R>(
  atOnce: number,
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  for (let from = 0; from < items.length; from += atOnce)
    results.push(...(await Promise.all(items.slice(from, from + atOnce).map(work))))
  return results
}
