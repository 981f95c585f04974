/** How many squares of each kind a grid shows, and what one square stands for. */
export interface GridModel {
  columns: number
  squares: number
  taken: number
  mine: number
  /** Fils that one square stands for; a round number of units. */
  squareFils: number
}

export interface GridInput {
  unitsTotal: number
  /** Units that others hold or have reserved. */
  unitsTaken: number
  /** Units that are, or would be, the reader's. */
  unitsMine?: number
  unitPriceFils: number
  /** The most squares that fit. */
  maxSquares: number
  columns: number
  /** A strip has as many squares as fit, each the same part of the whole, rather than a round number of units each. */
  even?: boolean
}

/**
 * Computes a grid whose square is 1, 2 or 5 times a power of ten of units, the smallest that fits. The picture never
 * flatters: a square is taken only when all of it is, the last free square stays open until all is sold, and what is
 * the reader's is at least one square.
 */
export function gridModel(input: GridInput): GridModel {
  const unitsTotal = Math.max(1, input.unitsTotal)
  const unitsTaken = clamp(input.unitsTaken, 0, unitsTotal)
  const unitsMine = clamp(input.unitsMine ?? 0, 0, unitsTotal - unitsTaken)
  const unitsPerSquare = input.even
    ? Math.max(1, unitsTotal / input.maxSquares)
    : roundStep(unitsTotal / input.maxSquares)
  const squares = Math.ceil(unitsTotal / unitsPerSquare - 1e-9)
  const whole = unitsTaken === unitsTotal ? squares : Math.floor(unitsTaken / unitsPerSquare + 1e-9)
  const mine = unitsMine === 0 ? 0 : clamp(Math.round(unitsMine / unitsPerSquare), 1, squares)
  const taken = Math.min(unitsTaken > 0 ? Math.max(1, whole) : 0, squares - mine)
  return { columns: input.columns, squares, taken, mine, squareFils: unitsPerSquare * input.unitPriceFils }
}

/** The smallest of 1, 2, 5 × 10ⁿ that is not less than `least`. */
function roundStep(least: number): number {
  let power = 1
  for (;;) {
    for (const factor of [1, 2, 5]) if (factor * power >= least) return factor * power
    power *= 10
  }
}

/** A path of squares `from` (inclusive) to `to` (exclusive), row by row: side 5 in the middle of a pitch of 10. */
export function squaresPath(from: number, to: number, columns: number): string {
  let path = ''
  for (let index = from; index < to; index += 1) {
    const column = index % columns
    const start = index === from || column === 0
    path += start ? `M${column * 10 + 2.5} ${Math.floor(index / columns) * 10 + 2.5}h5v5h-5z` : 'm10 0h5v5h-5z'
  }
  return path
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), Math.max(low, high))
}
