import { OfferBasis, type PropertyRecord } from '@hissa/contracts/property'
import { times } from '@hissa/money'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { isApiError, isConnectionLost } from '../../../api/problem.js'
import { useServices } from '../../../api/services.js'
import { useLocale, useT, type MessageId } from '../../../i18n/i18n.js'
import { formatCount } from '../../../lib/format-count.js'
import { formatPercent } from '../../../lib/format.js'
import { readFils } from '../../../lib/invest-amount.js'
import { localePath } from '../../../lib/locale.js'
import { showToast } from '../../../lib/toast.js'
import { Button, ButtonLink } from '../../../ui/button.js'
import { ContentTabs } from '../../../ui/content-tabs.js'
import { DateField } from '../../../ui/date-field.js'
import { CONTROL, ErrorSummary, Field, Form, Select, TextField } from '../../../ui/form.js'
import { DefinitionList, PageHeader } from '../../../ui/layout.js'
import { Money } from '../../../ui/money.js'
import { MoneyField } from '../../../ui/money-field.js'
import { EmptyState, Notice } from '../../../ui/states.js'
import { ContentOnly, Waiting } from './desk.js'
import { DraftGuard } from './draft-guard.js'
import { CardPreview } from './preview.js'
import { useGetRecordQuery, useProposeTermsMutation } from './records-api.js'
import {
  COST_FIELDS,
  figuresOf,
  readTerms,
  RENT_FIELDS,
  serverTermsFaults,
  startingTerms,
  type TermsFaults,
  type TermsField,
  type TermsValues,
} from './terms-form.js'

/** `/staff/content/properties/{id}/terms`: proposes the first terms of a draft for a second person to approve. */
export default function TermsPage() {
  const t = useT()
  const { propertyId = '' } = useParams()
  return (
    <ContentOnly title={t('offerings.propose')}>
      <Stored key={propertyId} propertyId={propertyId} />
    </ContentOnly>
  )
}

function Stored({ propertyId }: { propertyId: string }) {
  const t = useT()
  const { data, error, isFetching, refetch } = useGetRecordQuery(propertyId)
  if (!data) return <Waiting {...{ error, refetch, isFetching }} />
  if (data.state === 'draft') return <TermsEditor record={data} />
  return (
    <div className="py-16">
      <EmptyState
        level={1}
        title={t(`offerings.state.${data.state}`)}
        text={t(`offerings.noTerms.${data.state}`)}
        action={<ButtonLink to="/staff/content">{t('offerings.toPublications')}</ButtonLink>}
      />
    </div>
  )
}

const dubaiDay = (ms: number) => new Date(ms + 4 * 3_600_000).toISOString().slice(0, 10)

function TermsEditor({ record }: { record: PropertyRecord }) {
  const t = useT()
  const locale = useLocale()
  const { nowMs } = useServices()
  const [base] = useState(() => startingTerms(record))
  const [values, setValues] = useState(base)
  const form = usePropose(record, values, dubaiDay(nowMs))
  const isChanged = JSON.stringify(values) !== JSON.stringify(base)
  const title = locale === 'ar' ? record.details.title.ar : record.details.title.en
  const fields = {
    ...{ values, faults: form.faults },
    onChange: (next: Partial<TermsValues>) => setValues({ ...values, ...next }),
  }
  return (
    <>
      <PageHeader dense title={t('offerings.propose')} lead={<bdi>{title}</bdi>} />
      <ContentTabs current="properties" />
      <div className="mb-6 flex flex-col gap-4">
        <p className="max-w-[720px] text-15 text-ink-2">{t('offerings.proposeLead')}</p>
        {form.refusal && <Notice tone="bad">{t(form.refusal)}</Notice>}
        <ErrorSummary
          attempt={form.attempt}
          errors={Object.entries(form.faults).map(([field, fault]) => ({
            fieldId: `terms-${field}`,
            message: `${t(`offerings.term.${field as TermsField}`)}: ${t(`offerings.fault.${fault}`)}`,
          }))}
        />
      </div>
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_380px]">
        <Form onSubmit={(event) => void form.submit(event)} className="min-w-0 gap-10">
          <CostsAndRent {...fields} />
          <Offer {...fields} />
          <Papers {...fields} />
          <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-3 border-t border-line bg-ground px-4 py-3 md:mx-0 md:px-0">
            <Button type="submit" busyText={form.isSending && t('offerings.proposing')}>
              {t('offerings.propose')}
            </Button>
            <ButtonLink to={`/staff/content/properties/${encodeURIComponent(record.propertyId)}`} kind="secondary">
              {t('offerings.back')}
            </ButtonLink>
          </div>
        </Form>
        <aside className="flex flex-col gap-8 lg:sticky lg:top-24 lg:self-start">
          <Figures values={values} record={record} />
        </aside>
      </div>
      <DraftGuard isOn={isChanged} done={form.done} />
    </>
  )
}

