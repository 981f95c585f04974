import type { Fils } from '@hissa/money'
import { useEffect, useRef, type ReactNode } from 'react'
import { useLocale } from '../i18n/i18n.js'
import { cx } from '../lib/cx.js'
import { readFils } from '../lib/invest-amount.js'
import { Field, type FieldProps } from './form.js'
import { DirhamSign } from './money.js'

interface MoneyFieldProps extends FieldProps {
  /** What the user typed, unchanged. */
  value: string
  /** Called with the text and its amount in fils, or null if it isn't one. */
  onValue: (text: string, fils: Fils | null) => void
  onBlur?: () => void
  /** Shown at the end of the control: `100 shares`. */
  end?: ReactNode
  disabled?: boolean
  name?: string
}

/**
 * Renders an amount in dirhams. The sign is a prefix outside the value. Accepts Arabic-Indic digits and pasted "AED
 * 5,000".
 */
export function MoneyField({ value, onValue, onBlur, end, disabled, name, ...field }: MoneyFieldProps) {
  const locale = useLocale()
  const input = useRef<HTMLInputElement>(null)
  const read = (text: string) => onValue(text, readFils(text, locale))
  // Applies what was typed into the server's page before hydration, or restored by the browser.
  useEffect(() => {
    const typed = input.current?.value
    if (typed !== undefined && typed !== value) read(typed)
  }, []) // eslint-disable-line react-hooks/exhaustive-deps -- only once, on hydration
  return (
    <Field {...field}>
      {(ids) => (
        <span
          onClick={() => input.current?.focus()}
          className={cx(
            'flex min-h-13 cursor-text items-center justify-between gap-3 rounded-s border bg-surface px-3.5 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus',
            field.error ? 'border-bad' : 'border-field hover:border-ink-2',
          )}
        >
          <span dir="ltr" className="flex min-w-0 items-center text-22">
            <DirhamSign className="me-2 text-18" />
            <input
              {...ids}
              ref={input}
              name={name}
              inputMode="decimal"
              autoComplete="off"
              disabled={disabled}
              value={value}
              onChange={(event) => read(event.target.value)}
              onBlur={onBlur}
              className="field-sizing-content min-h-11 max-w-full min-w-[4ch] bg-transparent outline-none"
            />
          </span>
          {end && <span className="text-13 whitespace-nowrap text-ink-2">{end}</span>}
        </span>
      )}
    </Field>
  )
}
