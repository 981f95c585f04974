import type { Output } from '@hissa/contracts'
import type { DistributionView, IncomeEntryView, ListIncomeEntries } from '@hissa/contracts/investment'
import { formatMoney } from '@hissa/money'
import { useState } from 'react'
import { PropertyTitle } from '../../../api/property-title.js'
import { useLocale, useT } from '../../../i18n/i18n.js'
import { isCalendarDate } from '../../../lib/birth-date.js'
import { formatDate } from '../../../lib/format.js'
import { formatCount } from '../../../lib/format-count.js'
import { lastDayOf, quarterText } from '../../../lib/quarter.js'
import { DateField } from '../../../ui/date-field.js'
import { IncomeLines } from '../../../ui/income-lines.js'
import { Money } from '../../../ui/money.js'
import { Notice } from '../../../ui/states.js'
import { DecisionDialog } from '../decision-dialog.js'
import { StackedFacts, useProposedFacts } from '../decision-facts.js'
import { Code } from '../code.js'
import { EntryAmount, useEntryName } from './entry-parts.js'
import {
  useDecideDistributionMutation,
  useProposeDistributionMutation,
  useReverseIncomeEntryMutation,
} from './rent-api.js'
import { useRentRefusal } from './rent.js'

interface ProposeProps {
  quarter: Output<typeof ListIncomeEntries>
  onClose: () => void
}

/** Proposes to distribute a quarter's net income, with the figures as of now. */
export function ProposeDialog({ quarter: { property, period, waterfall }, onClose }: ProposeProps) {
  const t = useT()
  const refusal = useRentRefusal()
  const [propose, { isLoading, error }] = useProposeDistributionMutation()
  const [recordDate, setRecordDate] = useState(lastDayOf(period))
  const isDate = isCalendarDate(recordDate)
  const name = t(...quarterText(period))
  return (
    <DecisionDialog
      title={t('rent.action.propose')}
      explanation={t('rent.explain.propose')}
      draft={`rent.propose.${property.propertyId}.${period}`}
      refusal={error === undefined ? undefined : refusal(error)}
      busy={isLoading}
      isComplete={isDate}
      send={async (reason) => !(await propose({ propertyId: property.propertyId, period, recordDate, reason })).error}
      done={t('finance.done.propose')}
      onClose={onClose}
      about={
        <div className="text-ink">
          <p className="pb-2 text-15 font-medium">
            <PropertyTitle property={property} /> · {name}
          </p>
          <IncomeLines dense caption={name} columns={[{ header: t('income.column.amount'), waterfall }]} />
        </div>
      }
      fields={(judged) => (
        <DateField
          id="record-date"
          label={t('rent.field.recordDate')}
          hint={t('rent.field.recordDateHint')}
          value={recordDate}
          onValue={setRecordDate}
          error={judged && !isDate ? t('rent.missing.date') : undefined}
        />
      )}
    />
  )
}

interface DecideProps {
  distribution: DistributionView
  verdict: 'approve' | 'reject'
  onClose: () => void
}

/** Approves or rejects a distribution that another person has proposed. The approving button names the amount. */
export function DecideDialog({ distribution, verdict, onClose }: DecideProps) {
  const t = useT()
  const locale = useLocale()
  const refusal = useRentRefusal()
  const [decide, { isLoading, error }] = useDecideDistributionMutation()
  const { distributionId, property, period, waterfall, netIncomeFils, unitsIssued, recordDate } = distribution
  const name = t(...quarterText(period))
  const amount = `\u2068${formatMoney(netIncomeFils, { locale, decimals: 2 })}\u2069`
  return (
    <DecisionDialog
      title={t(`finance.action.${verdict}`)}
      explanation={t(`rent.explain.${verdict}`)}
      act={verdict === 'approve' ? t('rent.act.distribute', { amount }) : undefined}
      draft={`rent.${verdict}.${distributionId}`}
      refusal={error === undefined ? undefined : refusal(error)}
      busy={isLoading}
      send={async (reason) => !(await decide({ id: distributionId, verdict, reason })).error}
      done={t('finance.done.decide')}
      onClose={onClose}
      about={
        <>
          <div className="text-ink">
            <p className="pb-2 text-15 font-medium">
              <PropertyTitle property={property} /> · {name}
            </p>
            <IncomeLines dense caption={name} columns={[{ header: t('income.column.amount'), waterfall }]} />
          </div>
          <StackedFacts
            facts={[
              { term: t('rent.column.recordDate'), value: formatDate(recordDate, locale) },
              { term: t('income.derivation.all'), value: formatCount(unitsIssued) },
              ...useProposedFacts(distribution),
            ]}
          />
        </>
      }
    />
  )
}

/** Reverses an entry with another one; the reason is recorded. */
export function ReverseDialog({ entry, onClose }: { entry: IncomeEntryView; onClose: () => void }) {
  const t = useT()
  const locale = useLocale()
  const refusal = useRentRefusal()
  const nameOf = useEntryName()
  const [reverse, { isLoading, error }] = useReverseIncomeEntryMutation()
  return (
    <DecisionDialog
      title={t('rent.action.reverse')}
      explanation={t('rent.explain.reverse')}
      draft={`rent.reverse.${entry.entryId}`}
      refusal={error === undefined ? undefined : refusal(error)}
      busy={isLoading}
      send={async (reason) => !(await reverse({ entryId: entry.entryId, reason })).error}
      done={t('rent.done.reverse')}
      onClose={onClose}
      about={
        <StackedFacts
          facts={[
            { term: t('rent.column.entry'), value: nameOf(entry) },
            { term: t('income.column.amount'), value: <EntryAmount entry={entry} /> },
            { term: t('rent.column.date'), value: formatDate(entry.date, locale) },
            { term: t('rent.column.reference'), value: <Code text={entry.reference} /> },
          ]}
        />
      }
    />
  )
}

/** Shows how far a distribution is paid. */
export function Progress({ distribution: { state, progress } }: { distribution: DistributionView }) {
  const t = useT()
  if (!progress) return '–'
  const { investors, paidInvestors, paidFils, companyFils } = progress
  return (
    <span className="inline-flex flex-col gap-0.5">
      <span className="md:whitespace-nowrap">{t('rent.progress', { paid: paidInvestors, investors })}</span>
      <span className="text-ink-2">
        <Money fils={paidFils} decimals={2} />
      </span>
      {companyFils !== undefined && companyFils > 0 && (
        <span className="text-ink-2">
          {t('rent.companyPart')} <Money fils={companyFils} decimals={2} />
        </span>
      )}
      {state === 'declared' && <span className="text-ink-2">{t('rent.computing')}</span>}
    </span>
  )
}

/** Warns of a proposal that can't be approved any more. */
export function Outdated({ distribution: { outdated } }: { distribution: DistributionView }) {
  const t = useT()
  return outdated ? <Notice tone="warn">{t('rent.outdated')}</Notice> : null
}
