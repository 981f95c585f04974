import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { renderRoutes } from '../../../test/render.js'
import ConfirmationPage from './confirmation-page.js'
import { rememberPending } from './pending.js'
import RegistrationPage from './registration-page.js'

interface PoolCall {
  action: string
  metadata: unknown
}
const original = globalThis.fetch
let calls: PoolCall[] = []

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  calls = []
  globalThis.fetch = (async (_url: string, init: RequestInit) => {
    const action = (init.headers as Record<string, string>)['X-Amz-Target']!.split('.')[1]!
    calls.push({ action, metadata: (JSON.parse(init.body as string) as { ClientMetadata: unknown }).ClientMetadata })
    return { ok: true, status: 200, headers: { get: () => null }, json: async () => ({ UserSub: 'attempt-1' }) }
  }) as unknown as typeof fetch
})
afterEach(() => {
  globalThis.fetch = original
})

const open = (at: string) =>
  renderRoutes({
    locale: 'ar',
    at,
    routes: [
      { path: '/registration', Component: RegistrationPage },
      { path: '*', Component: ConfirmationPage },
    ],
  })
const fill = (container: HTMLElement, selector: string, value: string) =>
  fireEvent.input(container.querySelector(selector)!, { target: { value } })

describe('confirmation codes', () => {
  it('are requested on sign-up in the language of the page', async () => {
    const { container } = open('/registration')
    fill(container, 'input[type=email]', 'sara@example.com')
    fill(container, 'input[autocomplete=new-password]', 'Sunlit-Harbour-9')
    fireEvent.submit(container.querySelector('form')!)
    await waitFor(() => expect(calls).toEqual([{ action: 'SignUp', metadata: { locale: 'ar' } }]))
  })

  it('are requested again in the language of the page, for this tab’s sign-up', async () => {
    rememberPending('sara@example.com', undefined, 'attempt-1')
    open('/email-confirmation')
    fireEvent.click(await screen.findByRole('button', { name: 'إرسال رمز جديد' }))
    await waitFor(() =>
      expect(calls).toEqual([{ action: 'ResendConfirmationCode', metadata: { sub: 'attempt-1', locale: 'ar' } }]),
    )
  })

  it('are requested again without a sign-up id if this tab has none', async () => {
    rememberPending('sara@example.com')
    open('/email-confirmation')
    fireEvent.click(await screen.findByRole('button', { name: 'إرسال رمز جديد' }))
    await waitFor(() => expect(calls).toEqual([{ action: 'ResendConfirmationCode', metadata: { locale: 'ar' } }]))
  })
})
