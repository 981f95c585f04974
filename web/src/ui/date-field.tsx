import { LANGUAGES } from '@hissa/texts'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { useLocale, useT } from '../i18n/i18n.js'
import { joinDate, splitDate, type DateParts } from '../lib/birth-date.js'
import { CONTROL, FieldError } from './form.js'
import { Icon } from './icons.js'

/** On the narrowest screens the three fields need the room of the padding. */
const NARROW = `${CONTROL} max-[359px]:px-2`

export interface DateFieldProps {
  id: string
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  /** `YYYY-MM-DD`; missing parts of a half-typed date are empty. */
  value: string
  onValue: (value: string) => void
  onLeave?: () => void
  /** The autocomplete prefix: `bday`. */
  autoComplete?: 'bday'
}

/** Renders a date in three fields, which is quicker than a calendar for a date the user knows, such as a birthday. */
export function DateField({ id, label, hint, error, value, onValue, onLeave, autoComplete }: DateFieldProps) {
  const t = useT()
  const [parts, setParts] = useState(() => splitDate(value))
  const change = (change: Partial<DateParts>) => {
    const next = { ...parts, ...change }
    setParts(next)
    onValue(joinDate(next))
  }
  const token = (part: string) => (autoComplete ? `${autoComplete}-${part}` : 'off')
  const common = {
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': error ? `${id}-error` : undefined,
  }
  const leave = (event: React.FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) onLeave?.()
  }
  return (
    <fieldset className="flex flex-col gap-1.5" onBlur={leave}>
      <legend className="pb-1.5 text-13 font-medium text-ink">{label}</legend>
      {hint && <p className="text-13 text-ink-2">{hint}</p>}
      <div className="grid grid-cols-[1.2fr_2fr_1.4fr] gap-2 max-[359px]:gap-1.5">
        <input
          {...common}
          id={id}
          aria-label={t('ui.date.day')}
          placeholder={t('ui.date.day')}
          inputMode="numeric"
          autoComplete={token('day')}
          maxLength={2}
          value={parts.day}
          onChange={(event) => change({ day: event.target.value.trim() })}
          className={NARROW}
        />
        <MonthSelect
          {...common}
          autoComplete={token('month')}
          value={parts.month}
          onChange={(event) => change({ month: event.target.value })}
        />
        <input
          {...common}
          aria-label={t('ui.date.year')}
          placeholder={t('ui.date.year')}
          inputMode="numeric"
          autoComplete={token('year')}
          maxLength={4}
          value={parts.year}
          onChange={(event) => change({ year: event.target.value.trim() })}
          className={NARROW}
        />
      </div>
      <FieldError id={`${id}-error`} text={error} />
    </fieldset>
  )
}

function MonthSelect(props: ComponentProps<'select'>) {
  const t = useT()
  const months = new Intl.DateTimeFormat(LANGUAGES[useLocale()].tag, { month: 'long', timeZone: 'UTC' })
  return (
    <span className="relative flex">
      <select {...props} aria-label={t('ui.date.month')} className={`${NARROW} appearance-none pe-9 max-[359px]:pe-7`}>
        <option value="">{t('ui.date.month')}</option>
        {Array.from({ length: 12 }, (_, index) => (
          <option key={index} value={String(index + 1)}>
            {months.format(Date.UTC(2024, index, 15))}
          </option>
        ))}
      </select>
      <Icon
        name="chevron-down"
        className="pointer-events-none absolute inset-y-0 end-3 my-auto text-ink-2 max-[359px]:end-1.5"
      />
    </span>
  )
}
