import { describe, expect, it, jest } from '@jest/globals'
import fc from 'fast-check'
import type * as Format from './format.js'
import {
  allocate,
  basisPointsOf,
  fils,
  formatBasisPoints,
  type Fils,
  formatMoney,
  larger,
  MoneyError,
  type MoneyLocale,
  moneyParts,
  partsPerMillion,
  smaller,
  subtractUnits,
  sum,
  sumUnits,
  times,
  toDecimal,
  type Units,
  units,
  unitsFor,
} from './index.js'

const TAGS: Record<MoneyLocale, string> = { en: 'en-AE', ar: 'ar-AE-u-nu-latn', fr: 'fr', es: 'es' }
const LOCALES = Object.keys(TAGS) as MoneyLocale[]

const weights = fc
  .array(fc.integer({ min: 0, max: 1_000_000_000 }), { minLength: 1, maxLength: 40 })
  .filter((w) => w.some((x) => x > 0))
const amounts = fc.integer({ min: -900_000_000_000_000, max: 900_000_000_000_000 }).map(fils)

describe('fils', () => {
  it('rejects fractions and unsafe integers', () => {
    expect(() => fils(0.5)).toThrow(MoneyError)
    expect(() => fils(2 ** 53)).toThrow(MoneyError)
    expect(Object.is(fils(-0), 0)).toBe(true)
  })

  it('rejects a sum or product that is not safe', () => {
    const large = fils(Number.MAX_SAFE_INTEGER)
    expect(() => sum(large, fils(1))).toThrow(MoneyError)
    expect(() => times(large, 2)).toThrow(MoneyError)
    expect(times(fils(10_000), 20)).toBe(200_000)
  })

  it('prints exact decimals', () => {
    expect([toDecimal(fils(5)), toDecimal(fils(-1205)), toDecimal(fils(0))]).toEqual(['0.05', '-12.05', '0.00'])
  })
})

describe('units', () => {
  it('rejects fractions, negative numbers and unsafe integers', () => {
    for (const bad of [0.5, NaN, -1, 2 ** 53]) expect(() => units(bad)).toThrow(MoneyError)
    expect(Object.is(units(-0), 0)).toBe(true)
  })

  it('adds and subtracts, but never below zero or past the safe range', () => {
    expect(sumUnits()).toBe(0)
    expect(sumUnits(units(3), units(4))).toBe(7)
    expect(subtractUnits(units(7), units(7))).toBe(0)
    expect(() => subtractUnits(units(3), units(4))).toThrow(MoneyError)
    expect(() => sumUnits(units(Number.MAX_SAFE_INTEGER), units(1))).toThrow(MoneyError)
  })

  it('returns the whole units that an amount pays for', () => {
    expect(unitsFor(fils(205_000), fils(10_000))).toBe(20)
    expect(unitsFor(fils(9_999), fils(10_000))).toBe(0)
    expect(() => unitsFor(fils(10_000), fils(0))).toThrow(MoneyError)
    expect(() => unitsFor(fils(-1), fils(10_000))).toThrow(MoneyError)
  })

  it('costs units at most the amount that they were computed from', () => {
    const prices = fc.integer({ min: 1, max: 1_000_000 }).map(fils)
    const paid = fc.integer({ min: 0, max: 900_000_000_000_000 }).map(fils)
    fc.assert(
      fc.property(paid, prices, (amount, price) => {
        const left = amount - times(price, unitsFor(amount, price))
        expect(left >= 0 && left < price).toBe(true)
      }),
    )
  })

  it('compares amounts with amounts, and units with units', () => {
    expect([larger(fils(1), fils(2)), larger(units(2), units(1))]).toEqual([2, 2])
    expect([smaller(fils(1), fils(2)), smaller(units(2), units(1))]).toEqual([1, 1])
    // @ts-expect-error an amount is not compared with a number of units
    expect(larger(fils(1), units(2))).toBe(2)
  })

  it('mixes with neither fils nor plain numbers', () => {
    // @ts-expect-error a plain number is not a number of units
    const plain: Units = 5
    // @ts-expect-error fils are not units
    const bought: Units = fils(5)
    // @ts-expect-error units are not fils
    const amount: Fils = units(5)
    expect([plain, bought, amount]).toEqual([5, 5, 5])
  })
})

