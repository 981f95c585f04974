import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { fakeApi, renderRoutes, storeTokens } from '../../../../test/render.js'
import FinancePage from '../finance-page.js'

const run = {
  ...{ runId: 'r1', state: 'complete', startedAt: '2026-11-27T22:00:00Z', completedAt: '2026-11-27T22:00:04Z' },
  ...{ processorEntries: 412, ledgerEntries: 413, otherEntries: 0, payments: 400, waiting: 2, differences: 0 },
}
const difference = {
  ...{ differenceId: 'pi_1:aed', paymentId: 'pi_1', currency: 'aed', orderId: 'o1', userId: 'investor-1' },
  parts: [{ part: 'charge', processorMinor: 203_001, ledgerMinor: 203_000 }],
  processor: [{ movementId: 'txn_1', part: 'charge', amountMinor: 203_001, at: '2026-11-27T09:15:00Z' }],
  ledger: [],
  openedAt: '2026-11-27T22:00:02Z',
}
type Answer = () => [number, unknown]
const list = (change: object = {}): Answer => {
  const lists = { runs: [run], payments: [], holdings: [], registers: [] }
  return () => [200, { success: true, nextRunAt: '2026-11-28T22:00:00Z', ...lists, ...change }]
}
const shown = (answer: Answer, start: Answer = () => [200, { success: true, run }]) => {
  const api = fakeApi({
    'GET /finance/reconciliation': answer,
    'POST /finance/reconciliation/runs': start,
    'POST /finance/names': () => [200, { names: [] }],
  })
  return renderRoutes({
    routes: [{ path: '/staff/finance', element: <FinancePage /> }],
    at: '/staff/finance?tab=reconciliation',
    api,
  })
}

beforeEach(() => storeTokens({ 'cognito:groups': ['finance'] }))
afterEach(() => {
  jest.useRealTimers()
})

describe('the tab of reconciliation', () => {
  it('says when both sides were last compared, how much was, and that nothing differs', async () => {
    shown(list())
    expect(await screen.findByText('No difference')).toBeTruthy()
    expect(screen.getByText(/Last reconciled/).textContent).toContain('28 Nov')
    const row = within(screen.getByRole('table', { name: 'Last runs' })).getAllByRole('row')[1]!
    for (const text of ['412', '413', '400', '2', 'Daily', 'Agreed']) expect(row.textContent).toContain(text)
  })

  it('shows the movements of both sides of a payment that differs, and what it blocks', async () => {
    shown(list({ payments: [difference] }))
    expect(await screen.findByText('1 open difference')).toBeTruthy()
    expect(screen.getByText('txn_1')).toBeTruthy()
    expect(screen.getByText('No entry on this side.')).toBeTruthy()
    expect(screen.getByText(/Processor less ledger/).textContent).toContain('0.01')
    expect(screen.getByRole('link', { name: 'Open the order' }).getAttribute('href')).toContain('order=o1')
  })

  it('shows the shares of both sides of a holding that differs', async () => {
    const property = { propertyId: 'p', slug: 'reem', title: 'Reem' }
    const shares = { ledgerUnits: 20, ledgerRegistered: 20, holdingUnits: 21, holdingRegistered: 20 }
    const openedAt = '2026-11-27T22:00:02Z'
    shown(list({ holdings: [{ differenceId: 'd', userId: 'investor-1', property, ...shares, openedAt }] }))
    const table = await screen.findByRole('table', { name: 'Holdings that differ' })
    for (const text of ['Reem', '20', '21']) expect(table.textContent).toContain(text)
  })

  it('is read again only while a run is in progress, because every read is audited', async () => {
    jest.useFakeTimers()
    let state = 'running'
    const { calls } = shown(() => list({ runs: [{ ...run, state }] })())
    const reads = () => calls.filter(({ call }) => call === 'GET /finance/reconciliation').length
    const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms))
    await pass(1_000)
    const first = reads()
    await pass(45_000)
    expect(reads()).toBe(first + 2)
    state = 'complete'
    await pass(20_000)
    expect(reads()).toBe(first + 3)
    await pass(120_000)
    expect(reads()).toBe(first + 3)
  })

  it('says that the last run has only just been completed, if it is answered instead of a new one', async () => {
    shown(list())
    fireEvent.click(await screen.findByRole('button', { name: 'Run now' }))
    expect(await screen.findByText(/less than five minutes ago/)).toBeTruthy()
  })

  it('starts a run, and says if that failed', async () => {
    const { calls } = shown(list({ runs: [] }), () => [503, { code: 'UNAVAILABLE', status: 503, title: 'Unavailable' }])
    expect(await screen.findByText('Not reconciled yet')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Run now' }))
    expect((await screen.findByRole('alert')).textContent).toContain('could not be started')
    await waitFor(() => expect(calls.some(({ call }) => call === 'POST /finance/reconciliation/runs')).toBe(true))
  })
})
