import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { renderRoutes } from '../../../test/render.js'
import ForgotPasswordPage from './forgot-password-page.js'

interface PoolCall {
  action: string
  body: Record<string, string> & { ClientMetadata?: Record<string, string> }
}
const original = globalThis.fetch
let calls: PoolCall[] = []
let refusals: Record<string, { __type: string; message: string }> = {}

/** The pool's HTTP interface as the client library calls it. */
beforeEach(() => {
  calls = []
  refusals = {}
  globalThis.fetch = (async (_url: string, init: RequestInit) => {
    const action = (init.headers as Record<string, string>)['X-Amz-Target']!.split('.')[1]!
    calls.push({ action, body: JSON.parse(init.body as string) as PoolCall['body'] })
    const refusal = refusals[action]
    const headers = { get: (name: string) => (name === 'x-amzn-errortype' ? `${refusal?.__type}:` : null) }
    return { ok: !refusal, status: refusal ? 400 : 200, headers, json: async () => refusal ?? {} }
  }) as unknown as typeof fetch
})
afterEach(() => {
  globalThis.fetch = original
})

const EMAIL = 'sara@example.com'
const open = (locale: 'en' | 'ar' = 'en') =>
  renderRoutes({
    locale,
    routes: [
      { path: '/forgot-password', Component: ForgotPasswordPage },
      { path: '/signin', element: <h1>Sign in here</h1> },
    ],
    at: '/forgot-password',
  })
const type = (label: RegExp, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

async function toReset() {
  open()
  type(/^Email/, EMAIL)
  press('Send code')
  await heading('Choose a new password')
}

describe('the password reset', () => {
  it('replaces the password in two steps and links to sign-in', async () => {
    await toReset()
    expect(document.activeElement?.textContent).toBe('Choose a new password')
    expect(document.body.textContent).toContain(`If ${EMAIL} belongs to an account`)
    type(/^Reset code/, '١٢٣٤٥٦')
    type(/^New password/, 'Lantern-harbour-77')
    press('Save new password')
    await heading('Password changed')
    expect(calls.map(({ action, body }) => [action, body.Username])).toEqual([
      ['ForgotPassword', EMAIL],
      ['ConfirmForgotPassword', EMAIL],
    ])
    expect(calls[1]!.body).toMatchObject({ ConfirmationCode: '123456', Password: 'Lantern-harbour-77' })
    fireEvent.click(screen.getByRole('link', { name: 'Sign in' }))
    await heading('Sign in here')
  })

  it('requests each code in the language of the page', async () => {
    const { container } = open('ar')
    fireEvent.input(container.querySelector('input[type=email]')!, { target: { value: EMAIL } })
    press('أرسل الرمز')
    fireEvent.click(await screen.findByRole('button', { name: 'إرسال رمز جديد' }))
    await waitFor(() => expect(calls).toHaveLength(2))
    expect(calls.map(({ action, body }) => [action, body.ClientMetadata])).toEqual([
      ['ForgotPassword', { locale: 'ar' }],
      ['ForgotPassword', { locale: 'ar' }],
    ])
  })

  it.each([
    ['CodeMismatchException', 'Invalid verification code provided', /^Reset code/, /code isn’t correct/],
    ['InvalidPasswordException', 'Password is one of the most common', /^New password/, /too common/],
    ['InvalidPasswordException', 'must not contain your name or email address', /^New password/, /part of your name/],
  ])('shows the reason of a rejection beside its field: %s %s', async (__type, message, label, expected) => {
    await toReset()
    refusals.ConfirmForgotPassword = { __type, message }
    type(/^Reset code/, '123456')
    type(/^New password/, 'Lantern-harbour-77')
    press('Save new password')
    expect((await screen.findAllByText(expected)).length).toBeGreaterThan(0)
    expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true')
  })

  it('can start with an earlier code and request a new one', async () => {
    open()
    press('I already have a code')
    await heading('Choose a new password')
    type(/^Email/, EMAIL)
    press('Send a new code')
    await screen.findByText('Password reset code sent to your email')
    expect(calls.map(({ action, body }) => [action, body.Username])).toEqual([['ForgotPassword', EMAIL]])
  })

  it('hides the error when the address is edited or sent again', async () => {
    refusals.ForgotPassword = { __type: 'LimitExceededException', message: 'Attempt limit exceeded' }
    open()
    for (const next of [() => type(/^Email/, 'sara@example.co'), () => press('Send code')]) {
      type(/^Email/, EMAIL)
      press('Send code')
      await screen.findByText(/Too many attempts/)
      next()
      expect(screen.queryByText(/Too many attempts/)).toBeNull()
      await screen.findByRole('button', { name: 'Send code' })
    }
  })

  it('hides the error when an entry is edited or sent again', async () => {
    await toReset()
    refusals.ConfirmForgotPassword = { __type: 'LimitExceededException', message: 'Attempt limit exceeded' }
    for (const next of [() => type(/^Reset code/, '654321'), () => press('Save new password')]) {
      type(/^Reset code/, '123456')
      type(/^New password/, 'Lantern-harbour-77')
      press('Save new password')
      await screen.findByText(/Too many attempts/)
      next()
      expect(screen.queryByText(/Too many attempts/)).toBeNull()
      await screen.findByRole('button', { name: 'Save new password' })
    }
  })

  it('reports that there were too many requests', async () => {
    refusals.ForgotPassword = { __type: 'LimitExceededException', message: 'Attempt limit exceeded' }
    open()
    type(/^Email/, EMAIL)
    press('Send code')
    expect(await screen.findByText(/Too many attempts/)).toBeTruthy()
  })
})
