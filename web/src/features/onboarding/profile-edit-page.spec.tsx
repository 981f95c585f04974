import { beforeEach, describe, expect, it, jest } from '@jest/globals'
import type { CurrentUser } from '@hissa/contracts/identity'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { copyOf, currentUser } from '../../../test/current-user.js'
import { fakeApi, renderRoutes, storeTokens } from '../../../test/render.js'
import { api } from '../../api/api.js'
import type { CodeOutcome } from '../../api/pool-outcomes.js'

const pool = {
  changeEmail: jest.fn<(services: unknown, email: string) => Promise<CodeOutcome>>(),
  verifyEmail: jest.fn<(services: unknown, code: string) => Promise<CodeOutcome>>(),
  resendEmailCode: jest.fn<() => Promise<CodeOutcome>>(),
}
jest.unstable_mockModule('../../api/account-pool-calls.js', () => ({ loadAccountPool: async () => pool }))
const { default: ProfileEditPage } = await import('./profile-edit-page.js')

const DONE: CodeOutcome = { kind: 'done' }

beforeEach(() => {
  localStorage.clear()
  storeTokens()
  for (const call of Object.values(pool)) call.mockReset().mockResolvedValue(DONE)
})

function open(change: Partial<CurrentUser> = {}) {
  const user = currentUser(change)
  const server = {
    user,
    answer: (): [number, unknown] => [200, { success: true, user: { ...user, version: user.version + 1 } }],
  }
  const view = renderRoutes({
    at: '/profile-management',
    api: fakeApi({
      'GET /users/me': () => [200, { success: true, user: copyOf(user) }],
      'PATCH /users/me': () => server.answer(),
    }),
    routes: [
      { path: '/profile-management', element: <ProfileEditPage /> },
      { path: '/profile', element: <p>The profile</p> },
    ],
  })
  const patches = () => view.calls.filter(({ call }) => call === 'PATCH /users/me')
  return { ...view, server, patches }
}
const type = async (name: RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(name), { target: { value } })
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

describe('the profile', () => {
  it('is saved where it was changed, with the version that was read', async () => {
    const { patches } = open()
    await type(/^City/, 'Dubai')
    await type(/^Country where you pay tax/, 'GB')
    await press('Save')
    await screen.findByText('The profile')
    expect(patches().map(({ body, headers }) => [body, headers['if-match']])).toEqual([
      [{ address: { line1: 'Office 1, Corniche Road', city: 'Dubai' }, taxResidence: { country: 'GB' } }, '"3"'],
    ])
  })

  it.each([
    ['pending', 'These details can’t be changed while your identity is being verified.'],
    ['approved', /^These details were verified with your document/],
  ] as const)(
    'shows why the identity is locked while verification is %s, and changes the rest',
    async (lock, reason) => {
      const { patches } = open({ identityLock: lock })
      await screen.findByText(reason)
      expect(screen.queryByLabelText(/^Full name/)).toBeNull()
      await type(/^City/, 'Dubai')
      await press('Save')
      await waitFor(() => expect(Object.keys(patches()[0]!.body as object)).toEqual(['address']))
    },
  )

  it('is not saved over a change on another device before the user has seen it', async () => {
    const { server, patches, services } = open()
    await type(/^City/, 'Dubai')
    const { answer } = server
    server.answer = () => {
      Object.assign(server.user, { version: 4, phoneNumber: '+971507654321' })
      server.answer = answer
      return [412, { code: 'VERSION_CONFLICT', detail: 'Changed elsewhere', version: 4 }]
    }
    await press('Save')
    await screen.findByText('Your account was changed on another device')
    await press('Save my changes')
    await screen.findByText('The profile')
    expect(patches().map(({ headers }) => headers['if-match'])).toEqual(['"3"', '"4"'])
    expect(patches()[1]!.body).toEqual({ address: { line1: 'Office 1, Corniche Road', city: 'Dubai' } })
    act(() => void services.store.dispatch(api.util.resetApiState()))
  })

  it('says at the field what the server does not accept', async () => {
    const { server } = open()
    const errors = [{ path: '/address/city', code: 'invalid', message: 'Enter a city' }]
    server.answer = () => [422, { code: 'VERDICT', detail: '', errors }]
    await type(/^City/, 'Q')
    await press('Save')
    await waitFor(() => expect(screen.getByLabelText(/^City/).getAttribute('aria-invalid')).toBe('true'))
  })
})

describe('the email address', () => {
  it('changes once the code that was sent to the new one is entered', async () => {
    open()
    await press('Change')
    await type(/^New email address/, 'sara@example')
    await press('Send code')
    await screen.findByText('Please enter a valid email address')
    expect(pool.changeEmail).not.toHaveBeenCalled()
    await type(/^New email address/, ' sara.new@example.com ')
    await press('Send code')
    await type(/^Six-digit code/, '٤82 913')
    await press('Confirm address')
    await screen.findByRole('button', { name: 'Change' })
    expect(pool.changeEmail.mock.calls[0]![1]).toBe('sara.new@example.com')
    expect(pool.verifyEmail.mock.calls[0]![1]).toBe('482913')
  })

  it('that is not confirmed yet asks for its code, which can be wrong or sent again', async () => {
    pool.verifyEmail.mockResolvedValue({ kind: 'refused', refusal: 'codeWrong' })
    open({ emailVerified: false })
    await type(/^Six-digit code/, '000000')
    await press('Confirm address')
    await screen.findByRole('alert')
    await press('Send another code')
    await waitFor(() => expect(pool.resendEmailCode).toHaveBeenCalledTimes(1))
  })
})
