import { fils, formatMoney, sum } from '@hissa/money'
import { scaleBand, scaleLinear } from '@visx/scale'
import { useId } from 'react'
import { useLocale, useT } from '../../../i18n/i18n.js'
import { cx } from '../../../lib/cx.js'
import { Money } from '../../../ui/money.js'
import { DataTable } from '../../../ui/table.js'
import { useAmountsHidden } from '../../../lib/use-amounts-hidden.js'
import { INCOME_STATES, type IncomeState } from './income-state.js'
import { longMonth, shortMonth, totalOf, type MonthIncome } from './months.js'

const HEIGHT = 176

/**
 * Draws the income of twelve months as bars, with every figure in a table below. Paid income is solid, declared income
 * hatched and estimated income an outline, so that print and forced colours tell them apart. In Arabic, time runs from
 * the right. Nothing is drawn while amounts are hidden, because heights of bars tell amounts too.
 */
export default function IncomeChart({ year, months }: { year: number; months: readonly MonthIncome[] }) {
  const t = useT()
  const isHidden = useAmountsHidden()
  if (isHidden) return <p className="text-15 text-ink-2">{t('income.chart.hidden')}</p>
  const title = t('income.chart.title', { year: String(year) })
  return (
    <figure>
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 pb-4">
        <span className="text-15 font-medium">{title}</span>
        <Legend />
      </figcaption>
      <Bars title={title} months={months} />
      <Figures title={title} months={months} />
    </figure>
  )
}

/** How the bar of each state is filled; `pattern` is the id of the hatch. */
const LOOKS: Record<IncomeState, { className: string; isHatched?: boolean }> = {
  paid: { className: 'fill-primary' },
  declared: { className: 'stroke-primary', isHatched: true },
  estimated: { className: 'fill-transparent stroke-ink-3 [stroke-dasharray:3_3]' },
}

function Legend() {
  const t = useT()
  const hatch = useId()
  return (
    <span aria-hidden="true" className="flex flex-wrap gap-x-5 gap-y-1 text-13 text-ink-2">
      {INCOME_STATES.map((state) => (
        <span key={state} className="inline-flex items-center gap-2">
          <svg width="14" height="14" viewBox="0 0 14 14">
            <Hatch id={`${hatch}${state}`} />
            <Fill state={state} hatch={`${hatch}${state}`} x={1} y={1} width={12} height={12} />
          </svg>
          {t(`income.state.${state}`)}
        </span>
      ))}
    </span>
  )
}

function Hatch({ id }: { id: string }) {
  return (
    <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="5" height="5" className="fill-primary-soft" />
      <rect width="2" height="5" className="fill-primary" />
    </pattern>
  )
}

interface FillProps {
  state: IncomeState
  hatch: string
  x: number | string
  y: number
  width: number | string
  height: number
}

function Fill({ state, hatch, ...box }: FillProps) {
  const { className, isHatched } = LOOKS[state]
  return <rect {...box} rx="2" className={className} {...(isHatched && { fill: `url(#${hatch})` })} />
}

/** The amounts beside the lines. Has the width of the widest one. */
function Amounts({ ticks, y }: { ticks: readonly number[]; y: (amount: number) => number }) {
  const locale = useLocale()
  return (
    <div aria-hidden="true" dir="ltr" className="relative">
      <span className="invisible block text-12 whitespace-nowrap">
        <Money fils={fils(Math.round(ticks.at(-1)!))} />
      </span>
      <svg className="absolute inset-0 h-44 w-full overflow-visible">
        {ticks.map((tick) => (
          <text
            key={tick}
            x="100%"
            y={HEIGHT - y(tick) - (tick === 0 ? 2 : -4)}
            textAnchor="end"
            className="fill-ink-2 text-12"
          >
            {formatMoney(fils(Math.round(tick)), { locale }).replace(/AED\s|\sAED/, '')}
          </text>
        ))}
      </svg>
    </div>
  )
}

function Bars({ title, months }: { title: string; months: readonly MonthIncome[] }) {
  const t = useT()
  const locale = useLocale()
  const hatch = useId()
  const most = Math.max(1, ...months.map(totalOf))
  const x = scaleBand({ domain: months.map(({ month }) => month), range: [0, 100], padding: 0.35 })
  const y = scaleLinear({ domain: [0, most], range: [0, HEIGHT - 8], nice: 2 })
  const ticks = y.ticks(2).filter((tick) => tick <= y.domain()[1]!)
  const amount = formatMoney(sum(...months.map(totalOf)), { locale, decimals: 2 })
  return (
    <div className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3">
      <Amounts ticks={ticks} y={y} />
      <svg
        role="img"
        aria-label={t('income.chart.label', { title, amount })}
        className="block h-44 w-full overflow-visible rtl:-scale-x-100"
      >
        <Hatch id={hatch} />
        {ticks.map((tick) => (
          <rect
            key={tick}
            y={HEIGHT - y(tick)}
            width="100%"
            height="1"
            className={tick === 0 ? 'fill-line-strong' : 'fill-line'}
          />
        ))}
        {months.map((month) => {
          let top = HEIGHT
          return INCOME_STATES.map((state) => {
            if (month[state] === 0) return null
            const height = Math.max(2, y(month[state]))
            top -= height
            return (
              <Fill
                key={`${month.month}${state}`}
                {...{ state, hatch, height }}
                x={`${x(month.month)!}%`}
                y={top}
                width={`${x.bandwidth()}%`}
              />
            )
          })
        })}
      </svg>
      <span />
      <div aria-hidden="true" className="grid grid-cols-12 pt-2 text-center text-12 text-ink-2">
        {months.map(({ month }, index) => (
          // On phones every third name fits.
          <span key={month} className={cx('whitespace-nowrap', index % 3 !== 0 && 'max-md:invisible')}>
            {shortMonth(month, locale)}
          </span>
        ))}
      </div>
    </div>
  )
}

/** Every figure of the chart. */
function Figures({ title, months }: { title: string; months: readonly MonthIncome[] }) {
  const t = useT()
  const locale = useLocale()
  return (
    <details className="mt-3 text-13 text-ink-2">
      <summary className="inline-flex min-h-8 items-center underline underline-offset-3 hover:text-ink max-md:min-h-11">
        {t('income.chart.table')}
      </summary>
      <div className="mt-2 text-ink">
        <DataTable
          dense
          caption={title}
          rows={months}
          rowKey={({ month }) => month}
          columns={[
            {
              key: 'month',
              header: t('income.column.month'),
              lead: true,
              cell: ({ month }) => longMonth(month, locale),
            },
            ...INCOME_STATES.map((state) => ({
              ...{ key: state, header: t(`income.state.${state}`), figures: true },
              cell: (month: MonthIncome) => <Money fils={month[state]} decimals={2} />,
            })),
          ]}
        />
      </div>
    </details>
  )
}
