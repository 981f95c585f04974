import { describe, expect, it } from '@jest/globals'
import { clientParts } from '../../test/client-library.js'
import { parseTimestamp } from './timestamp.js'

const { DateHelper } = await clientParts()

describe('parseTimestamp', () => {
  it('reads a time to the second', () => {
    expect(parseTimestamp('Sun Apr 5 09:08:07 UTC 2026')).toEqual(new Date('2026-04-05T09:08:07Z'))
  })

  it('reads the format of the client library', () => {
    const at = parseTimestamp(new DateHelper().getNowString())
    expect(Math.abs((at as Date).getTime() - Date.now())).toBeLessThan(2_000)
  })

  it.each([
    ['a leading zero', 'Sun Apr 05 09:08:07 UTC 2026'],
    ['a wrong day of the week', 'Mon Apr 5 09:08:07 UTC 2026'],
    ['a weekday of another year', 'Tue Mar 31 09:08:07 UTC 2025'],
    ['the 31st of a short month', 'Fri Apr 31 09:08:07 UTC 2026'],
    ['an hour that does not exist', 'Sun Apr 5 25:08:07 UTC 2026'],
    ['a second that does not exist', 'Sun Apr 5 09:08:60 UTC 2026'],
    ['day zero', 'Sun Apr 0 09:08:07 UTC 2026'],
  ])('returns no-date for %s', (_, text) => {
    expect(parseTimestamp(text)).toBe('no-date')
  })

  it.each([
    ['another time zone', 'Sun Apr 5 09:08:07 GMT 2026'],
    ['another language', 'Dim Apr 5 09:08:07 UTC 2026'],
    ['a month of another language', 'Sun Avr 5 09:08:07 UTC 2026'],
    ['ISO form', '2026-04-05T09:08:07Z'],
    ['an empty text', ''],
  ])('returns undefined for %s', (_, text) => {
    expect(parseTimestamp(text)).toBeUndefined()
  })
})
