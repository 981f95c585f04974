import { useMemo, useState } from 'react'
import { useLocale, useT } from '../i18n/i18n.js'
import { countryByCode, namedCountries } from '../lib/countries.js'
import { cx } from '../lib/cx.js'
import { internationalPhone, splitPhone } from '../lib/phone.js'
import { Field, type FieldProps } from './form.js'
import { Icon } from './icons.js'

interface PhoneFieldProps extends FieldProps {
  /** International form; an empty text if nothing is typed. */
  value: string
  onValue: (value: string) => void
  onBlur?: () => void
}

/** Renders a phone number with a country code selector, so that the value always begins with a plus. */
export function PhoneField({ value, onValue, onBlur, ...field }: PhoneFieldProps) {
  const t = useT()
  const locale = useLocale()
  const countries = useMemo(() => namedCountries(locale), [locale])
  const [parts, setParts] = useState(() => splitPhone(value))
  const change = (next: typeof parts) => {
    setParts(next)
    onValue(internationalPhone(next))
  }
  return (
    <Field {...field}>
      {(ids) => (
        <span
          dir="ltr"
          className={cx(
            'flex min-h-12 rounded-s border bg-surface transition-colors duration-150 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-focus',
            field.error ? 'border-bad' : 'border-field hover:border-ink-2',
          )}
        >
          <span className="relative flex items-center gap-1.5 border-e border-line ps-3.5 pe-2.5 text-15 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
            <span aria-hidden="true">+{countryByCode(parts.country)?.dial}</span>
            <Icon name="chevron-down" size={16} className="text-ink-2" />
            <select
              aria-label={t('ui.phone.country')}
              autoComplete="tel-country-code"
              value={parts.country}
              onChange={(event) => change({ ...parts, country: event.target.value })}
              className="absolute inset-0 w-full cursor-pointer appearance-none opacity-0"
            >
              {countries.map(({ code, name, dial }) => (
                <option key={code} value={code}>
                  {/* Isolated, so that the plus stays in front of the code beside an Arabic name. */}
                  {`${name} \u2066+${dial}\u2069`}
                </option>
              ))}
            </select>
          </span>
          <input
            {...ids}
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            value={parts.national}
            onChange={(event) => change({ ...parts, national: event.target.value })}
            onBlur={onBlur}
            className="min-w-0 flex-1 rounded-s bg-transparent px-3.5 text-15 outline-none"
          />
        </span>
      )}
    </Field>
  )
}
