import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { act, screen } from '@testing-library/react'
import { renderRoutes, storeTokens } from '../../../test/render.js'
import { clearStoredSession } from '../../api/session.js'
import { AuthGate } from '../../app/gates.js'
import SignInPage from './sign-in-page.js'

const original = globalThis.fetch
beforeEach(() => {
  localStorage.clear()
  storeTokens()
})
afterEach(() => {
  globalThis.fetch = original
})

const NOTICE = 'Authentication required. Please sign in again.'
const open = async () => {
  const view = renderRoutes({
    routes: [
      { Component: AuthGate, children: [{ path: '/payment-success', element: 'paid' }] },
      { path: '/signin', Component: SignInPage },
    ],
    at: '/payment-success',
  })
  await screen.findByText('paid')
  return { ...view, session: view.services.session! }
}
const signInForm = () => screen.findByRole('heading', { level: 1 })

describe('the sign-in page', () => {
  it('reports the ended session until the next sign-in', async () => {
    const { session, router } = await open()
    act(() => session.discard('refresh'))
    await signInForm()
    expect(screen.getByText(NOTICE)).toBeTruthy()
    storeTokens()
    act(() => session.changed())
    await screen.findByText('paid')
    expect([screen.queryByText(NOTICE), router.state.location.state]).toEqual([null, null])
  })

  it('still reports the ended session after a reload', async () => {
    const { session, router, unmount } = await open()
    act(() => session.discard('refresh'))
    await signInForm()
    unmount()
    renderRoutes({ routes: [{ path: '/signin', Component: SignInPage }], at: router.state.location })
    await signInForm()
    expect(screen.getByText(NOTICE)).toBeTruthy()
  })

  it('reports a session that another tab has ended', async () => {
    await open()
    clearStoredSession('client', localStorage)
    act(() => void globalThis.dispatchEvent(new StorageEvent('storage', { key: null })))
    await signInForm()
    expect(screen.getByText(NOTICE)).toBeTruthy()
  })

  it('reports nothing after a sign-out in this tab', async () => {
    globalThis.fetch = (async () => ({
      ok: true,
      status: 200,
      headers: { get: () => null },
      json: async () => ({}),
    })) as unknown as typeof fetch
    const { session } = await open()
    await act(() => session.signOut())
    await signInForm()
    expect(screen.queryByText(NOTICE)).toBeNull()
  })
})
