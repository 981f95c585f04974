import { describe, expect, it } from '@jest/globals'
import type { UserStatus } from '@hissa/contracts'
import { fils, units } from '@hissa/money'
import type { Clock, Logger } from '@hissa/kernel'
import { Committer, MemoryLedgerStore } from '@hissa/ledger'
import { FakeGateway } from '../../test/fake-gateway.js'
import { chart } from '../accounts.js'
import { issueUnits } from '../raises/raise.js'
import { OpenCheckout } from './open-checkout.js'
import { type Order, reserve } from './order.js'
import { orderChange } from './order.change.js'

const at = new Date('2026-11-22T08:00:00Z')
const clock: Clock = { now: () => at }
const order: Order = {
  ...{ _id: 'o1', userId: 'u1', propertyId: 'Prop_1_a', slug: 's', title: 't', offeringVersion: 1 },
  ...{
    unitPriceFils: fils(10_000),
    units: units(20),
    amountFils: fils(200_000),
    feeFils: fils(3_000),
    totalFils: fils(203_000),
  },
  ...{ state: 'reserved', decisions: [], createdAt: at, expiresAt: new Date(at.getTime() + 1_800_000) },
  ...{ placeKey: 'place:1', inputHash: 'h', checkoutAttempt: 1, checkoutBegunAt: at, version: 0 },
  lockedUntil: new Date(at.getTime() + 30_000),
}

/** Opens the page of an order that was reserved before its investor had `userStatus`. */
async function open(userStatus: UserStatus) {
  const store = new MemoryLedgerStore()
  let count = 0
  const ids = { next: () => `id-${(count += 1)}` }
  const ledger = new Committer({ store, chart, now: () => at })
  const transfers = [issueUnits('Prop_1_a', units(100))]
  await ledger.commit({ key: 'issue', inputHash: '', transfers, saves: [], events: [] })
  await ledger.commit(orderChange({ key: order.placeKey, inputHash: 'h', order, step: reserve(order), at }, ids))
  const stored = () => store.collection('orders').get('o1') as unknown as Order
  const gateway = new FakeGateway()
  const checkout = new OpenCheckout(
    ledger,
    { byId: async () => stored() } as never,
    { byId: async () => undefined } as never,
    { statusOf: async () => userStatus } as never,
    gateway,
    clock,
    clock,
    ids,
    { PUBLIC_URL: 'http://hissa.test' },
    { warn() {}, error() {} } as unknown as Logger,
  )
  const opened = await checkout.run({ ...order, version: 1 })
  const answer = opened.ok ? opened.value : opened.error.code
  return { answer, gateway, stored: stored() }
}

describe('OpenCheckout', () => {
  it('opens the page of an investor who may invest', async () => {
    const { answer, stored } = await open('investor_active')
    expect((answer as { url: string }).url).toMatch(/^https:\/\/pay\.test\//)
    expect(answer).toEqual({ url: stored.checkout?.url, expiresAt: stored.expiresAt })
  })

  it.each([
    ['suspended', 'ACCOUNT_SUSPENDED'],
    ['kyc_pending', 'KYC_REQUIRED'],
  ] as const)(
    'opens no page for an investor who became %s after reserving, and marks the order for release',
    async (status, code) => {
      const { answer, gateway, stored } = await open(status)
      expect(answer).toBe(code)
      expect(gateway.calls).toEqual([])
      expect(stored).toMatchObject({ state: 'reserved', ending: { reason: 'account_not_eligible' } })
      expect(stored.due).toMatchObject({ kind: 'expiry', dueAt: at })
      expect(stored.lockedUntil).toBeUndefined()
    },
  )
})
