import type { OrderRequirements } from '@hissa/contracts/investment'
import type { Property } from '@hissa/contracts/property'
import { type Fils, units } from '@hissa/money'
import { useRef, useState, type FormEvent } from 'react'
import { useAmountDraft } from '../../api/use-draft.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { cx } from '../../lib/cx.js'
import { formatPercent, formatShare } from '../../lib/format.js'
import {
  checkAmount,
  fieldText,
  quickAmounts,
  quote,
  readFils,
  type AmountProblem,
  type Quote,
} from '../../lib/invest-amount.js'
import { effectiveMinimumFils, unitsTaken } from '../../lib/offering.js'
import { Button } from '../../ui/button.js'
import { Card, DefinitionList } from '../../ui/layout.js'
import { Money } from '../../ui/money.js'
import { useAmountsHidden } from '../../lib/use-amounts-hidden.js'
import { OwnMoney } from '../../ui/own-figure.js'
import { MoneyField } from '../../ui/money-field.js'
import { GridNote, ShareGrid } from '../../ui/share-grid.js'

type Problem = AmountProblem | { code: 'ABOVE_LIMIT'; leftFils: Fils }

interface AmountStepProps {
  property: Property
  /** The amount in the address. */
  amountFils: Fils | null
  limit: OrderRequirements['annualLimit']
  onAmount: (amountFils: Fils) => void
}

/** Renders the amount step; the grid fills while the user types. */
export function AmountStep({ property, amountFils, limit, onAmount }: AmountStepProps) {
  const t = useT()
  const box = useRef<HTMLFormElement>(null)
  const { text, amount, type, choose, tidy, drop } = useAmount(property, amountFils)
  const [judged, setJudged] = useState(amountFils !== null)
  const isHidden = useAmountsHidden()
  const problem = problemOf(amount, property, limit)
  const figures = problem || amount === null ? null : quote(amount, property)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setJudged(true)
    if (problem || amount === null) return box.current?.querySelector('input')?.focus()
    drop()
    onAmount(amount)
  }
  return (
    <form ref={box} noValidate onSubmit={submit} className="flex flex-col gap-6">
      <div>
        <MoneyField
          label={t('invest.amount.label')}
          hint={t('invest.amount.hint', { amount: fieldText(effectiveMinimumFils(property)) })}
          value={text}
          onValue={type}
          onBlur={() => {
            setJudged(true)
            tidy()
          }}
          error={judged && problem ? amountText(problem, t, isHidden) : undefined}
          end={figures && t('invest.shares', { count: figures.units })}
        />
        {judged && problem?.code === 'NOT_MULTIPLE' ? (
          <div className="mt-3 grid auto-cols-fr grid-flow-col gap-2">
            {problem.nearestFils.map((nearest) => (
              <Button key={nearest} kind="secondary" onClick={() => choose(nearest)}>
                <Money fils={nearest} />
              </Button>
            ))}
          </div>
        ) : (
          <QuickAmounts property={property} amountFils={amount} onChoose={choose} />
        )}
      </div>
      <Grid property={property} figures={figures} />
      <Figures property={property} figures={figures} limit={limit} />
      <Button type="submit" size="l">
        {t('invest.continue')}
      </Button>
    </form>
  )
}

/** Returns the field's state: first what was typed in this tab, otherwise the address's amount or the minimum. */
function useAmount(property: Property, amountFils: Fils | null) {
  const locale = useLocale()
  const draft = useAmountDraft(`step.${property.propertyId}`, amountFils)
  const first = amountFils ?? effectiveMinimumFils(property)
  const [text, setText] = useState(() => draft.read() ?? fieldText(first))
  const amount = readFils(text, locale)
  const type = (typed: string) => {
    setText(typed)
    draft.write(typed)
  }
  return {
    ...{ text, amount, type, drop: draft.drop },
    choose: (chosen: Fils) => type(fieldText(chosen)),
    tidy: () => amount !== null && setText(fieldText(amount)),
  }
}

