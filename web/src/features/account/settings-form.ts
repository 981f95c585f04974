import {
  DEFAULT_SETTINGS,
  type AccountSettings,
  type AccountSettingsChange,
  type CurrentUser,
  type NoticeTopic,
} from '@hissa/contracts/identity'
import { useState } from 'react'
import { api } from '../../api/api.js'
import { useChangeCurrentUserMutation } from '../../api/account-api.js'
import { adoptSettings } from '../../api/follow-settings.js'
import { codeOf } from '../../api/problem.js'
import { useServices } from '../../api/services.js'
import { useT } from '../../i18n/i18n.js'
import { showToast } from '../../lib/toast.js'

export const TOPICS = ['security', 'investments', 'verification', 'transfers'] as const satisfies NoticeTopic[]
export const CHANNELS = ['email'] as const

/** Returns settings after a change of some of them. */
export const applied = (settings: AccountSettings, change: AccountSettingsChange): AccountSettings => ({
  ...settings,
  ...change,
  notices: Object.fromEntries(
    TOPICS.map((topic) => [topic, { ...settings.notices[topic], ...change.notices?.[topic] }]),
  ) as AccountSettings['notices'],
})

/** Returns only the values that a change alters in these settings, so that saving it overwrites no other. */
export function differing(settings: AccountSettings, change: AccountSettingsChange): AccountSettingsChange {
  const { notices, ...after } = applied(settings, change)
  const values = Object.entries(after).filter(([key, value]) => settings[key as keyof typeof after] !== value)
  const topics = TOPICS.flatMap((topic) => {
    const channels = CHANNELS.filter((channel) => settings.notices[topic][channel] !== notices[topic][channel])
    return channels.length > 0 ? [[topic, Object.fromEntries(channels.map((one) => [one, notices[topic][one]]))]] : []
  })
  const changed = Object.fromEntries(topics) as AccountSettingsChange['notices']
  return { ...Object.fromEntries(values), ...(topics.length > 0 && { notices: changed }) }
}

export interface SettingsForm {
  /** The settings as the form shows them: the server's with what is changed here. */
  settings: AccountSettings
  isChanged: boolean
  isSaving: boolean
  /** Another device saved since the first change here, so the user is asked before this one saves. */
  isOvertaken: boolean
  set: (change: AccountSettingsChange) => void
  save: () => Promise<void>
  /** Shows the defaults, which are saved like any other change. */
  reset: () => void
  discard: () => void
}

/** Holds what is changed in the settings until it is saved. */
export function useSettingsForm(user: CurrentUser): SettingsForm {
  const t = useT()
  const services = useServices()
  const [send, { isLoading: isSaving }] = useChangeCurrentUserMutation()
  const [changes, setChanges] = useState<AccountSettingsChange>({})
  /** The version that the changes are based on: that at the first of them. */
  const [base, setBase] = useState<number | null>(null)
  const left = differing(user.settings, changes)
  const isChanged = Object.keys(left).length > 0
  const isOvertaken = isChanged && base !== null && base !== user.version
  const forget = () => {
    setChanges({})
    setBase(null)
  }
  const set = (change: AccountSettingsChange) => {
    setBase(isChanged ? base : user.version)
    setChanges(differing(user.settings, applied(applied(user.settings, changes), change)))
  }
  const save = async () => {
    // The user has seen what the other device saved when they save again.
    const result = await send({
      change: { settings: left },
      version: isOvertaken ? user.version : (base ?? user.version),
    })
    if (result.data) {
      forget()
      showToast({ kind: 'success', text: t('account.saved') })
      return adoptSettings(services, result.data, left)
    }
    // Another device was first: the page reads what it saved, and asks.
    if (codeOf(result.error) === 'VERSION_CONFLICT') services.store.dispatch(api.util.invalidateTags(['Account']))
    else showToast({ kind: 'error', title: t('account.saveFailed'), text: t('account.saveFailedText') })
  }
  const reset = () => {
    set(DEFAULT_SETTINGS)
    showToast({ kind: 'info', text: t('account.reset.done') })
  }
  return {
    settings: applied(user.settings, changes),
    isChanged,
    isSaving,
    isOvertaken,
    set,
    save,
    reset,
    discard: forget,
  }
}
