import { webcrypto } from 'node:crypto'
import { beforeEach, describe, expect, it, jest } from '@jest/globals'
import type { StaffOrderRow } from '@hissa/contracts/investment'
import { fils, units } from '@hissa/money'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { fakeApi, renderRoutes, storeTokens } from '../../../test/render.js'
import { dismissToast, toastStore } from '../../lib/toast.js'
import FinancePage from './finance-page.js'

const order = (number: number): StaffOrderRow => ({
  ...{ orderId: `order-${number}`, reference: `HS-${number}`, userId: `investor-${number}`, state: 'paid' },
  ...{ property: { propertyId: 'p', slug: 'p', title: 'Reem' }, units: units(20), amountFils: fils(200_000) },
  ...{ feeFils: fils(3_000), totalFils: fils(203_000), actions: [], version: 2, createdAt: '2026-11-21T07:00:00Z' },
})
const ORDERS = [1, 2, 3, 4, 5].map(order)

/** Answers a list of orders in pages of at most two rows, and names for all investors but the last. */
const api = (change: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    'POST /finance/orders/search': (body) => {
      const { cursor = '0', limit } = body as { cursor?: string; limit: number }
      const [from, to] = [Number(cursor), Number(cursor) + Math.min(limit, 2)]
      const more = to < ORDERS.length ? { cursor: String(to) } : {}
      return [200, { orders: ORDERS.slice(from, to), count: 2, ...more }]
    },
    'POST /finance/names': (body) => {
      const { userIds } = body as { userIds: string[] }
      const named = userIds.filter((userId) => userId !== 'investor-5')
      return [200, { names: named.map((userId) => ({ userId, name: `Name of ${userId}` })) }]
    },
    'POST /finance/exports': () => [200, { recorded: true }],
    ...change,
  })
let saved: Blob[]
const shown = (calls: ReturnType<typeof api>) =>
  renderRoutes({
    routes: [{ path: '/staff/finance', element: <FinancePage /> }],
    at: '/staff/finance?tab=orders&q=pi_1',
    api: calls,
  })
const save = async () => {
  await screen.findByText('HS-1')
  fireEvent.click(screen.getByRole('button', { name: 'Export as CSV' }))
}

beforeEach(() => {
  storeTokens({ 'cognito:groups': ['finance'] })
  Object.defineProperty(crypto, 'subtle', { value: webcrypto.subtle, configurable: true })
  saved = []
  URL.createObjectURL = (blob) => `blob:${saved.push(blob as Blob)}`
  URL.revokeObjectURL = jest.fn()
  HTMLAnchorElement.prototype.click = jest.fn()
})

describe('an exported list', () => {
  it('has the rows of every page, in their order and with all names', async () => {
    const { calls } = shown(api())
    await save()
    await waitFor(() => expect(saved).toHaveLength(1))
    const [, ...rows] = (await textOf(saved[0]!)).trimEnd().split('\r\n')
    const cells = rows.map((row) => row.split(',').map((cell) => cell.slice(1, -1)))
    expect(cells.map(([reference, , name]) => [reference, name])).toEqual([
      ...[1, 2, 3, 4].map((number) => [`HS-${number}`, `Name of investor-${number}`]),
      ['HS-5', 'investor-5'],
    ])
    expect(calls.find(({ call }) => call === 'POST /finance/exports')?.body).toMatchObject({ list: 'orders', rows: 5 })
    const read = calls.filter(({ call }) => call === 'POST /finance/names').flatMap(({ body }) => body)
    expect(read).toEqual([1, 3].map((from) => ({ userIds: namesFrom(from) })))
  })

  it('has no part of a list of which a page can’t be read', async () => {
    let pages = 0
    const answers = api({
      'POST /finance/orders/search': () =>
        ++pages === 3
          ? [503, { code: 'SERVICE_UNAVAILABLE', detail: 'Down' }]
          : [200, { orders: ORDERS.slice(0, 2), count: 2, cursor: '2' }],
    })
    const { calls } = shown(answers)
    await save()
    await waitFor(() => expect(toastStore.get()).toMatchObject({ kind: 'error' }))
    expect(saved).toEqual([])
    expect(calls.some(({ call }) => call === 'POST /finance/exports')).toBe(false)
    dismissToast()
  })
})

/** The investors that are read together: those on the first page, then all others for the file. */
const namesFrom = (from: number) => ORDERS.slice(from - 1, from === 1 ? 2 : 5).map(({ userId }) => userId)

/** Reads a blob; the test environment's blobs lack `text()`. */
function textOf(blob: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.readAsText(blob)
  })
}