function Grid({ property, figures }: { property: Property; figures: Quote | null }) {
  const t = useT()
  const taken = unitsTaken(property)
  const mine = figures?.units ?? units(0)
  const { unitsTotal, unitPriceFils } = property.offering
  return (
    <figure>
      <ShareGrid
        form="wide"
        unitsTotal={unitsTotal}
        unitsTaken={taken}
        unitsMine={mine}
        unitPriceFils={unitPriceFils}
        label={t('ui.grid.label', { taken, total: unitsTotal, mine })}
      />
      <figcaption className="mt-2 text-13 text-ink-2">
        <GridNote {...property.offering} />
      </figcaption>
    </figure>
  )
}

function QuickAmounts(props: { property: Property; amountFils: Fils | null; onChoose: (amountFils: Fils) => void }) {
  const t = useT()
  const amounts = quickAmounts(props.property)
  if (amounts.length < 2) return null
  return (
    <div role="group" aria-label={t('invest.amount.quick')} className="mt-3 grid auto-cols-fr grid-flow-col gap-2">
      {amounts.map((amount) => (
        <button
          key={amount}
          type="button"
          aria-pressed={amount === props.amountFils}
          onClick={() => props.onChoose(amount)}
          className={cx(
            'min-h-11 rounded-s border text-15 transition-colors duration-150',
            amount === props.amountFils
              ? 'border-primary bg-primary-soft'
              : 'border-line-strong text-ink-2 hover:bg-sunken hover:text-ink',
          )}
        >
          <bdi dir="ltr">{fieldText(amount)}</bdi>
        </button>
      ))}
    </div>
  )
}

function Figures({
  property,
  figures,
  limit,
}: Pick<AmountStepProps, 'property' | 'limit'> & { figures: Quote | null }) {
  const t = useT()
  const locale = useLocale()
  const percent = formatPercent(property.offering.feeBasisPoints, locale)
  const show = (value: (figures: Quote) => React.ReactNode) => (figures ? value(figures) : '–')
  return (
    <Card className="px-5 py-3 md:px-6">
      <DefinitionList
        facts={[
          { term: t('invest.amount.part'), value: show((one) => formatShare(one.sharePartsPerMillion, locale)) },
          {
            term: t('invest.amount.fee', { percent }),
            value: show((one) => <Money fils={one.feeFils} decimals={2} />),
          },
          {
            term: t('invest.amount.total'),
            value: show((one) => <Money fils={one.totalFils} decimals={2} className="font-medium" />),
          },
          ...(limit
            ? [
                {
                  term: t('invest.amount.left', { year: String(limit.year) }),
                  value: <OwnMoney fils={limit.leftFils} />,
                },
              ]
            : []),
        ]}
      />
    </Card>
  )
}

function problemOf(amount: Fils | null, property: Property, limit: AmountStepProps['limit']): Problem | null {
  const problem = checkAmount(amount, property)
  if (problem || amount === null || !limit || amount <= limit.leftFils) return problem
  return { code: 'ABOVE_LIMIT', leftFils: limit.leftFils }
}

function amountText(problem: Problem, t: ReturnType<typeof useT>, isHidden: boolean): string {
  switch (problem.code) {
    case 'NOT_A_NUMBER':
      return t('invest.amount.notNumber')
    case 'BELOW_MINIMUM':
      return t('invest.amount.minimum', { amount: String(problem.minimumFils / 100) })
    case 'ABOVE_AVAILABLE':
      return t('invest.amount.available', { amount: fieldText(problem.availableFils) })
    case 'ABOVE_LIMIT':
      if (isHidden) return t('invest.amount.aboveLimit.hidden')
      return t('invest.amount.aboveLimit', { amount: fieldText(problem.leftFils) })
    case 'NOT_MULTIPLE':
      return t('invest.error.multiple', { price: fieldText(problem.unitPriceFils) })
  }
}
