import { useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { dropDraft, readDraft, writeDraft } from '../lib/draft.js'
import { useSession } from './services.js'

/** Returns the key of a draft from the form's name and the user; null until the session is known. */
export function useDraftKey(name: string): string | null {
  const session = useSession()
  return session === undefined ? null : `${name}.${session?.user.id ?? 'visitor'}`
}

/** Keeps a typed text through a reload and a change of language. Call `drop` once it is sent. */
export function useDraftText(name: string): [text: string, type: (text: string) => void, drop: () => void] {
  const key = useDraftKey(name) ?? name
  const [text, setText] = useState(() => readDraft<{ text: string }>(key).text ?? '')
  const drop = () => dropDraft(key)
  const type = (typed: string) => {
    setText(typed)
    if (typed === '') drop()
    else writeDraft(key, { text: typed })
  }
  return [text, type, drop]
}

/**
 * Keeps a typed amount for the amount in the address; a link with a different amount takes precedence. Stores nothing
 * until the session is known.
 */
export function useAmountDraft(name: string, asked: string | number | null) {
  const key = useDraftKey(`amount.${name}`)
  return {
    key,
    read: () => {
      const draft = key ? readDraft<{ asked: unknown; text: string }>(key) : {}
      return draft.asked === asked ? draft.text : undefined
    },
    write: (text: string) => key && writeDraft(key, { asked, text }),
    drop: () => key && dropDraft(key),
  }
}

/** Keeps the entries of a form, except the fields named in `secret`. */
export function useFormDraft<T extends FieldValues>(
  form: UseFormReturn<T>,
  key: string,
  secret: readonly (keyof T)[] = [],
): void {
  useEffect(() => {
    const subscription = form.watch((values) => {
      const kept = Object.entries(values).filter(([name]) => !secret.includes(name))
      writeDraft(key, Object.fromEntries(kept))
    })
    return () => subscription.unsubscribe()
  }, [form, key]) // eslint-disable-line react-hooks/exhaustive-deps -- the form defines its secret fields once
}
