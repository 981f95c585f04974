import { describe, expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import { fakeApi, renderRoutes } from '../../../test/render.js'
import PlannedPage from './planned-page.js'
import VersionPage from './version-page.js'

const open = (at: string, element: React.ReactElement) =>
  renderRoutes({ api: fakeApi({}), at, routes: [{ path: '*', element }] })

describe('a screen that does not exist yet', () => {
  it('says so', async () => {
    open('/marketplace', <PlannedPage />)
    await screen.findByRole('heading', { level: 1, name: 'Marketplace' })
    expect(screen.getByText(/can’t sell your shares or buy/)).toBeTruthy()
  })
})

describe('the page of the version', () => {
  it('shows the release and whether it is a demonstration', async () => {
    open('/version', <VersionPage />)
    await screen.findByRole('heading', { level: 1, name: 'Version' })
    expect([...document.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual([
      '1.0.0',
      'Demonstration, without real money',
    ])
  })
})
