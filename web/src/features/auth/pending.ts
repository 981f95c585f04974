import { dropDraft, readDraft, writeDraft } from '../../lib/draft.js'

const KEY = 'confirmation.visitor'
let password: { email: string; value: string } | null = null

/**
 * Remembers an unconfirmed sign-up. The address is stored in this tab, so that a reload doesn't request it again; the
 * password is kept in memory only, so that confirming can sign in with it.
 */
export function rememberPending(email: string, secret?: string, userId?: string): void {
  writeDraft(KEY, userId ? { email, userId } : { email })
  password = secret ? { email, value: secret } : null
}

/** Returns the address of this tab's unconfirmed sign-up; empty if there is none. */
export function pendingEmail(): string {
  return readDraft<{ email: string }>(KEY).email ?? ''
}

/** Returns the pool's id of this tab's sign-up with an address. */
export function pendingUserId(email: string): string | undefined {
  const draft = readDraft<{ email: string; userId: string }>(KEY)
  return draft.email === email ? draft.userId : undefined
}

/** Returns the password typed at sign-up for this address and forgets it. */
export function takePassword(email: string): string | null {
  const found = password?.email === email ? password.value : null
  password = null
  return found
}

/** Removes this tab's unconfirmed sign-up. */
export function forgetPending(): void {
  dropDraft(KEY)
  password = null
}
