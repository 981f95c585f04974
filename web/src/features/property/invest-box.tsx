import type { Property } from '@hissa/contracts/property'
import type { Fils } from '@hissa/money'
import { useEffect, useState, type FormEvent } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useServices } from '../../api/services.js'
import { useAmountDraft } from '../../api/use-draft.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { formatPercent, formatShare } from '../../lib/format.js'
import {
  addressAmount,
  checkAmount,
  fieldText,
  quickAmounts,
  quote,
  readFils,
  type Quote,
} from '../../lib/invest-amount.js'
import { onboardingPath } from '../../lib/intent.js'
import { effectiveMinimumFils } from '../../lib/offering.js'
import { offeringStatusOf } from '../../lib/property.js'
import { cx } from '../../lib/cx.js'
import { Button } from '../../ui/button.js'
import { Card, DefinitionList } from '../../ui/layout.js'
import { TextLink } from '../../ui/link.js'
import { Money } from '../../ui/money.js'
import { MoneyField } from '../../ui/money-field.js'
import { Notice } from '../../ui/states.js'
import { ClosedBox } from './closed-box.js'
import { Funding, MinimumNote } from './funding.js'
import { keptUnits, offeredText } from './offered.js'
import { amountQuery, useInvest, type InvestFailure } from './use-invest.js'

interface InvestBoxProps {
  property: Property
  /** Called with the amount in the field, in fils; null if the text is not an amount. */
  onAmount?: (amountFils: Fils | null) => void
}

/** Shows the offering's grid and, while it is open, what an amount buys and the button to invest. */
export function InvestBox({ property, onAmount }: InvestBoxProps) {
  const { nowMs } = useServices()
  const open = offeringStatusOf(property, nowMs) === 'active' && property.offering.unitsAvailable > 0
  return (
    <Card className="p-5 max-md:p-4 md:p-6">
      {open ? <InvestForm property={property} onAmount={onAmount} /> : <ClosedBox property={property} />}
    </Card>
  )
}

/** Returns the amount field's state: initially the address's amount or the minimum, kept through a reload. */
function useAmount({ property, onAmount }: InvestBoxProps) {
  const locale = useLocale()
  const requested = useSearchParams()[0].get('amount')
  const first = addressAmount(requested) ?? effectiveMinimumFils(property)
  const [text, setText] = useState(() => fieldText(first))
  const [amountFils, setAmountFils] = useState<Fils | null>(first)
  const draft = useAmountDraft(property.propertyId, requested)
  useEffect(() => onAmount?.(amountFils), [amountFils]) // eslint-disable-line react-hooks/exhaustive-deps -- the page's setter is stable
  // Runs after hydration, because the server rendered the form without this tab's draft.
  useEffect(() => {
    const typed = draft.read()
    if (typed === undefined || text !== fieldText(first)) return
    setText(typed)
    setAmountFils(readFils(typed, locale))
  }, [draft.key]) // eslint-disable-line react-hooks/exhaustive-deps -- once, when the session is known
  const write = (value: string, read: Fils | null) => {
    setText(value)
    setAmountFils(read)
    draft.write(value)
  }
  return { text, setText, amountFils, write, drop: draft.drop }
}

