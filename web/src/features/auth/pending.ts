import { dropDraft, readDraft, writeDraft } from '../../lib/draft.js'

const KEY = 'confirmation.visitor'
let password: { email: string; value: string } | null = null

/**
 * Whose address waits for its code. The address is kept in this tab, so that a reload asks nothing again; the password
 * only in memory, so that confirming can sign in without asking for it twice.
 */
export function rememberPending(email: string, secret?: string, userId?: string): void {
  writeDraft(KEY, userId ? { email, userId } : { email })
  password = secret ? { email, value: secret } : null
}

export function pendingEmail(): string {
  return readDraft<{ email: string }>(KEY).email ?? ''
}

/** The attempt of this tab at signing up with an address, as the pool named it. */
export function pendingUserId(email: string): string | undefined {
  const draft = readDraft<{ email: string; userId: string }>(KEY)
  return draft.email === email ? draft.userId : undefined
}

/** The password typed at sign-up for this address, handed out once. */
export function takePassword(email: string): string | null {
  const found = password?.email === email ? password.value : null
  password = null
  return found
}

export function forgetPending(): void {
  dropDraft(KEY)
  password = null
}
