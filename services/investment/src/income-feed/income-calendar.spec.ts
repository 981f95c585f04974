import { describe, expect, it } from '@jest/globals'
import { type CalendarFacts, incomeCalendar } from './income-calendar.js'

const property = { propertyId: 'p-1', slug: 'marina', title: 'Marina Heights; Tower 2, "A"\r\nDTSTART:19700101' }
const facts: CalendarFacts = {
  income: [
    {
      ...{ distributionId: 'd-1', property, period: '2026-Q2', state: 'paid' as const },
      // 02:30 of the next day in Dubai
      ...{ declaredAt: '2026-07-10T08:00:00Z', paidAt: '2026-07-11T22:30:00Z' },
    },
    { distributionId: 'd-2', property, period: '2026-Q3', state: 'declared', declaredAt: '2026-10-09T08:00:00Z' },
  ],
  next: [{ property, period: '2026-Q4', dueFrom: '2027-01-01' }],
  publicUrl: 'https://hissa.test/',
  at: new Date('2026-11-29T08:00:00Z'),
}

/** Returns the properties of each event, with folded lines joined. */
function eventsOf(calendar: string): Map<string, string>[] {
  const lines = calendar.replace(/\r\n[ \t]/g, '').split('\r\n')
  return lines
    .join('\n')
    .split('BEGIN:VEVENT\n')
    .slice(1)
    .map(
      (event) => new Map(event.split('\n').map((line) => [line.split(/[:;]/, 1)[0]!, line.split(/:(.*)/s)[1] ?? ''])),
    )
}

describe('the calendar of an investor’s income', () => {
  it('has a whole day in Dubai for each paid, declared and estimated distribution', () => {
    const events = eventsOf(incomeCalendar(facts, 'en'))
    expect(events.map((event) => [event.get('UID'), event.get('DTSTART')])).toEqual([
      ['d-1@hissa', '20260712'],
      ['d-2@hissa', '20261009'],
      ['p-1-2026-Q4@hissa', '20270101'],
    ])
    expect(events.map((event) => event.get('SUMMARY')!.split(':')[0])).toEqual([
      ...['Income paid', 'Income declared', 'Income expected from this day'],
    ])
    expect(events[2]!.get('DESCRIPTION')).toContain('not promised')
    expect(events[0]!.get('URL')).toBe('https://hissa.test/dashboard/income')
    expect(events.every((event) => event.get('TRANSP') === 'TRANSPARENT')).toBe(true)
  })

  it('keeps a title with signs and line breaks of the format on its line', () => {
    for (const event of eventsOf(incomeCalendar(facts, 'en')))
      expect(event.get('SUMMARY')).toContain(String.raw`Marina Heights\; Tower 2\, "A"`)
  })

  it('has lines of at most 75 bytes, and the same events after every reading', () => {
    for (const language of ['en', 'ar', 'fr', 'es'] as const) {
      const calendar = incomeCalendar(facts, language)
      for (const line of calendar.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      expect(incomeCalendar(facts, language)).toBe(calendar)
    }
  })
})
