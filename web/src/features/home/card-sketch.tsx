import pictures from '../../lib/site-pictures.json' with { type: 'json' }
import { Picture } from '../../ui/picture.js'

const STILLS = {
  building: pictures.company,
  money: pictures.ledger,
  register: pictures.shares,
  rules: pictures.review,
} as const

/** Shows a card's decorative still life; the text carries the meaning. */
export function CardSketch({ card }: { card: keyof typeof STILLS }) {
  return (
    <div className="slide-sketch">
      <Picture picture={STILLS[card]} alt="" sizes="(width >= 768px) 480px, calc(100vw - 34px)" />
    </div>
  )
}
