import { useEffect, useRef } from 'react'

/** The tabs of the page, and the key that follows `g` to open each. */
export const TABS = {
  approvals: 'a',
  raises: 'r',
  orders: 'o',
  suspense: 's',
  rejected: 'w',
  money: 'm',
  income: 'i',
  valuations: 'v',
  payouts: 'p',
  reconciliation: 'c',
} as const
export type Tab = keyof typeof TABS

export const FINANCE_KEYS = {
  search: '/',
  next: 'j',
  previous: 'k',
  open: 'Enter',
  approve: 'a',
  reject: 'x',
  export: 'e',
  help: '?',
} as const
export type FinanceAction = Exclude<keyof typeof FINANCE_KEYS, 'open'>

/** Shared with the identity verification desk, so that shortcuts are on or off in both. */
const STORED_AS = 'deskKeys'
/** Returns whether the keyboard shortcuts are on, as this browser has stored it. */
export const readKeysOn = () => globalThis.localStorage?.getItem(STORED_AS) !== 'off'
/** Stores in this browser whether the keyboard shortcuts are on. */
export const writeKeysOn = (on: boolean) => localStorage.setItem(STORED_AS, on ? 'on' : 'off')

/** Time within which the second key of `g r` has to follow. */
const SEQUENCE_MS = 1_500

/** Returns the tab of a page address; the first one if it names none. */
export const tabOf = (text: string | null): Tab =>
  text !== null && Object.hasOwn(TABS, text) ? (text as Tab) : 'approvals'

/** What a key does: an action, or opening a tab. */
type KeyMeaning<T> = { action: FinanceAction } | { tab: T }

/** Reads keys of the page, with `g` as the first of two. Ignores them while typing, in a dialog or with a modifier. */
export class KeyReader<T extends string> {
  private goUntilMs = 0

  constructor(private readonly tabs: Readonly<Record<T, string>>) {}

  /** Returns the action or tab of a key press at `nowMs`; null if it has none. */
  read(event: KeyboardEvent, nowMs: number): KeyMeaning<T> | null {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return null
    if (!readKeysOn() || document.querySelector('dialog[open]')) return null
    const target = event.target as HTMLElement | null
    if (target?.closest?.('input, textarea, select, [contenteditable]')) return null
    const key = latinKeyOf(event)
    const isGoing = nowMs < this.goUntilMs
    this.goUntilMs = key === 'g' && !isGoing ? nowMs + SEQUENCE_MS : 0
    if (isGoing) {
      const tab = entryOf(this.tabs, key)
      return tab ? { tab } : null
    }
    const action = key === 'enter' ? undefined : entryOf(FINANCE_KEYS, key)
    return action ? { action: action as FinanceAction } : null
  }
}

function entryOf<K extends string>(keys: Record<K, string>, key: string): K | undefined {
  return (Object.keys(keys) as K[]).find((name) => keys[name] === key)
}

/** Returns the key in a Latin layout: characters of other scripts by position, the Arabic question mark by meaning. */
function latinKeyOf({ key, code }: KeyboardEvent): string {
  if (key === '؟') return '?'
  const isForeign = /^\p{Letter}/u.test(key) && !/^\p{Script=Latin}/u.test(key)
  return ((isForeign && /^Key([A-Z])$/.exec(code)?.[1]) || key).toLowerCase()
}

const rowsShown = () => [...document.querySelectorAll<HTMLElement>('main tr[data-row]')]
const currentRow = () => document.activeElement?.closest<HTMLElement>('main tr[data-row]') ?? null

/** Focuses the row after or before the focused one; the first if none is. */
export function moveRow(step: 1 | -1): void {
  const rows = rowsShown()
  const current = currentRow()
  const at = current ? rows.indexOf(current) + step : 0
  rows[Math.max(0, Math.min(rows.length - 1, at))]?.focus()
}

/** Does what a key of the page's rows and tables does. */
export function act(action: Exclude<FinanceAction, 'search' | 'help'>): void {
  if (action === 'next') return moveRow(1)
  if (action === 'previous') return moveRow(-1)
  if (action === 'export') return document.querySelector<HTMLButtonElement>('main button[data-export]')?.click()
  return pressKeyOf(FINANCE_KEYS[action])
}

/** Presses the button with this key in the focused row, or in the details that are shown. */
export function pressKeyOf(key: string): void {
  const within = currentRow() ?? document.querySelector('main [data-detail]')
  const button = within?.querySelector<HTMLButtonElement>(`button[aria-keyshortcuts="${key}"]`)
  button?.focus()
  button?.click()
}

/** Handles the keys of a page with these tabs while it is shown. */
export function useFinanceKeys<T extends string>(
  tabs: Readonly<Record<T, string>>,
  act: (read: KeyMeaning<T>) => void,
): void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    const reader = new KeyReader(tabs)
    const onKey = (event: KeyboardEvent) => {
      const read = reader.read(event, Date.now())
      if (!read) return
      event.preventDefault()
      latest.current(read)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [tabs])
}
