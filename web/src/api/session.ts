import type { AppConfig } from './config.js'

/** The signed-in user, read from the claims of the id token. Grants no permission: the server decides. */
export interface SessionUser {
  id: string
  email: string
  emailVerified: boolean
  fullName: string
  firstName: string
  lastName: string
  phoneNumber: string | null
  roles: readonly string[]
  /** The account's language, used for mail. English by default. */
  language: string
}

export interface Session {
  accessToken: string
  idToken: string
  refreshToken: string | null
  user: SessionUser
  /** Milliseconds since 1970. */
  expiresAt: number
}

type IdpConfig = AppConfig['idp']
const PREFIX = 'CognitoIdentityServiceProvider'
const loadPool = () => import('./user-pool.js')
/** A token that expires within this time is refreshed before use. */
const LEEWAY_MS = 30_000

/**
 * Returns the session from the user-pool library's own keys, without loading the library. Null if there is none or the
 * stored data is invalid.
 */
export function readStoredSession(clientId: string, storage: Storage): Session | null {
  const username = storage.getItem(`${PREFIX}.${clientId}.LastAuthUser`)
  if (!username) return null
  const get = (name: string) => storage.getItem(`${PREFIX}.${clientId}.${username}.${name}`)
  const [idToken, accessToken] = [get('idToken'), get('accessToken')]
  if (!idToken || !accessToken) return null
  const claims = decodeClaims(idToken)
  if (!claims || typeof claims['exp'] !== 'number') return null
  // The library stores how many seconds this machine's clock is ahead of the pool's.
  const driftMs = Number(get('clockDrift') ?? 0) * 1_000
  return {
    idToken,
    accessToken,
    refreshToken: get('refreshToken'),
    user: userOf(claims),
    expiresAt: claims['exp'] * 1_000 + driftMs,
  }
}

/** Removes everything that the library stored for this client. */
export function clearStoredSession(clientId: string, storage: Storage): void {
  const own = `${PREFIX}.${clientId}.`
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index))
  for (const key of keys) if (key?.startsWith(own)) storage.removeItem(key)
}

/** Returns the unverified claims of a JWT; null if the text isn't one. */
export function decodeClaims(token: string): Record<string, unknown> | null {
  try {
    const payload = token.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/')
    const bytes = Uint8Array.from(atob(payload), (char) => char.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>
  } catch {
    return null // not a token; the caller treats it as none
  }
}

function userOf(claims: Record<string, unknown>): SessionUser {
  const text = (name: string) => (typeof claims[name] === 'string' ? claims[name] : '')
  const groups = claims['cognito:groups']
  return {
    id: text('sub') || text('cognito:username'),
    email: text('email'),
    emailVerified: claims['email_verified'] === true || claims['email_verified'] === 'true',
    fullName: text('name') || `${text('given_name')} ${text('family_name')}`.trim() || text('email'),
    firstName: text('given_name'),
    lastName: text('family_name'),
    phoneNumber: text('phone_number') || null,
    language: (text('locale') || 'en').slice(0, 2),
    roles: Array.isArray(groups) ? groups.map(String) : [],
  }
}

/**
 * The session of this browser. Components read it with `useSession`; the API layer calls `idToken()`, which refreshes
 * when needed, with one request for concurrent callers. The user-pool library signs in; call `changed()` afterwards to
 * notify subscribers.
 */
export class SessionStore {
  private cached: { stamp: string; session: Session | null } = { stamp: '', session: null }
  private refreshing: Promise<Session | null> | null = null
  private readonly listeners = new Set<() => void>()
  /**
   * Whether the last session ended without a sign-out in this tab, because its tokens were rejected or another tab
   * removed them.
   */
  hasEnded = false

  constructor(
    private readonly idp: IdpConfig,
    private readonly storage: Storage,
  ) {
    globalThis.addEventListener?.('storage', (event) => {
      if (!event.key || event.key.startsWith(PREFIX)) this.changed()
    })
  }

  /**
   * Returns the stored session, even if expired as long as it can be refreshed; otherwise null. Returns the same object
   * until the session changes.
   */
  readonly get = (): Session | null => {
    const session = readStoredSession(this.idp.clientId, this.storage)
    const stamp = session ? `${session.idToken}${session.refreshToken}` : ''
    if (stamp !== this.cached.stamp) {
      this.cached = { stamp, session }
      this.hasEnded = !session
    }
    const current = this.cached.session
    return current && (current.refreshToken || current.expiresAt > Date.now()) ? current : null
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Notifies subscribers that the stored tokens changed. Call after signing in. */
  readonly changed = (): void => {
    document.documentElement.toggleAttribute('data-session', this.get() !== null)
    this.listeners.forEach((listener) => listener())
  }

  /** Returns a valid token for the next call, refreshed if it is about to expire; null if signed out. */
  async idToken(): Promise<string | null> {
    const session = this.get()
    if (!session) return null
    if (session.expiresAt - LEEWAY_MS > Date.now()) return session.idToken
    return (await this.refresh())?.idToken ?? null
  }

  /**
   * Exchanges the refresh token for new tokens, once for concurrent callers. If the pool rejects it, the stored tokens
   * are removed, unless another tab has signed in since.
   */
  refresh(): Promise<Session | null> {
    this.refreshing ??= this.exchange().finally(() => (this.refreshing = null))
    return this.refreshing
  }

  private async exchange(): Promise<Session | null> {
    const pool = await loadPool()
    const before = this.get()
    const isRenewed = await pool.refreshTokens(
      this.idp,
      this.storage,
      before?.refreshToken ?? null,
      () => this.get()?.refreshToken === before?.refreshToken,
    )
    if (isRenewed) this.changed()
    else this.discard(before?.refreshToken ?? before?.idToken)
    return this.get()
  }

  /** Revokes the refresh token at the pool, then removes the stored tokens even if the pool did not respond. */
  async signOut(): Promise<void> {
    // A refresh in progress would store its tokens after they were removed.
    await this.refreshing?.catch(() => null)
    try {
      const pool = await loadPool()
      await pool.revokeTokens(this.idp, this.storage)
    } finally {
      clearStoredSession(this.idp.clientId, this.storage)
      this.get()
      this.hasEnded = false
      this.changed()
    }
  }

  /**
   * Removes the stored tokens without a call to the pool, which has already rejected `token`, an id token or a refresh
   * token. Keeps the tokens that another tab has stored since.
   */
  discard(token: string | undefined): void {
    const stored = readStoredSession(this.idp.clientId, this.storage)
    const isOther = stored !== null && stored.idToken !== token && stored.refreshToken !== token
    if (!isOther) clearStoredSession(this.idp.clientId, this.storage)
    this.changed()
  }
}
