import { drawProperty, type DrawingInput, type DrawingShape } from '../lib/drawing.js'

interface PropertyDrawingProps {
  drawing: DrawingInput
  shape: DrawingShape
  /** Text alternative; empty if the text beside the drawing already says it. */
  label: string
}

/**
 * Renders an elevation drawn from the property's data where there is no photograph: hairlines in the theme's colours,
 * about 2 KB.
 */
export function PropertyDrawing({ drawing, shape, label }: PropertyDrawingProps) {
  const d = drawProperty(drawing, shape)
  const naming = label ? ({ role: 'img', 'aria-label': label } as const) : ({ 'aria-hidden': true } as const)
  return (
    <svg className="drawing" viewBox={`0 0 ${d.width} ${d.height}`} preserveAspectRatio="xMidYMax meet" {...naming}>
      <path className="d-water" d={d.water} />
      <circle className="d-faint" cx={d.sun.x} cy={d.sun.y} r={d.sun.r} />
      <path className="d-wall" d={d.tower} />
      <path className="d-window" d={d.windows} />
      <path className="d-lit" d={d.lit} />
      <path className="d-line" d={d.balconies} />
      <path className="d-wall" d={d.podium} />
      <path className="d-faint" d={d.arches} />
      <path className="d-line" d={d.trunks} />
      <path className="d-palm" d={d.fronds} />
      <path className="d-line" d={d.ground} />
    </svg>
  )
}