const REFUSALS: Record<string, MessageId> = {
  VALIDATION_FAILED: 'offerings.refused.fields',
  APPROVAL_PENDING: 'offerings.refused.pending',
  NOT_FOUND: 'offerings.notFound',
  FORBIDDEN: 'offerings.refused.forbidden',
}

function usePropose(record: PropertyRecord, values: TermsValues, today: string) {
  const t = useT()
  const locale = useLocale()
  const navigate = useNavigate()
  const done = useRef(false)
  const [attempt, setAttempt] = useState(0)
  const [faults, setFaults] = useState<TermsFaults>({})
  const [refusal, setRefusal] = useState<MessageId>()
  const [propose, { isLoading: isSending }] = useProposeTermsMutation()
  const refuse = (error: unknown) => {
    if (!isApiError(error)) return setRefusal('offerings.refused.failed')
    setFaults(serverTermsFaults(error.errors))
    setAttempt((before) => before + 1)
    setRefusal(isConnectionLost(error) ? 'ui.connectionLost' : (REFUSALS[error.code] ?? 'offerings.refused.failed'))
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    setRefusal(undefined)
    const read = readTerms(values, today, locale)
    setFaults(read.ok ? {} : read.faults)
    if (!read.ok) return setAttempt((before) => before + 1)
    const { propertyId } = record
    // Set before the list is read again, which replaces this form.
    done.current = true
    const result = await propose({ propertyId, terms: read.terms, reason: values.reason.trim() })
    if (result.error !== undefined) {
      done.current = false
      return refuse(result.error)
    }
    showToast({ kind: 'success', text: t('offerings.proposed') })
    void navigate(localePath('/staff/content', locale))
  }
  return { attempt, faults, refusal, isSending, submit, done }
}

function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-5">
      <div>
        <h2 className="text-22">{title}</h2>
        {text && <p className="text-13 text-ink-2">{text}</p>}
      </div>
      {children}
    </section>
  )
}

interface FieldsProps {
  values: TermsValues
  faults: TermsFaults
  onChange: (values: Partial<TermsValues>) => void
}

const PAIR = 'grid gap-5 md:grid-cols-2'

/** Returns the properties of a control of the form. */
function useControls({ values, faults, onChange }: FieldsProps) {
  const t = useT()
  const common = (field: TermsField) => ({
    id: `terms-${field}`,
    label: t(`offerings.term.${field}`),
    error: faults[field] && t(`offerings.fault.${faults[field]}`),
    value: values[field],
  })
  const text = (field: TermsField) => ({
    ...common(field),
    onChange: (event: { target: { value: string } }) => onChange({ [field]: event.target.value }),
  })
  const typed = (field: TermsField) => ({ ...common(field), onValue: (value: string) => onChange({ [field]: value }) })
  const words = (en: TermsField, ar: TermsField) => (
    <div className={PAIR}>
      <TextField {...text(en)} required maxLength={500} dir="ltr" lang="en" />
      <TextField {...text(ar)} required maxLength={500} dir="rtl" lang="ar" />
    </div>
  )
  return { t, common, text, typed, words }
}

function CostsAndRent(props: FieldsProps) {
  const { t, typed, words } = useControls(props)
  return (
    <>
      <Section title={t('offerings.section.costs')} text={t('offerings.section.costsText')}>
        <div className={PAIR}>
          {COST_FIELDS.map((field) => (
            <MoneyField key={field} {...typed(field)} required={field === 'price'} />
          ))}
        </div>
        {words('costsBasisEn', 'costsBasisAr')}
      </Section>
      <Section title={t('offerings.section.rent')} text={t('offerings.section.rentText')}>
        <div className={PAIR}>
          {RENT_FIELDS.map((field) => (
            <MoneyField key={field} {...typed(field)} required={field === 'grossRent'} />
          ))}
        </div>
        {words('rentBasisEn', 'rentBasisAr')}
        {words('sourceEn', 'sourceAr')}
      </Section>
    </>
  )
}

