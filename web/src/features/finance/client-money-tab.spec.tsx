import { beforeEach, describe, expect, it } from '@jest/globals'
import { fireEvent, screen } from '@testing-library/react'
import { fakeApi, renderRoutes, storeTokens } from '../../../test/render.js'
import FinancePage from './finance-page.js'

const MONEY = {
  ...{ readAt: '2026-11-22T08:00:00.000Z', ledgerSeq: 4_120 },
  properties: [
    {
      property: { propertyId: 'Prop_1', slug: 'reem', title: 'Reem Tower' },
      ...{ escrowFils: 400_000, pendingFeesFils: 6_000 },
    },
  ],
  ...{ escrowFils: 400_000, pendingFeesFils: 6_000, companyFils: 0, earnedFeesFils: 0, refundsDueFils: 203_000 },
  incomeFils: 50_000,
  ...{ bankFils: 50_000, cardClearingFils: 812_000 },
  suspense: [
    { currency: 'aed', heldMinor: 406_000, missingMinor: 203_000 },
    { currency: 'usd', heldMinor: 5_000, missingMinor: 0 },
  ],
}
const shown = (answer: () => [number, unknown]) =>
  renderRoutes({
    routes: [{ path: '/staff/finance', element: <FinancePage /> }],
    at: '/staff/finance?tab=money',
    api: fakeApi({ 'GET /finance/client-money': answer }),
  })
const valueOf = (term: string) =>
  screen.getAllByText(term, { selector: 'dt' }).map((found) => found.nextElementSibling?.textContent)

beforeEach(() => storeTokens({ 'cognito:groups': ['finance'] }))

describe('the totals of client money', () => {
  it('state where it is and to whom it is owed, with equal sums and the time of reading', async () => {
    shown(() => [200, MONEY])
    expect((await screen.findByText(/As of/)).textContent).toContain('22 Nov 2026')
    expect(valueOf('Refunds due and cash of investors')[0]).toContain('2,030.00')
    expect(valueOf('Rent not distributed, and reserves')[0]).toContain('500.00')
    expect(valueOf('In suspense')[0]).toContain('4,060.00')
    expect(valueOf('In suspense, USD')[0]).toBe('USD 50.00')
    const sums = valueOf('Total')
    expect(sums).toHaveLength(2)
    for (const sum of sums) expect(sum).toContain('10,650.00')
    const row = screen.getByText('Reem Tower').closest('tr')!.textContent
    for (const part of ['4,000.00', '60.00', '4,060.00']) expect(row).toContain(part)
  })

  it('can be read again after a failure', async () => {
    let isDown = true
    shown(() => (isDown ? [503, { code: 'SERVICE_UNAVAILABLE', detail: 'Down' }] : [200, MONEY]))
    const again = await screen.findByRole('button', { name: /try again/i })
    isDown = false
    fireEvent.click(again)
    expect(await screen.findByText('Reem Tower')).toBeTruthy()
  })
})
