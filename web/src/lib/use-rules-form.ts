import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useId, useState } from 'react'
import {
  useForm,
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  type UseFormReturn,
} from 'react-hook-form'
import { useT, type MessageId } from '../i18n/i18n.js'
import type { SummaryError } from '../ui/form.js'

type Schema = Parameters<typeof standardSchemaResolver>[0]

export interface RulesForm<T extends FieldValues> {
  form: UseFormReturn<T>
  /** Props of a native control: its registration, id and translated error. */
  field: (name: Path<T>) => ReturnType<UseFormReturn<T>['register']> & { id: string; error: string | undefined }
  idOf: (name: Path<T>) => string
  errorOf: (name: Path<T>) => string | undefined
  /** For controls that are not native: sets the value and clears the error. */
  set: (name: Path<T>, value: PathValue<T, Path<T>>) => void
  /** Validates one field as on blur; an empty field is validated on submit. */
  judge: (name: Path<T>) => void
  /**
   * The errors in the order of `names`, for the summary. A message that doesn't name its field is prefixed with its
   * label.
   */
  summary: (names: readonly Path<T>[], labels?: Partial<Record<Path<T>, string>>) => SummaryError[]
  attempt: number
  submit: (run: (values: T) => Promise<void> | void) => (event?: React.SyntheticEvent) => void
  /** Shows errors from the server; texts, not ids. */
  fail: (errors: readonly { name: Path<T>; text: string }[]) => void
}

/**
 * Runs at once, or after the pressed pointer is released, so that an error shown on blur doesn't move the button that
 * is being pressed.
 */
function afterPress(run: () => void): void {
  if (!pressed) return run()
  addEventListener('pointerup', () => setTimeout(run), { once: true })
}

let pressed = false
if (typeof document !== 'undefined') {
  addEventListener('pointerdown', () => (pressed = true), { capture: true })
  for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => (pressed = false), { capture: true })
}

/**
 * Creates a form with a schema whose errors are message ids. A non-empty field is validated on blur and all fields on
 * submit; editing a field clears its error.
 */
export function useRulesForm<T extends FieldValues>(schema: Schema, defaultValues: DefaultValues<T>): RulesForm<T> {
  const t = useT()
  const formId = useId()
  const [attempt, setAttempt] = useState(0)
  const form = useForm<T>({
    resolver: standardSchemaResolver(schema) as unknown as Resolver<T>,
    defaultValues,
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  })
  const errors = form.formState.errors
  const idOf = (name: Path<T>) => `${formId}${name}`
  const errorOf = (name: Path<T>) => {
    const found = form.getFieldState(name, { ...form.formState, errors }).error
    if (!found?.message) return undefined
    return found.type === 'server' ? found.message : t(found.message as MessageId)
  }
  const judge = (name: Path<T>) => afterPress(() => void (form.getValues(name) && form.trigger(name)))
  return {
    form,
    idOf,
    errorOf,
    judge,
    attempt,
    field: (name) => ({
      ...form.register(name, { onChange: () => form.clearErrors(name), onBlur: () => judge(name) }),
      id: idOf(name),
      error: errorOf(name),
    }),
    set: (name, value) => {
      form.setValue(name, value, { shouldDirty: true })
      form.clearErrors(name)
    },
    summary: (names, labels = {}) =>
      names.flatMap((name) => {
        const [message, label] = [errorOf(name), labels[name]]
        if (!message) return []
        const named = !label || message.toLowerCase().includes(label.toLowerCase())
        return [{ fieldId: idOf(name), message: named ? message : t('ui.form.named', { field: label, message }) }]
      }),
    submit: (run) => (event) =>
      void form.handleSubmit(
        async (values) => run(values),
        () => setAttempt((count) => count + 1),
      )(event),
    fail: (found) => {
      found.forEach(({ name, text }) => form.setError(name, { type: 'server', message: text }))
      setAttempt((count) => count + 1)
    },
  }
}
