import { Amenity, CITIES, DISTRICTS, PropertyType, type PropertyRecord } from '@hissa/contracts/property'
import { fils } from '@hissa/money'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { isApiError, isConnectionLost } from '../../../api/problem.js'
import { useServices } from '../../../api/services.js'
import { useLocale, useT, type MessageId } from '../../../i18n/i18n.js'
import { readFils } from '../../../lib/invest-amount.js'
import { localePath } from '../../../lib/locale.js'
import { TYPE_LABELS } from '../../../lib/property-labels.js'
import { showToast } from '../../../lib/toast.js'
import { Button, ButtonLink } from '../../../ui/button.js'
import { ContentTabs } from '../../../ui/content-tabs.js'
import { Checkbox, CONTROL, ErrorSummary, Field, Form, Select, TextField } from '../../../ui/form.js'
import { PageHeader } from '../../../ui/layout.js'
import { TextLink } from '../../../ui/link.js'
import { MoneyField } from '../../../ui/money-field.js'
import { Notice } from '../../../ui/states.js'
import { ContentOnly, StateBadge, Waiting } from './desk.js'
import { LeaveGuard } from './leave-guard.js'
import { CardPreview } from './preview.js'
import {
  EMPTY,
  readRecord,
  serverFaults,
  valuesOf,
  type RecordFaults,
  type RecordField,
  type RecordValues,
} from './record-form.js'
import { useChangePropertyMutation, useCreatePropertyMutation, useGetRecordQuery } from './records-api.js'

/** `/staff/content/properties/new` and `/staff/content/properties/{id}`: adds a property, or edits a draft. */
export default function RecordPage() {
  const t = useT()
  const { propertyId } = useParams()
  return (
    <ContentOnly title={t(propertyId ? 'offerings.edit' : 'offerings.add')}>
      {propertyId ? <Stored key={propertyId} propertyId={propertyId} /> : <Editor key="new" />}
    </ContentOnly>
  )
}

function Stored({ propertyId }: { propertyId: string }) {
  const { data, error, isFetching, refetch } = useGetRecordQuery(propertyId)
  return data ? <Editor record={data} /> : <Waiting {...{ error, refetch, isFetching }} />
}

/** Renders the form of a property. `record` is the stored one, absent for a new property. */
function Editor({ record }: { record?: PropertyRecord }) {
  const t = useT()
  const locale = useLocale()
  const [saved, setSaved] = useState(record)
  const [values, setValues] = useState<RecordValues>(() => (record ? valuesOf(record) : EMPTY))
  const show = (next: PropertyRecord) => {
    setSaved(next)
    setValues(valuesOf(next))
  }
  const form = useSave({ saved, values, onSaved: show })
  const base = saved ? valuesOf(saved) : EMPTY
  const isChanged = JSON.stringify(values) !== JSON.stringify(base)
  const isPublished = saved?.state === 'published' || record?.state === 'published'
  // A colleague has saved since: the page was refetched, and the form still has this user's entries.
  const newer = record && saved && record.version > saved.version ? record : undefined
  const title = saved ? (locale === 'ar' ? saved.details.title.ar : saved.details.title.en) : t('offerings.add')
  return (
    <>
      <PageHeader
        dense
        title={<bdi>{title}</bdi>}
        lead={saved ? undefined : t('offerings.addLead')}
        actions={
          saved &&
          !isPublished && (
            <ButtonLink to={`/staff/content/properties/${encodeURIComponent(saved.propertyId)}/terms`} kind="secondary">
              {t('offerings.propose')}
            </ButtonLink>
          )
        }
      />
      <ContentTabs current="properties" />
      <div className="mb-6 flex flex-col gap-4">
        {record && <Standing record={record} />}
        {form.isOvertaken && (
          <div role="alert">
            <Notice tone="warn" title={t('offerings.overtaken')}>
              <p>{t('offerings.overtakenText')}</p>
              {newer && (
                <Button
                  kind="secondary"
                  size="s"
                  className="mt-3"
                  onClick={() => {
                    show(newer)
                    form.forget()
                  }}
                >
                  {t('offerings.overtakenLoad')}
                </Button>
              )}
            </Notice>
          </div>
        )}
        {form.refusal && <Notice tone="bad">{t(form.refusal)}</Notice>}
        <ErrorSummary
          attempt={form.attempt}
          errors={Object.entries(form.faults).map(([field, fault]) => ({
            fieldId: `record-${field}`,
            message: `${t(`offerings.field.${field as RecordField}`)}: ${t(`offerings.fault.${fault}`)}`,
          }))}
        />
      </div>
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_380px]">
        <Form onSubmit={(event) => void form.submit(event)} className="min-w-0 gap-10">
          <fieldset disabled={isPublished} className="flex min-w-0 flex-col gap-10">
            <Fields values={values} faults={form.faults} onChange={(next) => setValues({ ...values, ...next })} />
          </fieldset>
          {!isPublished && (
            <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-3 border-t border-line bg-ground px-4 py-3 md:mx-0 md:px-0">
              <Button type="submit" busyText={form.isSaving && t('offerings.saving')}>
                {t(form.isOvertaken ? 'offerings.saveOver' : 'offerings.save')}
              </Button>
              {isChanged && saved && (
                <Button kind="secondary" onClick={() => setValues(base)}>
                  {t('offerings.discard')}
                </Button>
              )}
              <p role="status" className="text-13 text-ink-2">
                {isChanged && t('offerings.unsaved')}
              </p>
            </div>
          )}
        </Form>
        <aside className="lg:sticky lg:top-24 lg:self-start">
          <Preview values={values} record={saved} />
        </aside>
      </div>
      <LeaveGuard isOn={isChanged} done={form.done} />
    </>
  )
}

