import { describe, expect, it } from '@jest/globals'
import { fils } from '@hissa/money'
import { renderUi } from '../../../test/render.js'
import type { HomeFigures } from '../../api/api.js'
import { Hero } from './hero.js'

const figures = (change: Partial<HomeFigures> = {}): HomeFigures => ({
  openOfferings: 23,
  minimumFils: fils(100_000),
  unitPriceFils: fils(10_000),
  averageReturn: null,
  returnRange: {
    lowestBasisPoints: 364,
    highestBasisPoints: 699,
    offerings: 23,
    asOf: '2026-05-31',
    kind: 'target',
  },
  sampleData: true,
  ...change,
})

/** Returns the value and basis of the tile with a label. */
function tile(label: RegExp, given: HomeFigures | undefined) {
  const { container } = renderUi(<Hero example={undefined} figures={given} />)
  const term = [...container.querySelectorAll('dt')].find(({ textContent }) => label.test(textContent))!
  const [basis, value] = [...term.parentElement!.querySelectorAll('dd')].map(({ textContent }) => textContent)
  return { basis, value, page: container.textContent }
}

describe('Hero', () => {
  it('shows the target range of open offerings, rounded down, with their number and its date', () => {
    const { basis, value, page } = tile(/target/, figures())
    expect([value, basis]).toEqual(['3.6–6.9%', 'stated by 23 open offerings'])
    expect(page).toMatch(/as of 31 May 2026.*aim of 10% a year.*which these targets exclude/)
  })

  it('shows one figure if all offerings state the same target', () => {
    const returnRange = { ...figures().returnRange!, lowestBasisPoints: 640, highestBasisPoints: 640 }
    expect(tile(/target/, figures({ returnRange })).value).toBe('6.4%')
  })

  it('shows no figure while no offering is open', () => {
    expect(tile(/target/, figures({ returnRange: null }))).toMatchObject({
      value: 'None now',
      basis: 'no offering is open',
    })
  })

  it.each([
    [100_000, '2,000'],
    [500_000, '5,000'],
  ])('shows the larger of the platform’s minimum and %s fils as the minimum investment', (minimum, value) => {
    expect(tile(/to start/, figures({ minimumFils: fils(minimum) })).value).toBe(value)
  })
})
