import { ValuationMethod, type ValuationView } from '@hissa/contracts/investment'
import { readAed } from '@hissa/money'
import { useState } from 'react'
import { DocumentButton } from '../../../api/document-button.js'
import { PropertyTitle, usePropertyTitle } from '../../../api/property-title.js'
import { useLocale, useT } from '../../../i18n/i18n.js'
import { isCalendarDate } from '../../../lib/birth-date.js'
import { formatDate } from '../../../lib/format.js'
import { DateField } from '../../../ui/date-field.js'
import { Select, TextField } from '../../../ui/form.js'
import { Money } from '../../../ui/money.js'
import { DecisionDialog } from '../decision-dialog.js'
import { StackedFacts, useProposedFacts, WholeCode } from '../decision-facts.js'
import { useListRaisesQuery } from '../finance-api.js'
import { IncomeDocument } from '../income/income-document.js'
import { useDecideValuationMutation, useProposeValuationMutation } from './staff-valuations-api.js'
import { useValuationRefusal } from './use-valuation-refusal.js'

interface Typed {
  propertyId: string
  date: string
  value: string
  valuer: string
  method: ValuationMethod
  report: string
}
const NOTHING: Typed = {
  ...{ propertyId: '', date: '', value: '', valuer: '', method: 'sales_comparison', report: '' },
}

/** Proposes what a valuer's report states about a property whose offering is completed. */
export function ProposeValuationDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const locale = useLocale()
  const refusal = useValuationRefusal()
  const [propose, { isLoading, error }] = useProposeValuationMutation()
  const raises = useListRaisesQuery({ state: 'completed', limit: 100 }).data?.raises ?? []
  const [typed, setTyped] = useState(NOTHING)
  const set = (change: Partial<Typed>) => setTyped((before) => ({ ...before, ...change }))
  const propertyId = typed.propertyId || (raises[0]?.property.propertyId ?? '')
  const read = readAed(typed.value, locale)
  const value = read.ok && read.fils > 0 ? read.fils : undefined
  const valuer = typed.valuer.trim()
  const missing = missingOf(typed, value !== undefined)
  const send = async (reason: string) => {
    const { date, method, report: documentSha256 } = typed
    const facts = { propertyId, date, valueFils: value!, valuer, method, documentSha256, reason }
    return !(await propose(facts)).error
  }
  return (
    <DecisionDialog
      title={t('valuations.propose')}
      explanation={t('valuations.explain.propose')}
      draft="valuations.propose"
      refusal={error === undefined ? undefined : refusal(error)}
      busy={isLoading}
      isComplete={propertyId !== '' && !Object.values(missing).some(Boolean)}
      send={send}
      done={t('finance.done.propose')}
      onClose={onClose}
      about={
        <Select
          label={t('finance.column.property')}
          value={propertyId}
          disabled={raises.length === 0}
          onChange={(event) => set({ propertyId: event.target.value, report: '' })}
        >
          {raises.length === 0 && <option value="">{t('rent.noProperties')}</option>}
          {raises.map(({ property }) => (
            <PropertyOption key={property.propertyId} property={property} />
          ))}
        </Select>
      }
      fields={(judged) => <Fields {...{ typed, set, propertyId }} missing={judged ? missing : undefined} />}
    />
  )
}

function PropertyOption({ property }: { property: ValuationView['property'] }) {
  return <option value={property.propertyId}>{usePropertyTitle(property)}</option>
}

type Missing = ReturnType<typeof missingOf>
/** Returns which fields are missing or faulty. */
const missingOf = ({ date, valuer, report }: Typed, hasValue: boolean) => ({
  date: !isCalendarDate(date),
  value: !hasValue,
  valuer: valuer.trim().length < 3,
  report: report === '',
})

interface FieldsProps {
  typed: Typed
  set: (change: Partial<Typed>) => void
  propertyId: string
  /** Undefined until the user has tried to send. */
  missing: Missing | undefined
}

