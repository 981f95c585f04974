import { describe, expect, it } from '@jest/globals'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useLocation } from 'react-router-dom'
import { fakeApi, renderRoutes } from '../../../test/render.js'
import { FilterBar } from './filter-bar.js'

function Address() {
  return <output>{useLocation().search}</output>
}

const open = (search: string, locale?: 'ar') =>
  renderRoutes({
    api: fakeApi({}),
    locale,
    at: `/properties${search}`,
    routes: [
      {
        path: '*',
        element: (
          <>
            <FilterBar total={3} />
            <Address />
          </>
        ),
      },
    ],
  })

const address = () => document.querySelector('output')!.textContent

describe('the filters of the list', () => {
  it('keep each choice in the address and drop the cursor', async () => {
    open('?cursor=abc&city=Dubai')
    fireEvent.change(await screen.findByLabelText('Offering'), { target: { value: 'active' } })
    fireEvent.change(screen.getByLabelText('Target net yield'), { target: { value: '6' } })
    fireEvent.change(screen.getByLabelText('Minimum'), { target: { value: '5000' } })
    await waitFor(() => expect(address()).toBe('?city=Dubai&status=active&minYield=6&maxMinimum=5000'))
  })

  it('name the applied values, also those of a link that no option has', async () => {
    open('?minYield=5.5&maxMinimum=7500&status=funded')
    for (const name of ['Funded', '5.5% or more', 'Up to AED 7,500'])
      expect(await screen.findByRole('button', { name: `Remove filter ${name}` })).toBeTruthy()
  })

  it('are removed one by one, or all at once with the order kept', async () => {
    open('?minYield=6&status=active&sort=price_low')
    fireEvent.click(await screen.findByRole('button', { name: 'Remove filter Open' }))
    await waitFor(() => expect(address()).toBe('?minYield=6&sort=price_low'))
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(address()).toBe('?sort=price_low'))
  })

  it.each([
    [undefined, 'Filters', 'Show 3 properties'],
    ['ar', 'عوامل التصفية', 'عرض 3 عقارات'],
  ] as const)('are in a sheet with the number of results: %s', async (locale, name, show) => {
    open('?beds=2&q=villa', locale)
    const sheet = await screen.findByRole('group', { name })
    const button = screen.getAllByRole('button').find((each) => each.getAttribute('popovertarget') === sheet.id)
    expect(button!.textContent).toBe(`${name}1`)
    expect(within(sheet).getByText(show).closest('button')!.type).toBe('submit')
  })
})
