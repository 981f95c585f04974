import { useEffect, useRef, useSyncExternalStore } from 'react'

/** The desk's keys. Claiming and deciding press the button with that key, and do nothing if there is none. */
export const DESK_KEYS = {
  next: 'n',
  previous: 'p',
  claim: 'c',
  approve: '1',
  resubmit: '2',
  reject: '3',
  help: '?',
} as const
export type DeskAction = keyof typeof DESK_KEYS

const STORED_AS = 'deskKeys'
const listeners = new Set<() => void>()

/** Returns whether single-key shortcuts are on in this browser; on by default (WCAG 2.1.4). */
export function readKeysOn(): boolean {
  return globalThis.localStorage?.getItem(STORED_AS) !== 'off'
}

/** Turns single-key shortcuts on or off in this browser. */
export function writeKeysOn(on: boolean): void {
  localStorage.setItem(STORED_AS, on ? 'on' : 'off')
  listeners.forEach((listener) => listener())
}

/** Returns whether single-key shortcuts are on, and updates when that changes. */
export function useKeysOn(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    readKeysOn,
    () => true,
  )
}

/** Returns the action of a key press; null while typing, in a dialog, with a modifier, or when switched off. */
export function actionOf(event: KeyboardEvent): DeskAction | null {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return null
  if (!readKeysOn() || document.querySelector('dialog[open]')) return null
  const target = event.target as HTMLElement | null
  if (target?.closest?.('input, textarea, select, [contenteditable]')) return null
  const key = latinKeyOf(event)
  const found = Object.entries(DESK_KEYS).find(([, own]) => own === key)
  return (found?.[0] as DeskAction | undefined) ?? null
}

/**
 * Returns the key in a Latin layout: Arabic and Persian digits and the Arabic question mark by meaning, characters of
 * other scripts by position. On a Latin layout the character counts, so `code` is ignored there.
 */
function latinKeyOf({ key, code }: KeyboardEvent): string {
  if (/^[٠-٩۰-۹]$/.test(key)) return String(key.charCodeAt(0) & 0xf)
  if (key === '؟') return '?'
  const foreign = /^\p{Letter}/u.test(key) && !/^\p{Script=Latin}/u.test(key)
  return ((foreign && /^Key([A-Z])$/.exec(code)?.[1]) || key).toLowerCase()
}

/** Presses the desk's button that declares this key in `aria-keyshortcuts`. */
export function pressButtonOf(key: string): void {
  const buttons = document.querySelectorAll<HTMLButtonElement>('main button[aria-keyshortcuts]')
  const button = [...buttons].find((candidate) => candidate.getAttribute('aria-keyshortcuts') === key)
  button?.focus()
  button?.click()
}

/** Returns the case after or before the open one in the queue; the first if none is open, null at the end. */
export function neighbourOf(caseIds: readonly string[], open: string | undefined, step: 1 | -1): string | null {
  const at = open === undefined ? -1 : caseIds.indexOf(open)
  if (at === -1) return caseIds[0] ?? null
  return caseIds[at + step] ?? null
}

/** Handles the desk's keys while the desk is shown. */
export function useDeskKeys(act: (action: DeskAction) => void): void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const action = actionOf(event)
      if (!action) return
      event.preventDefault()
      latest.current(action)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
