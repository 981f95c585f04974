import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import type { Dashboard } from '@hissa/contracts/investment'
import { fils, units, ZERO } from '@hissa/money'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { anIncome, anIncomeList } from '../../../../test/income.js'
import { anOrder } from '../../../../test/order.js'
import { aProperty } from '../../../../test/property.js'
import { fakeApi, renderRoutes, storeTokens } from '../../../../test/render.js'
import { PROPERTY } from '../../../../test/token.js'
import type { Income } from '../../../api/income-api.js'
import { hideAmounts } from '../../../lib/hide-amounts.js'
import type { AppLocale } from '../../../lib/locale.js'
import DashboardPage from '../dashboard-page.js'
import IncomePage from './income-page.js'

const OTHER = { propertyId: 'Prop_2', slug: 'reem-tower', title: 'Reem Tower' }
const NOTHING: Income = {
  income: [],
  totals: { receivedFils: ZERO, declaredFils: ZERO, cashFils: ZERO },
  next: [],
}
const dashboard: Dashboard = {
  totals: {
    ...{ investedFils: fils(1_000_000), pendingFils: ZERO, reservedFils: ZERO, feesFils: ZERO },
    ...{ units: units(100), properties: 1, incomeFils: fils(14_286), cashFils: fils(9_999) },
  },
  ...{ holdings: [], recentOrders: [anOrder()], todo: [], userStatus: 'investor_active', asOf: '2026-11-21T08:00:00Z' },
}

beforeEach(() => {
  localStorage.clear()
  storeTokens()
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
})
afterEach(() => act(() => hideAmounts(false)))