/** Says what the state of a property means for its form. */
function Standing({ record }: { record: PropertyRecord }) {
  const t = useT()
  return (
    <div className="flex flex-wrap items-center gap-3 text-15">
      <StateBadge state={record.state} />
      {record.code && <bdi className="text-13 text-ink-2">{record.code}</bdi>}
      <p className="text-13 text-ink-2">{t(`offerings.standing.${record.state}`)}</p>
      {record.state === 'proposed' && <TextLink to="/staff/content">{t('offerings.toPublications')}</TextLink>}
      {record.state === 'published' && (
        <TextLink to={`/properties/${record.slug}`}>{t('offerings.toPublicPage')}</TextLink>
      )}
    </div>
  )
}

interface SaveOptions {
  saved: PropertyRecord | undefined
  values: RecordValues
  onSaved: (record: PropertyRecord) => void
}

const REFUSALS: Record<string, MessageId> = {
  VALIDATION_FAILED: 'offerings.refused.fields',
  PROPERTY_PUBLISHED: 'offerings.refused.published',
  PROPERTY_EXISTS: 'offerings.refused.exists',
  FORBIDDEN: 'offerings.refused.forbidden',
}

/** Saves the form: a new property under one key for each page, a stored one at the version that was read. */
function useSave({ saved, values, onSaved }: SaveOptions) {
  const locale = useLocale()
  const t = useT()
  const navigate = useNavigate()
  const key = useRef('')
  const done = useRef(false)
  const [attempt, setAttempt] = useState(0)
  const [faults, setFaults] = useState<RecordFaults>({})
  const [refusal, setRefusal] = useState<MessageId>()
  const [overtakenBy, setOvertakenBy] = useState<number>()
  const [create, creating] = useCreatePropertyMutation()
  const [change, changing] = useChangePropertyMutation()
  const isSaving = creating.isLoading || changing.isLoading
  const forget = () => {
    setOvertakenBy(undefined)
    setFaults({})
    setRefusal(undefined)
  }
  const refuse = (error: unknown) => {
    if (!isApiError(error)) return setRefusal('offerings.refused.failed')
    if (error.code === 'VERSION_CONFLICT') return setOvertakenBy(Number(error.problem['version']))
    setFaults(serverFaults(error.errors))
    setAttempt((before) => before + 1)
    setRefusal(isConnectionLost(error) ? 'ui.connectionLost' : (REFUSALS[error.code] ?? 'offerings.refused.failed'))
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSaving) return
    setRefusal(undefined)
    const read = readRecord(values, locale)
    setFaults(read.ok ? {} : read.faults)
    if (!read.ok) return setAttempt((before) => before + 1)
    const { details } = read
    key.current ||= crypto.randomUUID()
    const result = saved
      ? await change({ propertyId: saved.propertyId, version: overtakenBy ?? saved.version, details })
      : await create({ details, idempotencyKey: key.current })
    if (result.error !== undefined) return refuse(result.error)
    forget()
    onSaved(result.data)
    showToast({ kind: 'success', text: t('offerings.saved') })
    if (saved) return
    done.current = true
    void navigate(localePath(`/staff/content/properties/${encodeURIComponent(result.data.propertyId)}`, locale), {
      replace: true,
    })
  }
  return { attempt, faults, refusal, isOvertaken: overtakenBy !== undefined, isSaving, submit, forget, done }
}

interface FieldsProps {
  values: RecordValues
  faults: RecordFaults
  onChange: (values: Partial<RecordValues>) => void
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-5">
      <h2 className="text-22">{title}</h2>
      {children}
    </section>
  )
}

const PAIR = 'grid gap-5 md:grid-cols-2'

