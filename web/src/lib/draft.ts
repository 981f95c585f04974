const PREFIX = 'hissa.draft.'
/**
 * Drafts of a user whose session expired. Kept in memory only, where the next person at this computer can't read them.
 */
let stash: { subject: string; drafts: [key: string, text: string][] } | null = null

/**
 * Returns what was typed into a form but not sent, stored in this tab so that a reload loses nothing. `key` contains
 * the form and the user, separated by dots. Removed when the tab closes, when the form is sent and on sign-out.
 */
export function readDraft<T extends object>(key: string): Partial<T> {
  try {
    const stored: unknown = JSON.parse(storage()?.getItem(PREFIX + key) ?? '{}')
    return stored && typeof stored === 'object' ? stored : {}
  } catch {
    return {} // invalid data: the form starts from the server's values
  }
}

/** Stores what was typed in a form, in this tab. */
export function writeDraft(key: string, values: object): void {
  put(PREFIX + key, JSON.stringify(values))
}

function put(key: string, text: string): void {
  try {
    storage()?.setItem(key, text)
  } catch {
    // A full or blocked storage loses the draft, not the form.
  }
}

/** Removes the draft of a form. */
export function dropDraft(key: string): void {
  storage()?.removeItem(PREFIX + key)
}

/** Removes every draft of this tab, on sign-out. */
export function dropDrafts(): void {
  stash = null
  takeDrafts(() => true)
}

/** Clears the storage as a sign-out does, but keeps the drafts of `subject` in memory until the next sign-in. */
export function stashDrafts(subject: string): void {
  const drafts = takeDrafts(() => true).filter(([key]) => isOf(key, subject))
  stash = { subject, drafts }
}

/** Restores the drafts kept in memory for `subject` and removes those of other users. Drafts of visitors stay. */
export function restoreDrafts(subject: string | null): void {
  takeDrafts((key) => !isOf(key, 'visitor') && !(subject && isOf(key, subject)))
  if (stash?.subject === subject) stash.drafts.forEach(([key, text]) => put(key, text))
  stash = null
}

const isOf = (key: string, subject: string) => key.split('.').includes(subject)

/** Removes the selected drafts and returns them. */
function takeDrafts(chosen: (key: string) => boolean): [key: string, text: string][] {
  const kept = storage()
  if (!kept) return []
  const taken = Object.entries({ ...kept }).filter(([key]) => key.startsWith(PREFIX) && chosen(key)) as [
    string,
    string,
  ][]
  taken.forEach(([key]) => kept.removeItem(key))
  return taken
}

function storage(): Storage | undefined {
  try {
    return globalThis.sessionStorage
  } catch {
    return undefined // storage blocked by the browser
  }
}
