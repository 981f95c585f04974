/** Runs `work` for all items at the same time. Fails after all have ended, with the first error. */
export async function together<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const results = await Promise.allSettled(items.map(work))
  for (const result of results) if (result.status === 'rejected') throw result.reason
}
