import { beforeEach, describe, expect, it } from '@jest/globals'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { aProperty } from '../../test/property.js'
import { fakeApi, renderRoutes, storeTokens } from '../../test/render.js'
import { dismissToast, toastStore } from '../lib/toast.js'
import { SaveButton } from './save-button.js'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  act(() => dismissToast())
})

const property = aProperty()
const { propertyId } = property
const open = (answers: Parameters<typeof fakeApi>[0] = {}) =>
  renderRoutes({
    at: '/properties?city=Dubai',
    api: fakeApi(answers),
    routes: [
      { path: '/properties', element: <SaveButton property={property} /> },
      { path: '/signin', element: 'sign-in' },
    ],
  })
const isPressed = () => screen.getByRole('button').getAttribute('aria-pressed') === 'true'
const server = (saved: string[] = []) => ({
  'GET /saved': () => [200, { success: true, propertyIds: saved }] as [number, unknown],
  [`POST /saved/${propertyId}`]: () => (saved.push(propertyId), [200, { success: true }]) as [number, unknown],
  [`POST /saved/${propertyId}/remove`]: () => (saved.splice(0), [200, { success: true }]) as [number, unknown],
})

describe('the button that saves a property', () => {
  it('names the property and saves it at once, then removes it', async () => {
    storeTokens()
    const saved: string[] = []
    open(server(saved))
    expect(await screen.findByRole('button', { name: `Save ${property.title}` })).toBeTruthy()
    await waitFor(() => {
      fireEvent.click(screen.getByRole('button'))
      expect(isPressed()).toBe(true)
    })
    await waitFor(() => expect(saved).toEqual([propertyId]))
    fireEvent.click(screen.getByRole('button', { name: `Remove ${property.title} from your saved properties` }))
    await waitFor(() => expect(saved).toEqual([]))
    await waitFor(() => expect(isPressed()).toBe(false))
  })

  it('takes the change back and explains it if the server refuses it', async () => {
    storeTokens()
    open({
      ...server(),
      [`POST /saved/${propertyId}`]: () => [409, { code: 'TOO_MANY_SAVED', detail: 'x' }],
    })
    fireEvent.click(await screen.findByRole('button'))
    await waitFor(() => expect(toastStore.get()?.text).toBe('You’ve saved 100 properties. Remove one first.'))
    await waitFor(() => expect(isPressed()).toBe(false))
  })

  it('leads a visitor to the sign-in and back to the same page, where the property is then saved', async () => {
    const { router, unmount, calls } = open(server())
    fireEvent.click(await screen.findByRole('button'))
    await screen.findByText('sign-in')
    expect(router.state.location.search).toBe('?next=%2Fproperties%3Fcity%3DDubai')
    expect(calls).toEqual([])
    unmount()
    storeTokens()
    const saved: string[] = []
    open(server(saved))
    await waitFor(() => expect(saved).toEqual([propertyId]))
    await waitFor(() => expect(isPressed()).toBe(true))
    expect(sessionStorage.length).toBe(0)
  })
})
