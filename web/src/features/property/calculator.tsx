import type { Property } from '@hissa/contracts/property'
import { calculate, CASES, fils, type Assumptions, type Calculation, type Case, type Fils } from '@hissa/money'
import { useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useLocale, useT, type MessageId } from '../../i18n/i18n.js'
import { cx } from '../../lib/cx.js'
import { formatPercent } from '../../lib/format.js'
import { addressAmount, fieldText } from '../../lib/invest-amount.js'
import { effectiveMinimumFils } from '../../lib/offering.js'
import { Money } from '../../ui/money.js'
import { MoneyField } from '../../ui/money-field.js'
import { Notice } from '../../ui/states.js'
import { ProjectionChart } from './projection-chart.js'

/** The sliders, in years or per cent, with their names in the address. */
const SLIDERS = [
  { key: 'years', name: 'years', min: 1, max: 15, step: 1, scale: 1 },
  { key: 'growthBasisPoints', name: 'growth', min: -10, max: 10, step: 0.5, scale: 100 },
  { key: 'occupancyBasisPoints', name: 'occupancy', min: 0, max: 100, step: 1, scale: 100 },
  { key: 'exitCostBasisPoints', name: 'exit', min: 0, max: 10, step: 0.5, scale: 100 },
] as const
type Slider = (typeof SLIDERS)[number]

const DEFAULT_YEARS = 5

interface Choice {
  /** What the amount field shows. */
  text: string
  amountFils: Fils | null
  /** Without the rates of the base case, which are the default. */
  assumed: Partial<Assumptions>
}

/** Calculates what an amount may earn or lose. The choices are in the address, so that a link shows the same figures. */
export default function Calculator({ property }: { property: Property }) {
  const t = useT()
  const [choice, setChoice] = useChoice(property)
  const { amountFils, assumed } = choice
  const years = assumed.years ?? property.offering.termYears ?? DEFAULT_YEARS
  const result = amountFils === null ? null : calculate(property, { amountFils, ...assumed, years })
  const change = (part: Partial<Assumptions>) => setChoice({ ...choice, assumed: { ...assumed, ...part } })
  return (
    <div className="flex flex-col gap-6">
      <Notice tone="warn" title={t('property.calculator.warning.title')}>
        {t('property.calculator.warning.text')}
      </Notice>
      <MoneyField
        label={t('property.calculator.amount')}
        id="calculator-amount"
        value={choice.text}
        onValue={(text, read) => setChoice({ ...choice, text, amountFils: read })}
        error={result ? undefined : t('property.calculator.error')}
        end={result && t('property.invest.shares', { count: result.units })}
        className="md:max-w-[340px]"
      />
      {result && (
        <>
          <Cases result={result} onChoose={(name) => change(ratesOf(result, name))} />
          <div className="grid gap-x-10 gap-y-4 md:grid-cols-2">
            {SLIDERS.map((slider) => (
              <RangeField
                key={slider.name}
                slider={slider}
                value={result.assumptions[slider.key]}
                onValue={(value) => change({ [slider.key]: value })}
              />
            ))}
          </div>
          <Outcome result={result} />
          <CasesTable result={result} />
          <Years result={result} />
          <p className="max-w-[68ch] text-13 text-ink-2">{t('property.calculator.basis')}</p>
        </>
      )}
    </div>
  )
}

/** Returns the choices: initially those of the address. Valid ones are written back, without a new page in the history. */
function useChoice(property: Property) {
  const [params, setParams] = useSearchParams()
  const [choice, setChoice] = useState<Choice>(() => {
    const asked = addressAmount(params.get('sum')) ?? addressAmount(params.get('amount'))
    const amountFils = asked ?? fils(Math.max(effectiveMinimumFils(property), property.offering.unitPriceFils))
    return { text: fieldText(amountFils), amountFils, assumed: assumedIn(params) }
  })
  const write = (next: Choice) => {
    setChoice(next)
    const { amountFils, assumed } = next
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (amountFils !== null) after.set('sum', String(amountFils / 100))
        for (const { key, name, scale } of SLIDERS)
          if (assumed[key] !== undefined) after.set(name, String(assumed[key] / scale))
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  }
  return [choice, write] as const
}

