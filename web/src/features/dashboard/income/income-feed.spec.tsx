import { beforeEach, describe, expect, it } from '@jest/globals'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { fakeApi, renderRoutes, storeTokens } from '../../../../test/render.js'
import { IncomeFeed } from './income-feed.js'

const ADDRESS = `https://hissa.test/api/income-calendar/${'a'.repeat(43)}.ics`

beforeEach(() => {
  localStorage.clear()
  storeTokens()
})

function open({ fails = false } = {}) {
  let createdAt: string | undefined
  const api = fakeApi({
    'GET /income-calendar': () => [200, { success: true, createdAt }],
    'POST /income-calendar': () => {
      if (fails) return [503, { code: 'UNAVAILABLE', detail: 'No' }]
      createdAt = '2026-11-21T08:00:00Z'
      return [201, { success: true, address: ADDRESS, createdAt }]
    },
    'POST /income-calendar/removal': () => {
      createdAt = undefined
      return [200, { success: true }]
    },
  })
  return renderRoutes({ at: '/', api, routes: [{ path: '/', element: <IncomeFeed /> }] })
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

describe('the address of the income calendar', () => {
  it('is shown when it is created, and can be replaced and ended', async () => {
    open()
    await press('Create Address')
    expect(await screen.findByText(ADDRESS)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Copy calendar address' })).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Replace Address' })).toBeTruthy()
    await press('End Subscription')
    expect(await screen.findByRole('button', { name: 'Create Address' })).toBeTruthy()
    await waitFor(() => expect(screen.queryByText(ADDRESS)).toBeNull())
  })

  it('says that nothing has changed when the call fails', async () => {
    open({ fails: true })
    await press('Create Address')
    expect(await screen.findByText(/Nothing has changed/)).toBeTruthy()
    expect(screen.queryByText(ADDRESS)).toBeNull()
    expect(await screen.findByRole('button', { name: 'Create Address' })).toBeTruthy()
  })
})
