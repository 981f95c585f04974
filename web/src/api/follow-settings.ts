// Imported lazily: once a page is live, and when a setting is saved.
import type { AccountSettingsChange, CurrentUser } from '@hissa/contracts/identity'
import { languageFor } from '@hissa/texts'
import { activateLanguage } from '../i18n/i18n.js'
import { areAmountsHidden, hideAmounts } from '../lib/hide-amounts.js'
import { followsPreference } from '../lib/locale.js'
import { log } from '../lib/log.js'
import { applyCursor, applyTheme, readSettings, rememberLanguage, writeSettings } from '../lib/settings.js'
import { accountApi } from './account-api.js'
import type { AppServices } from './services.js'

/**
 * Reads the account's settings and applies what another device changed since this one last read them. A setting that
 * this device reads for the first time replaces the default, not a choice made here before.
 */
export async function followSettings(services: AppServices): Promise<void> {
  if (!services.session?.get()) return
  const { dispatch } = services.store
  // A read that is under way may have begun before the change, and a second one would only join it.
  await dispatch(accountApi.util.getRunningQueryThunk('getCurrentUser', undefined))
  const query = accountApi.endpoints.getCurrentUser.initiate(undefined, { forceRefetch: true, subscribe: false })
  const { data } = await dispatch(query)
  if (data) await adoptSettings(services, data)
}

/** Applies the settings of an account, among them those that were `saved` here, and keeps them as this device's copy. */
export async function adoptSettings(
  services: AppServices,
  { id, settings }: CurrentUser,
  saved: AccountSettingsChange = {},
): Promise<void> {
  const { theme, customCursor, language, notices } = settings
  const local = readSettings()
  const known = local.account?.userId === id ? local.account : undefined
  const isChanged = (key: 'theme' | 'hideAmounts' | 'language') =>
    key in saved || (known && (known[key] as unknown) !== settings[key])
  const nextTheme = isChanged('theme') || (!known && local.theme === 'system') ? theme : local.theme
  writeSettings({
    theme: nextTheme,
    customCursor,
    investmentNotifications: notices.investments.email,
    account: { userId: id, theme, language, hideAmounts: settings.hideAmounts },
  })
  applyTheme(nextTheme)
  applyCursor(customCursor)
  const hides = isChanged('hideAmounts') || !known ? settings.hideAmounts : areAmountsHidden()
  if (hides !== areAmountsHidden()) hideAmounts(hides)
  if (isChanged('language')) await adoptLanguage(services, languageFor(language))
}

async function adoptLanguage({ language, session }: AppServices, locale: ReturnType<typeof languageFor>) {
  // First the token, which carries the language: the page would save its own language over a different one.
  await session?.refresh().catch((error: unknown) => log('warn', 'The language was not read again', error))
  rememberLanguage(locale)
  if (language.i18n.locale !== locale && followsPreference(location.pathname))
    await activateLanguage(language, locale, [])
}

/** Saves a setting that was changed outside the settings page. A failure is logged: this device keeps the choice. */
export async function saveSetting({ store, session }: AppServices, settings: AccountSettingsChange): Promise<void> {
  if (!session?.get()) return
  const saved = await store.dispatch(accountApi.endpoints.changeCurrentUser.initiate({ change: { settings } }))
  if (!saved.data) return log('warn', 'The setting was not saved with the account', saved.error)
  const { id, settings: now } = saved.data
  const { theme, language, hideAmounts: hides } = now
  writeSettings({ account: { userId: id, theme, language, hideAmounts: hides } })
}