/** Returns the assumptions in an address, held within their sliders. */
function assumedIn(params: URLSearchParams): Partial<Assumptions> {
  const assumed: Partial<Assumptions> = {}
  for (const { key, name, min, max, scale } of SLIDERS) {
    const value = params.get(name)
    const number = Number(value)
    if (value && Number.isFinite(number)) assumed[key] = Math.round(Math.min(max, Math.max(min, number)) * scale)
  }
  return assumed
}

function ratesOf(result: Calculation, name: Case): Partial<Assumptions> {
  const { years: _years, ...rates } = result.cases.find((each) => each.name === name)!.assumptions
  return rates
}

/** Sets the assumptions of a case. The pressed button is the case whose assumptions the sliders have now. */
function Cases({ result, onChoose }: { result: Calculation; onChoose: (name: Case) => void }) {
  const t = useT()
  const isChosen = (name: Case) =>
    Object.entries(ratesOf(result, name)).every(
      ([key, value]) => result.assumptions[key as keyof Assumptions] === value,
    )
  return (
    <div role="group" aria-label={t('property.calculator.cases')} className="flex flex-wrap gap-2">
      {CASES.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={isChosen(name)}
          onClick={() => onChoose(name)}
          className={cx(
            'min-h-11 rounded-s border px-4 text-15 transition-colors duration-150',
            isChosen(name)
              ? 'border-primary bg-primary-soft'
              : 'border-line-strong text-ink-2 hover:bg-sunken hover:text-ink',
          )}
        >
          {t(`property.calculator.case.${name}`)}
        </button>
      ))}
    </div>
  )
}

function RangeField({ slider, value, onValue }: { slider: Slider; value: number; onValue: (value: number) => void }) {
  const t = useT()
  const locale = useLocale()
  const { name, min, max, step, scale } = slider
  const id = `calculator-${name}`
  const shown = name === 'years' ? t('property.years', { count: value }) : formatPercent(value, locale)
  return (
    <div className="flex flex-col">
      <div className="flex items-baseline justify-between gap-4 text-15">
        <label htmlFor={id}>{t(`property.calculator.${name}`)}</label>
        <bdi dir={name === 'years' ? undefined : 'ltr'} aria-hidden="true" className="font-medium">
          {shown}
        </bdi>
      </div>
      <input
        {...{ id, min, max, step }}
        type="range"
        value={value / scale}
        aria-valuetext={shown}
        onChange={(event) => onValue(Math.round(Number(event.target.value) * scale))}
        className="h-11 w-full cursor-pointer accent-primary"
      />
    </div>
  )
}

