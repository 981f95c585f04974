const DAY_MS = 86_400_000

/** The age of a list. */
interface Age {
  ageDays: number
  /** Older than allowed. */
  old: boolean
}

/** Returns each list with the whole days from its date (UTC) until `now`, and whether they are more than `maxAgeDays`. */
export const withAges = <T extends { date: string }>(
  lists: readonly T[],
  { now, maxAgeDays }: { now: Date; maxAgeDays: number },
): (T & Age)[] =>
  lists.map((each) => {
    const ageDays = Math.floor((now.getTime() - Date.parse(each.date)) / DAY_MS)
    return { ...each, ageDays, old: ageDays > maxAgeDays }
  })
