import type { FieldError } from '@hissa/contracts'
import {
  DEFAULT_SETTINGS,
  NoticeTopic,
  type AccountSettings,
  type AccountSettingsChange,
} from '@hissa/contracts/identity'
import { isDeepStrictEqual } from 'node:util'
import type { User, UserChange } from './user.js'

type Settled = Pick<User, 'language' | 'settings' | 'settingsVersion'>

/** Returns a user's settings, with defaults for those that were never changed. */
export const settingsOf = ({ language, settings }: Pick<User, 'language' | 'settings'>): AccountSettings => ({
  ...DEFAULT_SETTINGS,
  ...settings,
  language,
})

/** Returns the topics that a user wants no emails about. */
export const quietTopicsOf = (user: Pick<User, 'language' | 'settings'>): NoticeTopic[] =>
  NoticeTopic.options.filter((topic) => !settingsOf(user).notices[topic].email)

/** Returns the errors of a change: security notices can't be switched off. */
export function settingsFaults({ notices }: AccountSettingsChange): FieldError[] {
  return Object.entries(notices?.security ?? {})
    .filter(([, isOn]) => !isOn)
    .map(([channel]) => ({
      path: `/settings/notices/security/${channel}`,
      code: 'always_on',
      message: 'Security notices cannot be switched off',
    }))
}

/** Returns what a change of settings saves: nothing if it changes no value. */
export function changeSettings(
  user: Settled,
  change: AccountSettingsChange,
): Pick<UserChange, 'language' | 'settings' | 'settingsVersion'> {
  const before = settingsOf(user)
  const topics = NoticeTopic.options.map((topic) => [topic, { ...before.notices[topic], ...change.notices?.[topic] }])
  const notices = Object.fromEntries(topics) as AccountSettings['notices']
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const after: AccountSettings = { ...before, ...given, notices }
  if (isDeepStrictEqual(before, after)) return {}
  const { language, ...settings } = after
  return { language, settings, settingsVersion: (user.settingsVersion ?? 0) + 1 }
}