function Fields({ typed: { date, value, valuer, method, report }, set, propertyId, missing }: FieldsProps) {
  const t = useT()
  return (
    <>
      <DateField
        id="valuation-date"
        label={t('valuations.field.date')}
        value={date}
        onValue={(text) => set({ date: text })}
        error={missing?.date ? t('valuations.missing.date') : undefined}
      />
      <TextField
        label={t('valuations.field.value')}
        inputMode="decimal"
        dir="ltr"
        maxLength={20}
        value={value}
        onChange={(event) => set({ value: event.target.value })}
        error={missing?.value ? t('valuations.missing.value') : undefined}
      />
      <TextField
        label={t('valuations.column.valuer')}
        maxLength={100}
        value={valuer}
        onChange={(event) => set({ valuer: event.target.value })}
        error={missing?.valuer ? t('valuations.missing.valuer') : undefined}
      />
      <Select
        label={t('valuations.column.method')}
        value={method}
        onChange={(event) => set({ method: ValuationMethod.parse(event.target.value) })}
      >
        {ValuationMethod.options.map((name) => (
          <option key={name} value={name}>
            {t(`valuations.method.${name}`)}
          </option>
        ))}
      </Select>
      <IncomeDocument
        // An upload belongs to its property.
        key={propertyId}
        propertyId={propertyId}
        hash={report}
        onHash={(hash) => set({ report: hash })}
        error={missing?.report ? t('valuations.missing.report') : undefined}
        of={{
          label: t('valuations.field.report'),
          hint: t('valuations.field.reportHint'),
          accept: 'application/pdf',
        }}
      />
    </>
  )
}

/** Downloads the report of a valuation; the read is audited. */
export function Report({ valuation: { property, document } }: { valuation: ValuationView }) {
  const { sha256 } = document
  return (
    <DocumentButton
      path={`/api/finance/properties/${encodeURIComponent(property.propertyId)}/income/documents/${sha256}`}
      name={`valuation-${sha256.slice(0, 8)}`}
    >
      <bdi dir="ltr">{sha256.slice(0, 8)}</bdi>
    </DocumentButton>
  )
}

interface DecideProps {
  valuation: ValuationView
  verdict: 'approve' | 'reject'
  onClose: () => void
}

/** Approves or rejects a proposed valuation, with what the report states. */
export function DecideValuationDialog({ valuation, verdict, onClose }: DecideProps) {
  const t = useT()
  const locale = useLocale()
  const refusal = useValuationRefusal()
  const [decide, { isLoading, error }] = useDecideValuationMutation()
  const { valuationId, property, date, valueFils, valuer, method, document } = valuation
  return (
    <DecisionDialog
      title={t(`finance.action.${verdict}`)}
      explanation={t(`valuations.explain.${verdict}`)}
      draft={`valuations.${verdict}.${valuationId}`}
      refusal={error === undefined ? undefined : refusal(error)}
      busy={isLoading}
      send={async (reason) => !(await decide({ id: valuationId, verdict, reason })).error}
      done={t('finance.done.decide')}
      onClose={onClose}
      about={
        <StackedFacts
          facts={[
            { term: t('finance.column.property'), value: <PropertyTitle property={property} /> },
            { term: t('valuations.column.value'), value: <Money fils={valueFils} decimals={2} /> },
            { term: t('valuations.field.date'), value: formatDate(date, locale) },
            { term: t('valuations.column.valuer'), value: <bdi>{valuer}</bdi> },
            { term: t('valuations.column.method'), value: t(`valuations.method.${method}`) },
            { term: t('rent.column.document'), value: <Report valuation={valuation} /> },
            {
              term: t('valuations.column.report'),
              value: <WholeCode text={document.sha256} label={t('finance.copyReference')} />,
            },
            ...useProposedFacts(valuation),
          ]}
        />
      }
    />
  )
}
