import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { PropertySort, PropertyStatus, PropertyType } from '@hissa/contracts/property'
import { formatBasisPoints, groupDigits } from '@hissa/money'
import { LANGUAGES } from '@hissa/texts'
import {
  formatFunded,
  daysUntil,
  formatDate,
  formatDateTime,
  formatPercent,
  formatShare,
  formatShortDateTime,
  offeringText,
} from './format.js'
import { countIn, formatCount } from './format-count.js'
import { jsonText } from './json-text.js'
import { LOCALES } from './locale.js'
import { listQueryOf, MINIMUMS, PRICE_BANDS, readFilters, withFilter, YIELDS } from './property-query.js'

const ARABIC = join(import.meta.dirname, '../i18n/ar')

describe('formatFunded', () => {
  it.each([
    [0, '0%'],
    [2, '<1%'],
    [6_250, '62%'],
    [9_999, '99%'],
    [10_000, '100%'],
  ])('formats %d basis points as %s', (basisPoints, text) => expect(formatFunded(basisPoints, 'en')).toBe(text))

  it('separates the signs in French and Spanish', () => {
    for (const locale of ['fr', 'es'] as const) expect(formatFunded(2, locale)).toBe('<\u00a01\u00a0%')
  })
})

describe('format', () => {
  it('formats percentages without trailing zeros and with the language’s sign', () => {
    expect([620, 680, 700, 10_000].map((basisPoints) => formatPercent(basisPoints, 'en'))).toEqual([
      '6.2%',
      '6.8%',
      '7%',
      '100%',
    ])
    expect(formatPercent(6_200, 'ar', 0)).toBe('62\u200e%\u200e')
    expect(formatPercent(-368, 'en')).toBe('−3.68%')
  })

  it('formats a negative percentage with the minus sign that amounts have', () => {
    expect(formatPercent(-368, 'en')).toBe('\u22123.68%')
    expect(formatPercent(-0, 'en')).toBe('0%')
    expect(formatPercent(-42, 'ar')).toBe('\u200e\u22120.42\u200e%\u200e')
  })

  it('formats percentages of every language as the money library does, so that no sign changes sides', () => {
    for (const locale of LOCALES)
      for (const basisPoints of [0, 150, 518, 9_900])
        expect(formatPercent(basisPoints, locale)).toBe(formatBasisPoints(basisPoints, { locale }))
    expect(formatFunded(2, 'ar')).toBe('أقل من 1\u200e%\u200e')
  })

  it.each(readdirSync(ARABIC))('wraps every percent sign in direction marks in the Arabic texts of %s', (name) => {
    const texts = Object.values(JSON.parse(readFileSync(join(ARABIC, name), 'utf8')) as Record<string, string>)
    expect(texts.filter((text) => /[%\u066a]/.test(text.replaceAll('\u200e%\u200e', '')))).toEqual([])
  })

  it('normalises the percent signs of an offering’s Arabic texts', () => {
    const written = ['5% من الإيجار', '5٪ من الإيجار', '5\u200e%\u200e من الإيجار']
    for (const ar of written) expect(offeringText({ en: '', ar }, 'ar')).toBe('5\u200e%\u200e من الإيجار')
    for (const locale of ['en', 'fr', 'es'] as const)
      expect(offeringText({ en: '5% of the rent', ar: '' }, locale)).toBe('5% of the rent')
  })

  it('formats a holding’s share with three decimals', () => {
    expect([1_212, 9_524, 20_000].map((parts) => formatShare(parts, 'en'))).toEqual(['0.121%', '0.952%', '2%'])
  })

  it('formats dates in Dubai’s time', () => {
    expect(formatDate('2026-11-02T21:00:00Z', 'en')).toBe('3 November 2026')
    expect(formatDate('2026-11-02T21:00:00Z', 'ar')).toBe('3 نوفمبر 2026')
  })

  it('formats times in Dubai, with the comma of the language', () => {
    expect(formatDateTime('2026-11-02T21:05:00Z', 'en')).toBe('3 November 2026, 01:05')
    expect(formatDateTime('2026-11-02T21:05:00Z', 'ar')).toBe('3 نوفمبر 2026، 01:05')
    expect(formatShortDateTime('2026-11-02T21:05:00Z', 'en')).toBe('3 Nov 2026, 01:05')
    expect(formatShortDateTime('2026-11-02T21:05:00Z', 'ar')).toBe('3 نوفمبر 2026، 01:05')
    expect(formatDateTime('2026-11-02T21:05:00Z', 'fr')).toBe('3 novembre 2026 à 01:05')
    expect(formatShortDateTime('2026-11-02T21:05:00Z', 'fr')).toBe('3 nov. 2026, 01:05')
    expect(formatDateTime('2026-11-02T21:05:00Z', 'es')).toBe('3 de noviembre de 2026, 01:05')
    expect(formatShortDateTime('2026-11-02T21:05:00Z', 'es')).toBe('3 nov 2026, 01:05')
  })

  it.each([
    ['en', 'en-GB'],
    ['ar', 'ar-AE-u-nu-latn'],
    ['fr', 'fr'],
    ['es', 'es'],
  ] as const)('formats dates in %s as ICU does, around midnight in Dubai too', (locale, tag) => {
    const icu = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'Asia/Dubai' })
    for (let month = 1; month <= 12; month += 1)
      for (const rest of ['01', '28T19:59:59Z', '28T20:00:00.000Z', '09T23:30:00+02:00']) {
        const iso = `20${10 + month}-${String(month).padStart(2, '0')}-${rest}`
        expect(formatDate(iso, locale)).toBe(icu.format(new Date(iso)))
      }
    expect(() => formatDate('soon', locale)).toThrow(RangeError)
  })

  it('rounds days up and never goes below zero', () => {
    const now = Date.parse('2026-11-21T08:00:00Z')
    expect(daysUntil('2026-11-30T07:00:00Z', now)).toBe(9)
    expect(daysUntil('2026-11-20T07:00:00Z', now)).toBe(0)
  })

  it('separates thousands as the shown language does, and as amounts do', () => {
    for (const locale of LOCALES) {
      countIn(locale)
      const icu = new Intl.NumberFormat(LANGUAGES[locale].tag, { maximumFractionDigits: 0 })
      for (const value of [0, 999, 1_000, 9_999, 10_000, 25_000, 1_250_000]) {
        expect(formatCount(value)).toBe(icu.format(value))
        expect(formatCount(value)).toBe(groupDigits(String(value), locale))
      }
    }
    countIn('en')
  })
})