describe('allocate', () => {
  it('allocates the remaining fils to the largest remainders, the earlier of equals first', () => {
    expect(allocate(fils(100), [1, 1, 1])).toEqual([34, 33, 33])
    expect(allocate(fils(10), [5, 3, 3])).toEqual([4, 3, 3])
    expect(allocate(fils(-100), [1, 1, 1])).toEqual([-34, -33, -33])
  })

  it('breaks ties with the given function', () => {
    expect(allocate(fils(100), [1, 1, 1], (a, b) => b - a)).toEqual([33, 33, 34])
  })

  it('returns parts that sum exactly to the total, each less than a fil from its exact share', () => {
    fc.assert(
      fc.property(amounts, weights, (total, w) => {
        const parts = allocate(total, w)
        const weightSum = BigInt(w.reduce((a, b) => a + b, 0))
        expect(parts.reduce((a, b) => a + BigInt(b), 0n)).toBe(BigInt(total))
        parts.forEach((part, i) => {
          const difference = BigInt(part) * weightSum - BigInt(total) * BigInt(w[i]!)
          expect(difference < weightSum && difference > -weightSum).toBe(true)
        })
      }),
    )
  })

  it('returns the same parts in any order of the holders', () => {
    fc.assert(
      fc.property(amounts, weights, fc.nat(), (total, w, turn) => {
        const order = w.map((_, i) => (i + turn) % w.length)
        const turned = allocate(
          total,
          order.map((i) => w[i]!),
          (a, b) => order[a]! - order[b]!,
        )
        const straight = allocate(total, w)
        expect(order.map((i) => straight[i])).toEqual(turned)
      }),
    )
  })

  it('rejects weights that are negative, fractional or all zero', () => {
    for (const bad of [[-1, 2], [0.5], [0, 0], []]) expect(() => allocate(fils(1), bad)).toThrow(MoneyError)
  })
})

describe('basisPointsOf', () => {
  it('returns 1.5 % of the subscription, rounded half up to the fil', () => {
    expect(basisPointsOf(fils(200_000), 150)).toBe(3_000)
    expect(basisPointsOf(fils(100), 150)).toBe(2)
    expect(basisPointsOf(fils(100), 150, 'down')).toBe(1)
    expect(basisPointsOf(fils(1), 1, 'up')).toBe(1)
    expect(basisPointsOf(fils(-100), 150)).toBe(-2)
  })

  it('differs from the exact share by at most half a fil', () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 10_000 }), (amount, rate) => {
        const twice = 2n * (BigInt(basisPointsOf(amount, rate)) * 10_000n - BigInt(amount) * BigInt(rate))
        expect(twice <= 10_000n && twice >= -10_000n).toBe(true)
      }),
    )
  })

  it('rejects a rate that is not whole basis points', () => {
    for (const bad of [-1, 1.5, NaN]) expect(() => basisPointsOf(fils(1), bad)).toThrow(MoneyError)
  })
})