function InvestForm({ property, onAmount }: InvestBoxProps) {
  const t = useT()
  const { busy, failure, clear, invest } = useInvest(property)
  const { text, setText, amountFils, write, drop } = useAmount({ property, onAmount })
  const [left, setLeft] = useState(false)
  const problem = checkAmount(amountFils, property)
  // An amount that can't be bought has no price, so the figures stay empty.
  const figures = problem || amountFils === null ? null : quote(amountFils, property)
  const shown = failure ?? (left ? problem : null)
  const type = (value: string, read: Fils | null) => {
    write(value, read)
    clear()
  }
  const choose = (amount: Fils) => {
    type(fieldText(amount), amount)
    setLeft(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void invest(amountFils, drop)
  }
  return (
    // Before the page's script loads, the button submits the amount to the investment flow, so nothing is lost.
    <form
      noValidate
      action={`/investment-flow/${property.slug}`}
      onSubmit={submit}
      className="grid gap-x-10 gap-y-5 md:max-lg:grid-cols-2"
    >
      <div>
        <Funding property={property} more={figures?.units} />
        <p className="mt-2 text-13 text-ink-2">
          <MinimumNote property={property} />
        </p>
        {keptUnits(property.offering) > 0 && (
          <p className="mt-2 text-13 text-ink-2">{offeredText(property.offering, t)}</p>
        )}
      </div>
      <div className="flex flex-col max-md:order-first">
        <MoneyField
          label={t('property.invest.amount')}
          id="amount"
          name="amount"
          value={text}
          onValue={type}
          onBlur={() => {
            setLeft(true)
            if (amountFils !== null) setText(fieldText(amountFils))
          }}
          error={errorText(shown, t)}
          end={figures && t('property.invest.shares', { count: figures.units })}
        />
        <Nearest failure={shown} onChoose={choose} />
        <Chips property={property} amountFils={amountFils} onChoose={choose} />
        <Figures property={property} figures={figures} />
        <Refusal property={property} amountFils={amountFils} failure={shown} />
        <Button type="submit" size="l" busyText={busy && t('property.invest.busy')}>
          {t('property.invest.button')}
        </Button>
        <p className="mt-4 text-13 text-ink-2 max-md:order-1 max-md:mt-0">{t('property.invest.risk')}</p>
      </div>
    </form>
  )
}

interface ChoiceProps {
  onChoose: (amountFils: Fils) => void
}

function Chips({ property, amountFils, onChoose }: ChoiceProps & { property: Property; amountFils: Fils | null }) {
  const t = useT()
  const amounts = quickAmounts(property)
  if (amounts.length < 2) return <div className="h-4" />
  return (
    <div
      role="group"
      aria-label={t('property.invest.quick')}
      className="my-4 grid auto-cols-fr grid-flow-col gap-2 max-md:my-3"
    >
      {amounts.map((amount) => (
        <button
          key={amount}
          type="button"
          aria-pressed={amount === amountFils}
          onClick={() => onChoose(amount)}
          className={cx(
            'min-h-9 rounded-s border text-13 max-md:min-h-11 transition-colors duration-150',
            amount === amountFils
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

/** Offers the two nearest whole numbers of shares as buttons. */
function Nearest({ failure, onChoose }: ChoiceProps & { failure: InvestFailure | null }) {
  if (failure?.code !== 'NOT_MULTIPLE') return null
  return (
    <div className="mt-2 flex gap-2">
      {failure.nearestFils.map((amount) => (
        <Button key={amount} kind="secondary" size="s" onClick={() => onChoose(amount)}>
          <Money fils={amount} />
        </Button>
      ))}
    </div>
  )
}

const NONE = '–'

/** The rows keep their position; without an amount that can be bought they are empty. */
function Figures({ property, figures }: { property: Property; figures: Quote | null }) {
  const t = useT()
  const locale = useLocale()
  const fee = formatPercent(property.offering.feeBasisPoints, locale)
  return (
    <DefinitionList
      className="mb-4 max-md:order-1 max-md:mt-4 max-md:mb-2"
      facts={[
        { term: t('property.invest.fee', { percent: fee }), value: figures ? <Money fils={figures.feeFils} /> : NONE },
        {
          term: t('property.invest.total'),
          value: figures ? <Money fils={figures.totalFils} className="font-medium" /> : NONE,
        },
        { term: t('property.invest.part'), value: figures ? formatShare(figures.sharePartsPerMillion, locale) : NONE },
        {
          term: t('property.invest.income'),
          value: !figures ? (
            NONE
          ) : figures.yearlyFils === null ? (
            t('ui.notStated')
          ) : (
            <Money fils={figures.yearlyFils} />
          ),
        },
      ]}
    />
  )
}

function errorText(failure: InvestFailure | null, t: ReturnType<typeof useT>): string | undefined {
  switch (failure?.code) {
    case 'NOT_A_NUMBER':
      return t('property.invest.error.number')
    case 'BELOW_MINIMUM':
      return t('property.invest.error.minimum', { amount: String(failure.minimumFils / 100) })
    case 'ABOVE_AVAILABLE':
      return t('property.invest.error.available', { amount: fieldText(failure.availableFils) })
    case 'NOT_MULTIPLE':
      return t('property.invest.error.multiple', { price: fieldText(failure.unitPriceFils) })
    default:
      return undefined
  }
}

interface RefusalProps {
  property: Property
  amountFils: Fils | null
  failure: InvestFailure | null
}

/**
 * Explains what stopped the order other than the amount; links to identity verification and back if that is missing.
 */
function Refusal({ property, amountFils, failure }: RefusalProps) {
  const t = useT()
  if (failure?.code === 'MESSAGE') {
    return (
      <div className="mb-4">
        <Notice tone="bad" title={t(failure.title)}>
          {t(failure.text)}
        </Notice>
      </div>
    )
  }
  if (failure?.code !== 'KYC_REQUIRED') return null
  const here = { pathname: `/properties/${property.slug}`, search: amountQuery(amountFils) }
  return (
    <div className="mb-4">
      <Notice tone="warn" title={t('property.invest.kyc.title')}>
        {t('property.invest.kyc.text')}{' '}
        <TextLink to={onboardingPath(here)} className="inline-flex min-h-11 items-center">
          {t('property.invest.kyc.link')}
        </TextLink>
      </Notice>
    </div>
  )
}
