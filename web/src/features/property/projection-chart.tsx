import type { Projection } from '@hissa/money'
import { useLocale, useT } from '../../i18n/i18n.js'
import { directionOf } from '../../lib/locale.js'

const WIDTH = 600
const HEIGHT = 160
const GAP = 8

/**
 * Draws for each year what a sale at its end returns in all: income so far below, proceeds above it, and a line at what
 * was paid. Hidden from screen readers, because the table beside it has the figures.
 */
export function ProjectionChart({ projection: { years, paidFils } }: { projection: Projection }) {
  const t = useT()
  const isMirrored = directionOf(useLocale()) === 'rtl'
  const top = Math.max(paidFils, ...years.map(({ receivedFils }) => receivedFils)) * 1.05
  const heightOf = (amount: number) => (amount / top) * HEIGHT
  const step = WIDTH / years.length
  const width = Math.min(56, Math.max(4, step - GAP))
  let income = 0
  const bars = years.map(({ year, incomeFils, receivedFils }, index) => {
    income += incomeFils
    const place = index * step + (step - width) / 2
    return { year, x: isMirrored ? WIDTH - place - width : place, income, received: receivedFils }
  })
  return (
    <figure>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="w-full" aria-hidden="true" preserveAspectRatio="none">
        {bars.map(({ year, x, income: earned, received }) => (
          <g key={year}>
            <rect {...{ x, width }} y={HEIGHT - heightOf(received)} height={heightOf(received)} className="fill-line" />
            <rect {...{ x, width }} y={HEIGHT - heightOf(earned)} height={heightOf(earned)} className="fill-primary" />
          </g>
        ))}
        <path
          d={`M0 ${HEIGHT - heightOf(paidFils)}H${WIDTH}`}
          className="stroke-ink"
          strokeDasharray="6 5"
          strokeWidth="1.5"
          fill="none"
        />
      </svg>
      <figcaption className="flex flex-wrap gap-x-6 gap-y-1 pt-2 text-13 text-ink-2">
        <Key
          mark={<rect width="10" height="10" className="fill-primary" />}
          text={t('property.calculator.key.income')}
        />
        <Key mark={<rect width="10" height="10" className="fill-line" />} text={t('property.calculator.key.sale')} />
        <Key
          mark={<path d="M0 5h10" className="stroke-ink" strokeDasharray="3 2" strokeWidth="1.5" />}
          text={t('property.calculator.key.paid')}
        />
      </figcaption>
    </figure>
  )
}

function Key({ mark, text }: { mark: React.ReactNode; text: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
        {mark}
      </svg>
      {text}
    </span>
  )
}
