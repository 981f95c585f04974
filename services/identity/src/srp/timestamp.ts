const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const FORM = /^([A-Z][a-z]{2}) ([A-Z][a-z]{2}) ([1-9]|[12]\d|3[01]) (\d{2}):(\d{2}):(\d{2}) UTC (\d{4})$/

/**
 * Reads `ddd MMM D HH:mm:ss UTC YYYY`, English, the day without a leading zero. Undefined for any other form and for
 * dates that do not exist, a wrong day of the week among them.
 */
export function parseTimestamp(text: string): Date | undefined {
  const [, day, monthName, date, hours, minutes, seconds, year] = FORM.exec(text) ?? []
  if (!day || !monthName) return undefined
  const month = MONTHS.indexOf(monthName)
  const at = new Date(Date.UTC(Number(year), month, Number(date), Number(hours), Number(minutes), Number(seconds)))
  const exists =
    month >= 0 &&
    DAYS[at.getUTCDay()] === day &&
    at.getUTCDate() === Number(date) &&
    at.getUTCHours() === Number(hours) &&
    at.getUTCMinutes() === Number(minutes)
  return exists ? at : undefined
}
