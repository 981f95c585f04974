import { describe, expect, it } from '@jest/globals'
import type { Result } from '@hissa/contracts'
import type { Change } from '@hissa/ledger'
import { fils, units } from '@hissa/money'
import type { Order } from '../../orders/orders.api.js'
import type { Raise } from '../../raises/raises.api.js'
import { SettlePayment } from '../settle-payment.js'
import { BlockOrder } from './block-order.js'
import { CarryOut } from './carry-out.js'
import type { SuspenseItem } from './suspense.js'

const at = new Date('2026-11-22T08:00:00Z')
const after = new Date('2026-11-22T08:00:00.001Z')
const clock = { now: () => at }
const order: Order = {
  ...{ _id: 'o1', userId: 'u1', propertyId: 'Prop_1_a', slug: 's', title: 't', offeringVersion: 1 },
  ...{ unitPriceFils: fils(10_000), units: units(20), amountFils: fils(200_000), feeFils: fils(3_000) },
  ...{ totalFils: fils(203_000), state: 'expired', decisions: [], createdAt: at, version: 3 },
  ...{ expiresAt: at, placeKey: 'place:1', inputHash: 'h', checkoutAttempt: 1, checkoutBegunAt: at },
}
const open: Raise = {
  ...{ _id: 'Prop_1_a', slug: 's', title: 't', offeringVersion: 1, unitPriceFils: fils(10_000), unitsTotal: units(40) },
  ...{ unitsIssued: units(40), minimumFils: fils(200_000), feeBasisPoints: 150, expectedReturnBasisPoints: null },
  ...{ deadline: after, state: 'active', openedAt: at, version: 1 },
}
const item: SuspenseItem = {
  ...{ _id: 'payment:cs_1', kind: 'payment_without_order', direction: 'in', state: 'open' },
  ...{ amount: 203_000, currency: 'aed', openedAt: at, version: 1 },
}

/** Assigns the item to an order; `reads` are the states in which its raise is read, one after another. */
function assign(assigned: Order, ...reads: Raise[]): Promise<Result<Change, unknown>> {
  const ids = { next: () => 'id' }
  const raises = { byId: async () => reads.shift() } as never
  const orders = { byId: async () => assigned } as never
  const payments = { byId: async () => undefined, ofPayment: async () => [] } as never
  const holdings = { of: async () => undefined } as never
  const investors = { statusOf: async () => 'kyc_complete' } as never
  const none = {} as never
  const settle = new SettlePayment(none, orders, payments, holdings, raises, investors, none, clock, ids, none)
  const items = { byId: async () => item, ofPayment: async () => [] } as never
  const others = { handles: () => false } as never
  const block = new BlockOrder(items, orders, payments, ids)
  const carryOut = new CarryOut(items, orders, payments, raises, settle, others, block, clock, ids)
  const subject = { kind: 'suspense' as const, id: item._id }
  return carryOut.change(subject, { type: 'assign', orderId: 'o1' }, { key: 'k', at })
}

describe('assigning a payment in suspense', () => {
  const refused = { ok: false, error: { code: 'RESOLUTION_NOT_POSSIBLE', extra: { why: 'order_state' } } }

  it('pays a lapsed order while its raise is open', async () => {
    expect(await assign(order, open, open)).toMatchObject({ ok: true, value: { key: 'k' } })
  })

  it.each<[string, Partial<Raise>]>([
    ['has closed', { state: 'funded', fundedAt: at }],
    ['is being closed early', { closingAt: at }],
    ['has reached its deadline', { deadline: at }],
  ])('does not pay a lapsed order whose raise %s since it was checked', async (_, change) => {
    expect(await assign(order, open, { ...open, ...change })).toMatchObject(refused)
  })

  it('pays a reserved order, even after the deadline, unless its raise has failed', async () => {
    const reserved: Order = { ...order, state: 'reserved' }
    expect(await assign(reserved, { ...open, deadline: at })).toMatchObject({ ok: true })
    expect(await assign(reserved, { ...open, state: 'failed' })).toMatchObject(refused)
  })
})
