import { describe, expect, it } from '@jest/globals'
import { fils, units } from '@hissa/money'
import { aProperty } from '../../test/property.js'
import { countIn } from './format-count.js'
import { checkAmount, fieldText, quickAmounts, quote } from './invest-amount.js'
import { LOCALES } from './locale.js'

describe('fieldText', () => {
  it('writes the separators of the shown language', () => {
    const shown = LOCALES.map((locale) => {
      countIn(locale)
      return [fieldText(fils(200_050)), fieldText(fils(1_000_000))]
    })
    countIn('en')
    expect(shown).toEqual([
      ['2,000.50', '10,000'],
      ['2,000.50', '10,000'],
      ['2\u202f000,50', '10\u202f000'],
      ['2000,50', '10.000'],
    ])
  })

  it.each([
    [200_000, '2,000'],
    [200_005, '2,000.05'],
    [150, '1.50'],
    [123_456_700, '1,234,567'],
  ])('formats %d fils as %s', (amount, text) => expect(fieldText(fils(amount))).toBe(text))
})

describe('checkAmount', () => {
  it('accepts a multiple of the share price between the minimum and what is available', () => {
    expect(checkAmount(fils(200_000), aProperty())).toBeNull()
    expect(checkAmount(fils(39_900_000), aProperty())).toBeNull()
  })

  it('requires the larger of the two minimums', () => {
    expect(checkAmount(fils(199_900), aProperty())).toEqual({ code: 'BELOW_MINIMUM', minimumFils: 200_000 })
    expect(checkAmount(fils(400_000), aProperty({ minimumFils: fils(500_000) }))).toEqual({
      code: 'BELOW_MINIMUM',
      minimumFils: 500_000,
    })
  })

  it('waives the minimum when less is available', () => {
    expect(checkAmount(fils(70_000), aProperty({ unitsAvailable: units(7) }))).toBeNull()
    expect(checkAmount(fils(60_000), aProperty({ unitsAvailable: units(7) }))).toEqual({
      code: 'BELOW_MINIMUM',
      minimumFils: 70_000,
    })
  })

  it('returns the two nearest amounts that can be bought', () => {
    expect(checkAmount(fils(205_050), aProperty())).toEqual({
      code: 'NOT_MULTIPLE',
      nearestFils: [200_000, 210_000],
      unitPriceFils: 10_000,
    })
    const few = aProperty({ unitsAvailable: units(21), minimumFils: fils(0) })
    expect(checkAmount(fils(209_999), few)).toEqual({
      code: 'NOT_MULTIPLE',
      nearestFils: [200_000, 210_000],
      unitPriceFils: 10_000,
    })
  })

  it('rejects more than is available, nothing and an invalid amount', () => {
    expect(checkAmount(fils(39_910_000), aProperty())).toEqual({ code: 'ABOVE_AVAILABLE', availableFils: 39_900_000 })
    expect([null, fils(0), fils(-100)].map((amount) => checkAmount(amount, aProperty())?.code)).toEqual(
      Array(3).fill('NOT_A_NUMBER'),
    )
  })
})

describe('quote', () => {
  it('adds the fee on top and returns the share of the company and target income', () => {
    expect(quote(fils(1_000_000), aProperty())).toEqual({
      units: 100,
      amountFils: 1_000_000,
      feeFils: 15_000,
      totalFils: 1_015_000,
      sharePartsPerMillion: 9_523,
      yearlyFils: 68_000,
    })
  })

  it('returns no income without a stated target', () => {
    expect(quote(fils(1_000_000), aProperty({ expectedReturn: null })).yearlyFils).toBeNull()
  })
})

describe('quickAmounts', () => {
  it('returns only amounts that can be bought', () => {
    expect(quickAmounts(aProperty({ unitsAvailable: units(60) }))).toEqual([200_000, 500_000])
  })
})
