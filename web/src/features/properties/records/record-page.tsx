import { PropertyType, type PropertyRecord } from '@hissa/contracts/property'
import { fils } from '@hissa/money'
import { useRef, useState, type FormEvent } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { isApiError, isConnectionLost } from '../../../api/problem.js'
import { useServices } from '../../../api/services.js'
import { useLocale, useT, type MessageId } from '../../../i18n/i18n.js'
import { readFils } from '../../../lib/invest-amount.js'
import { localePath } from '../../../lib/locale.js'
import { showToast } from '../../../lib/toast.js'
import { Button, ButtonLink } from '../../../ui/button.js'
import { ContentTabs } from '../../../ui/content-tabs.js'
import { ErrorSummary, Form } from '../../../ui/form.js'
import { PageHeader } from '../../../ui/layout.js'
import { TextLink } from '../../../ui/link.js'
import { Notice } from '../../../ui/states.js'
import { ContentOnly, StateBadge, Waiting } from './desk.js'
import { DraftGuard } from './draft-guard.js'
import { CardPreview } from './preview.js'
import { PicturesSection } from './pictures-section.js'
import { Facts, Place, Words } from './record-fields.js'
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
  const [saved, setSaved] = useState(record)
  const [values, setValues] = useState<RecordValues>(() => (record ? valuesOf(record) : EMPTY))
  const show = (next: PropertyRecord) => {
    setSaved(next)
    setValues(valuesOf(next))
  }
  const pictures = usePictures({ record, saved, setSaved })
  const form = useSave({ saved, values, onSaved: show })
  const base = saved ? valuesOf(saved) : EMPTY
  const isChanged = JSON.stringify(values) !== JSON.stringify(base)
  const isPublished = saved?.state === 'published' || record?.state === 'published'
  // A colleague has saved since: the page was refetched, and the form still has this user's entries.
  const newer = record && saved && record.version > saved.version ? record : undefined
  const fields = {
    ...{ values, faults: form.faults },
    onChange: (next: Partial<RecordValues>) => setValues({ ...values, ...next }),
  }
  return (
    <>
      <EditorHeader saved={saved} isPublished={isPublished} />
      <ContentTabs current="properties" />
      <div className="mb-6 flex flex-col gap-4">
        {record && <Standing record={record} />}
        {form.isOvertaken && (
          <Overtaken
            onLoad={
              newer &&
              (() => {
                show(newer)
                form.forget()
              })
            }
          />
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
        <div className="flex min-w-0 flex-col gap-10">
          <Form onSubmit={(event) => void form.submit(event)} className="min-w-0 gap-10">
            <fieldset disabled={isPublished} className="flex min-w-0 flex-col gap-10">
              <Words {...fields} />
              <Place {...fields} />
              <Facts {...fields} />
            </fieldset>
            {!isPublished && <SaveBar form={form} isChanged={isChanged} onDiscard={saved && (() => setValues(base))} />}
          </Form>
          <Pictures {...pictures} isReadOnly={isPublished} />
        </div>
        <aside className="lg:sticky lg:top-24 lg:self-start">
          <Preview values={values} record={saved} />
        </aside>
      </div>
      <DraftGuard isOn={isChanged || pictures.isUnsaved} done={form.done} />
    </>
  )
}

interface PicturesOptions {
  record: PropertyRecord | undefined
  saved: PropertyRecord | undefined
  setSaved: (property: PropertyRecord) => void
}

/** Holds the property as it was stored last, with its pictures. The form keeps its entries when they change. */
function usePictures({ record, saved, setSaved }: PicturesOptions) {
  const [isUnsaved, setUnsaved] = useState(false)
  const [changed, setChanged] = useState<PropertyRecord>()
  const newest = [record, changed].reduce(
    (best, each) => (each && each.version > (best?.version ?? 0) ? each : best),
    saved,
  )
  const onSaved = (next: PropertyRecord) => {
    setChanged(next)
    // If a colleague has changed the details since they were read, saving them is refused as before.
    if (JSON.stringify(next.details) === JSON.stringify(saved?.details)) setSaved(next)
  }
  return { newest, isUnsaved, onSaved, onUnsaved: setUnsaved }
}

function Pictures({
  newest,
  isReadOnly,
  onSaved,
  onUnsaved,
}: Omit<ReturnType<typeof usePictures>, 'isUnsaved'> & { isReadOnly: boolean }) {
  const t = useT()
  if (!newest) return <p className="text-13 text-ink-2">{t('offerings.pictures.afterSave')}</p>
  return <PicturesSection record={newest} {...{ isReadOnly, onSaved, onUnsaved }} />
}

function EditorHeader({ saved, isPublished }: { saved: PropertyRecord | undefined; isPublished: boolean }) {
  const t = useT()
  const locale = useLocale()
  const title = saved ? (locale === 'ar' ? saved.details.title.ar : saved.details.title.en) : t('offerings.add')
  const proposal = saved && !isPublished && `/staff/content/properties/${encodeURIComponent(saved.propertyId)}/terms`
  return (
    <PageHeader
      dense
      title={<bdi>{title}</bdi>}
      lead={saved ? undefined : t('offerings.addLead')}
      actions={
        proposal && (
          <ButtonLink to={proposal} kind="secondary">
            {t('offerings.propose')}
          </ButtonLink>
        )
      }
    />
  )
}

/** Says that a colleague has saved first. `onLoad` shows their version, once it has arrived. */
function Overtaken({ onLoad }: { onLoad: (() => void) | undefined }) {
  const t = useT()
  return (
    <div role="alert">
      <Notice tone="warn" title={t('offerings.overtaken')}>
        <p>{t('offerings.overtakenText')}</p>
        {onLoad && (
          <Button kind="secondary" size="s" className="mt-3" onClick={onLoad}>
            {t('offerings.overtakenLoad')}
          </Button>
        )}
      </Notice>
    </div>
  )
}

interface SaveBarProps {
  form: Pick<ReturnType<typeof useSave>, 'isSaving' | 'isOvertaken'>
  isChanged: boolean
  onDiscard: (() => void) | undefined
}

function SaveBar({ form, isChanged, onDiscard }: SaveBarProps) {
  const t = useT()
  return (
    <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-3 border-t border-line bg-ground px-4 py-3 md:mx-0 md:px-0">
      <Button type="submit" busyText={form.isSaving && t('offerings.saving')}>
        {t(form.isOvertaken ? 'offerings.saveOver' : 'offerings.save')}
      </Button>
      {isChanged && onDiscard && (
        <Button kind="secondary" onClick={onDiscard}>
          {t('offerings.discard')}
        </Button>
      )}
      <p role="status" className="text-13 text-ink-2">
        {isChanged && t('offerings.unsaved')}
      </p>
    </div>
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
      {record.state === 'proposed' && (
        <TextLink to="/staff/content" className="inline-flex min-h-11 items-center">
          {t('offerings.toPublications')}
        </TextLink>
      )}
      {record.state === 'published' && (
        <TextLink to={`/properties/${record.slug}`} className="inline-flex min-h-11 items-center">
          {t('offerings.toPublicPage')}
        </TextLink>
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
