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
  /** For controls that are not native: sets the value and takes the error away. */
  set: (name: Path<T>, value: PathValue<T, Path<T>>) => void
  /** Judges one field as leaving it does; an empty field waits for the submit. */
  judge: (name: Path<T>) => void
  /** What is wrong, in the order of `names`, for the summary. A message that doesn't name its field begins with its label. */
  summary: (names: readonly Path<T>[], labels?: Partial<Record<Path<T>, string>>) => SummaryError[]
  attempt: number
  submit: (run: (values: T) => Promise<void> | void) => (event?: React.SyntheticEvent) => void
  /** Shows errors that the server found; texts, not ids. */
  fail: (errors: readonly { name: Path<T>; text: string }[]) => void
}

/**
 * Runs at once, or when the pointer that is being pressed has been let go: a field that is left by pressing a button must
 * not move the button away under the finger.
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
 * A form whose rules are a schema with message ids for errors. A field is judged when it is left with something in it
 * and when the form is submitted; editing it takes its error away.
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
