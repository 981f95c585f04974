import { beforeEach, describe, expect, it } from '@jest/globals'
import { TransferBasis, type Dashboard, type ShareTransferView } from '@hissa/contracts/investment'
import { fils, units } from '@hissa/money'
import { screen, within } from '@testing-library/react'
import { anOrder } from '../../../test/order.js'
import { aProperty } from '../../../test/property.js'
import { fakeApi, renderRoutes, storeTokens } from '../../../test/render.js'
import { ACCOUNT, addressOf, hashOf, LOCAL_CHAIN, PROPERTY } from '../../../test/token.js'
import type { AppLocale } from '../../lib/locale.js'
import DashboardPage from './dashboard-page.js'

const transfer = (change: Partial<ShareTransferView> = {}): ShareTransferView => ({
  ...{ transferId: 't-1', direction: 'in', property: PROPERTY, units: units(7), basis: 'inheritance' },
  at: '2026-11-21T21:05:00Z',
  ...change,
})
const ZERO = fils(0)
const dashboard = (change: Partial<Dashboard>): Dashboard => ({
  totals: {
    ...{ investedFils: ZERO, pendingFils: ZERO, reservedFils: ZERO, feesFils: ZERO },
    ...{ units: units(0), properties: 0 },
  },
  ...{ holdings: [], recentOrders: [], todo: [], userStatus: 'investor_active', asOf: '2026-11-22T08:00:00Z' },
  ...change,
})

beforeEach(() => {
  localStorage.clear()
  storeTokens()
})

function open(change: Partial<Dashboard>, locale?: AppLocale) {
  const api = fakeApi({
    'GET /dashboard': () => [200, { success: true, ...dashboard(change) }],
    [`GET /properties/${PROPERTY.slug}`]: () => [200, { success: true, property: aProperty() }],
  })
  renderRoutes({ api, locale, routes: [{ path: '*', element: <DashboardPage /> }] })
}
const rows = async (name: string) => {
  const table = within(await screen.findByRole('table', { name }))
  return table.getAllByRole('row').map((row) => within(row).queryAllByRole('cell'))
}
const textsOf = async (name: string) =>
  (await rows(name)).slice(1).map((cells) => cells.map(({ textContent }) => textContent))

describe('transfers of shares on the dashboard', () => {
  it('state property, shares, Dubai time and reason, also for an investor with no holdings or orders left', async () => {
    const sent = { transferId: 't-2', direction: 'out', units: units(1), basis: 'court_order' } as const
    open({ transfers: [transfer(sent), transfer()] })
    const at = '22 November 2026, 01:05, Dubai time'
    expect(await textsOf('Share transfers')).toEqual([
      [PROPERTY.title, '1 share transferred to another investor', at, 'Court order'],
      [PROPERTY.title, '7 shares transferred to you', at, 'Inheritance'],
    ])
    expect(screen.getByRole('heading', { level: 2, name: 'Share transfers' })).toBeTruthy()
  })

  it('are in Arabic for readers of Arabic', async () => {
    const sent = { transferId: 't-2', direction: 'out', units: units(2), basis: 'correction' } as const
    open({ transfers: [transfer(sent), transfer()] }, 'ar')
    await screen.findAllByText('مارينا غيت 2، 1904')
    const at = '22 نوفمبر 2026، 01:05 بتوقيت دبي'
    expect(await textsOf('عمليات نقل ملكية الحصص')).toEqual([
      ['مارينا غيت 2، 1904', 'نُقلت منك إلى مستثمر آخر ملكية حصتين', at, 'تصحيح سجل الحصص'],
      ['مارينا غيت 2، 1904', 'نُقلت إليك ملكية 7 حصص', at, 'إرث'],
    ])
  })

  it('have a label for each cell, which their cards on a phone show', async () => {
    open({ transfers: [transfer()] })
    const [, cells] = await rows('Share transfers')
    expect(cells!.map((cell) => cell.dataset['label'])).toEqual(['Property', 'Shares', 'Date', 'Reason'])
  })

  it.each(['en', 'ar'] as const)('have their own words for every basis of the contract (%s)', async (locale) => {
    open({ transfers: TransferBasis.options.map((basis) => transfer({ transferId: basis, basis })) }, locale)
    const reasons = (await textsOf(locale === 'en' ? 'Share transfers' : 'عمليات نقل ملكية الحصص')).map((row) => row[3])
    expect(new Set(reasons).size).toBe(TransferBasis.options.length)
    for (const reason of reasons) expect(reason).not.toMatch(/dashboard\.|_/)
  })

  it('link to their transaction once it is confirmed', async () => {
    const onChain = {
      ...{ chainId: LOCAL_CHAIN.chainId, token: addressOf('1'), account: ACCOUNT, transactionHash: hashOf('a') },
    }
    open({ transfers: [transfer({ onChain }), transfer({ transferId: 't-2' })] })
    const links = await screen.findAllByRole('link', { name: 'View transaction' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      `/tokenization/${PROPERTY.slug}/transactions/${hashOf('a')}`,
    ])
  })

  it.each([
    ['has none', []],
    ['comes from an earlier release', undefined],
  ])('are not mentioned if the dashboard %s', async (_case, transfers) => {
    open({ recentOrders: [anOrder()], ...(transfers ? { transfers } : {}) })
    await screen.findByRole('heading', { name: 'Recent orders' })
    expect(screen.queryByText('Share transfers')).toBeNull()
  })
})
