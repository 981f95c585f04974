import { useState } from 'react'
import { useT } from '../../i18n/i18n.js'
import { TransferBasis } from '@hissa/contracts/investment'
import { Field as FormField, Select, TextField } from '../../ui/form.js'
import { isFilled, type Details, type Field } from './finance.js'
import { sha256Of } from './sha256.js'

const TYPES: Partial<Record<Field, string>> = { deadline: 'datetime-local', issuedOn: 'date' }
const MODES: Partial<Record<Field, 'decimal' | 'numeric'>> = { amount: 'decimal', units: 'numeric' }

interface DetailFieldsProps {
  fields: readonly Field[]
  details: Details
  /** Whether missing details are named. */
  judged: boolean
  onChange: (details: Details) => void
}

/** Renders the details that an action needs besides its reason. */
export function DetailFields({ fields, details, judged, onChange }: DetailFieldsProps) {
  const t = useT()
  const set = (field: Field, text: string) => onChange({ ...details, [field]: text })
  return fields.map((field) => {
    const error = judged && !isFilled(field, details[field]) ? t(`finance.missing.${field}`) : undefined
    if (field === 'document')
      return <DeedDocument key={field} error={error} hash={details.document} onHash={(hash) => set(field, hash)} />
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
        type={TYPES[field] ?? 'text'}
        inputMode={MODES[field]}
        maxLength={100}
        dir="ltr"
        onChange={(event) => set(field, event.target.value)}
        error={error}
      />
    )
  })
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
          <input
            {...ids}
            type="file"
            accept="application/pdf,image/*"
            className="min-h-11 text-13"
            onChange={(event) => void read(event.target.files?.[0])}
          />
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
