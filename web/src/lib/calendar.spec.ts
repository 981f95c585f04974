import { describe, expect, it } from '@jest/globals'
import { calendarOf } from './calendar.js'

const NOW = '2026-11-22T08:00:00.000Z'
const event = {
  id: 'o1-coolingOff',
  at: '2026-12-22T20:00:00.000Z',
  title: 'Ends',
  text: 'Text',
  url: 'https://h.test/x',
}
const linesOf = (file: string) => file.split('\r\n')

describe('calendarOf', () => {
  it('writes times in UTC, a stable id, and a reminder a day before', () => {
    const lines = linesOf(calendarOf([event], NOW))
    expect(lines).toEqual(expect.arrayContaining(['UID:o1-coolingOff@hissa', 'DTSTAMP:20261122T080000Z']))
    expect(lines).toEqual(expect.arrayContaining(['DTSTART:20261222T200000Z', 'TRIGGER:-P1D', 'URL:https://h.test/x']))
    expect([lines[0], lines.at(-2), lines.at(-1)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR', ''])
  })

  it('escapes text so that a title cannot add lines or properties', () => {
    const file = calendarOf([{ ...event, title: 'A, B; C\\\nATTENDEE:x' }], NOW)
    expect(linesOf(file)).toContain('SUMMARY:A\\, B\\; C\\\\\\nATTENDEE:x')
  })

  it('folds lines at 75 bytes without splitting a character', () => {
    const title = 'آخر موعد لانتهاء فترة التراجع: مارينا غيت 2، الشقة 1904، مرسى دبي'
    const file = calendarOf([{ ...event, title }], NOW)
    const longest = Math.max(...linesOf(file).map((line) => new TextEncoder().encode(line).length))
    expect(longest).toBeLessThanOrEqual(75)
    expect(file.replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}`)
  })
})