describe('jsonText', () => {
  it('cannot end the enclosing script element', () => {
    const value = { text: '</script><!--<script>\u2028&' }
    expect(jsonText(value)).not.toMatch(/[<>&\u2028]/)
    expect(JSON.parse(jsonText(value))).toEqual(value)
  })
})

describe('the list’s address', () => {
  it('becomes a query with split price bands and without unknown parameters', () => {
    const params = new URLSearchParams('city=Dubai&price=500000-1000000&beds=3%2B&utm=x')
    expect(listQueryOf(params)).toEqual({
      limit: 12,
      city: 'Dubai',
      beds: '3+',
      minPrice: '500000',
      maxPrice: '1000000',
    })
    expect(listQueryOf(new URLSearchParams('price=cheap'))).toEqual({ limit: 12 })
  })

  it.each([
    'q=+',
    'sort=%00',
    'sort=toString',
    'type=castle',
    'status=draft',
    'beds=many',
    'beds=333',
    'price=-',
    'minYield=high',
    'minYield=100.5',
    'maxMinimum=-1',
    'price=99999999999-',
    `city=${'x'.repeat(81)}`,
  ])('ignores the invalid filter %s', (query) => {
    expect(readFilters(new URLSearchParams(query))).toEqual({})
    expect(listQueryOf(new URLSearchParams(query))).toEqual({ limit: 12 })
  })

  it.each([
    ['sort', PropertySort.options],
    ['type', PropertyType.options],
    ['status', PropertyStatus.options],
    ['beds', ['0', '2', '3+']],
    ['city', ['Al Ain']],
    ['price', PRICE_BANDS],
    ['minYield', YIELDS],
    ['maxMinimum', MINIMUMS],
  ] as const)('accepts every %s of the list', (key, values) => {
    for (const value of values) expect(readFilters(new URLSearchParams({ [key]: value }))).toEqual({ [key]: value })
  })

  it('drops the cursor when a filter changes', () => {
    expect(withFilter(new URLSearchParams('cursor=abc&q=x'), 'q', '').toString()).toBe('')
  })
})
