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

describe('the language that is visible', () => {
  it('becomes the preference of screens without a language in their address, over one stored before', () => {
    writeSettings({ language: 'en' })
    open('ar')
    expect(readSettings().language).toBe('ar')
    expect(document.documentElement.dir).toBe('rtl')
  })

  it('is that of the return from payment, whatever another tab has shown since', () => {
    open('ar')
    writeSettings({ language: 'en' }) // a public page in English, in another tab
    expect(localeOf('/payment-success?session_id=cs_1')).toBe('ar')
    sessionStorage.clear() // a link that opens a new tab
    expect(localeOf('/payment-success?session_id=cs_1')).toBe('en')
  })

  it('becomes that of the account, in which mail is written', async () => {
    storeTokens({ locale: 'en' })
    open('ar')
    await waitFor(() => expect(saved.mock.calls.map(([, locale]) => locale)).toEqual(['ar']))
  })

  it('is not saved in an account that has it, nor without an account', async () => {
    open('ar')
    storeTokens({ locale: 'ar-AE' })
    open('ar')
    await settled()
    expect(saved).not.toHaveBeenCalled()
  })
})
