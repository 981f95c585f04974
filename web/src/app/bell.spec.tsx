import { beforeEach, describe, expect, it } from '@jest/globals'
import { act, fireEvent, screen } from '@testing-library/react'
import { fakeApi, renderRoutes, storeTokens } from '../../test/render.js'
import { api } from '../api/api.js'
import { Bell } from './bell.js'

const open = (state: { unread: number }) =>
  renderRoutes({
    api: fakeApi({
      'GET /notifications/unread': () => [200, { success: true, unread: state.unread }],
      'GET /notifications': () => [200, { success: true, notices: [], count: 0 }],
    }),
    routes: [{ path: '*', element: <Bell /> }],
  })

describe('the bell', () => {
  beforeEach(() => {
    localStorage.clear()
    storeTokens()
  })

  it('shows the number of unread notices once the page has settled, and again when it changes', async () => {
    const state = { unread: 0 }
    const { services, calls } = open(state)
    expect(screen.getByRole('link', { name: 'Notifications' }).getAttribute('href')).toBe('/notifications')
    expect(calls).toEqual([])
    state.unread = 3
    await screen.findByRole('button', { name: 'Notifications, 3 unread' })
    state.unread = 120
    act(() => void services.store.dispatch(api.util.invalidateTags(['Notice'])))
    const button = await screen.findByRole('button', { name: 'Notifications, 99+ unread' })
    expect(button.textContent).toBe('99+')
  })

  it('loads the newest notices when it is opened', async () => {
    open({ unread: 0 })
    await screen.findByRole('button', { name: 'Notifications' })
    const panel = document.querySelector('[popover]')!
    // jsdom has no popovers.
    fireEvent(panel, Object.assign(new Event('toggle'), { newState: 'open' }))
    await screen.findByText('No notifications yet')
    expect(screen.getByRole('link', { name: 'See all notifications' })).toBeTruthy()
  })
})
