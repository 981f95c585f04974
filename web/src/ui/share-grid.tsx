import { gridModel, squaresPath, type GridInput } from '../lib/share-grid.js'
import { cx } from '../lib/cx.js'

/** `strip` lies on a card, `block` stands in the invest box, `line` in a table row. */
const FORMS = {
  strip: { columns: 40, maxSquares: 120, even: true, stroke: 2.6 },
  block: { columns: 20, maxSquares: 240, even: false, stroke: 3 },
  line: { columns: 20, maxSquares: 20, even: true, stroke: 3 },
} as const

type ShareGridProps = Omit<GridInput, 'columns' | 'maxSquares' | 'even'> & {
  form: keyof typeof FORMS
  /** What a screen reader says instead of the picture; the same facts stand in words beside it. */
  label: string
  /** Squares fade in once, one after another, where the grid is the subject of the view. */
  animate?: boolean
  className?: string
}

/** What one square stands for in a form, in fils: for the sentence under the grid. */
export function squareFilsOf(form: keyof typeof FORMS, input: Omit<GridInput, 'columns' | 'maxSquares' | 'even'>): number {
  return gridModel({ ...input, ...FORMS[form] }).squareFils
}

/**
 * The share grid: a square is a lot; green is taken, copper is the reader's, open is free. Fills from the start of the
 * reading direction. In forced colours the reader's squares are hatched and the free ones are outlines.
 */
export function ShareGrid({ form, label, animate, className, ...input }: ShareGridProps) {
  const { columns, maxSquares, even, stroke } = FORMS[form]
  const grid = gridModel({ ...input, columns, maxSquares, even })
  // A stroke of its own colour rounds the corners; with it a square is 8 wide, and so is an open one.
  const side = 8 - stroke
  const rows = Math.ceil(grid.squares / columns)
  const mineEnd = grid.taken + grid.mine
  const free = squaresPath(mineEnd, grid.squares, columns, side)
  return (
    <svg
      className={cx('share-grid', className)}
      viewBox={`1 1 ${columns * 10 - 2} ${rows * 10 - 2}`}
      role="img"
      aria-label={label}
      strokeWidth={stroke}
    >
      <path className="sq sq-free" d={free} />
      <path className="sq sq-hollow" strokeWidth={stroke - 1.8} d={free} />
      <path className={cx('sq sq-taken', animate && 'sq-enter')} d={squaresPath(0, grid.taken, columns, side)} />
      {indices(grid.taken, mineEnd).map((index) => (
        <path key={index} className="sq sq-mine sq-enter" d={squaresPath(index, index + 1, columns, side)} />
      ))}
      {grid.mine > 0 && <path className="sq-hatch" strokeWidth={1.5} d={hatchPath(grid.taken, mineEnd, columns)} />}
    </svg>
  )
}

function indices(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, offset) => from + offset)
}

/** One diagonal per square: the pattern that stands for copper where colours are the reader's own. */
function hatchPath(from: number, to: number, columns: number): string {
  return indices(from, to)
    .map((index) => `M${(index % columns) * 10 + 1} ${Math.floor(index / columns) * 10 + 9}l8-8`)
    .join('')
}
