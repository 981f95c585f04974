import type { Property } from '@hissa/contracts/property'
import { type Fils, units } from '@hissa/money'
import { useState, type FormEvent } from 'react'
import { useLocale, useT } from '../../i18n/i18n.js'
import { readFils } from '../../lib/invest-amount.js'
import { useAmountDraft } from '../../api/use-draft.js'
import { formatCount } from '../../lib/format-count.js'
import { checkAmount, quote, type AmountProblem, type Quote } from '../../lib/invest-amount.js'
import { effectiveMinimumFils, unitsTaken } from '../../lib/offering.js'
import { Button } from '../../ui/button.js'
import { DefinitionList } from '../../ui/layout.js'
import { Money } from '../../ui/money.js'
import { MoneyField } from '../../ui/money-field.js'
import { ShareGrid } from '../../ui/share-grid.js'

interface AmountStepProps {
  property: Property
  amountFils: Fils | null
  onAmount: (amountFils: Fils) => void
}

/** Renders the amount step; the grid fills while the user types. */
export function AmountStep({ property, amountFils, onAmount }: AmountStepProps) {
  const t = useT()
  const locale = useLocale()
  const draft = useAmountDraft(`step.${property.propertyId}`, amountFils)
  const first = amountFils ?? effectiveMinimumFils(property)
  const [text, setText] = useState(() => draft.read() ?? grouped(first))
  const [amount, setAmount] = useState(() => (draft.read() === undefined ? first : readFils(draft.read()!, locale)))
  const [judged, setJudged] = useState(amountFils !== null)
  const problem = checkAmount(amount, property)
  const figures = problem || amount === null ? null : quote(amount, property)
  const taken = unitsTaken(property)
  const mine = figures?.units ?? units(0)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setJudged(true)
    if (problem || amount === null) return
    draft.drop()
    onAmount(amount)
  }
  const choose = (nearest: Fils) => {
    setAmount(nearest)
    setText(grouped(nearest))
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-6">
      <h2 tabIndex={-1} className="text-26">
        {t('invest.amount.title')}
      </h2>
      <ShareGrid
        form="block"
        unitsTotal={property.offering.unitsTotal}
        unitsTaken={taken}
        unitsMine={mine}
        unitPriceFils={property.offering.unitPriceFils}
        label={t('ui.grid.label', { taken, total: property.offering.unitsTotal, mine })}
      />
      <MoneyField
        label={t('invest.amount.label')}
        value={text}
        onValue={(typed, read) => {
          setText(typed)
          draft.write(typed)
          setAmount(read)
          setJudged(false)
        }}
        onBlur={() => setJudged(true)}
        error={judged && problem ? amountText(problem, t) : undefined}
        end={figures && t('invest.shares', { count: figures.units })}
      />
      {judged && problem?.code === 'NOT_MULTIPLE' && (
        <div className="flex gap-2">
          {problem.nearestFils.map((nearest) => (
            <Button key={nearest} kind="secondary" size="s" onClick={() => choose(nearest)}>
              <Money fils={nearest} />
            </Button>
          ))}
        </div>
      )}
      <Figures figures={figures} />
      <Button type="submit" size="l">
        {t('invest.amount.submit')}
      </Button>
    </form>
  )
}

function Figures({ figures }: { figures: Quote | null }) {
  const t = useT()
  return (
    <DefinitionList
      facts={[
        { term: t('invest.amount.fee'), value: figures ? <Money fils={figures.feeFils} /> : '–' },
        {
          term: t('invest.amount.total'),
          value: figures ? <Money fils={figures.totalFils} className="font-medium" /> : '–',
        },
      ]}
    />
  )
}

/** Formats an amount like `10,000`, with fils only if there are any. */
function grouped(amountFils: Fils): string {
  const rest = amountFils % 100
  return `${formatCount(amountFils / 100)}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}`
}

function amountText(problem: AmountProblem, t: ReturnType<typeof useT>): string {
  switch (problem.code) {
    case 'NOT_A_NUMBER':
      return t('invest.amount.notNumber')
    case 'BELOW_MINIMUM':
      return t('invest.amount.minimum', { amount: String(problem.minimumFils / 100) })
    case 'ABOVE_AVAILABLE':
      return t('invest.amount.available', { amount: grouped(problem.availableFils) })
    case 'NOT_MULTIPLE':
      return t('invest.error.multiple')
  }
}
