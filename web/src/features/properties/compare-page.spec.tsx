import { describe, expect, it } from '@jest/globals'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { aProperty } from '../../../test/property.js'
import { fakeApi, renderRoutes } from '../../../test/render.js'
import ComparePage from './compare-page.js'
import ListPage from './list-page.js'

const one = aProperty()
const other = { ...aProperty(), propertyId: 'Prop_2_other', slug: 'other', title: 'Other House', area: null }
const older = {
  ...{ ...one, propertyId: 'Prop_3_older', slug: 'older', title: 'Older House' },
  offering: { ...one.offering, expectedReturn: { ...one.offering.expectedReturn!, asOf: '2024-01-01' } },
}

function open(at: string) {
  const api = fakeApi({
    'GET /properties': () => [
      200,
      { success: true, properties: [one, other], count: 2, scannedCount: 2, filters: { sort: 'newest' } },
    ],
    [`GET /properties/${one.slug}`]: () => [200, { success: true, property: one }],
    'GET /properties/other': () => [200, { success: true, property: other }],
    'GET /properties/older': () => [200, { success: true, property: older }],
    'GET /properties/gone': () => [404, { success: false, code: 'NOT_FOUND', detail: 'not found' }],
  })
  const routes = [
    { path: '/properties', element: <ListPage /> },
    { path: '/properties/compare', element: <ComparePage /> },
  ]
  renderRoutes({ api, at, routes })
}

describe('a comparison', () => {
  it('is chosen in the list and shows the same facts about both properties', async () => {
    open('/properties?type=villa')
    for (const link of await screen.findAllByRole('link', { name: /^Compare\s*:/ })) fireEvent.click(link)
    fireEvent.click(await screen.findByRole('link', { name: 'Compare' }))
    const table = await screen.findByRole('table')
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual([one.title, 'Other House'])
    const size = within(table).getByRole('row', { name: /^Size/ })
    expect(
      within(size)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual([`${Math.round(one.area!)} m²`, 'Not stated'])
  })

  it('states the basis of the yields once if it is the same for all', async () => {
    open(`/properties/compare?ids=${one.slug},other`)
    await screen.findByRole('columnheader', { name: 'Other House' })
    const { basis } = one.offering.expectedReturn!
    expect(screen.getAllByText(new RegExp(basis.en))).toHaveLength(1)
    expect(screen.getByRole('table').textContent).not.toContain(basis.en)
  })

  it('states the basis of each yield beside it if they differ', async () => {
    open(`/properties/compare?ids=${one.slug},older`)
    await screen.findByRole('columnheader', { name: 'Older House' })
    const { basis } = one.offering.expectedReturn!
    expect(within(screen.getByRole('table')).getAllByText(new RegExp(basis.en))).toHaveLength(2)
  })

  it('says how many of its properties are not listed and shows the others', async () => {
    open('/properties/compare?ids=other,gone')
    await screen.findByText('1 property isn’t listed.')
    expect(screen.getAllByRole('columnheader')).toHaveLength(1)
  })

  it('leads to the list if it has no properties', async () => {
    open('/properties/compare')
    await screen.findByRole('heading', { name: 'Nothing to compare' })
    await waitFor(() => expect(screen.queryByRole('table')).toBeNull())
  })
})
