import { describe, expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import { fakeApi, renderRoutes } from '../../../test/render.js'
import PlannedPage from './planned-page.js'
import VersionPage from './version-page.js'

const open = (at: string, element: React.ReactElement) =>
  renderRoutes({ api: fakeApi({}), at, routes: [{ path: '*', element }] })

describe('a screen that does not exist yet', () => {
  it.each([
    ['/marketplace', 'Marketplace', /can’t sell your shares or buy/],
    ['/investor-digital-card', 'Investor Digital Card', /won’t be a payment card/],
  ])('says so at %s', async (path, title, lead) => {
    open(path, <PlannedPage />)
    await screen.findByRole('heading', { level: 1, name: title })
    expect(screen.getByText(lead)).toBeTruthy()
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
