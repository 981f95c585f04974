import type { Journey, Session } from '@hissa/testing-driver'
import type { StorageState } from './browser.js'
import { LANGUAGES, type Language } from './languages.js'

/** An account that can sign in. */
export interface Account {
  email: string
  password: string
}

/** The account of the sample data with this name. */
export const sampleAccount = (name: string): Account => ({ email: `${name}@hissa.test`, password: 'Hissa-2026!' })

/** Signs accounts in without the form, for pages whose subject is not the form. */
export class Accounts {
  private readonly states = new Map<string, Promise<StorageState>>()
  private last: Promise<unknown> = Promise.resolve()

  constructor(
    private readonly journey: Journey,
    private readonly url: string,
  ) {}

  /** Returns the storage of a browser in which the account is signed in and has chosen the language. */
  async stateOf(account: Account, language: Language = 'en'): Promise<StorageState> {
    // In every language before any page is open, because an open page follows a change of the account's language.
    const states = LANGUAGES.map(async (one) => [one, await this.stateIn(account, one)] as const)
    return Object.fromEntries(await Promise.all(states))[language]!
  }

  private stateIn(account: Account, language: Language): Promise<StorageState> {
    const key = `${account.email} ${language}`
    const known = this.states.get(key)
    if (known) return known
    // One after another, because the language belongs to the account and is part of the token.
    const made = this.last.then(() => this.signIn(account, language))
    this.states.set(key, made)
    this.last = made.catch(() => this.states.delete(key))
    return made
  }

  /** Forgets the sessions of an account that were ended. */
  forget({ email }: Account): void {
    for (const key of this.states.keys()) if (key.startsWith(`${email} `)) this.states.delete(key)
  }

  /** Forgets all sessions, which a clock that was moved by weeks has ended. */
  forgetAll(): void {
    this.states.clear()
  }

  private async signIn({ email, password }: Account, language: Language): Promise<StorageState> {
    let session = await this.journey.signIn(email, password)
    if (languageOf(session) !== language) {
      await this.saveLanguage(session, language)
      session = await this.journey.signIn(email, password)
    }
    return this.storageOf(session, language)
  }

  /** As the web does when the visible language differs from that of the account. */
  private async saveLanguage({ accessToken }: Session, language: Language): Promise<void> {
    await this.journey.api('/idp/', {
      body: { AccessToken: accessToken, UserAttributes: [{ Name: 'locale', Value: language }] },
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'AWSCognitoIdentityProviderService.UpdateUserAttributes',
      },
    })
  }

  /** Stores the tokens under the keys of the user pool's library. */
  private async storageOf(session: Session, language: Language): Promise<StorageState> {
    const { idp } = await this.journey.api<{ idp: { clientId: string } }>('/config.json')
    const { userId, idToken, accessToken, refreshToken } = session
    const pool = `CognitoIdentityServiceProvider.${idp.clientId}`
    const items = {
      [`${pool}.LastAuthUser`]: userId,
      [`${pool}.${userId}.idToken`]: idToken,
      [`${pool}.${userId}.accessToken`]: accessToken,
      [`${pool}.${userId}.refreshToken`]: refreshToken,
      [`${pool}.${userId}.clockDrift`]: '0',
      userSettings: JSON.stringify({ language }),
    }
    const localStorage = Object.entries(items).map(([name, value]) => ({ name, value }))
    return { cookies: [], origins: [{ origin: new URL(this.url).origin, localStorage }] }
  }
}

function languageOf({ idToken }: Session): string {
  const claims = Buffer.from(idToken.split('.')[1]!, 'base64url').toString()
  return (JSON.parse(claims) as { locale?: string }).locale ?? 'en'
}
