import { beforeEach, describe, expect, it, jest } from '@jest/globals'
import type { AccountSettings } from '@hissa/contracts/identity'
import { copyOf, currentUser } from '../../test/current-user.js'
import { fakeApi, servicesOf, storeTokens } from '../../test/render.js'
import { areAmountsHidden, hideAmounts } from '../lib/hide-amounts.js'
import { readSettings, tabLanguage, writeSettings } from '../lib/settings.js'
import { followSettings, saveSetting } from './follow-settings.js'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/public')
  document.documentElement.removeAttribute('data-theme')
  storeTokens()
})

/** Follows an account whose settings change one after another. */
async function follow(...changes: Partial<AccountSettings>[]) {
  const user = currentUser()
  const services = servicesOf(
    fakeApi({
      'GET /users/me': () => [200, { success: true, user: copyOf(user) }],
      'PATCH /users/me': (body) => {
        Object.assign(user.settings, (body as { settings: object }).settings)
        return [200, { success: true, user: copyOf(user) }]
      },
    }),
  )
  const refresh = jest.spyOn(services.session!, 'refresh').mockResolvedValue(null)
  for (const change of changes) {
    Object.assign(user.settings, change)
    await followSettings(services)
  }
  return { services, user, refresh }
}

describe('settings of the account', () => {
  it('are taken over by a device without choices of its own', async () => {
    await follow({ theme: 'dark', hideAmounts: true, customCursor: true })
    expect(readSettings()).toMatchObject({ theme: 'dark', customCursor: true })
    expect(areAmountsHidden()).toBe(true)
    expect(document.documentElement.dataset).toMatchObject({ theme: 'dark', cursor: '' })
  })

  it('do not replace a choice made on this device before it knew the account', async () => {
    writeSettings({ theme: 'light', language: 'ar' })
    await follow({ theme: 'dark', language: 'en' })
    expect(readSettings()).toMatchObject({ theme: 'light', language: 'ar' })
  })

  it('are taken over when another device changes them', async () => {
    writeSettings({ theme: 'light', language: 'en' })
    const { refresh } = await follow({}, { theme: 'dark' }, { language: 'ar' })
    expect(readSettings()).toMatchObject({ theme: 'dark', language: 'ar', account: { theme: 'dark', language: 'ar' } })
    expect(tabLanguage()).toBe('ar')
    expect(refresh).toHaveBeenCalledTimes(1)
  })

  it('leave a choice of this device alone while another setting changes', async () => {
    await follow({ hideAmounts: true })
    hideAmounts(false)
    await follow({ hideAmounts: true, theme: 'dark' })
    expect(areAmountsHidden()).toBe(false)
  })

  it('of another user on this device are a new account’s', async () => {
    writeSettings({ account: { userId: 'user-0', theme: 'system', language: 'ar', hideAmounts: false } })
    await follow({ language: 'en' })
    expect(tabLanguage()).toBeUndefined()
  })

  it('are saved when one is chosen outside the settings page, and are no news to this device', async () => {
    const { services, user } = await follow({})
    await saveSetting(services, { theme: 'dark' })
    expect(user.settings.theme).toBe('dark')
    expect(readSettings().account).toMatchObject({ theme: 'dark' })
  })

  it('are read once more when another device changes them while they are read', async () => {
    const user = currentUser()
    const changed: Promise<void>[] = []
    const api = fakeApi({
      'GET /users/me': () => {
        const read = copyOf(user)
        if (changed.length === 0) {
          user.settings.theme = 'dark'
          changed.push(followSettings(services), followSettings(services))
        }
        return [200, { success: true, user: read }]
      },
    })
    const services = servicesOf(api)
    await followSettings(services)
    await Promise.all(changed)
    expect(readSettings().theme).toBe('dark')
    expect(api.calls).toHaveLength(2)
  })

  it('are not read for a visitor', async () => {
    localStorage.clear()
    const api = fakeApi({})
    await followSettings(servicesOf(api))
    expect(api.calls).toEqual([])
  })
})