describe('formatMoney', () => {
  it('puts the currency to the left of the number in every language', () => {
    expect(formatMoney(fils(125_000_000))).toBe('AED\u00a01,250,000')
    expect(formatMoney(fils(125_000_000), { style: 'symbol' })).toBe('\u20c3\u00a01,250,000')
    expect(formatMoney(fils(200_000), { locale: 'ar' })).toBe('AED\u00a02,000')
    expect(formatMoney(fils(200_000), { locale: 'ar', digits: 'arab' })).toBe('AED\u00a0٢٬٠٠٠')
    expect(formatMoney(fils(-3_050))).toBe('−AED\u00a030.50')
  })

  it('hides no fils by default', () => {
    expect(formatMoney(fils(3_050))).toBe('AED\u00a030.50')
    expect(formatMoney(fils(3_050), { decimals: 0 })).toBe('AED\u00a031')
    expect(formatMoney(fils(200_000), { decimals: 2 })).toBe('AED\u00a02,000.00')
    expect(formatMoney(fils(-20), { decimals: 0 })).toBe('AED\u00a00')
  })

  it('formats the currency by name', () => {
    expect(formatMoney(fils(200_000), { style: 'name' })).toBe('2,000 UAE dirhams')
    expect(moneyParts(fils(200_000), { locale: 'ar' }).spoken).toContain('درهم')
    expect(moneyParts(fils(-500), { style: 'symbol' })).toMatchObject({ sign: '−', currency: '\u20c3', number: '5' })
  })

  it('formats every amount in every language exactly as ICU does', () => {
    const icu = (locale: MoneyLocale, decimals: 0 | 2, named: Intl.NumberFormatOptions) =>
      new Intl.NumberFormat(TAGS[locale], {
        ...named,
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
      })
    const name = { style: 'currency', currency: 'AED', currencyDisplay: 'name' } as const
    const shapes = LOCALES.flatMap((locale) =>
      ([0, 2] as const).map((decimals) => ({
        ...{ locale, decimals },
        ...{ number: icu(locale, decimals, {}), named: icu(locale, decimals, name) },
      })),
    )
    const near = fc.integer({ min: -1_000, max: 1_000 }).map(fils)
    fc.assert(
      fc.property(
        fc.oneof(amounts, near),
        fc.constantFrom(...shapes),
        (amount, { locale, decimals, number, named }) => {
          const parts = moneyParts(amount, { locale, decimals })
          expect(parts.number).toBe(number.format(toDecimal(fils(Math.abs(amount)))))
          expect(parts.spoken).toBe(named.format(toDecimal(amount)))
        },
      ),
    )
  })

  it('creates no number format for Latin digits, because creating one is slow', async () => {
    // Formats are cached in the module, so a module that is loaded once more has none.
    const again = './format.js?again'
    const fresh = (await import(again)) as typeof Format
    const create = jest.spyOn(Intl, 'NumberFormat')
    for (const locale of LOCALES) fresh.moneyParts(fils(123_456), { locale })
    expect(create).not.toHaveBeenCalled()
    create.mockRestore()
  })

  it('writes the code after the number in French and Spanish, and the sign before it', () => {
    const texts = (['fr', 'es'] as const).map((locale) => [
      formatMoney(fils(200_000), { locale }),
      formatMoney(fils(-1_250_050), { locale }),
      formatMoney(fils(200_000), { locale, style: 'symbol' }),
      formatMoney(fils(100), { locale, style: 'name' }),
    ])
    expect(texts).toEqual([
      ['2\u202f000\u00a0AED', '−12\u202f500,50\u00a0AED', '\u20c3\u00a02\u202f000', '1 dirham des Émirats arabes unis'],
      ['2000\u00a0AED', '−12.500,50\u00a0AED', '\u20c3\u00a02000', '1 dírham de los Emiratos Árabes Unidos'],
    ])
  })

  it('formats rates as percentages', () => {
    expect(formatBasisPoints(150)).toBe('1.5%')
    expect(formatBasisPoints(825)).toBe('8.25%')
    for (const locale of ['fr', 'es'] as const) expect(formatBasisPoints(825, { locale })).toBe('8,25\u00a0%')
  })
})

describe('partsPerMillion', () => {
  it('rounds down, so that shares never sum past the whole', () => {
    expect(partsPerMillion(1, 3)).toBe(333_333)
    expect(partsPerMillion(0, 0)).toBe(0)
    expect(() => partsPerMillion(-1, 3)).toThrow(MoneyError)
  })
})