function open(at: string, list: Income | (() => [number, unknown]) = anIncomeList(), locale?: AppLocale) {
  const api = fakeApi({
    'GET /dashboard': () => [200, { success: true, ...dashboard }],
    'GET /income-calendar': () => [200, { success: true }],
    'GET /value-over-time': () => [200, { steps: [], events: [], asOf: '2026-11-21T08:00:00Z' }],
    'GET /income': typeof list === 'function' ? list : () => [200, { success: true, count: 1, ...list }],
    [`GET /properties/${PROPERTY.slug}`]: () => [200, { success: true, property: aProperty() }],
  })
  const routes = [
    { path: '/investor-dashboard', element: <DashboardPage /> },
    { path: '/dashboard/income', element: <IncomePage /> },
  ]
  return renderRoutes({ at, api, locale, routes })
}
const rows = () =>
  within(screen.getByRole('table', { name: 'Income' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)

describe('income on the dashboard', () => {
  it('has what was received and the cash balance among the totals', async () => {
    open('/investor-dashboard')
    const valueOf = async (term: string) => (await screen.findByText(term)).nextElementSibling!.textContent
    expect(await valueOf('Income received')).toContain('142.86')
    expect(await valueOf('Cash balance')).toContain('99.99')
  })

  it('tells paid, declared and estimated income apart by word in the calendar and the list', async () => {
    const declared = anIncome({ distributionId: 'd-2', state: 'declared', declaredAt: '2026-11-20T08:00:00Z' })
    delete declared.paidAt
    open('/investor-dashboard', anIncomeList({ income: [declared, anIncome()] }))
    const calendar = within(await screen.findByRole('region', { name: 'Income calendar' }))
    const months = calendar.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(months).toHaveLength(12)
    expect(months[9]).toMatch(/Oct.*142\.86.*Paid/)
    expect(months[10]).toMatch(/Nov.*142\.86.*Declared/)
    expect(months[11]).toContain('No income')
    fireEvent.click(calendar.getByRole('button', { name: 'Next year' }))
    expect(calendar.getAllByRole('listitem')[0]!.textContent).toMatch(/Jan.*150\.00.*Estimated/)
    const shapes = new Set([...document.querySelectorAll('ol svg')].map(({ innerHTML }) => innerHTML))
    expect(shapes.size).toBeGreaterThan(1)
  })

  it('shows the next payment with amount, date and calculation: declared before estimated', async () => {
    const { unmount } = open('/investor-dashboard')
    const card = async () => (await screen.findByText('Next payment')).parentElement!
    expect((await card()).textContent).toMatch(/150\.00.*Estimated.*Not before 1 January 2027/)
    expect((await card()).textContent).toContain('They aren’t a promise')
    unmount()
    const declared = anIncome({ state: 'declared', amountFils: fils(7_700) })
    delete declared.paidAt
    open('/investor-dashboard', anIncomeList({ income: [declared] }))
    expect((await card()).textContent).toMatch(/77\.00.*Declared on 5 October 2026/)
    const link = within(await card()).getByRole('link', { name: 'How this amount is calculated' })
    expect(link.getAttribute('href')).toBe('/dashboard/income?show=d-1')
  })

  it('explains when income begins while there is none', async () => {
    open('/investor-dashboard', NOTHING)
    expect(await screen.findByText(/Income begins after a property’s title deed is filed/)).toBeTruthy()
    expect(screen.queryByText('Next payment')).toBeNull()
  })

  it('stays with the rest of the dashboard if it can’t be loaded', async () => {
    let isDown = true
    open('/investor-dashboard', () =>
      isDown ? [503, { code: 'UNAVAILABLE', detail: 'No' }] : [200, { success: true, count: 1, ...anIncomeList() }],
    )
    await screen.findByText('We couldn’t load your income')
    expect(screen.getByRole('heading', { name: 'Recent orders' })).toBeTruthy()
    isDown = false
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByRole('region', { name: 'Income calendar' })).toBeTruthy()
  })
})

describe('the page of income', () => {
  const list = anIncomeList({
    income: [
      anIncome({ distributionId: 'd-2', property: OTHER, amountFils: fils(5_001) }),
      anIncome(),
      anIncome({ distributionId: 'd-0', period: '2025-Q4', paidAt: '2026-01-12T08:00:00Z' }),
    ],
  })

  it('filters by what its address says, and changes the address', async () => {
    const { router } = open('/dashboard/income?state=paid&property=Prop_2', list)
    await screen.findByText('1 payment')
    expect(rows()).toEqual([expect.stringMatching(/Reem Tower.*Paid.*50\.01/)])
    fireEvent.change(screen.getByLabelText('Property'), { target: { value: '' } })
    await screen.findByText('3 payments')
    fireEvent.change(screen.getByLabelText('Year'), { target: { value: '2027' } })
    expect(router.state.location.search).toBe('?state=paid&year=2027')
    fireEvent.click(await screen.findByRole('button', { name: 'Show all income' }))
    expect(rows()).toHaveLength(4)
    expect(rows()[0]).toMatch(/From 1 Jan 2027.*Estimated/)
  })

  it('exports exactly the rows that are shown, with fils and ISO dates', async () => {
    const saved: Blob[] = []
    URL.createObjectURL = (blob) => (saved.push(blob as Blob), 'blob:1')
    URL.revokeObjectURL = () => undefined
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    open('/dashboard/income?state=paid&property=Prop_2', list)
    fireEvent.click(await screen.findByRole('button', { name: 'Export as CSV' }))
    const text = await new Promise<string>((resolve) => {
      const reader = new FileReader()
      reader.onload = () => resolve(reader.result as string)
      reader.readAsText(saved[0]!)
    })
    const lines = text.trim().split('\r\n')
    click.mockRestore()
    expect(lines).toHaveLength(2)
    expect(lines[1]).toBe(
      '"Reem Tower","2026-Q3","Paid","2026-10-06","100","10500","15000.00","50.01","AED","2026-09-30"',
    )
  })

  it('opens the calculation of the payment that its address names', async () => {
    const { router } = open('/dashboard/income?show=d-1', list)
    const dialog = await screen.findByRole('dialog', { name: 'How this amount is calculated' })
    for (const part of ['15,000.00', '10,500', '142.86', 'Service charge', '30 September 2026', '6 October 2026'])
      expect(dialog.textContent).toContain(part)
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(router.state.location.search).toBe(''))
  })

  it('has every figure of the chart in a table', async () => {
    open('/dashboard/income?year=2026', list)
    const chart = await screen.findByRole('img', { name: /^Income by month, 2026: AED.335\.73 in total/ })
    expect(chart.querySelectorAll('rect[rx="2"]')).toHaveLength(2)
    const table = screen.getByRole('table', { name: 'Income by month, 2026' })
    expect(within(table).getByText('October 2026').closest('tr')!.textContent).toContain('192.87')
  })

  it('draws nothing while amounts are hidden', async () => {
    open('/dashboard/income', list)
    await screen.findByRole('img', { name: /^Income by month/ })
    act(() => hideAmounts(true))
    expect(screen.queryByRole('img', { name: /^Income by month/ })).toBeNull()
    expect(screen.getByText('The chart is hidden together with your amounts.')).toBeTruthy()
    expect(document.body.textContent).not.toMatch(/142\.86|50\.01|150\.00/)
  })

  it('reads every page of the list', async () => {
    const page = (id: string) => ({ ...anIncomeList({ next: [] }), income: [anIncome({ distributionId: id })] })
    let reads = 0
    open('/dashboard/income', () => [200, { ...page(`d-${++reads}`), ...(reads < 3 && { cursor: `c-${reads}` }) }])
    expect(await screen.findByText('3 payments')).toBeTruthy()
  })

  it('explains when income begins while there is none', async () => {
    open('/dashboard/income', NOTHING)
    expect(await screen.findByText('No income yet')).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('is in Arabic for readers of Arabic', async () => {
    open('/dashboard/income?state=paid', anIncomeList(), 'ar')
    expect(await screen.findByText('دفعة واحدة')).toBeTruthy()
    expect(screen.getByText('الربع الثالث 2026')).toBeTruthy()
  })
})
