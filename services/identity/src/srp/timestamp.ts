const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const FORM = /^([A-Z][a-z]{2}) ([A-Z][a-z]{2}) (\d{1,2}) (\d{2}):(\d{2}):(\d{2}) UTC (\d{4})$/

/**
 * Parses `ddd MMM D HH:mm:ss UTC YYYY`, in English, the day without a leading zero. Returns `no-date` for a date that
 * doesn't exist, has another weekday or a leading zero, and undefined for any other format.
 */
export function parseTimestamp(text: string): Date | 'no-date' | undefined {
  const [, day, monthName, date, hours, minutes, seconds, year] = FORM.exec(text) ?? []
  if (!day || !DAYS.includes(day) || !monthName || !MONTHS.includes(monthName)) return undefined
  const month = MONTHS.indexOf(monthName)
  const at = new Date(Date.UTC(Number(year), month, Number(date), Number(hours), Number(minutes), Number(seconds)))
  const exists =
    DAYS[at.getUTCDay()] === day &&
    String(at.getUTCDate()) === date &&
    at.getUTCHours() === Number(hours) &&
    at.getUTCMinutes() === Number(minutes) &&
    at.getUTCSeconds() === Number(seconds)
  return exists ? at : 'no-date'
}
