const DAY_MS = 86_400_000

/** A loaded list with its age. */
export interface AgedList {
  list: string
  /** ISO date of publication. */
  date: string
  ageDays: number
  /** Older than allowed. */
  old: boolean
}

/** Returns each list with the whole days from its date (UTC) until `now`, and whether they are more than `maxAgeDays`. */
export const withAges = (
  lists: readonly { list: string; date: string }[],
  { now, maxAgeDays }: { now: Date; maxAgeDays: number },
): AgedList[] =>
  lists.map(({ list, date }) => {
    const ageDays = Math.floor((now.getTime() - Date.parse(date)) / DAY_MS)
    return { list, date, ageDays, old: ageDays > maxAgeDays }
  })
