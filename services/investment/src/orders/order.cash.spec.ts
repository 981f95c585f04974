import { describe, expect, it } from '@jest/globals'
import { legalOrThrow } from '@hissa/kernel'
import { Book, check, decide as decideBatch, single, type Transfer, type TransferInput } from '@hissa/ledger'
import { type Fils, fils, units } from '@hissa/money'
import { accounts, chart } from '../accounts.js'
import { cashPaymentSave, placePaid } from './order.cash.js'
import { decide } from './order.js'
import type { Order } from './order.model.js'

const at = new Date('2026-11-29T08:00:00Z')
const order: Order = {
  ...{ _id: 'o1', userId: 'u1', propertyId: 'Prop_1_a', slug: 's', title: 't', offeringVersion: 1 },
  ...{ unitPriceFils: fils(10_000), units: units(20), amountFils: fils(200_000), feeFils: fils(3_000) },
  ...{ totalFils: fils(203_000), state: 'reserved', decisions: [], createdAt: at, expiresAt: at, version: 0 },
  ...{ placeKey: 'place:1', inputHash: 'h', checkoutAttempt: 1, checkoutBegunAt: at, lockedUntil: at },
  ...{ openProperty: 'u1:Prop_1_a', openSlot: 'u1:0', large: true, cap: { year: 2026, limitFils: fils(500_000) } },
}
const cash = accounts.investorCash('u1')

/** Commits changes one after another to a ledger with units, a limit and `cashFils`, and returns its balances. */
async function ledgerAfter(cashFils: Fils, ...steps: readonly TransferInput[][]) {
  const book = new Book(chart)
  const posted: Transfer[] = []
  const start = [
    ...single('start', accounts.unitsIssued('Prop_1_a'), accounts.unitsTreasury('Prop_1_a'), units(20)),
    ...single('start', accounts.capGranted(2026), accounts.capLeft(2026, 'u1'), fils(500_000)),
    ...single('start', accounts.bank(), cash, cashFils),
  ]
  const refused: string[] = []
  for (const [index, transfers] of [start, ...steps].entries()) {
    const moment = { seq: posted.length, batchId: `b${index}`, at, known: new Map(), own: new Set<string>() }
    for (const input of transfers)
      if ('debit' in input) for (const id of [input.debit, input.credit]) if (!book.account(id)) book.load(id)
    const change = { key: `k${index}`, inputHash: 'h', transfers, saves: [], events: [] }
    const { batch, outcomes } = decideBatch(book, [change], moment)
    const outcome = outcomes[0]!
    if (!outcome.ok) refused.push('accountId' in outcome ? outcome.accountId : outcome.reason)
    posted.push(...batch.transfers)
  }
  const { balances, faults } = await check(posted, chart)
  expect(faults).toEqual([])
  const balance = (id: string) => (balances.get(id)?.creditsPosted ?? 0) - (balances.get(id)?.debitsPosted ?? 0)
  return { balance, refused }
}

describe('placePaid', () => {
  it('pays units, fee and the annual limit in one step, and leaves nothing of a reservation', async () => {
    const { set, transfers } = placePaid(order, at)
    expect(set).toMatchObject({ state: 'paid', paidFrom: 'cash', paidAt: at })
    for (const field of ['openProperty', 'openSlot', 'lockedUntil', 'large', 'due'])
      expect(set).not.toHaveProperty(field)
    const { balance } = await ledgerAfter(fils(203_000), transfers)
    expect([balance(cash), balance(accounts.escrow('Prop_1_a'))]).toEqual([0, 200_000])
    expect(balance(accounts.pendingFees('Prop_1_a'))).toBe(3_000)
    expect(balance(accounts.unitsOf('Prop_1_a', 'u1'))).toBe(20)
    expect(balance(accounts.capLeft(2026, 'u1'))).toBe(300_000)
  })

  it('is refused by the cash that is one fil short', async () => {
    const { refused } = await ledgerAfter(fils(202_999), placePaid(order, at).transfers)
    expect(refused).toEqual([cash])
  })

  it('restores cash, units and the annual limit when the order is cancelled', async () => {
    const placed = placePaid(order, at)
    const paid = { ...order, ...placed.set }
    const back = legalOrThrow(decide(paid, { type: 'returnToCash', key: 'k2', reason: 'cancelled' }, at))
    expect(back.set).toMatchObject({ state: 'refunded', refundedAt: at, refund: { method: 'cash' } })
    expect(back.set.refund).not.toHaveProperty('hold')
    const { balance } = await ledgerAfter(fils(203_000), placed.transfers, back.transfers)
    expect([balance(cash), balance(accounts.capLeft(2026, 'u1'))]).toEqual([203_000, 500_000])
    expect(balance(accounts.unitsTreasury('Prop_1_a'))).toBe(20)
  })
})

describe('cashPaymentSave', () => {
  it('writes a payment that has succeeded, without anything of a card', () => {
    const { set } = cashPaymentSave(order, at)
    expect(set).toMatchObject({ kind: 'payment', state: 'succeeded', method: 'cash', amount: 203_000 })
    expect(set).not.toHaveProperty('paymentId')
  })
})
