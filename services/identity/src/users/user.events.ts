import type { CloudEvent, Locale } from '@hissa/contracts'
import {
  CodeRequested,
  EmailChanged,
  PasswordChanged,
  SettingsChanged,
  UserConfirmed,
  UserRegistered,
  UserStatusChanged,
  type CodePurpose,
} from '@hissa/contracts/identity'
import { newEvent } from '@hissa/messaging'
import type { User } from './user.js'

/** Events of one account, with the account's version and the business time. */
export const registered = (user: User, time: Date): CloudEvent =>
  newEvent(UserRegistered, { ...about(user, time), data: { userId: user.userId, language: user.language } })

/** Returns `identity.user.confirmed.v1` for a user. */
export const confirmed = (user: User, time: Date): CloudEvent =>
  newEvent(UserConfirmed, {
    ...about(user, time),
    data: { userId: user.userId, ...(user.referralCode && { referralCode: user.referralCode }) },
  })

/** A code to deliver. `language` is that of the page on which it was requested, if the client sent it. */
export interface WantedCode {
  purpose: CodePurpose
  language?: Locale | undefined
}

/** Returns `identity.code.requested.v1` for a user; it contains no code. */
export const codeRequested = (user: User, wanted: WantedCode & { issue: number }, time: Date): CloudEvent => {
  const { purpose, issue, language } = wanted
  const data = { userId: user.userId, purpose, issue, ...(language && { language }) }
  return newEvent(CodeRequested, { ...about(user, time), data })
}

/** Creates the event. Its version counts only changes of status, so that a projection can ignore outdated events. */
export const statusChanged = (user: User, time: Date): CloudEvent =>
  newEvent(UserStatusChanged, {
    aggregateId: user.userId,
    version: user.statusVersion,
    time,
    data: { userId: user.userId, status: user.userStatus, version: user.statusVersion },
  })

/** Returns `identity.settings.changed.v1` for a user, with the version of the settings. */
export const settingsChanged = (user: User, time: Date): CloudEvent => {
  const version = user.settingsVersion ?? 0
  return newEvent(SettingsChanged, {
    aggregateId: user.userId,
    version,
    time,
    data: { userId: user.userId, version },
  })
}

/** Returns `identity.password.changed.v1` for a user. */
export const passwordChanged = (user: User, time: Date): CloudEvent =>
  newEvent(PasswordChanged, { ...about(user, time), data: { userId: user.userId } })

/** Returns `identity.email.changed.v1` for a user; `issue` is that of the code that confirmed the new address. */
export const emailChanged = (user: User, issue: number, time: Date): CloudEvent =>
  newEvent(EmailChanged, { ...about(user, time), data: { userId: user.userId, issue } })

const about = (user: User, time: Date) => ({ aggregateId: user.userId, version: user.version, time })
