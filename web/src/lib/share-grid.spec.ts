import { describe, expect, it } from '@jest/globals'
import { gridModel, squaresPath, type GridInput } from './share-grid.js'

const grid = (change: Partial<GridInput>) =>
  gridModel({ unitsTotal: 10_500, unitsTaken: 0, unitPriceFils: 10_000, maxSquares: 240, columns: 20, ...change })

describe('gridModel', () => {
  it('lets a square stand for a round number of units', () => {
    expect(grid({})).toMatchObject({ squares: 210, squareFils: 500_000 })
    expect(grid({ unitsTotal: 20 })).toMatchObject({ squares: 20, squareFils: 10_000 })
  })

  it('takes a square only when all of it is taken', () => {
    expect(grid({ unitsTaken: 6_549 }).taken).toBe(130)
    expect(grid({ unitsTaken: 6_550 }).taken).toBe(131)
  })

  it('shows that something is taken, and that something is left', () => {
    expect(grid({ unitsTaken: 1 }).taken).toBe(1)
    expect(grid({ unitsTotal: 10_501, unitsTaken: 10_500 }).taken).toBe(210)
    expect(grid({ unitsTotal: 10_501, unitsTaken: 10_501 }).taken).toBe(211)
  })

  it('shows the reader at least one square, after those of others and within the grid', () => {
    expect(grid({ unitsTaken: 6_510, unitsMine: 1 })).toMatchObject({ taken: 130, mine: 1 })
    expect(grid({ unitsTaken: 6_510, unitsMine: 150 }).mine).toBe(3)
    const last = grid({ unitsTaken: 10_490, unitsMine: 10 })
    expect(last.taken + last.mine).toBeLessThanOrEqual(last.squares)
    expect(last.mine).toBe(1)
  })

  it('gives the reader no more than is free', () => {
    expect(grid({ unitsTaken: 10_400, unitsMine: 5_000 }).mine).toBe(2)
  })

  it('makes an even strip of as many squares as fit', () => {
    expect(grid({ even: true, maxSquares: 120, columns: 40, unitsTaken: 6_510 })).toMatchObject({
      squares: 120,
      taken: 74,
    })
  })
})

describe('squaresPath', () => {
  it('begins a new row after the last column', () => {
    expect(squaresPath(0, 3, 2)).toBe('M2.5 2.5h5v5h-5zm10 0h5v5h-5zM2.5 12.5h5v5h-5z')
    expect(squaresPath(2, 2, 2)).toBe('')
  })
})
