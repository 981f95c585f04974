import { fils, units } from '@hissa/money'
import { useId } from 'react'
import { Text } from '../i18n/i18n.js'
import { cx } from '../lib/cx.js'
import {
  drawnEdges,
  gridModel,
  sectionOf,
  squaresPath,
  type GridInput,
  type GridModel,
  type SquarePart,
} from '../lib/share-grid.js'
import { Money } from './money.js'

/**
 * `block` in the invest box and `wide` in a column have the same scale, a round number of shares; `strip` on cards and
 * `line` in table rows divide the total evenly.
 */
const FORMS = {
  wide: { columns: 40, maxSquares: 240, even: false },
  strip: { columns: 40, maxSquares: 120, even: true },
  block: { columns: 20, maxSquares: 240, even: false },
  line: { columns: 20, maxSquares: 20, even: true },
} as const

// A stroke in the fill's colour rounds the corners: side 5 and stroke 3 make a square of 8 with corners of 1.5.
const STROKE = 3
const PITCH = 10
const SIDE = 8
export type GridForm = keyof typeof FORMS

type ShareGridProps = Omit<GridInput, 'columns' | 'maxSquares' | 'even'> & {
  form: GridForm
  /** Text alternative; the text beside the grid states the same figures. */
  label: string
  /** Squares fade in once, one after another. Use it where the grid is the subject of the view. */
  animate?: boolean
  className?: string
}

/** States what one square of a `block` or `wide` grid represents, and that copper is the user's. */
export function GridNote({ unitsTotal, unitPriceFils }: Pick<GridInput, 'unitsTotal' | 'unitPriceFils'>) {
  const { squareValue } = gridModel({ ...FORMS.block, unitsTotal, unitPriceFils, unitsTaken: units(0) })
  return <Text id="ui.grid.square" components={{ money: <Money fils={fils(squareValue)} /> }} />
}

/**
 * Renders the share grid: green is taken, copper is the user's, outlined is available. Every square represents the same
 * amount, so smaller amounts are drawn as a part of one. Fills in the reading direction. In forced colours the user's
 * squares are hatched and the available ones are outlines.
 */
export function ShareGrid({ form, label, animate = false, className, ...input }: ShareGridProps) {
  const { columns } = FORMS[form]
  const grid = gridModel({ ...input, ...FORMS[form] })
  const height = Math.ceil(grid.end / columns) * PITCH
  return (
    <svg
      className={cx('share-grid', className)}
      viewBox={`1 1 ${columns * PITCH - 2} ${height - 2}`}
      role="img"
      aria-label={label}
      strokeWidth={STROKE}
    >
      <Squares grid={grid} animate={animate} />
    </svg>
  )
}

/** Draws the squares of a band: available outlines first, then the taken and the user's squares over them. */
function Squares({ grid, animate }: { grid: GridModel; animate: boolean }) {
  const { columns } = grid
  const { takenTo, mineTo, end } = drawnEdges(grid)
  const taken = sectionOf(0, takenTo)
  const mine = sectionOf(takenTo, mineTo)
  return (
    <>
      <FreeSquares from={Math.floor(mineTo)} end={end} columns={columns} />
      <path className={cx('sq sq-taken', animate && 'sq-enter')} d={squaresPath(taken.from, taken.to, columns)} />
      {taken.parts.map((part) => (
        <Part key={part.index} part={part} columns={columns} className="sq-taken" />
      ))}
      {indices(mine.from, mine.to).map((index) => (
        <path key={index} className="sq sq-mine sq-enter" d={squaresPath(index, index + 1, columns)} />
      ))}
      {mine.parts.map((part) => (
        <Part key={part.index} part={part} columns={columns} className="sq-mine sq-enter" />
      ))}
      {mineTo > takenTo && <path className="sq-hatch" strokeWidth={1.5} d={hatchPath(mine.from, mine.to, columns)} />}
    </>
  )
}

/** Draws outlines of the squares that are not fully taken. An incomplete last square is narrower. */
function FreeSquares({ from, end, columns }: { from: number; end: number; columns: number }) {
  const id = useId()
  const whole = Math.floor(end)
  const last = end - whole
  const x = (whole % columns) * PITCH + 1
  const y = Math.floor(whole / columns) * PITCH + 1
  return (
    <>
      <defs>
        <path id={id} d={squaresPath(from, whole, columns)} />
      </defs>
      <use className="sq sq-free" href={`#${id}`} />
      <use className="sq sq-hollow" href={`#${id}`} strokeWidth={STROKE - 1.8} />
      {last > 0 && <rect className="sq-last" x={x} y={y} width={last * SIDE} height={SIDE} strokeWidth={0} />}
    </>
  )
}

/** Draws a part of one square: the same rounded square, clipped on both sides. */
function Part({
  part: { index, from, to },
  columns,
  className,
}: {
  part: SquarePart
  columns: number
  className: string
}) {
  if (to <= from) return null
  const x = (index % columns) * PITCH + 1 + from * SIDE
  const y = Math.floor(index / columns) * PITCH + 1
  const width = (to - from) * SIDE
  return (
    <svg x={x} y={y} width={width} height={SIDE} viewBox={`${from * SIDE} 0 ${width} ${SIDE}`}>
      <path className={cx('sq', className)} d="M1.5 1.5h5v5h-5z" />
      {className.includes('sq-mine') && <path className="sq-hatch" strokeWidth={1.5} d="M0 8l8-8" />}
    </svg>
  )
}

function indices(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, offset) => from + offset)
}

/** Draws one diagonal per square, a pattern that replaces copper in forced colours. */
function hatchPath(from: number, to: number, columns: number): string {
  return indices(from, to)
    .map((index) => `M${(index % columns) * PITCH + 1} ${Math.floor(index / columns) * PITCH + 9}l8-8`)
    .join('')
}
