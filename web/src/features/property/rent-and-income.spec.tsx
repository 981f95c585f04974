import { describe, expect, it } from '@jest/globals'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { fils } from '@hissa/money'
import { aPropertyIncome, aQuarter, aWaterfall } from '../../../test/income.js'
import { aProperty } from '../../../test/property.js'
import { fakeApi, renderRoutes } from '../../../test/render.js'
import type { AppLocale } from '../../lib/locale.js'
import { RentAndIncome } from './rent-and-income.js'

const GET = 'GET /properties/marina-gate-2-1904/income'
const open = (answer: () => [number, unknown], locale?: AppLocale) =>
  renderRoutes({
    locale,
    api: fakeApi({ [GET]: answer }),
    routes: [{ path: '/', element: <RentAndIncome property={aProperty()} /> }],
  })
const text = () => document.body.textContent ?? ''

describe('rent and income on the page of a property', () => {
  it('puts the target beside what was earned, and opens both line by line', async () => {
    open(() => [200, aPropertyIncome()])
    await screen.findByText('Q3 2026')
    const table = screen.getByRole('table', { name: 'Rent and costs of Q3 2026' })
    const rows = within(table)
      .getAllByRole('row')
      .map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent))
    expect(rows[0]).toEqual(['Item', 'Target', 'Actual'])
    expect(rows.map(([name]) => name)).toEqual([
      ...['Item', 'Rent', 'Service charge', 'Management', 'Operating income', 'Kept for the reserve', 'Net income'],
    ])
    expect(rows.at(-1)![1]).toContain('15,750.00')
    expect(rows.at(-1)![2]).toContain('15,000.00')
    expect(table.closest('details')!.open).toBe(true)
  })

  it('states vacancy, arrears and the distribution in words', async () => {
    const distribution = {
      ...{ state: 'paid' as const, netIncomeFils: fils(1_500_000), recordDate: '2026-09-30' },
      ...{ declaredAt: '2026-10-05T08:00:00Z', paidAt: '2026-10-06T08:00:00Z' },
    }
    const quarters = [aQuarter({ vacancyDays: 14, arrearsFils: fils(500_000), distribution })]
    open(() => [200, aPropertyIncome({ quarters })])
    await screen.findByText('Without a tenant for 14 days of the quarter’s 92.')
    expect(text()).toMatch(/Rent owed by the tenant at the end of the quarter: .*5,000\.00/)
    expect(text()).toMatch(/Distributed to all shares on 6 October 2026: .*15,000\.00/)
  })

  it('calls the figures of the current quarter those so far', async () => {
    const quarters = [aQuarter({ period: '2026-Q4', actual: aWaterfall(700_000) }), aQuarter()]
    open(() => [200, aPropertyIncome({ quarters })])
    expect(await screen.findByText('Net income so far')).toBeTruthy()
    expect(screen.getAllByText('Actual net income')).toHaveLength(1)
  })

  it('says that costs were higher than rent', async () => {
    const actual = { ...aWaterfall(0), operatingIncomeFils: fils(-40_000) }
    open(() => [200, aPropertyIncome({ quarters: [aQuarter({ actual })] })])
    expect(await screen.findByText('Costs were higher than rent, so nothing was distributed.')).toBeTruthy()
  })

  it.each([
    ['active', /once the offering is complete and the title deed is filed/],
    ['completed', /The offering is complete/],
    ['failed', /didn’t go ahead/],
  ] as const)('says that there is no rent yet while the raise is %s', async (raiseState, why) => {
    const quarters = [aQuarter({ period: '2026-Q4', actual: null })]
    open(() => [200, aPropertyIncome({ raiseState, quarters })])
    expect(await screen.findByText('No rent yet')).toBeTruthy()
    expect(text()).toMatch(why)
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('keeps earlier quarters behind a heading', async () => {
    const quarters = ['2026-Q3', '2026-Q2', '2026-Q1', '2025-Q4', '2025-Q3'].map((period) => aQuarter({ period }))
    open(() => [200, aPropertyIncome({ quarters })])
    await screen.findByText('Q3 2026')
    expect(screen.getByText('Q3 2025').closest('details')).toBe(screen.getByText('Earlier quarters').closest('details'))
  })

  it('is in Arabic for readers of Arabic', async () => {
    open(() => [200, aPropertyIncome()], 'ar')
    expect(await screen.findByText('الربع الثالث 2026')).toBeTruthy()
    expect(text()).toContain('صافي الدخل المستهدف')
  })

  it('is left out of the page of a property without a raise', async () => {
    open(() => [404, { code: 'NOT_FOUND', detail: 'No raise' }])
    await waitFor(() => expect(text()).toBe(''))
  })

  it('can be loaded again after a failure', async () => {
    let status = 503
    open(() => (status === 200 ? [200, aPropertyIncome()] : [status, { code: 'UNAVAILABLE', detail: 'No' }]))
    await screen.findByText('We couldn’t load the income of this property.')
    status = 200
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('Q3 2026')).toBeTruthy()
  })
})
