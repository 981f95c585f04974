import { IncomeCategory, IncomeKind, type IncomeFact } from '@hissa/contracts/investment'
import { readAed } from '@hissa/money'
import { useId, useState, type FormEvent } from 'react'
import { useLocale, useT } from '../../../i18n/i18n.js'
import { isCalendarDate } from '../../../lib/birth-date.js'
import type { AppLocale } from '../../../lib/locale.js'
import { daysOf, quarterText } from '../../../lib/quarter.js'
import { latinDigits } from '../../../lib/phone.js'
import { showToast } from '../../../lib/toast.js'
import { Button } from '../../../ui/button.js'
import { DateField } from '../../../ui/date-field.js'
import { Dialog } from '../../../ui/dialog.js'
import { Form, Select, TextField } from '../../../ui/form.js'
import { Notice } from '../../../ui/states.js'
import { IncomeDocument } from './income-document.js'
import { useRecordIncomeEntryMutation } from './rent-api.js'
import { useRentRefusal } from './rent.js'

interface EntryDialogProps {
  propertyId: string
  period: string
  onClose: () => void
}

interface Typed {
  kind: IncomeKind
  category: IncomeCategory
  amount: string
  days: string
  date: string
  reference: string
  document: string
}
const NOTHING: Typed = {
  ...{ kind: 'rent', category: 'serviceCharge', amount: '', days: '', date: '', reference: '', document: '' },
}

/** Records one entry of a quarter with its document. Entries never change, so the figures are named on the button. */
export function EntryDialog({ propertyId, period, onClose }: EntryDialogProps) {
  const t = useT()
  const locale = useLocale()
  const formId = useId()
  const refusal = useRentRefusal()
  const [record, { isLoading, error }] = useRecordIncomeEntryMutation()
  const [typed, setTyped] = useState(NOTHING)
  const [judged, setJudged] = useState(false)
  const set = (change: Partial<Typed>) => setTyped((before) => ({ ...before, ...change }))
  const { date, document } = typed
  const reference = typed.reference.trim()
  const fact = factOf(typed, period, locale)
  const missing = missingOf(typed, fact)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setJudged(true)
    if (isLoading || !fact || Object.values(missing).some(Boolean)) return
    const sent = await record({ propertyId, period, fact, date, reference, documentSha256: document })
    if ('error' in sent && sent.error) return
    showToast({ kind: 'success', text: t('rent.done.record') })
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('rent.action.record')}
      actions={
        <>
          <Button kind="secondary" onClick={onClose}>
            {t('finance.cancel')}
          </Button>
          <Button type="submit" form={formId} busyText={isLoading && t('finance.sending')}>
            {t('rent.action.record')}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={(event) => void submit(event)} className="gap-4">
        {error !== undefined && <Notice tone="bad">{refusal(error)}</Notice>}
        <p className="text-13">{t('rent.explain.record', { period: t(...quarterText(period)) })}</p>
        <FactFields {...{ typed, period, set }} missing={judged && missing.fact} />
        <DateField
          id={`${formId}-date`}
          label={t('rent.field.date')}
          value={date}
          onValue={(text) => set({ date: text })}
          error={judged && missing.date ? t('rent.missing.date') : undefined}
        />
        <TextField
          label={t('rent.field.reference')}
          hint={t('rent.field.referenceHint')}
          dir="ltr"
          maxLength={100}
          value={typed.reference}
          onChange={(event) => set({ reference: event.target.value })}
          error={judged && missing.reference ? t('rent.missing.reference') : undefined}
        />
        <IncomeDocument
          propertyId={propertyId}
          hash={document}
          onHash={(hash) => set({ document: hash })}
          error={judged && missing.document ? t('rent.missing.document') : undefined}
        />
      </Form>
    </Dialog>
  )
}

interface FactFieldsProps {
  typed: Typed
  period: string
  set: (change: Partial<Typed>) => void
  /** Whether the figure was asked for and is missing. */
  missing: boolean
}

/** Asks what an entry states: its kind, of a cost its category, and its amount or days. */
function FactFields({ typed: { kind, category, amount, days }, period, set, missing }: FactFieldsProps) {
  const t = useT()
  return (
    <>
      <Select
        label={t('rent.field.kind')}
        value={kind}
        onChange={(event) => set({ kind: IncomeKind.parse(event.target.value) })}
      >
        {IncomeKind.options.map((name) => (
          <option key={name} value={name}>
            {t(`rent.kind.${name}`)}
          </option>
        ))}
      </Select>
      {kind === 'cost' && (
        <Select
          label={t('rent.field.category')}
          value={category}
          onChange={(event) => set({ category: IncomeCategory.parse(event.target.value) })}
        >
          {IncomeCategory.options.map((name) => (
            <option key={name} value={name}>
              {t(`income.line.${name}`)}
            </option>
          ))}
        </Select>
      )}
      {kind === 'vacancy' ? (
        <TextField
          label={t('rent.field.days')}
          inputMode="numeric"
          dir="ltr"
          maxLength={3}
          value={days}
          onChange={(event) => set({ days: event.target.value })}
          error={missing ? t('rent.missing.days', { days: daysOf(period) }) : undefined}
        />
      ) : (
        <TextField
          label={t('rent.field.amount')}
          inputMode="decimal"
          dir="ltr"
          maxLength={20}
          value={amount}
          onChange={(event) => set({ amount: event.target.value })}
          error={missing ? t('rent.missing.amount') : undefined}
        />
      )}
    </>
  )
}

/** Returns which fields are missing or faulty. */
const missingOf = ({ date, reference, document }: Typed, fact: IncomeFact | undefined) => ({
  fact: fact === undefined,
  date: !isCalendarDate(date),
  reference: reference.trim().length < 3,
  document: document === '',
})

/** Returns what an entry states; undefined while it is incomplete. */
function factOf({ kind, category, ...typed }: Typed, period: string, locale: AppLocale): IncomeFact | undefined {
  if (kind === 'vacancy') {
    const days = latinDigits(typed.days.trim())
    return /^\d{1,3}$/.test(days) && Number(days) >= 1 && Number(days) <= daysOf(period)
      ? { kind, days: Number(days) }
      : undefined
  }
  const read = readAed(typed.amount, locale)
  if (!read.ok || read.fils <= 0) return undefined
  return kind === 'cost' ? { kind, category, amountFils: read.fils } : { kind, amountFils: read.fils }
}