/** States the result of the chosen assumptions in words and figures. Read out when it changes. */
function Outcome({ result }: { result: Calculation }) {
  const t = useT()
  const locale = useLocale()
  const { projection, assumptions } = result
  const { paidFils, incomeFils, proceedsFils, resultFils, returnBasisPoints, breakEvenYear } = projection
  const facts: [MessageId, ReactNode][] = [
    ['property.calculator.paid', <Money fils={paidFils} decimals={2} />],
    ['property.calculator.income', <Money fils={incomeFils} decimals={2} />],
    ['property.calculator.proceeds', <Money fils={proceedsFils} decimals={2} />],
    ['property.calculator.return', <bdi dir="ltr">{formatPercent(returnBasisPoints, locale)}</bdi>],
  ]
  return (
    <div className="rounded-m border border-line bg-surface p-5 md:p-6">
      <p role="status" className="text-15 text-ink-2">
        {t(resultFils < 0 ? 'property.calculator.loss' : 'property.calculator.gain', {
          years: t('property.years', { count: assumptions.years }),
        })}
        <span className="block pt-1 text-26 text-ink md:text-34">
          <Money fils={resultFils} decimals={2} className={resultFils < 0 ? 'text-bad' : undefined} />
        </span>
      </p>
      <dl className="mt-4 grid gap-x-10 gap-y-3 md:grid-cols-2">
        {facts.map(([term, value]) => (
          <div key={term} className="flex items-baseline justify-between gap-4 border-t border-line pt-3 text-15">
            <dt className="text-ink-2">{t(term)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="pt-4 text-13 text-ink-2">
        {breakEvenYear === null
          ? t('property.calculator.never', { years: t('property.years', { count: assumptions.years }) })
          : t('property.calculator.breakEven', { year: breakEvenYear })}
      </p>
    </div>
  )
}

const HEAD = 'px-1.5 py-2 text-end align-bottom font-medium first:ps-0 first:text-start last:pe-0'
const CELL = 'px-1.5 py-2 text-end last:pe-0'
const NAME = 'py-2 pe-1.5 text-start font-normal text-ink-2'
const TABLE = 'w-full text-13 md:text-15'

/** Compares the cases for the same amount and years. */
function CasesTable({ result: { cases } }: { result: Calculation }) {
  const t = useT()
  const locale = useLocale()
  const percent = (basisPoints: number) => <bdi dir="ltr">{formatPercent(basisPoints, locale)}</bdi>
  const rows: [MessageId, (of: Calculation['cases'][number]) => ReactNode][] = [
    ['property.calculator.growth', ({ assumptions }) => percent(assumptions.growthBasisPoints)],
    ['property.calculator.occupancy', ({ assumptions }) => percent(assumptions.occupancyBasisPoints)],
    ['property.calculator.exit', ({ assumptions }) => percent(assumptions.exitCostBasisPoints)],
    ['property.calculator.income', ({ projection }) => <Money fils={projection.incomeFils} decimals={0} />],
    ['property.calculator.proceeds', ({ projection }) => <Money fils={projection.proceedsFils} decimals={0} />],
    ['property.calculator.result', ({ projection }) => <Money fils={projection.resultFils} decimals={0} />],
    ['property.calculator.return', ({ projection }) => percent(projection.returnBasisPoints)],
  ]
  return (
    <div>
      <h3 className="pb-1 text-18">{t('property.calculator.compared')}</h3>
      <table className={TABLE}>
        <caption className="sr-only">{t('property.calculator.compared')}</caption>
        <thead>
          <tr className="border-b border-line">
            <th scope="col" className={HEAD}>
              <span className="sr-only">{t('property.line.name')}</span>
            </th>
            {cases.map(({ name }) => (
              <th key={name} scope="col" className={HEAD}>
                {t(`property.calculator.case.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(([id, cell]) => (
            <tr key={id}>
              <th scope="row" className={NAME}>
                {t(id)}
              </th>
              {cases.map((each) => (
                <td key={each.name} className={CELL}>
                  {cell(each)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Shows each year of the chosen assumptions as bars and as a table. */
function Years({ result: { projection } }: { result: Calculation }) {
  const t = useT()
  const title = t('property.calculator.byYear')
  return (
    <div>
      <h3 className="pb-3 text-18">{title}</h3>
      <ProjectionChart projection={projection} />
      <table className={cx(TABLE, 'mt-4')}>
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr className="border-b border-line">
            {(['year', 'yearIncome', 'value', 'ifSold'] as const).map((column) => (
              <th key={column} scope="col" className={HEAD}>
                {t(`property.calculator.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {projection.years.map(({ year, incomeFils, valueFils, receivedFils }) => (
            <tr key={year}>
              <th scope="row" className={NAME}>
                {year}
              </th>
              {[incomeFils, valueFils, receivedFils].map((amount, index) => (
                <td key={index} className={CELL}>
                  <Money fils={amount} decimals={0} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
