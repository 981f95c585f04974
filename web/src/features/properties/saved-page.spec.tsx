import { beforeEach, describe, expect, it } from '@jest/globals'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { aProperty } from '../../../test/property.js'
import { fakeApi, renderRoutes, storeTokens } from '../../../test/render.js'
import SavedPage from './saved-page.js'

beforeEach(() => {
  localStorage.clear()
  storeTokens()
})
const property = aProperty()
const open = (answers: Parameters<typeof fakeApi>[0]) =>
  renderRoutes({ at: '/saved', api: fakeApi(answers), routes: [{ path: '/saved', Component: SavedPage }] })

describe('the page of saved properties', () => {
  it('shows them, and one that is removed disappears', async () => {
    let saved = [property]
    open({
      'GET /saved': () => [200, { propertyIds: saved.map(({ propertyId }) => propertyId) }],
      'GET /saved/properties': () => [200, { properties: saved }],
      [`POST /saved/${property.propertyId}/remove`]: () => ((saved = []), [200, { success: true }]),
    })
    fireEvent.click(await screen.findByRole('button', { name: /^Remove / }))
    await waitFor(() => expect(screen.getByText('You haven’t saved any properties yet')).toBeTruthy())
  })

  it('says that they are still saved if they can’t be loaded', async () => {
    open({ 'GET /saved/properties': () => [503, { code: 'SERVICE_UNAVAILABLE', detail: 'x' }] })
    expect(await screen.findByText('They’re still saved. Try again in a moment.')).toBeTruthy()
  })
})
