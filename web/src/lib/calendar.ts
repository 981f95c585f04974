/** An appointment of a calendar file. */
export interface CalendarEvent {
  /** Unique and stable, so that adding it again replaces it. */
  id: string
  /** ISO date-time. */
  at: string
  title: string
  text: string
  url: string
}

const MAX_LINE_BYTES = 75

/** Returns an iCalendar file (RFC 5545) with a reminder a day before each event. `now` is an ISO date-time. */
export function calendarOf(events: readonly CalendarEvent[], now: string): string {
  const lines = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Hissa//Investments//EN', 'METHOD:PUBLISH'],
    ...events.flatMap(({ id, at, title, text, url }) => [
      ...['BEGIN:VEVENT', `UID:${id}@hissa`, `DTSTAMP:${stamp(now)}`, `DTSTART:${stamp(at)}`, `DTEND:${stamp(at)}`],
      ...[`SUMMARY:${escaped(title)}`, `DESCRIPTION:${escaped(text)}`, `URL:${url}`, 'TRANSP:TRANSPARENT'],
      ...['BEGIN:VALARM', 'ACTION:DISPLAY', `DESCRIPTION:${escaped(title)}`, 'TRIGGER:-P1D', 'END:VALARM'],
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** Formats a time in UTC as `20261122T080000Z`. */
const stamp = (iso: string) => new Date(iso).toISOString().replace(/[-:]|\.\d{3}/g, '')

const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')

/** Splits a line so that no part exceeds 75 bytes, without splitting a character. */
function folded(line: string): string {
  const encoder = new TextEncoder()
  let [text, bytes] = ['', 0]
  for (const character of line) {
    const size = encoder.encode(character).length
    if (bytes + size > MAX_LINE_BYTES) {
      text += '\r\n '
      bytes = 1
    }
    text += character
    bytes += size
  }
  return text
}