function Fields({ values, faults, onChange }: FieldsProps) {
  const t = useT()
  const common = (field: RecordField) => ({
    id: `record-${field}`,
    label: t(`offerings.field.${field}`),
    error: faults[field] && t(`offerings.fault.${faults[field]}`),
  })
  const text = (field: RecordField) => ({
    ...common(field),
    value: values[field],
    onChange: (event: { target: { value: string } }) => onChange({ [field]: event.target.value }),
  })
  const districts = DISTRICTS[values.city as (typeof CITIES)[number]] ?? []
  return (
    <>
      <Section title={t('offerings.section.words')}>
        <div className={PAIR}>
          <TextField {...text('titleEn')} required maxLength={120} dir="ltr" lang="en" />
          <TextField {...text('titleAr')} required maxLength={120} dir="rtl" lang="ar" />
        </div>
        <div className={PAIR}>
          <LongText {...text('descriptionEn')} dir="ltr" lang="en" />
          <LongText {...text('descriptionAr')} dir="rtl" lang="ar" />
        </div>
      </Section>
      <Section title={t('offerings.section.place')}>
        <div className={PAIR}>
          <Select {...text('city')} required onChange={(event) => onChange({ city: event.target.value, district: '' })}>
            <option value="">{t('offerings.choose')}</option>
            {CITIES.map((city) => (
              <option key={city} value={city}>
                {t(`offerings.city.${city}`)}
              </option>
            ))}
          </Select>
          <Select {...text('district')} disabled={districts.length === 0}>
            <option value="">{t('ui.notStated')}</option>
            {districts.map((district) => (
              <option key={district} value={district}>
                {t(`offerings.district.${district}` as MessageId)}
              </option>
            ))}
          </Select>
        </div>
        <div className={PAIR}>
          <TextField {...text('community')} maxLength={80} dir="auto" hint={t('offerings.hint.community')} />
          <TextField {...text('address')} maxLength={200} dir="auto" hint={t('offerings.hint.address')} />
        </div>
        <div className={PAIR}>
          <TextField {...text('latitude')} inputMode="decimal" dir="ltr" />
          <TextField {...text('longitude')} inputMode="decimal" dir="ltr" />
        </div>
      </Section>
      <Section title={t('offerings.section.facts')}>
        <div className={PAIR}>
          <Select {...text('propertyType')} required>
            <option value="">{t('offerings.choose')}</option>
            {PropertyType.options.map((type) => (
              <option key={type} value={type}>
                {t(TYPE_LABELS[type])}
              </option>
            ))}
          </Select>
          <Select {...text('furnished')}>
            <option value="">{t('ui.notStated')}</option>
            <option value="yes">{t('offerings.furnished.yes')}</option>
            <option value="no">{t('offerings.furnished.no')}</option>
          </Select>
        </div>
        <div className="grid gap-5 md:grid-cols-3">
          <TextField {...text('bedrooms')} inputMode="numeric" dir="ltr" />
          <TextField {...text('bathrooms')} inputMode="numeric" dir="ltr" />
          <TextField {...text('areaSqm')} inputMode="decimal" dir="ltr" />
        </div>
        <MoneyField {...common('price')} required value={values.price} onValue={(price) => onChange({ price })} />
        <fieldset>
          <legend className="pb-1 text-13 font-medium">{t('offerings.field.amenities')}</legend>
          <div className="grid gap-x-5 sm:grid-cols-2 md:grid-cols-3">
            {Amenity.options.map((each) => (
              <Checkbox
                key={each}
                label={t(`offerings.amenity.${each}`)}
                checked={values.amenities.includes(each)}
                onChange={(event) =>
                  onChange({
                    amenities: Amenity.options.filter((one) =>
                      one === each ? event.target.checked : values.amenities.includes(one),
                    ),
                  })
                }
              />
            ))}
          </div>
        </fieldset>
      </Section>
    </>
  )
}

interface LongTextProps {
  id: string
  label: string
  error: string | undefined
  value: string
  onChange: (event: { target: { value: string } }) => void
  dir: 'ltr' | 'rtl'
  lang: string
}

function LongText({ id, label, error, ...control }: LongTextProps) {
  return (
    <Field {...{ id, label, error }} required>
      {(ids) => <textarea {...control} {...ids} rows={6} maxLength={2_000} className={`${CONTROL} py-2`} />}
    </Field>
  )
}

function Preview({ values, record }: { values: RecordValues; record: PropertyRecord | undefined }) {
  const t = useT()
  const locale = useLocale()
  const { nowMs } = useServices()
  const number = (text: string) => (text.trim() === '' || Number.isNaN(Number(text)) ? null : Number(text))
  const details = {
    title: {
      en: values.titleEn.trim() || t('offerings.untitled'),
      ar: values.titleAr.trim() || t('offerings.untitled'),
    },
    description: { en: values.descriptionEn, ar: values.descriptionAr },
    propertyType: PropertyType.options.find((type) => type === values.propertyType) ?? null,
    ...{ city: values.city || null, district: values.district || null, community: values.community.trim() || null },
    ...{ address: values.address.trim() || null, coordinates: null, furnished: null, amenities: [] },
    ...{ bedrooms: number(values.bedrooms), bathrooms: number(values.bathrooms), areaSqm: number(values.areaSqm) },
    priceFils: readFils(values.price, locale) ?? fils(0),
  }
  const nowIso = new Date(nowMs).toISOString()
  return <CardPreview of={{ details, record, nowIso }} note={t('offerings.previewNote')} />
}
