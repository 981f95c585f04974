import { useEffect, useRef, useSyncExternalStore } from 'react'

/**
 * The desk's keys. Those that move, search and explain belong to the page; the others press the button that declares
 * the key, and do nothing if there is none. `openCase` is the browser's own key for a link.
 */
export const DESK_KEYS = {
  next: 'j',
  previous: 'k',
  openCase: 'Enter',
  claimNext: 'n',
  claim: 'c',
  release: 'u',
  reveal: 's',
  approve: 'a',
  resubmit: 'i',
  reject: 'r',
  mismatchBefore: '[',
  mismatchAfter: ']',
  picture: 'v',
  zoomIn: '+',
  zoomOut: '-',
  turn: 't',
  brighten: 'b',
  search: '/',
  help: '?',
} as const
export type DeskAction = keyof typeof DESK_KEYS

/** Other keys with the same meaning: digits for decisions, and the plus sign without its modifier. */
const ALIASES: Readonly<Record<string, DeskAction>> = { 1: 'approve', 2: 'resubmit', 3: 'reject', '=': 'zoomIn' }

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
  return (found?.[0] as DeskAction | undefined) ?? ALIASES[key] ?? null
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

/**
 * Focuses the case after or before the focused one in the queue, or else the open one; the first if there is neither.
 * Stays at either end.
 */
export function moveCase(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('main a[data-case]')]
  const focused = links.indexOf(document.activeElement as HTMLElement)
  const from = focused >= 0 ? focused : links.findIndex((link) => link.getAttribute('aria-current') === 'true')
  focusOne(links, from < 0 ? 0 : from + step)
}

/** Focuses the next or previous value that differs between document and profile. */
export function moveMismatch(step: 1 | -1): void {
  const values = [...document.querySelectorAll<HTMLElement>('main [data-mismatch]')]
  const from = values.indexOf(document.activeElement as HTMLElement)
  focusOne(values, from < 0 ? (step === 1 ? 0 : values.length - 1) : from + step)
}

const focusOne = (all: readonly HTMLElement[], index: number) =>
  all[Math.max(0, Math.min(all.length - 1, index))]?.focus()

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
