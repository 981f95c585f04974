import { afterEach, describe, expect, it } from '@jest/globals'
import { act, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { dismissToast, showToast, toastStore } from '../lib/toast.js'
import { useToastsOfScreen } from './page-effects.js'

function Screen() {
  useToastsOfScreen()
  return null
}

/** Opens a screen and returns a function that navigates to others. */
function open() {
  const router = createMemoryRouter([{ path: '*', element: <Screen /> }], { initialEntries: ['/before', '/here'] })
  render(<RouterProvider router={router} />)
  const go = (to: string | number, options?: { replace: boolean }) =>
    act(() => (typeof to === 'number' ? router.navigate(to) : router.navigate(to, options)))
  return go
}
const shown = () => toastStore.get()?.text

afterEach(() => act(() => [1, 2, 3].forEach(() => dismissToast())))

describe('useToastsOfScreen', () => {
  it('closes the screen’s toasts on navigation, including errors and queued ones', async () => {
    const go = open()
    act(() => showToast({ kind: 'error', text: 'failed' }))
    act(() => showToast({ kind: 'info', text: 'next' }))
    await go('/there')
    expect(shown()).toBeUndefined()
    act(() => showToast({ kind: 'info', text: 'there' }))
    await go(-1)
    expect(shown()).toBeUndefined()
  })

  it('closes toasts on a redirect', async () => {
    const go = open()
    act(() => showToast({ kind: 'success', text: 'confirmed', at: '/signin' }))
    await go('/onboarding', { replace: true })
    expect(shown()).toBeUndefined()
  })

  it('keeps a toast that belongs to the next screen, in every language, until that screen is left', async () => {
    const go = open()
    act(() => showToast({ kind: 'success', text: 'welcome', at: '/investor-dashboard' }))
    await go('/investor-dashboard')
    expect(shown()).toBe('welcome')
    await go('/onboarding', { replace: true })
    expect(shown()).toBeUndefined()
    act(() => showToast({ kind: 'success', text: 'created', at: '/email-confirmation' }))
    await go('/ar/email-confirmation')
    expect(shown()).toBe('created')
  })

  it('keeps toasts when only the language or the query changes', async () => {
    const go = open()
    act(() => showToast({ kind: 'info', text: 'said' }))
    await go('/ar/here', { replace: true })
    await go('/ar/here?step=2')
    expect(shown()).toBe('said')
  })
})
