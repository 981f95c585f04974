import { useId } from 'react'
import { gridModel, squaresPath, type GridInput } from '../lib/share-grid.js'
import { cx } from '../lib/cx.js'

/** `strip` lies on a card, `block` stands in the invest box, `line` in a table row. */
const FORMS = {
  strip: { columns: 40, maxSquares: 120, even: true },
  block: { columns: 20, maxSquares: 240, even: false },
  line: { columns: 20, maxSquares: 20, even: true },
} as const

// A stroke of its own colour rounds the corners: side 5 and stroke 3 make a square of 8 with corners of 1.5.
const STROKE = 3

type ShareGridProps = Omit<GridInput, 'columns' | 'maxSquares' | 'even'> & {
  form: keyof typeof FORMS
  /** What a screen reader says instead of the picture; the same facts stand in words beside it. */
  label: string
  /** Squares fade in once, one after another, where the grid is the subject of the view. */
  animate?: boolean
  className?: string
}

/** What one square stands for in a form, in fils: for the sentence under the grid. */
export function squareFilsOf(
  form: keyof typeof FORMS,
  input: Omit<GridInput, 'columns' | 'maxSquares' | 'even'>,
): number {
  return gridModel({ ...input, ...FORMS[form] }).squareFils
}

/**
 * The share grid: a square is a lot; green is taken, copper is the reader's, open is free. Fills from the start of the
 * reading direction. In forced colours the reader's squares are hatched and the free ones are outlines.
 */
export function ShareGrid({ form, label, animate, className, ...input }: ShareGridProps) {
  const { columns, maxSquares, even } = FORMS[form]
  const grid = gridModel({ ...input, columns, maxSquares, even })
  const rows = Math.ceil(grid.squares / columns)
  const mineEnd = grid.taken + grid.mine
  const free = useId()
  return (
    <svg
      className={cx('share-grid', className)}
      viewBox={`1 1 ${columns * 10 - 2} ${rows * 10 - 2}`}
      role="img"
      aria-label={label}
      strokeWidth={STROKE}
    >
      <defs>
        <path id={free} d={squaresPath(mineEnd, grid.squares, columns)} />
      </defs>
      <use className="sq sq-free" href={`#${free}`} />
      <use className="sq sq-hollow" href={`#${free}`} strokeWidth={STROKE - 1.8} />
      <path className={cx('sq sq-taken', animate && 'sq-enter')} d={squaresPath(0, grid.taken, columns)} />
      {indices(grid.taken, mineEnd).map((index) => (
        <path key={index} className="sq sq-mine sq-enter" d={squaresPath(index, index + 1, columns)} />
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
