import type { Fils, Units } from '@hissa/money'

/** A grid of squares as one band: taken, then the user's, then available. Edges are counted in squares. */
export interface GridModel {
  columns: number
  takenTo: number
  mineTo: number
  /** The length of the band. Its last square is incomplete if the units don't fill it. */
  end: number
  /** The amount that one whole square represents, in fils; may be fractional in an `even` grid. */
  squareValue: number
}

export interface GridInput {
  unitsTotal: Units
  /** Units that others hold or have reserved. */
  unitsTaken: Units
  /** Units that are, or would be, the user's. */
  unitsMine?: Units
  unitPriceFils: Fils
  /** The maximum number of squares. */
  maxSquares: number
  columns: number
  /** Divides the total into `maxSquares` equal squares instead of giving each a round number of units. */
  even?: boolean
}

/** The part of one square that a section of the band covers, from 0 to 1. */
export interface SquarePart {
  index: number
  from: number
  to: number
}

/** The smallest part of a square that is drawn: a hairline on a small grid, never mistaken for a square. */
export const MIN_PART = 3 / 16

/**
 * Computes a grid in which every square represents the same number of units: the smallest of 1, 2, 5, 10, 20, 50, …
 * that needs at most `maxSquares` squares or, with `even`, an equal part of the total. The last square may be
 * incomplete.
 */
export function gridModel(input: GridInput): GridModel {
  const { columns, maxSquares, even, unitPriceFils } = input
  const total = Math.max(1, input.unitsTotal)
  const taken = clamp(input.unitsTaken, 0, total)
  const mine = clamp(input.unitsMine ?? 0, 0, total - taken)
  const perSquare = even ? Math.max(1, total / maxSquares) : roundStep(total / maxSquares)
  const squares = even ? Math.min(maxSquares, total) : total / perSquare
  // Multiplies before dividing, so that the total is exactly the last square's edge.
  const squaresOf = (count: number) => rounded((count * squares) / total)
  return {
    columns,
    takenTo: squaresOf(taken),
    mineTo: squaresOf(taken + mine),
    end: rounded(squares),
    squareValue: perSquare * unitPriceFils,
  }
}

/**
 * Returns the edges to draw: exact, except that a section too thin to be seen gets `MIN_PART`. A holding therefore
 * never looks empty, and an offering with a unit left never looks full.
 */
export function drawnEdges({ takenTo, mineTo, end }: GridModel): Pick<GridModel, 'takenTo' | 'mineTo' | 'end'> {
  const partOfLast = end - Math.floor(end)
  const last = partOfLast > 0 ? Math.floor(end) + Math.max(partOfLast, MIN_PART) : end
  const least = (length: number) => (length > 0 ? MIN_PART : 0)
  const mine = mineTo - takenTo
  // Leaves room at the end for a hairline of available units and one of the user's.
  const latestEnd = last - least(end - mineTo)
  const latest = latestEnd - least(mine)
  const taken = takenTo === end ? last : Math.min(Math.max(takenTo, least(takenTo)), latest)
  if (mine === 0) return { takenTo: taken, mineTo: taken, end: last }
  const from = mine < MIN_PART ? inOneSquare(taken, latest) : taken
  const to = mineTo === end ? last : Math.min(Math.max(mineTo, from + MIN_PART), latestEnd)
  return { takenTo: from, mineTo: to, end: last }
}

/** Moves a hairline that would cross a border into one of the two squares. */
function inOneSquare(from: number, latest: number): number {
  const border = Math.ceil(from)
  if (from + MIN_PART <= border || from === border) return from
  return border <= latest ? border : border - MIN_PART
}

/**
 * Splits a section of the band into whole squares, `from` (inclusive) to `to` (exclusive), and at most two partial
 * squares.
 */
export function sectionOf(from: number, to: number): { from: number; to: number; parts: SquarePart[] } {
  const first = Math.ceil(from)
  const last = Math.floor(to)
  if (first > last) return { from: 0, to: 0, parts: [{ index: last, from: from - last, to: to - last }] }
  const parts: SquarePart[] = []
  if (from < first) parts.push({ index: first - 1, from: from - first + 1, to: 1 })
  if (to > last) parts.push({ index: last, from: 0, to: to - last })
  return { from: first, to: last, parts }
}

/** Removes floating-point residue, so that whole squares are whole. */
const rounded = (squares: number): number => Math.round(squares * 1e9) / 1e9

/** Returns the smallest of 1, 2, 5 × 10ⁿ that is not less than `least`. */
function roundStep(least: number): number {
  let power = 1
  for (;;) {
    for (const factor of [1, 2, 5]) if (factor * power >= least) return factor * power
    power *= 10
  }
}

/**
 * Returns the SVG path of squares `from` (inclusive) to `to` (exclusive), row by row. Each has a side of 5 and is
 * centred in a cell of 10.
 */
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
