import { beforeEach, describe, expect, it, jest } from '@jest/globals'
import { act, waitFor } from '@testing-library/react'
import { renderRoutes, storeTokens } from '../../test/render.js'
import { readSettings, writeSettings } from '../lib/settings.js'

const saved = jest.fn<(services: unknown, locale: string) => Promise<void>>(async () => undefined)
jest.unstable_mockModule('../api/account-language.js', () => ({ saveAccountLanguage: saved }))
const { useDocumentLanguage } = await import('./page-effects.js')
const { localeOf } = await import('./screen.js')

function Page() {
  useDocumentLanguage()
  return null
}
const open = (locale: 'en' | 'ar') => renderRoutes({ locale, routes: [{ path: '*', element: <Page /> }] })
const settled = () => act(async () => void (await import('../api/account-language.js')))

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  saved.mockClear()
})

describe('the visible language', () => {
  it('becomes the preference of screens without a language in their address and replaces a stored one', () => {
    writeSettings({ language: 'en' })
    open('ar')
    expect(readSettings().language).toBe('ar')
    expect(document.documentElement.dir).toBe('rtl')
  })

  it('is kept on the return from payment, whatever language another tab shows', () => {
    open('ar')
    writeSettings({ language: 'en' }) // a public page in English, in another tab
    expect(localeOf('/payment-success?session_id=cs_1')).toBe('ar')
    sessionStorage.clear() // a link that opens a new tab
    expect(localeOf('/payment-success?session_id=cs_1')).toBe('en')
  })

  it('is saved as the account’s mailing language', async () => {
    storeTokens({ locale: 'en' })
    open('ar')
    await waitFor(() => expect(saved.mock.calls.map(([, locale]) => locale)).toEqual(['ar']))
  })

  it('is not saved over a language that was chosen on another device', async () => {
    writeSettings({ account: { userId: 'user-1', theme: 'system', language: 'en', hideAmounts: false } })
    storeTokens({ locale: 'ar' })
    open('en')
    await settled()
    expect(saved).not.toHaveBeenCalled()
  })

  it('is not saved over a language without pages, whose readers see English', async () => {
    storeTokens({ locale: 'de' })
    open('en')
    await settled()
    expect(saved).not.toHaveBeenCalled()
  })

  it('is not saved if the account already has it or there is no account', async () => {
    open('ar')
    storeTokens({ locale: 'ar-AE' })
    open('ar')
    await settled()
    expect(saved).not.toHaveBeenCalled()
  })
})
