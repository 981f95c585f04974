const PREFIX = 'hissa.draft.'

/**
 * What was typed into a form and not yet sent, kept in this tab so that a reload loses nothing. `key` names the form and
 * the reader. Gone when the tab closes, when the form is sent, and on sign-out.
 */
export function readDraft<T extends object>(key: string): Partial<T> {
  try {
    const stored: unknown = JSON.parse(storage()?.getItem(PREFIX + key) ?? '{}')
    return stored && typeof stored === 'object' ? stored : {}
  } catch {
    return {} // not ours, or broken: the form starts from what the server knows
  }
}

export function writeDraft(key: string, values: object): void {
  try {
    storage()?.setItem(PREFIX + key, JSON.stringify(values))
  } catch {
    // A full or blocked storage costs the draft, not the form.
  }
}

export function dropDraft(key: string): void {
  storage()?.removeItem(PREFIX + key)
}

/** Forgets every draft of this tab: somebody signed out. */
export function dropDrafts(): void {
  const kept = storage()
  if (!kept) return
  const keys = Array.from({ length: kept.length }, (_, index) => kept.key(index))
  keys.forEach((key) => key?.startsWith(PREFIX) && kept.removeItem(key))
}

function storage(): Storage | undefined {
  try {
    return globalThis.sessionStorage
  } catch {
    return undefined // storage blocked by the browser
  }
}
