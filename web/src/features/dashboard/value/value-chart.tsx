import type { ValueEvent, ValueStep } from '@hissa/contracts/investment'
import { type Fils, fils, formatMoney } from '@hissa/money'
import { scaleLinear } from '@visx/scale'
import { PropertyTitle } from '../../../api/property-title.js'
import { useLocale, useT } from '../../../i18n/i18n.js'
import { formatDate, formatShortDate } from '../../../lib/format.js'
import { Money } from '../../../ui/money.js'
import { DataTable } from '../../../ui/table.js'
import type { Shown } from './value-range.js'

const HEIGHT = 176
/** Room for markers above the highest line. */
const TOP = 12

type Line = 'value' | 'contributed'
const LINES: Record<Line, { className: string; of: (step: ValueStep) => Fils }> = {
  contributed: { className: 'stroke-ink-3 [stroke-dasharray:4_3] stroke-[1.5]', of: (step) => step.contributedFils },
  value: { className: 'stroke-primary stroke-2', of: (step) => step.valueFils },
}
const names: readonly Line[] = ['value', 'contributed']

type Shape = 'circle' | 'diamond' | 'square' | 'triangle'
const SHAPES: Record<ValueEvent['kind'], Shape> = {
  ...{ purchase: 'circle', returned: 'diamond', transfer_in: 'diamond', transfer_out: 'diamond' },
  ...{ valuation: 'square', distribution: 'triangle' },
}

/**
 * Draws the value of holdings as a step line, with what was contributed as a dashed one and a marker for each event. A
 * line is level between steps. Every figure is in the tables below. In Arabic, time runs from the right.
 */
export function ValueChart({ shown }: { shown: Shown }) {
  return (
    <figure>
      <Lines shown={shown} />
      <Legend kinds={new Set(shown.events.map(({ kind }) => kind))} />
      <Figures shown={shown} />
    </figure>
  )
}

const msOf = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** Returns the scales of the chart: days to percent of the width, fils to pixels from the top. */
function scalesOf({ from, to, steps }: Shown) {
  const most = Math.max(1, ...steps.flatMap((step) => [step.valueFils, step.contributedFils]))
  const x = scaleLinear({ domain: [msOf(from), Math.max(msOf(to), msOf(from) + 1)], range: [0, 100] })
  const y = scaleLinear({ domain: [0, most], range: [HEIGHT, TOP], nice: 2 })
  return { x: (day: string) => x(msOf(day)), y: (amount: number) => y(amount), ticks: y.ticks(2) }
}
type Scales = ReturnType<typeof scalesOf>

function Lines({ shown }: { shown: Shown }) {
  const t = useT()
  const locale = useLocale()
  const scales = scalesOf(shown)
  const last = shown.steps.at(-1)!
  const text = (amount: Fils) => formatMoney(amount, { locale, decimals: 2 })
  const label = t('valuations.chart.label', {
    ...{ title: t('valuations.overTime'), value: text(last.valueFils), contributed: text(last.contributedFils) },
  })
  return (
    <div className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3">
      <Amounts scales={scales} />
      <svg role="img" aria-label={label} className="block h-44 w-full overflow-visible rtl:-scale-x-100">
        {scales.ticks.map((tick) => (
          <rect
            key={tick}
            y={scales.y(tick)}
            width="100%"
            height="1"
            className={tick === 0 ? 'fill-line-strong' : 'fill-line'}
          />
        ))}
        {[...names].reverse().map((name) => (
          <StepLine key={name} name={name} shown={shown} scales={scales} />
        ))}
        {shown.events.map(({ day, kind, property }, index) => (
          <svg
            key={`${day}${kind}${property.propertyId}${index}`}
            x={`${scales.x(day)}%`}
            y={scales.y(shown.steps.findLast((step) => step.day <= day)!.valueFils)}
            className="overflow-visible"
          >
            <Marker shape={SHAPES[kind]} />
          </svg>
        ))}
      </svg>
      <span />
      <div aria-hidden="true" className="flex justify-between gap-4 pt-2 text-12 text-ink-2">
        <span>{formatShortDate(shown.from, locale)}</span>
        <span>{formatShortDate(shown.to, locale)}</span>
      </div>
    </div>
  )
}

