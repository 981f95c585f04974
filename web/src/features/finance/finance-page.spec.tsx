import { webcrypto } from 'node:crypto'
import { beforeEach, describe, expect, it, jest } from '@jest/globals'
import type { PendingApprovalView, StaffOrderRow } from '@hissa/contracts/investment'
import { type Fils, fils, units } from '@hissa/money'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { fakeApi, renderRoutes, storeTokens } from '../../../test/render.js'
import { dismissToast, toastStore } from '../../lib/toast.js'
import FinancePage from './finance-page.js'
import { sha256Of } from './sha256.js'

const approval = (approvalId: string, maker: string): PendingApprovalView => ({
  pending: {
    ...{ approvalId, maker, action: { type: 'cancel' }, reason: 'Agreed by telephone' },
    requestedAt: '2026-11-21T07:00:00Z',
  },
  subject: { kind: 'order', id: 'order-1' },
  label: 'HS-00000001',
})
const order = (reference: string, totalFils: Fils): StaffOrderRow => ({
  ...{ orderId: reference, reference, userId: 'investor-1', state: 'paid', createdAt: '2026-11-21T07:00:00Z' },
  ...{ property: { propertyId: 'p', slug: 'p', title: '=Reem' }, units: units(20), amountFils: fils(200_000) },
  ...{ feeFils: fils(3_000), totalFils, actions: ['cancel'], version: 2, paymentId: '=pi_1' },
})
const ORDERS = [order('HS-2', fils(203_000)), order('HS-1', fils(406_000))]
const FIGURES = {
  ...{ orders: 1, investors: 1, units: units(20), amountMinor: 203_000, currency: 'aed' },
  ...{ reservations: 0, waiting: 0 },
}
const DECIDE = 'POST /finance/resolutions/approval-1/decision'
const api = () =>
  fakeApi({
    'GET /finance/approvals': () => [200, { approvals: [approval('approval-1', 'colleague')], count: 1 }],
    'GET /finance/orders': () => [200, { orders: ORDERS, count: 2 }],
    'POST /finance/exports': () => [200, { recorded: true }],
    'POST /finance/orders/search': () => [200, { orders: ORDERS, count: 2 }],
    'GET /finance/raises': () => [200, { raises: [], count: 0 }],
    'POST /finance/resolutions/preview': () => [200, { figures: FIGURES, readAt: '2026-11-22T08:00:00Z' }],
    [DECIDE]: () => [200, { state: 'approved' }],
  })
// The keys move between the rows of the page's main part.
const PAGE = (
  <main>
    <FinancePage />
  </main>
)
const shown = (at = '/staff/finance', calls = api()) =>
  renderRoutes({ routes: [{ path: '/staff/finance', element: PAGE }], at, api: calls })
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })

beforeEach(() => {
  localStorage.clear()
  storeTokens({ 'cognito:groups': ['finance'] })
  // jsdom has no hashes and no modal dialogs.
  Object.defineProperty(crypto, 'subtle', { value: webcrypto.subtle, configurable: true })
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
})

describe('the names on the finance page', () => {
  const NAMES = 'POST /finance/names'
  const answers = (names: () => [number, unknown]) =>
    fakeApi({
      'GET /finance/orders': () => [200, { orders: ORDERS, count: 2 }],
      'GET /finance/approvals': () => [200, { approvals: [approval('approval-1', 'colleague')], count: 1 }],
      [NAMES]: names,
    })

  it('replace the ids of investors and colleagues, each read once', async () => {
    const names = [
      { userId: 'investor-1', name: 'Amal Al Suwaidi' },
      { userId: 'colleague', name: 'Omar Haddad' },
    ]
    const { calls } = shown(
      '/staff/finance?tab=orders',
      answers(() => [200, { names }]),
    )
    expect(await screen.findAllByText('Amal Al Suwaidi')).toHaveLength(2)
    expect(screen.queryByText('investor-1')).toBeNull()
    fireEvent.click(screen.getByText('Approvals'))
    expect(await screen.findByText('Omar Haddad')).toBeTruthy()
    fireEvent.click(screen.getByText('Orders'))
    expect(await screen.findAllByText('Amal Al Suwaidi')).toHaveLength(2)
    const read = calls.filter(({ call }) => call === NAMES).map(({ body }) => body)
    expect(read).toEqual([{ userIds: ['investor-1'] }, { userIds: ['colleague'] }])
  })

  it('leave the ids with a notice while they can’t be read, and can be asked for again', async () => {
    let isDown = true
    shown(
      '/staff/finance?tab=orders',
      answers(() =>
        isDown
          ? [503, { code: 'SERVICE_UNAVAILABLE', detail: 'Down' }]
          : [200, { names: [{ userId: 'investor-1', name: 'Amal' }] }],
      ),
    )
    expect(await screen.findByText('We couldn’t load the names')).toBeTruthy()
    expect(screen.getAllByText('investor-1')).toHaveLength(2)
    isDown = false
    fireEvent.click(screen.getByText('Try Again'))
    expect(await screen.findAllByText('Amal')).toHaveLength(2)
    expect(screen.queryByText('We couldn’t load the names')).toBeNull()
  })
})

