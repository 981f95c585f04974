import { useState } from 'react'
import { useT } from '../../i18n/i18n.js'
import { TransferBasis } from '@hissa/contracts/investment'
import { latinDigits } from '../../lib/phone.js'
import { DateField, type DateFieldProps } from '../../ui/date-field.js'
import { FileInput } from '../../ui/file-input.js'
import { Field as FormField, Select, TextField } from '../../ui/form.js'
import { isFilled, type Details, type Field } from './finance.js'
import { sha256Of } from './sha256.js'

const MODES: Partial<Record<Field, 'decimal' | 'numeric'>> = { amount: 'decimal', units: 'numeric' }

interface DetailFieldsProps {
  fields: readonly Field[]
  details: Details
  /** Whether missing details are named. */
  judged: boolean
  onChange: (details: Details) => void
}

/** Renders the details that an action needs besides its reason. */
export default function DetailFields({ fields, details, judged, onChange }: DetailFieldsProps) {
  const t = useT()
  const set = (field: Field, text: string) => onChange({ ...details, [field]: text })
  const dateOf = (field: Field) => ({
    ...{ id: `detail-${field}`, label: t(`finance.field.${field}`), value: details[field] ?? '' },
    onValue: (text: string) => set(field, text),
  })
  return fields.map((field) => {
    const error = judged && !isFilled(field, details[field]) ? t(`finance.missing.${field}`) : undefined
    if (field === 'document')
      return <DeedDocument key={field} error={error} hash={details.document} onHash={(hash) => set(field, hash)} />
    if (field === 'issuedOn') return <DateField key={field} {...dateOf(field)} error={error} />
    if (field === 'deadline') return <Deadline key={field} {...dateOf(field)} error={error} />
    if (field === 'basis')
      return (
        <Select
          key={field}
          label={t('finance.field.basis')}
          value={details.basis ?? ''}
          onChange={(event) => set(field, event.target.value)}
          error={error}
        >
          <option value="">{t('finance.field.choose')}</option>
          {TransferBasis.options.map((basis) => (
            <option key={basis} value={basis}>
              {t(`finance.basis.${basis}`)}
            </option>
          ))}
        </Select>
      )
    return (
      <TextField
        key={field}
        label={t(`finance.field.${field}`)}
        value={details[field] ?? ''}
        inputMode={MODES[field]}
        maxLength={100}
        dir="ltr"
        onChange={(event) => set(field, event.target.value)}
        error={error}
      />
    )
  })
}

type DateProps = Pick<DateFieldProps, 'id' | 'label' | 'value' | 'onValue' | 'error'>

/** Asks for a date and a time of day, as `2026-12-01T20:00`. */
function Deadline({ value, onValue, ...field }: DateProps) {
  const t = useT()
  const [date = '', time = ''] = value.split('T')
  return (
    <div className="grid items-end gap-2 sm:grid-cols-[minmax(0,1fr)_6rem]">
      <DateField {...field} value={date} onValue={(text) => onValue(`${text}T${time}`)} />
      <TextField
        label={t('ui.date.time')}
        placeholder="20:00"
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        dir="ltr"
        value={time}
        onChange={(event) => onValue(`${date}T${latinDigits(event.target.value.trim())}`)}
      />
    </div>
  )
}

interface DeedDocumentProps {
  error: string | undefined
  hash: string | undefined
  onHash: (hash: string) => void
}

/** Reads the chosen deed in the browser and keeps only its SHA-256, by which the document can be recognised later. */
function DeedDocument({ error, hash, onHash }: DeedDocumentProps) {
  const t = useT()
  const [failed, setFailed] = useState(false)
  const read = async (file: File | undefined) => {
    setFailed(false)
    onHash('')
    if (!file) return
    try {
      onHash(await sha256Of(file))
    } catch {
      setFailed(true)
    }
  }
  return (
    <FormField
      label={t('finance.field.document')}
      hint={t('finance.field.documentHint')}
      error={failed ? t('finance.missing.readable') : error}
    >
      {(ids) => (
        <>
          <FileInput {...ids} accept="application/pdf,image/*" onFile={(file) => void read(file)} />
          {hash && (
            <p className="text-13">
              SHA-256{' '}
              <bdi dir="ltr" className="break-all text-ink">
                {hash}
              </bdi>
            </p>
          )}
        </>
      )}
    </FormField>
  )
}