/** The amounts beside the lines. Has the width of the widest one. */
function Amounts({ scales: { ticks, y } }: { scales: Scales }) {
  const locale = useLocale()
  return (
    <div aria-hidden="true" dir="ltr" className="relative">
      <span className="invisible block text-12 whitespace-nowrap">
        <Money fils={fils(Math.round(ticks.at(-1)!))} />
      </span>
      <svg className="absolute inset-0 h-44 w-full overflow-visible">
        {ticks.map((tick) => (
          <text key={tick} x="100%" y={y(tick) + (tick === 0 ? -2 : 4)} textAnchor="end" className="fill-ink-2 text-12">
            {formatMoney(fils(Math.round(tick)), { locale }).replace(/AED\s|\sAED/, '')}
          </text>
        ))}
      </svg>
    </div>
  )
}

/** Draws a line that is level from each step to the next, where it jumps. */
function StepLine({ name, shown: { steps }, scales: { x, y } }: { name: Line; shown: Shown; scales: Scales }) {
  const { className, of } = LINES[name]
  return (
    <g className={className} strokeLinecap="square">
      {steps.map((step, index) => {
        const next = steps[index + 1]
        const [at, end] = [`${x(step.day)}%`, next ? `${x(next.day)}%` : '100%']
        const [height, before] = [y(of(step)), index === 0 ? undefined : y(of(steps[index - 1]!))]
        return (
          <g key={step.day}>
            {before !== undefined && before !== height && <line x1={at} x2={at} y1={before} y2={height} />}
            <line x1={at} x2={end} y1={height} y2={height} />
          </g>
        )
      })}
    </g>
  )
}

/** Draws the shape of an event around the origin. */
function Marker({ shape }: { shape: Shape }) {
  const look = { className: 'fill-ground stroke-ink stroke-[1.5]' }
  if (shape === 'circle') return <circle r="4" {...look} />
  if (shape === 'square') return <rect x="-4" y="-4" width="8" height="8" {...look} />
  return <path d={shape === 'triangle' ? 'M0 -5 5 4 -5 4Z' : 'M0 -5 5 0 0 5 -5 0Z'} {...look} />
}

function Legend({ kinds }: { kinds: ReadonlySet<ValueEvent['kind']> }) {
  const t = useT()
  return (
    <figcaption className="flex flex-wrap gap-x-5 gap-y-1 pt-3 text-13 text-ink-2">
      {names.map((name) => (
        <span key={name} className="inline-flex items-center gap-2">
          <svg aria-hidden="true" width="20" height="12">
            <line x1="0" x2="20" y1="6" y2="6" className={LINES[name].className} />
          </svg>
          {t(`valuations.line.${name}`)}
        </span>
      ))}
      {[...kinds].map((kind) => (
        <span key={kind} className="inline-flex items-center gap-2">
          <svg aria-hidden="true" width="12" height="12" viewBox="-6 -6 12 12">
            <Marker shape={SHAPES[kind]} />
          </svg>
          {t(`valuations.event.${kind}`)}
        </span>
      ))}
    </figcaption>
  )
}

/** Every figure of the chart: its steps and its events. */
function Figures({ shown: { steps, events } }: { shown: Shown }) {
  const t = useT()
  const locale = useLocale()
  const date = (day: string) => <span className="whitespace-nowrap">{formatDate(day, locale)}</span>
  const amount = (value: Fils) => <Money fils={value} decimals={2} />
  return (
    <details className="mt-3 text-13 text-ink-2">
      <summary className="inline-flex min-h-8 items-center underline underline-offset-3 hover:text-ink max-md:min-h-11">
        {t('valuations.table')}
      </summary>
      <div className="mt-2 flex flex-col gap-6 text-ink">
        <DataTable
          dense
          caption={t('valuations.overTime')}
          rows={steps}
          rowKey={({ day }) => day}
          columns={[
            { key: 'day', header: t('valuations.column.date'), lead: true, cell: ({ day }) => date(day) },
            ...names.map((name) => ({
              ...{ key: name, header: t(`valuations.line.${name}`), figures: true },
              cell: (step: ValueStep) => amount(LINES[name].of(step)),
            })),
          ]}
        />
        <DataTable
          dense
          caption={t('valuations.events')}
          rows={events.map((event, index) => ({ ...event, index }))}
          rowKey={({ index }) => String(index)}
          columns={[
            { key: 'day', header: t('valuations.column.date'), lead: true, cell: ({ day }) => date(day) },
            {
              key: 'event',
              header: t('valuations.column.event'),
              cell: ({ kind, property }) => (
                <>
                  {t(`valuations.event.${kind}`)} · <PropertyTitle property={property} />
                </>
              ),
            },
            {
              ...{ key: 'amount', header: t('valuations.column.amount'), figures: true },
              cell: ({ amountFils }) => amount(amountFils),
            },
          ]}
        />
      </div>
    </details>
  )
}
