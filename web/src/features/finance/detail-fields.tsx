import { useT } from '../../i18n/i18n.js'
import { TransferBasis } from '@hissa/contracts/investment'
import { latinDigits } from '../../lib/phone.js'
import { DateField, type DateFieldProps } from '../../ui/date-field.js'
import { Select, TextField } from '../../ui/form.js'
import { DeedDocument } from './deed-document.js'
import { isFilled, type Details, type Field } from './finance.js'

const MODES: Partial<Record<Field, 'decimal' | 'numeric'>> = { amount: 'decimal', units: 'numeric' }

interface DetailFieldsProps {
  /** The id of the action's subject. */
  subjectId: string
  fields: readonly Field[]
  details: Details
  /** Whether missing details are named. */
  judged: boolean
  onChange: (details: Details) => void
}

/** Renders the details that an action needs besides its reason. */
export default function DetailFields({ subjectId, fields, details, judged, onChange }: DetailFieldsProps) {
  const t = useT()
  const set = (field: Field, text: string) => onChange({ ...details, [field]: text })
  const dateOf = (field: Field) => ({
    ...{ id: `detail-${field}`, label: t(`finance.field.${field}`), value: details[field] ?? '' },
    onValue: (text: string) => set(field, text),
  })
  return fields.map((field) => {
    const error = judged && !isFilled(field, details[field]) ? t(`finance.missing.${field}`) : undefined
    if (field === 'document')
      return (
        <DeedDocument
          key={field}
          propertyId={subjectId}
          error={error}
          hash={details.document}
          onHash={(hash) => set(field, hash)}
        />
      )
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
    <div className="grid items-end gap-2 md:grid-cols-[minmax(0,1fr)_6rem]">
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
