import { describe, expect, it } from '@jest/globals'
import { fils, formatMoney, units } from '@hissa/money'
import fc from 'fast-check'
import { minimumOf, quote } from './quote.js'

const terms = { unitPriceFils: fils(10_000), feeBasisPoints: 150, minimumFils: fils(100_000) }

describe('quote', () => {
  it('converts an amount to units and adds the fee', () => {
    expect(quote(terms, fils(200_000), units(100))).toEqual({
      ok: true,
      value: { units: 20, amountFils: 200_000, feeFils: 3_000, totalFils: 203_000, minimumFils: 200_000 },
    })
  })

  it.each([
    ['AMOUNT_BELOW_MINIMUM', 190_000, 100, { minimumFils: 200_000 }],
    ['AMOUNT_NOT_MULTIPLE', 205_000, 100, { nearestFils: [200_000, 210_000] }],
    ['AMOUNT_ABOVE_AVAILABLE', 300_000, 25, { availableFils: 250_000 }],
    ['PROPERTY_FULLY_FUNDED', 200_000, 0, {}],
    ['AMOUNT_ABOVE_AVAILABLE', 255_000, 25, { availableFils: 250_000 }],
    ['AMOUNT_ABOVE_CARD_LIMIT', 100_000_000, 1_000_000, { maximumFils: 99_999_999 }],
    ['AMOUNT_ABOVE_CARD_LIMIT', 99_999_999, 1_000_000, { maximumFils: 99_999_999 }],
  ])('rejects with %s', (code, amount, available, extra) => {
    expect(quote(terms, fils(amount), units(available))).toMatchObject({ ok: false, error: { code, extra } })
  })

  it('states the largest payment without naming a card, because cash is limited too', () => {
    const refused = quote(terms, fils(100_000_000), units(1_000_000))
    expect(refused).toMatchObject({ error: { detail: expect.stringMatching(/^One payment may be at most/) } })
  })

  it('suggests only amounts that a card can pay', () => {
    const withoutFee = { ...terms, feeBasisPoints: 0 }
    expect(quote(withoutFee, fils(99_999_999), units(1_000_000))).toMatchObject({
      ok: false,
      error: {
        code: 'AMOUNT_NOT_MULTIPLE',
        detail: `Shares cost ${formatMoney(fils(10_000))} each. The nearest amount is ${formatMoney(fils(99_990_000))}.`,
        extra: { nearestFils: [99_990_000, 99_990_000] },
      },
    })
    const costly = { ...terms, unitPriceFils: fils(100_000_000) }
    expect(quote(costly, fils(500_000), units(3))).toMatchObject({ error: { code: 'AMOUNT_ABOVE_CARD_LIMIT' } })
  })

  it('suggests amounts that it accepts', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 110_000_000 }).map(fils),
        fc.integer({ min: 1, max: 12_000 }).map(units),
        fc.integer({ min: 0, max: 1_000 }),
        fc.integer({ min: 1, max: 3_000_000 }).map(fils),
        (amountFils, available, feeBasisPoints, unitPriceFils) => {
          const offered = { ...terms, feeBasisPoints, unitPriceFils }
          const quoted = quote(offered, amountFils, available)
          if (quoted.ok || quoted.error.code !== 'AMOUNT_NOT_MULTIPLE') return
          for (const near of quoted.error.extra.nearestFils) expect(quote(offered, near, available).ok).toBe(true)
        },
      ),
    )
  })

  it('applies the larger minimum, and waives it when fewer units remain', () => {
    expect(minimumOf({ ...terms, minimumFils: fils(500_000) }, units(100))).toBe(500_000)
    expect(minimumOf(terms, units(20))).toBe(200_000)
    expect(minimumOf(terms, units(19))).toBe(10_000)
    expect(quote(terms, fils(50_000), units(19))).toMatchObject({ ok: true, value: { units: 5 } })
  })

  it('accepts only whole units, at most those available, at the exact price plus the fee', () => {
    const amount = fc.integer({ min: 1, max: 5_000_000 }).map(fils)
    fc.assert(
      fc.property(
        amount,
        fc.integer({ min: 0, max: 400 }).map(units),
        fc.integer({ min: 0, max: 1_000 }),
        (amountFils, available, feeBasisPoints) => {
          const quoted = quote({ ...terms, feeBasisPoints }, amountFils, available)
          if (!quoted.ok) return
          const result = quoted.value
          expect(result.units * terms.unitPriceFils).toBe(amountFils)
          expect(result.units).toBeLessThanOrEqual(available)
          expect(result.totalFils - result.feeFils).toBe(amountFils)
        },
      ),
    )
  })
})
