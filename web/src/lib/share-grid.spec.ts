import { describe, expect, it } from '@jest/globals'
import { fils, type Units, units } from '@hissa/money'
import fc from 'fast-check'
import { drawnEdges, gridModel, MIN_PART, sectionOf, squaresPath, type GridInput } from './share-grid.js'

const FORMS = [
  { columns: 40, maxSquares: 120, even: true },
  { columns: 20, maxSquares: 240, even: false },
  { columns: 20, maxSquares: 20, even: true },
]
const EMPTY = { unitsTaken: units(0), unitsMine: units(0), unitPriceFils: fils(10_000) }
const grid = (change: Partial<GridInput>) =>
  gridModel({
    unitsTotal: units(10_500),
    unitsTaken: units(0),
    unitPriceFils: fils(10_000),
    maxSquares: 240,
    columns: 20,
    ...change,
  })

/** Any offering with any part of it taken and any part of the rest owned by the user. */
const anyGrid = fc
  .record({
    form: fc.constantFrom(...FORMS),
    total: fc.integer({ min: 1, max: 200_000 }),
    taken: fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true })),
    mine: fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true })),
    price: fc.constantFrom(1, 10_000, 50_000),
  })
  .map(({ form, total, taken, mine, price }): GridInput & { unitsMine: Units } => {
    const unitsTaken = units(Math.round(total * taken))
    const unitsMine = units(Math.round((total - unitsTaken) * mine))
    return { ...form, unitsTotal: units(total), unitPriceFils: fils(price), unitsTaken, unitsMine }
  })

describe('gridModel', () => {
  it('makes a square represent a round number of units', () => {
    expect(grid({})).toMatchObject({ end: 210, squareValue: 500_000 })
    expect(grid({ unitsTotal: units(20) })).toMatchObject({ end: 20, squareValue: 10_000 })
  })

  it('makes a square of round units represent whole fils for any total', () => {
    fc.assert(
      fc.property(anyGrid, (input) => {
        const { squareValue } = gridModel({ ...input, even: false })
        return Number.isInteger(squareValue) && squareValue % input.unitPriceFils === 0
      }),
      { examples: [[{ ...FORMS[1]!, ...EMPTY, unitsTotal: units(63_518) }]] },
    )
  })

  it('draws an incomplete last square in proportion to its units', () => {
    expect(grid({ unitsTotal: units(10_510) }).end).toBe(210.2)
  })

  it('divides an even strip into the maximum number of equal squares', () => {
    const strip = grid({ even: true, maxSquares: 120, columns: 40, unitsTaken: units(6_510) })
    expect([strip.end, strip.squareValue]).toEqual([120, 875_000])
    expect(strip.takenTo).toBeCloseTo(74.4, 9)
  })

  it('accounts for every fil: taken, the user’s and available', () => {
    fc.assert(
      fc.property(anyGrid, (input) => {
        const { takenTo, mineTo, end, squareValue } = gridModel(input)
        const worth = (squares: number, count: number) =>
          Math.abs(squares * squareValue - count * input.unitPriceFils) < 1e-6 * input.unitPriceFils * input.unitsTotal
        return (
          worth(takenTo, input.unitsTaken) &&
          worth(mineTo - takenTo, input.unitsMine) &&
          worth(end, input.unitsTotal) &&
          Math.ceil(end) <= input.maxSquares
        )
      }),
    )
  })

  it('limits the user’s units to those available', () => {
    expect(grid({ unitsTaken: units(10_400), unitsMine: units(5_000) })).toMatchObject({ takenTo: 208, mineTo: 210 })
  })
})

describe('drawnEdges', () => {
  const line = (mine: number, taken = 0) =>
    drawnEdges(
      grid({
        unitsTotal: units(10_000),
        unitsTaken: units(taken),
        unitsMine: units(mine),
        maxSquares: 20,
        columns: 20,
        even: true,
      }),
    )

  it.each([
    ['nothing', 0, 0],
    ['0.07 %, a hairline and not a square', 7, MIN_PART],
    ['5 %, one square', 500, 1],
    ['50 %', 5_000, 10],
    ['99.97 %, which leaves a hairline open', 9_997, 20 - MIN_PART],
    ['100 %', 10_000, 20],
  ])('shows a holding of %s', (_name, units, squares) => {
    expect(line(units).mineTo).toBeCloseTo(squares, 9)
  })

  it.each([
    [0, 0],
    [7, MIN_PART],
    [500, 1],
    [9_997, 20 - MIN_PART],
    [10_000, 20],
  ])('shows %s of 10,000 units taken', (unitsTaken, squares) => {
    expect(line(0, unitsTaken).takenTo).toBeCloseTo(squares, 9)
  })

  it('draws 0.07% as less than 1%', () => {
    expect(line(7).mineTo / 20).toBeLessThan(0.01)
    expect(1 - line(9_997).mineTo / 20).toBeLessThan(0.01)
  })

  it('draws a hairline inside one square, not across two', () => {
    const { takenTo, mineTo } = line(3, 2_998)
    expect(Math.floor(takenTo)).toBe(Math.ceil(mineTo) - 1)
  })

  it('never looks full while a unit is available and never empty while one is held', () => {
    fc.assert(
      fc.property(anyGrid, (input) => {
        const model = gridModel(input)
        const { takenTo, mineTo, end } = drawnEdges(model)
        const free = input.unitsTotal - input.unitsTaken - input.unitsMine
        const seen = (length: number, count: number) =>
          count > 0 ? length >= MIN_PART - 1e-9 : Math.abs(length) < 1e-9
        return seen(takenTo, input.unitsTaken) && seen(mineTo - takenTo, input.unitsMine) && seen(end - mineTo, free)
      }),
      { numRuns: 2_000 },
    )
  })

  it('is exact to within two hairlines', () => {
    fc.assert(
      fc.property(anyGrid, (input) => {
        const model = gridModel(input)
        const drawn = drawnEdges(model)
        const near = (a: number, b: number) => Math.abs(a - b) <= 2 * MIN_PART + 1e-9
        return near(drawn.takenTo, model.takenTo) && near(drawn.mineTo, model.mineTo) && near(drawn.end, model.end)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('sectionOf', () => {
  it('returns whole squares and a part at either end', () => {
    expect(sectionOf(1.75, 4.5)).toEqual({
      from: 2,
      to: 4,
      parts: [
        { index: 1, from: 0.75, to: 1 },
        { index: 4, from: 0, to: 0.5 },
      ],
    })
  })

  it('returns one part inside a single square', () => {
    expect(sectionOf(3.25, 3.5).parts).toEqual([{ index: 3, from: 0.25, to: 0.5 }])
  })

  it('returns no whole squares and no parts for an empty range', () => {
    expect(sectionOf(3, 3)).toEqual({ from: 3, to: 3, parts: [] })
  })
})

describe('squaresPath', () => {
  it('starts a new row after the last column', () => {
    expect(squaresPath(0, 3, 2)).toBe('M2.5 2.5h5v5h-5zm10 0h5v5h-5zM2.5 12.5h5v5h-5z')
    expect(squaresPath(2, 2, 2)).toBe('')
  })
})