describe('the finance page by keyboard', () => {
  it('approves the focused proposal only after a reason is given', async () => {
    const { calls } = shown()
    await screen.findByText('Agreed by telephone')
    press('a')
    expect(screen.queryByRole('dialog')).toBeNull()
    press('j')
    press('a')
    expect(await screen.findByRole('dialog')).toBeTruthy()
    expect(calls.some(({ call }) => call === DECIDE)).toBe(false)
    await screen.findByText(/^Cancel the order: 1 order, .*2,030\.00/)
    fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Agrees with the processor' } })
    fireEvent.submit(screen.getByLabelText('Reason').closest('form')!)
    await waitFor(() => expect(calls.find(({ call }) => call === DECIDE)?.body).toMatchObject({ verdict: 'approve' }))
  })

  it('opens the proposal’s order, and a tab after g', async () => {
    const { router } = shown()
    await screen.findByText('Agreed by telephone')
    press('j')
    press('Enter')
    await waitFor(() => expect(router.state.location.search).toBe('?tab=orders&order=order-1'))
    press('g')
    press('r')
    await waitFor(() => expect(router.state.location.search).toBe('?tab=raises'))
    expect(await screen.findByText('No offerings have this status')).toBeTruthy()
  })

  it('searches orders, and keeps the search in the address', async () => {
    const { router } = shown()
    await screen.findByText('Agreed by telephone')
    press('/')
    const field = await screen.findByLabelText('Search orders')
    await waitFor(() => expect(document.activeElement).toBe(field))
    fireEvent.change(field, { target: { value: ' HS-1 ' } })
    fireEvent.submit(field.closest('form')!)
    await waitFor(() => expect(router.state.location.search).toBe('?tab=orders&q=HS-1'))
  })

  it('searches for an email address, which is in no address', async () => {
    const { router, calls } = shown('/staff/finance?tab=orders&q=HS-1')
    const field = await screen.findByLabelText('Search orders')
    fireEvent.change(field, { target: { value: ' anna@example.com ' } })
    fireEvent.submit(field.closest('form')!)
    const searched = () => calls.findLast(({ call }) => call === 'POST /finance/orders/search')?.body
    await waitFor(() => expect(searched()).toEqual({ query: 'anna@example.com', limit: 50 }))
    expect(router.state.location.search).toBe('?tab=orders')
    expect(await screen.findByDisplayValue('anna@example.com')).toBeTruthy()
    expect(JSON.stringify(calls.map(({ call }) => call))).not.toContain('anna')
  })
})

describe('suspense', () => {
  const difference = {
    ...{ differenceId: 'd1', kind: 'register_difference', state: 'open', version: 1 },
    ...{ property: { propertyId: 'Prop_1', slug: 'reem', title: 'Reem Tower' }, surplus: -3, holders: 2 },
    ...{ blockNumber: 812, openedAt: '2026-11-21T07:00:00Z' },
  }

  it('shows a register difference with its shares and holders and without money, and leads to its raise', async () => {
    const calls = fakeApi({
      'GET /finance/suspense': () => [200, { items: [], count: 0, differences: [difference] }],
      'GET /finance/raises/Prop_1': () => [404, { code: 'NOT_FOUND' }],
    })
    const { router } = shown('/staff/finance?tab=suspense', calls)
    const table = await screen.findByRole('table', { name: 'Register differences' })
    const row = table.querySelector('tbody tr')!
    expect(row.textContent).toContain('Reem Tower')
    expect(row.textContent).toContain('-3')
    expect(row.textContent).toContain('812')
    expect(row.textContent).toContain('Open')
    expect(row.textContent).not.toContain('AED')
    expect(screen.queryByText('There is nothing in suspense')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: /Reem Tower/ }))
    await waitFor(() => expect(router.state.location.search).toBe('?tab=raises&raise=Prop_1'))
  })
})

describe('an order', () => {
  const details = { order: ORDERS[0], payments: [], items: [], rules: [], transfers: [], decisions: [] }

  it('offers proposals in its details, not in the list, and names itself in the dialog', async () => {
    const calls = fakeApi({
      'GET /finance/orders': () => [200, { orders: ORDERS, count: 2 }],
      'GET /finance/orders/HS-2': () => [200, details],
    })
    shown('/staff/finance?tab=orders', calls)
    fireEvent.click(await screen.findByRole('button', { name: /HS-2/ }))
    const cancel = await screen.findByRole('button', { name: 'Cancel the order' })
    fireEvent.click(cancel)
    expect((await screen.findByRole('dialog')).textContent).toContain('HS-2 · =Reem')
    fireEvent.click(screen.getByRole('button', { name: 'Back to orders', hidden: true }))
    await screen.findByText('HS-1')
    expect(screen.queryByRole('table')?.textContent).not.toContain('Cancel the order')
  })

  it('can be searched for again when nothing matches', async () => {
    const calls = fakeApi({
      'GET /finance/orders': () => [200, { orders: ORDERS, count: 2 }],
      'POST /finance/orders/search': () => [200, { orders: [], count: 0 }],
    })
    const { router } = shown('/staff/finance?tab=orders&q=HS-9&state=paid', calls)
    await screen.findByText('No order matches this search')
    fireEvent.click(screen.getByRole('button', { name: 'Show all' }))
    await waitFor(() => expect(router.state.location.search).toBe('?tab=orders'))
  })
})

