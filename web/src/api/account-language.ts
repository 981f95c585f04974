// Imports the user-pool library, so this file must only be imported lazily, when the account has a different language.
import { CognitoUserAttribute } from 'amazon-cognito-identity-js'
import { api } from './api.js'
import { readSettings, writeSettings } from '../lib/settings.js'
import type { AppServices } from './services.js'
import { userPool } from './user-pool.js'

/**
 * Saves the visible language as the account's mailing language and refreshes the token, which carries it. Errors: those
 * of the pool or the network.
 */
export async function saveAccountLanguage({ config, session, store }: AppServices, locale: string): Promise<void> {
  if (!(await session?.idToken())) return
  const user = userPool(config.idp, localStorage).getCurrentUser()
  if (!user) return
  await new Promise<void>((resolve, reject) => {
    const done = (error?: Error) => (error ? reject(error) : resolve())
    user.getSession((error: Error | null) => {
      if (error) reject(error)
      else user.updateAttributes([new CognitoUserAttribute({ Name: 'locale', Value: locale })], done)
    })
  })
  const { account } = readSettings()
  if (account) writeSettings({ account: { ...account, language: locale } })
  await session!.refresh()
  store.dispatch(api.util.invalidateTags(['Profile']))
}
