import { beforeEach, describe, expect, it } from '@jest/globals'
import type { AccountSettingsChange, CurrentUserChange } from '@hissa/contracts/identity'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { copyOf, currentUser } from '../../../test/current-user.js'
import { fakeApi, renderRoutes, storeTokens } from '../../../test/render.js'
import { api } from '../../api/api.js'
import { readSettings } from '../../lib/settings.js'
import { dismissToast, toastStore } from '../../lib/toast.js'
import SettingsPage from './settings-page.js'
import { applied, differing } from './settings-form.js'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  storeTokens()
  dismissToast()
  // jsdom has no dialogs.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
})

/** An account on the server, which other devices change too. */
function serverOf() {
  const user = currentUser()
  const patch = (body: unknown): [number, unknown] => {
    const { settings = {} } = body as CurrentUserChange
    Object.assign(user, { settings: applied(user.settings, settings), version: user.version + 1 })
    return [200, { success: true, user: copyOf(user) }]
  }
  const state = { user, answer: patch }
  const fake = fakeApi({
    'GET /users/me': () => [200, { success: true, user: copyOf(user) }],
    'PATCH /users/me': (body) => state.answer(body),
  })
  return { ...state, state, fake, patch }
}

function open(server = serverOf(), section = 'appearance') {
  const routes = [
    { path: '/settings/:section?', element: <SettingsPage /> },
    { path: '/contact', element: <p>Contact page</p> },
  ]
  const view = renderRoutes({ at: `/settings/${section}`, api: server.fake, routes })
  const patches = () => view.calls.filter(({ call }) => call === 'PATCH /users/me')
  return { ...view, patches }
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const choose = async (name: string) => fireEvent.click(await screen.findByLabelText(name))

describe('the settings', () => {
  it('are saved with the version that was read, and only where they differ', async () => {
    const server = serverOf()
    const { patches } = open(server)
    await choose('Dark')
    await press('Save')
    await waitFor(() => expect(toastStore.get()?.text).toBe('Settings Saved'))
    expect(patches().map(({ body, headers }) => [body, headers['if-match']])).toEqual([
      [{ settings: { theme: 'dark' } }, '"3"'],
    ])
    expect(document.documentElement.dataset['theme']).toBe('dark')
    expect(readSettings()).toMatchObject({ theme: 'dark', account: { theme: 'dark' } })
  })

  it('keep what another device saved, and ask before they are saved on top of it', async () => {
    const server = serverOf()
    const { patches, services } = open(server, 'notifications')
    await choose('Share transfers: Email')
    server.patch({ settings: { notices: { investments: { email: false } } } })
    act(() => void services.store.dispatch(api.util.invalidateTags(['Account'])))
    await screen.findByText('Your account was changed on another device')
    expect(screen.getByLabelText<HTMLInputElement>('Investments: Email').checked).toBe(false)
    await press('Save my changes')
    await waitFor(() => expect(toastStore.get()?.text).toBe('Settings Saved'))
    expect(patches().map(({ body, headers }) => [body, headers['if-match']])).toEqual([
      [{ settings: { notices: { transfers: { email: false } } } }, '"4"'],
    ])
    expect(server.user.settings.notices).toMatchObject({ transfers: { email: false }, investments: { email: false } })
  })

  it('are read again when the server refuses them because another device was first', async () => {
    const server = serverOf()
    const { calls } = open(server)
    await choose('Dark')
    server.state.answer = () => {
      server.patch({ settings: { hideAmounts: true } })
      server.state.answer = server.patch
      return [412, { code: 'VERSION_CONFLICT', detail: 'Changed elsewhere', version: 4 }]
    }
    await press('Save')
    await screen.findByText('Your account was changed on another device')
    expect(calls.filter(({ call }) => call === 'GET /users/me')).toHaveLength(2)
    await press('Discard my changes')
    expect(screen.getByLabelText<HTMLInputElement>('System').checked).toBe(true)
  })

  it('say that they were not saved, and stay changed', async () => {
    const server = serverOf()
    server.state.answer = () => [500, { code: 'INTERNAL', detail: 'A fault' }]
    open(server)
    await choose('Dark')
    await press('Save')
    await waitFor(() => expect(toastStore.get()?.title).toBe('Save Failed'))
    expect(screen.getByText('You have unsaved changes')).toBeTruthy()
  })

  it('show the defaults after a reset, which are saved like a change', async () => {
    const server = serverOf()
    server.patch({ settings: { theme: 'dark', customCursor: true } })
    const { patches } = open(server)
    await press('Reset')
    expect(toastStore.get()?.text).toBe('Settings Reset')
    expect(patches()).toHaveLength(0)
    await press('Save')
    await waitFor(() =>
      expect(patches().map(({ body }) => body)).toEqual([{ settings: { theme: 'system', customCursor: false } }]),
    )
  })

  it('keep changes between sections, and ask before the page is left', async () => {
    const { router } = open()
    await choose('Dark')
    fireEvent.click(screen.getByRole('link', { name: 'Privacy & consent' }))
    await screen.findByLabelText(/^Hide my amounts/)
    expect(screen.getByText('You have unsaved changes')).toBeTruthy()
    await act(async () => router.navigate('/contact'))
    const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Stay on this page' }))
    expect(router.state.location.pathname).toBe('/settings/privacy')
    await act(async () => router.navigate('/contact'))
    await press('Leave without saving')
    await screen.findByText('Contact page')
  })

  it('offer only emails, and do not offer to switch off those about security and money', async () => {
    open(serverOf(), 'notifications')
    const cell = await screen.findByLabelText<HTMLInputElement>('Security and money: Email')
    expect([cell.checked, cell.disabled]).toEqual([true, true])
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Notices about',
      'Email',
    ])
  })

  it('lead from an unknown section to the first', async () => {
    const { router } = open(serverOf(), 'nonsense')
    await screen.findByRole('heading', { level: 2, name: 'Language & region' })
    expect(router.state.location.pathname).toBe('/settings/language')
  })
})

describe('differing', () => {
  const { settings } = currentUser()
  it.each<[AccountSettingsChange, Partial<AccountSettingsChange>]>([
    [{ theme: settings.theme }, {}],
    [{ theme: 'light', customCursor: false }, { theme: 'light' }],
    [
      { notices: { security: { email: true }, transfers: { email: false } } },
      { notices: { transfers: { email: false } } },
    ],
  ])('of %j is what it alters', (change, expected) => {
    expect(differing(settings, change)).toEqual(expected)
  })
})
