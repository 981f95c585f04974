const pattern = /^P(?:(\d+)W|(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?)$/
const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const weekMs = 7 * dayMs

/**
 * Returns the milliseconds of an ISO 8601 duration in weeks, days, hours, minutes and seconds; null for anything else.
 * Years and months have no fixed length and are not accepted.
 */
export function parseDurationMs(text: string): number | null {
  const match = pattern.exec(text)
  if (!match || text === 'P') return null
  const [weeks, days, hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0))
  const ms =
    (weeks ?? 0) * weekMs +
    (days ?? 0) * dayMs +
    (hours ?? 0) * hourMs +
    (minutes ?? 0) * minuteMs +
    (seconds ?? 0) * secondMs
  return Number.isSafeInteger(ms) ? ms : null
}