function Offer(props: FieldsProps) {
  const { t, text, typed } = useControls(props)
  return (
    <Section title={t('offerings.section.offer')}>
      <div className={PAIR}>
        <MoneyField {...typed('unitPrice')} required />
        <MoneyField {...typed('minimum')} required />
        <TextField {...text('unitsOffered')} inputMode="numeric" dir="ltr" hint={t('offerings.hint.unitsOffered')} />
        <TextField {...text('minimumUnits')} inputMode="numeric" dir="ltr" hint={t('offerings.hint.minimumUnits')} />
        <TextField {...text('fee')} required inputMode="decimal" dir="ltr" end={<span className="pe-3">%</span>} />
        <TextField {...text('termYears')} inputMode="numeric" dir="ltr" />
      </div>
      <DateField {...typed('deadline')} hint={t('offerings.hint.deadline')} />
      <Select {...text('basis')}>
        {OfferBasis.options.map((basis) => (
          <option key={basis} value={basis}>
            {t(`offerings.basis.${basis}`)}
          </option>
        ))}
      </Select>
    </Section>
  )
}

function Papers(props: FieldsProps) {
  const { t, common, text, typed } = useControls(props)
  return (
    <>
      <Section title={t('offerings.section.company')} text={t('offerings.section.companyText')}>
        <div className={PAIR}>
          <TextField {...text('spvName')} required maxLength={200} dir="auto" />
          <TextField {...text('spvNumber')} required maxLength={200} dir="ltr" />
          <TextField {...text('spvJurisdiction')} required maxLength={200} dir="auto" />
        </div>
      </Section>
      <Section title={t('offerings.section.valuation')} text={t('offerings.section.valuationText')}>
        <DateField {...typed('valuedOn')} />
        <div className={PAIR}>
          <TextField {...text('valuer')} required maxLength={200} dir="auto" />
          <TextField {...text('valuationReference')} required maxLength={200} dir="ltr" />
          <MoneyField {...typed('valuation')} required />
        </div>
      </Section>
      <Section title={t('offerings.section.reason')}>
        <Field {...common('reason')} required hint={t('offerings.hint.reason')}>
          {(ids) => (
            <textarea
              {...ids}
              rows={3}
              maxLength={500}
              dir="auto"
              value={props.values.reason}
              onChange={(event) => props.onChange({ reason: event.target.value })}
              className={`${CONTROL} py-2`}
            />
          )}
        </Field>
      </Section>
    </>
  )
}

/** Shows what follows from the terms while they are typed, and the card that they would give. */
function Figures({ values, record }: { values: TermsValues; record: PropertyRecord }) {
  const t = useT()
  const locale = useLocale()
  const { nowMs } = useServices()
  const figures = figuresOf(values, locale)
  const read = readTerms(values, dubaiDay(nowMs), locale)
  const unitPriceFils = readFils(values.unitPrice, locale)
  const terms = read.ok ? read.terms : undefined
  const details = { ...record.details, ...{ amenities: [] } }
  const texts = { en: details.description.en ?? '', ar: details.description.ar ?? '' }
  const nowIso = new Date(nowMs).toISOString()
  return (
    <>
      <section
        aria-labelledby="figures-title"
        aria-live="polite"
        className="rounded-m border border-line bg-surface p-5"
      >
        <h2 id="figures-title" className="mb-2 text-18">
          {t('offerings.figures')}
        </h2>
        {figures && unitPriceFils ? (
          <DefinitionList
            facts={[
              { term: t('offerings.figure.total'), value: <Money fils={figures.totalFils} /> },
              { term: t('offerings.figure.unitsIssued'), value: <bdi>{formatCount(figures.unitsIssued)}</bdi> },
              { term: t('offerings.figure.openingReserve'), value: <Money fils={figures.openingReserveFils} /> },
              {
                term: t('offerings.figure.raise'),
                value: <Money fils={terms ? times(unitPriceFils, terms.unitsTotal) : figures.totalFils} />,
              },
              { term: t('offerings.figure.netRent'), value: <Money fils={figures.netRentFils} /> },
              {
                term: t('offerings.figure.target'),
                value: <bdi>{formatPercent(figures.targetBasisPoints, locale)}</bdi>,
              },
            ]}
          />
        ) : (
          <p className="text-15 text-ink-2">{t('offerings.figuresMissing')}</p>
        )}
      </section>
      <CardPreview
        of={{ details: { ...details, description: texts }, record, nowIso, ...(terms ? { terms } : {}) }}
        note={terms ? undefined : t('offerings.previewIncomplete')}
      />
    </>
  )
}
