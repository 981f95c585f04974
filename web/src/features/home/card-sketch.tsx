import { squaresPath } from '../../lib/share-grid.js'
import { PropertyDrawing } from '../../ui/property-drawing.js'

const BUILDING = { floors: 7, bays: 6, seed: 41 }

/** Shows a card's decorative line drawing; the text carries the meaning. */
export function CardSketch({ card }: { card: 'building' | 'money' | 'register' | 'rules' }) {
  return (
    <div className="slide-sketch">
      {card === 'building' ? (
        <PropertyDrawing drawing={BUILDING} shape="wide" label="" />
      ) : (
        <svg className="drawing" viewBox="0 0 520 272" preserveAspectRatio="xMidYMid meet" aria-hidden="true">
          {card === 'money' && <Ledger />}
          {card === 'register' && <Register />}
          {card === 'rules' && <Rules />}
        </svg>
      )}
    </div>
  )
}

/** Two balanced columns of entries. */
function Ledger() {
  const rows = [92, 118, 144, 170]
  return (
    <>
      <path className="d-line" d="M110 68h300M260 68v140" />
      {rows.map((y, index) => (
        <g key={y}>
          <path className="d-faint" d={`M130 ${y}h${60 + ((index * 17) % 44)}M280 ${y}h${60 + ((index * 17) % 44)}`} />
          <path className="d-palm" d={`M${212} ${y}h28M362 ${y}h28`} />
        </g>
      ))}
      <path className="d-line" d="M110 208h300" />
      <path className="d-palm" d="M252 226l8 8 8-8" />
    </>
  )
}

/** A register of squares: some taken, one being taken. */
function Register() {
  return (
    <g transform="translate(140 64) scale(1.2)" strokeLinejoin="round">
      <path className="d-window" d={squaresPath(121, 240, 20)} />
      <path className="d-taken" d={squaresPath(0, 120, 20)} />
      <path className="d-mine" d={squaresPath(120, 121, 20)} />
    </g>
  )
}

/** A decision with three conditions that are met. */
function Rules() {
  return (
    <>
      {[84, 128, 172].map((y, index) => (
        <g key={y}>
          <path className="d-wall" d={`M150 ${y}h24v24h-24z`} />
          <path className="d-palm" d={`M156 ${y + 12}l5 5 9-10`} />
          <path className="d-faint" d={`M192 ${y + 8}h${170 - index * 26}M192 ${y + 17}h${96 + index * 22}`} />
        </g>
      ))}
      <path className="d-line" d="M130 64h260v152H130z" />
    </>
  )
}
