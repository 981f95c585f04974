import {
  useEffect,
  useId,
  useRef,
  type ComponentProps,
  type FormHTMLAttributes,
  type ReactNode,
  type SubmitEvent,
} from 'react'
import { useT } from '../i18n/i18n.js'
import { cx } from '../lib/cx.js'
import { Icon } from './icons.js'

export const CONTROL =
  'w-full rounded-s border border-field bg-surface px-3.5 min-h-12 text-15 text-ink placeholder:text-ink-3 aria-invalid:border-bad hover:border-ink-2 transition-colors duration-150 disabled:bg-sunken disabled:text-ink-2'

export interface ControlIds {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
  'aria-required'?: true
}

export interface FieldProps {
  label: ReactNode
  /** Shown before the control and read with it. */
  hint?: ReactNode
  /** Shown after the control; begins with the problem. */
  error?: string | undefined
  required?: boolean
  id?: string
  className?: string
}

/** Renders a label above, a hint before the control and an error after it, all linked. The child receives the ids. */
export function Field({
  label,
  hint,
  error,
  required,
  id,
  className,
  children,
}: FieldProps & { children: (ids: ControlIds) => ReactNode }) {
  const own = useId()
  const controlId = id ?? own
  const describedBy = [hint && `${controlId}-hint`, error && `${controlId}-error`].filter(Boolean).join(' ')
  return (
    <div className={cx('flex flex-col gap-1.5', className)}>
      <label htmlFor={controlId} className="text-13 font-medium text-ink">
        {label}
      </label>
      {hint && (
        <p id={`${controlId}-hint`} className="text-13 text-ink-2">
          {hint}
        </p>
      )}
      {children({
        id: controlId,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
      <FieldError id={`${controlId}-error`} text={error} />
    </div>
  )
}

/** Renders the error of a field. */
export function FieldError({ id, text }: { id: string; text: string | undefined }) {
  if (!text) return null
  return (
    <p id={id} className="flex items-start gap-1.5 text-13 text-bad">
      <Icon name="alert" size={16} className="mt-0.5" />
      <span>{text}</span>
    </p>
  )
}

type InputProps = FieldProps & Omit<ComponentProps<'input'>, 'id' | 'className'> & { end?: ReactNode }

/**
 * Renders one line of text. `end` is placed at the inline end inside the control: a toggle, a unit. Works with
 * react-hook-form's `register`.
 */
export function TextField({ label, hint, error, required, id, className, end, ...input }: InputProps) {
  return (
    <Field {...{ label, hint, error, required, id, className }}>
      {(ids) => (
        <span className="relative flex">
          <input {...input} {...ids} className={cx(CONTROL, end ? 'pe-12' : undefined)} />
          {end && <span className="absolute inset-y-0 end-0.5 flex items-center">{end}</span>}
        </span>
      )}
    </Field>
  )
}

type SelectProps = FieldProps & Omit<ComponentProps<'select'>, 'id' | 'className'>

/** Renders the platform's own select, which is the most reliable one, especially on phones. */
export function Select({ label, hint, error, required, id, className, children, ...select }: SelectProps) {
  return (
    <Field {...{ label, hint, error, required, id, className }}>
      {(ids) => (
        <span className="relative flex">
          <select {...select} {...ids} className={cx(CONTROL, 'appearance-none pe-10')}>
            {children}
          </select>
          <Icon name="chevron-down" className="pointer-events-none absolute inset-y-0 end-3 my-auto text-ink-2" />
        </span>
      )}
    </Field>
  )
}

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'id'> & { label: ReactNode; error?: string; id?: string }

/** Renders a checkbox with its label and error. */
export function Checkbox({ label, error, id, className, ...input }: CheckboxProps) {
  const own = useId()
  const controlId = id ?? own
  return (
    <div className={cx('flex flex-col gap-1.5', className)}>
      <label htmlFor={controlId} className="flex min-h-11 cursor-pointer items-start gap-3 py-2 text-15">
        <input
          {...input}
          id={controlId}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${controlId}-error` : undefined}
          className="mt-0.5 size-5 shrink-0 accent-primary"
        />
        <span>{label}</span>
      </label>
      <FieldError id={`${controlId}-error`} text={error} />
    </div>
  )
}

interface FormProps extends FormHTMLAttributes<HTMLFormElement> {
  /**
   * Called when an entry changes and before each submit, because the response to an earlier submit no longer applies.
   */
  onEntry?: () => void
}

/**
 * Renders a form validated by the web instead of the browser. `method="post"` keeps entries out of the address if the
 * browser submits the form before the script has loaded.
 */
export function Form({ className, onEntry, onSubmit, ...rest }: FormProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    onEntry?.()
    onSubmit?.(event)
  }
  return (
    <form
      noValidate
      method="post"
      {...rest}
      onInput={onEntry}
      onSubmit={submit}
      className={cx('flex flex-col gap-6', className)}
    />
  )
}

export interface SummaryError {
  /** The id of the control; undefined for an error of the whole form. */
  fieldId?: string
  message: string
}

/**
 * Lists the form's errors as links to the fields. Takes the focus each time `attempt`, the number of submits,
 * increases.
 */
export function ErrorSummary({
  errors,
  attempt,
  title,
}: {
  errors: readonly SummaryError[]
  attempt: number
  /** Replaces the number of errors. */
  title?: string | undefined
}) {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (attempt > 0 && errors.length > 0) box.current?.focus()
  }, [attempt]) // eslint-disable-line react-hooks/exhaustive-deps -- focus follows the submit, not each keystroke
  if (attempt === 0 || errors.length === 0) return null
  return (
    <div ref={box} tabIndex={-1} role="alert" className="rounded-m border border-bad bg-surface p-4 text-15">
      <p className="font-medium">{title ?? t('ui.form.summary', { count: errors.length })}</p>
      <ul className="mt-1 flex flex-col">
        {errors.map(({ fieldId, message }, index) => (
          <li key={index} className="text-bad">
            {fieldId ? (
              <a
                href={`#${fieldId}`}
                className="inline-flex min-h-11 items-center underline underline-offset-3"
                onClick={(event) => focusField(event, fieldId)}
              >
                {message}
              </a>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function focusField(event: React.MouseEvent, fieldId: string) {
  event.preventDefault()
  document.getElementById(fieldId)?.focus()
}
