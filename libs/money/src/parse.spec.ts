import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { fils, formatMoney, type MoneyLocale, parseAed, readAed, toAed } from './index.js'

const amounts = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }).map(fils)
const locales = fc.constantFrom<MoneyLocale>('en', 'ar', 'fr', 'es')

describe('parseAed', () => {
  it.each([
    ['2000', 200_000],
    ['2,000', 200_000],
    ['2,000.5', 200_050],
    ['1,250,000.05', 125_000_005],
    ['٢٬٠٠٠', 200_000],
    ['٢٬٠٠٠٫٥٠', 200_050],
    ['۲۰۰۰', 200_000],
    ['AED 2000', 200_000],
    ['aed2,000', 200_000],
    ['2 000 AED', 200_000],
    ['\u20c3 2000', 200_000],
    ['\u20c3\u00a02,000', 200_000],
    ['د.إ 2000', 200_000],
    ['2000 د.إ.', 200_000],
    ['\u200f٢٠٠٠\u200f', 200_000],
    ['−AED 5', -500],
    [' 0.07 ', 7],
    ['0', 0],
  ])('reads %j', (text, expected) => expect(parseAed(text)).toBe(expected))

  it.each([
    [2000, 200_000],
    [2000.1, 200_010],
    [0.29, 29],
    [1.15, 115],
    [-3.5, -350],
  ])('reads the number %d without binary error', (number, expected) => expect(parseAed(number)).toBe(expected))

  it.each([
    '',
    ' ',
    'AED',
    'two',
    '2,00',
    '20,00',
    '2,0000',
    '1,2,3',
    '1.2.3',
    '2 000,5',
    '--5',
    '0x10',
    '1e3',
    'AED AED 5',
    '5;',
  ])('rejects %j as not a number', (text) => expect(readAed(text)).toEqual({ ok: false, code: 'NOT_A_NUMBER' }))

  it.each(['1.234', '0.001', 1.005, 1e-7])('rejects %j for its excess decimals', (input) =>
    expect(readAed(input)).toEqual({ ok: false, code: 'EXCESS_DECIMALS' }),
  )

  it.each(['90071992547409.92', '99999999999999999999', 1e21])('rejects %j, which exceeds the safe integers', (input) =>
    expect(readAed(input)).toEqual({ ok: false, code: 'OUT_OF_RANGE' }),
  )

  it.each([NaN, Infinity])('rejects %d', (input) => expect(readAed(input).ok).toBe(false))

  it('reads the comma as the decimal sign in the languages that use it', () => {
    expect(parseAed('2.000,50', 'es')).toBe(200_050)
    expect(parseAed('2 000,50', 'fr')).toBe(200_050)
    expect(readAed('2.000', 'en')).toEqual({ ok: false, code: 'EXCESS_DECIMALS' })
  })

  it('reads back the output of formatMoney, in every language and with both kinds of digits', () => {
    fc.assert(
      fc.property(
        amounts,
        locales,
        fc.constantFrom('symbol', 'code'),
        fc.constantFrom('latn', 'arab'),
        (amount, locale, style, digits) => {
          expect(
            parseAed(formatMoney(amount, { locale, style: style as 'symbol', digits: digits as 'latn' }), locale),
          ).toBe(amount)
        },
      ),
    )
  })

  it('reads back the JSON number that toAed returns', () => {
    fc.assert(
      fc.property(amounts, (amount) => expect(parseAed(JSON.parse(JSON.stringify(toAed(amount))))).toBe(amount)),
    )
  })
})
