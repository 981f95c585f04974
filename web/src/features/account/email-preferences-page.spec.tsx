import { beforeEach, describe, expect, it } from '@jest/globals'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { currentUser } from '../../../test/current-user.js'
import { fakeApi, renderRoutes, storeTokens } from '../../../test/render.js'
import EmailPreferencesPage from './email-preferences-page.js'

const open = (at: string, answers: Parameters<typeof fakeApi>[0] = {}) =>
  renderRoutes({
    api: fakeApi(answers),
    at,
    routes: [
      { path: '/email-preferences', element: <EmailPreferencesPage /> },
      { path: '*', element: <p>elsewhere</p> },
    ],
  })
const refused = (status: number, code: string) => ({
  'GET /email-preferences': () => [status, { code, detail: 'x' }] as [number, unknown],
})

beforeEach(() => {
  localStorage.clear()
  // jsdom has no dialogs.
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
})

describe('the page of email preferences', () => {
  it('stops the one kind of email that a link is about, and sends it again, without a session', async () => {
    const { calls } = open('/email-preferences?token=a.b', {
      'GET /email-preferences': () => [200, { success: true, topic: 'verification', email: true }],
      'PUT /email-preferences': (body) => [
        200,
        { success: true, topic: 'verification', email: (body as { email: boolean }).email },
      ],
    })
    await screen.findByText(/^Identity verification: Your approval/)
    fireEvent.click(screen.getByRole('button', { name: 'Stop these emails' }))
    await screen.findByRole('heading', { name: 'You no longer get these emails' })
    fireEvent.click(screen.getByRole('button', { name: 'Get these emails again' }))
    await screen.findByRole('heading', { name: 'You get these emails' })
    const sent = calls.filter(({ call }) => call.startsWith('PUT'))
    expect(sent.map(({ body }) => body)).toEqual([
      { token: 'a.b', email: false },
      { token: 'a.b', email: true },
    ])
    expect(sent[0]!.headers['authorization']).toBeUndefined()
  })

  it.each([
    ['altered', 403, 'EMAIL_LINK_INVALID', 'This link doesn’t work'],
    ['too old', 410, 'EMAIL_LINK_EXPIRED', 'This link is too old'],
    ['too long', 400, 'VALIDATION_FAILED', 'This link doesn’t work'],
  ])('says that a link is %s and leads to all preferences', async (_, status, code, title) => {
    open('/email-preferences?token=x', refused(status, code))
    await screen.findByRole('heading', { name: title })
    const all = screen.getByRole('link', { name: 'See all email preferences' })
    expect(all.getAttribute('href')).toBe('/email-preferences')
  })

  it('offers to try again after another failure', async () => {
    open('/email-preferences?token=x', refused(503, 'SERVICE_UNAVAILABLE'))
    await screen.findByRole('button', { name: 'Try Again' })
  })

  it('lets a signed-in user choose all kinds', async () => {
    storeTokens()
    const user = currentUser()
    const { calls } = open('/email-preferences', {
      'GET /users/me': () => [200, { success: true, user }],
      'PATCH /users/me': () => [200, { success: true, user }],
    })
    await screen.findByRole('button', { name: 'Save' })
    expect(screen.queryByRole('button', { name: 'Reset' })).toBeNull()
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Share transfers: Email' }))
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(calls.find(({ call }) => call === 'PATCH /users/me')?.body).toEqual({
        settings: { notices: { transfers: { email: false } } },
      }),
    )
  })

  it('asks a visitor without a link to sign in', async () => {
    const { router } = open('/email-preferences')
    await screen.findByText('elsewhere')
    expect(router.state.location).toMatchObject({ pathname: '/signin', search: '?next=%2Femail-preferences' })
  })
})
