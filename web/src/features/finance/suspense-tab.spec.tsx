import { beforeEach, describe, expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import { fakeApi, NOW_MS, renderRoutes, storeTokens } from '../../../test/render.js'
import FinancePage from './finance-page.js'

const DAY_MS = 86_400_000
const item = (paymentId: string, dueInMs?: number) => ({
  ...{ itemId: `dispute:${paymentId}`, kind: 'dispute', direction: 'out', state: 'open', dispute: 'open', version: 1 },
  ...{ amountMinor: 203_000, currency: 'aed', openedAt: '2026-11-21T07:00:00Z', paymentId, actions: [] },
  ...(dueInMs === undefined ? {} : { evidenceDueAt: new Date(NOW_MS + dueInMs).toISOString() }),
})

beforeEach(() => storeTokens({ 'cognito:groups': ['finance'] }))

describe('disputes in suspense', () => {
  it('are sorted by the time for evidence, with the days that are left', async () => {
    const items = [item('pi_none'), item('pi_later', 8.5 * DAY_MS), item('pi_soon', 1.5 * DAY_MS), item('pi_over', -1)]
    renderRoutes({
      routes: [{ path: '/staff/finance', element: <FinancePage /> }],
      at: '/staff/finance?tab=suspense',
      api: fakeApi({ 'GET /finance/suspense': () => [200, { items, count: 4 }] }),
    })
    await screen.findByText('pi_soon')
    const rows = screen.getAllByText(/^pi_/).map(({ textContent }) => textContent)
    expect(rows).toEqual(['pi_over', 'pi_soon', 'pi_later', 'pi_none'])
    const dueOf = (paymentId: string) =>
      screen.getByText(paymentId).closest('tr')!.querySelector('[data-label="Evidence due"]')!.textContent
    expect(dueOf('pi_over')).toMatch(/Overdue$/)
    expect(dueOf('pi_soon')).toMatch(/2 days left$/)
    expect(dueOf('pi_later')).toMatch(/9 days left$/)
    expect(dueOf('pi_none')).toBe('–')
  })

  it('states an amount with the decimal places of its currency', async () => {
    const items = [
      { ...item('pi_kuwait'), currency: 'kwd' },
      { ...item('pi_japan'), currency: 'jpy' },
    ]
    renderRoutes({
      routes: [{ path: '/staff/finance', element: <FinancePage /> }],
      at: '/staff/finance?tab=suspense',
      api: fakeApi({ 'GET /finance/suspense': () => [200, { items, count: 2 }] }),
    })
    const amountOf = async (paymentId: string) =>
      (await screen.findByText(paymentId)).closest('tr')!.querySelector('[data-label="Amount"]')!.textContent
    expect(await amountOf('pi_kuwait')).toBe('KWD -203.000')
    expect(await amountOf('pi_japan')).toBe('JPY -203000')
  })
})
