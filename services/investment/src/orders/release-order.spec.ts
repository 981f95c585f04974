import { describe, expect, it } from '@jest/globals'
import { Committer, MemoryLedgerStore } from '@hissa/ledger'
import { fils, units } from '@hissa/money'
import { chart } from '../accounts.js'
import { issueUnits } from '../raises/raise.js'
import { reserve } from './order.js'
import type { Order } from './order.model.js'
import { orderChange } from './order.change.js'
import { ReleaseOrder } from './release-order.js'

const at = new Date('2026-11-22T08:00:00Z')
const order: Order = {
  ...{ _id: 'o1', userId: 'u1', propertyId: 'Prop_1_a', slug: 's', title: 't', offeringVersion: 1 },
  ...{ unitPriceFils: fils(10_000), units: units(20), amountFils: fils(200_000), feeFils: fils(0) },
  ...{ totalFils: fils(200_000), state: 'reserved', decisions: [], createdAt: at, version: 0 },
  ...{ expiresAt: at, placeKey: 'place:1', inputHash: 'h', checkoutAttempt: 1, checkoutBegunAt: at },
}

async function release(stored: Order, command: { due: boolean }, sessionId?: string) {
  const store = new MemoryLedgerStore()
  let count = 0
  const ids = { next: () => `id-${(count += 1)}` }
  const ledger = new Committer({ store, chart, now: () => at })
  const transfers = [issueUnits('Prop_1_a', units(100))]
  await ledger.commit({ key: 'issue', inputHash: '', transfers, saves: [], events: [] })
  await ledger.commit(orderChange({ key: 'place:1', inputHash: 'h', order: stored, step: reserve(stored), at }, ids))
  const orders = { byId: async () => store.collection('orders').get('o1') as unknown as Order } as never
  const releases = new ReleaseOrder(ledger, orders, { byId: async () => undefined } as never, { now: () => at }, ids)
  return releases.run('o1', { type: 'expire', ...command }, sessionId ? { sessionId } : {})
}

describe('ReleaseOrder', () => {
  const later = new Date(at.getTime() + 60_000)

  it('releases a reservation at its deadline', async () => {
    expect(await release(order, { due: true })).toBe(true)
  })

  it('does not release one whose deadline was moved after the timer had read it', async () => {
    expect(await release({ ...order, expiresAt: later }, { due: true })).toBe(false)
    expect(await release({ ...order, expiresAt: later }, { due: false })).toBe(true)
  })

  it('ignores a report about the page that an extension replaces', async () => {
    const extended = { ...order, extension: { at, replaced: 'cs_1' } }
    expect(await release(extended, { due: false }, 'cs_1')).toBe(false)
    expect(await release(extended, { due: false }, 'cs_2')).toBe(true)
  })
})