describe('the table of orders', () => {
  it('is sorted by its headers and exported as it is shown, without formulas', async () => {
    const saved: Blob[] = []
    URL.createObjectURL = (blob) => `blob:${saved.push(blob as Blob)}`
    URL.revokeObjectURL = jest.fn()
    HTMLAnchorElement.prototype.click = jest.fn()
    const { calls } = shown('/staff/finance?tab=orders')
    await screen.findByText('HS-1')
    const references = () => screen.getAllByText(/^HS-\d$/).map(({ textContent }) => textContent)
    expect(references()).toEqual(['HS-2', 'HS-1'])
    fireEvent.click(screen.getByRole('button', { name: 'Total with platform fee' }))
    fireEvent.click(screen.getByRole('button', { name: 'Total with platform fee' }))
    expect(references()).toEqual(['HS-1', 'HS-2'])
    expect(screen.getByRole('columnheader', { name: 'Total with platform fee' }).getAttribute('aria-sort')).toBe(
      'descending',
    )
    press('e')
    await waitFor(() => expect(saved).toHaveLength(1))
    const text = await textOf(saved[0]!)
    const [head, first, second] = text.split('\r\n')
    expect(head).toBe(
      '"Order","Property","Investor","Investor reference","Status","Total with platform fee","Platform fee","Currency","Placed","Processor ID"',
    )
    expect(first).toBe(
      `"HS-1","'=Reem","investor-1","investor-1","Paid","4060.00","30.00","AED","2026-11-21T11:00:00+04:00","'=pi_1"`,
    )
    expect(second).toMatch(/^"HS-2","'=Reem","investor-1","investor-1","Paid","2030.00"/)
    const recorded = calls.find(({ call }) => call === 'POST /finance/exports')!.body
    expect(recorded).toEqual({ list: 'orders', rows: 2, sha256: await sha256Of(`\ufeff${text}`) })
  })

  it('is not saved while the export can’t be recorded', async () => {
    URL.createObjectURL = jest.fn(() => 'blob:1')
    shown(
      '/staff/finance?tab=orders',
      fakeApi({
        'GET /finance/orders': () => [200, { orders: ORDERS, count: 2 }],
        'POST /finance/exports': () => [503, { code: 'SERVICE_UNAVAILABLE', detail: 'Down' }],
      }),
    )
    await screen.findByText('HS-1')
    press('e')
    await waitFor(() => expect(toastStore.get()).toMatchObject({ kind: 'error' }))
    expect(URL.createObjectURL).not.toHaveBeenCalled()
    dismissToast()
  })

  it('states refunds of an order as negative amounts', async () => {
    const saved: Blob[] = []
    URL.createObjectURL = (blob) => `blob:${saved.push(blob as Blob)}`
    URL.revokeObjectURL = jest.fn()
    HTMLAnchorElement.prototype.click = jest.fn()
    const payment = (kind: string, amountMinor: number) => ({
      ...{ paymentRowId: kind, kind, state: 'succeeded', method: 'card', amountMinor, currency: 'aed' },
      ...{ paymentId: 'pi_1', at: '2026-11-21T20:30:00.123Z' },
    })
    const payments = [payment('payment', 203_000), payment('refund', 50_000)]
    const detail = { order: ORDERS[0], payments, items: [], rules: [], transfers: [], decisions: [] }
    shown(
      '/staff/finance?tab=orders&order=HS-2',
      fakeApi({
        'GET /finance/orders/HS-2': () => [200, detail],
        'POST /finance/exports': () => [200, { recorded: true }],
      }),
    )
    await screen.findByRole('heading', { name: 'Payments and refunds' })
    press('e')
    await waitFor(() => expect(saved).toHaveLength(1))
    const rows = (await textOf(saved[0]!)).split('\r\n').slice(1, 3)
    const shared = `"AED","'=Reem","investor-1","pi_1","2026-11-22T00:30:00.123+04:00"`
    expect(rows).toEqual([
      `"Payment · card","Completed","2030.00",${shared}`,
      `"Refund · card","Completed","-500.00",${shared}`,
    ])
  })
})

/** Reads a blob; the test environment's blobs lack `text()`. */
function textOf(blob: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.readAsText(blob)
  })
}
