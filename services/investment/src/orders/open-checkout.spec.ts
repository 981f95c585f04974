import { describe, expect, it } from '@jest/globals'
import type { UserStatus } from '@hissa/contracts'
import { fils, units } from '@hissa/money'
import { type Clock, legalOrThrow, type Logger } from '@hissa/kernel'
import { Committer, MemoryLedgerStore } from '@hissa/ledger'
import { FakeGateway } from '../../test/fake-gateway.js'
import { chart } from '../accounts.js'
import { issueUnits } from '../raises/raise.js'
import { OpenCheckout } from './open-checkout.js'
import { decide, reserve } from './order.js'
import type { Order } from './order.model.js'
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

/** Opens the page of an order that was reserved before its investor had `userStatus`. It may lapse while that is done. */
async function open(userStatus: UserStatus, { lapses = false } = {}) {
  const store = new MemoryLedgerStore()
  let count = 0
  const ids = { next: () => `id-${(count += 1)}` }
  const ledger = new Committer({ store, chart, now: () => at })
  const transfers = [issueUnits('Prop_1_a', units(100))]
  await ledger.commit({ key: 'issue', inputHash: '', transfers, saves: [], events: [] })
  await ledger.commit(orderChange({ key: order.placeKey, inputHash: 'h', order, step: reserve(order), at }, ids))
  const stored = () => store.collection('orders').get('o1') as unknown as Order
  const gateway = new FakeGateway()
  const lapse = async () => {
    const step = legalOrThrow(decide(stored(), { type: 'expire', due: false }, at))
    await ledger.commit(orderChange({ key: 'lapse', inputHash: 'h', order: stored(), step, at }, ids))
    // The page cannot be closed either.
    gateway.faults.push('before')
  }
  if (lapses) gateway.afterOpen = lapse
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

  it('answers that the reservation is closed if it has lapsed and its page cannot be closed now', async () => {
    const { answer, stored } = await open('investor_active', { lapses: true })
    expect(answer).toBe('RESERVATION_CLOSED')
    expect(stored).toMatchObject({ state: 'expired' })
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
