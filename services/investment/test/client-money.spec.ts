import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { CancelOrder, ReadClientMoney } from '@hissa/contracts/investment'
import { newId } from '@hissa/kernel'
import { accounts } from '../src/accounts.js'
import { AMOUNT, Desk, FINANCE, refusal } from './desk.js'
import { Investment } from './harness.js'

let app: Investment
let desk: Desk
beforeAll(async () => {
  app = await Investment.start()
  desk = new Desk(app)
})
afterAll(() => app.stop())

async function bought(propertyId: string) {
  const userId = await app.investor(propertyId)
  const { orderId } = await app.answered(() => app.place(userId, propertyId))
  const sessionId = await app.sessionOf(orderId)
  await desk.settle(app.gateway.webhook(app.gateway.pay(sessionId), `evt_${sessionId}`))
  return { userId, orderId, paymentId: `pi_${sessionId}` }
}

const read = () => app.call(ReadClientMoney, {}, desk.maker, FINANCE)

/** Returns posted credits less debits of every account whose id begins with a text, and their sum. */
async function ledger(prefix: string): Promise<number> {
  const { balances, faults } = await app.proof()
  expect(faults).toEqual([])
  const matching = [...balances].filter(([id]) => id.startsWith(prefix))
  return matching.reduce((sum, [, { creditsPosted = 0, debitsPosted = 0 }]) => sum + creditsPosted - debitsPosted, 0)
}

describe('client money', () => {
  it('is that of the ledger: per property, in all, due to investors, in suspense and missing', async () => {
    const [first, second] = [await app.openRaise(1_000), await app.openRaise(1_000)]
    await bought(first)
    await bought(first)
    const { orderId, userId, paymentId } = await bought(second)
    await bought(second)
    await desk.stray()
    await desk.stray({ currency: 'usd', amount: 5_000 })
    const disputed = await bought(first)
    const dispute = { disputeId: `dp_${newId()}`, paymentId: disputed.paymentId, currency: 'aed', movedMinor: AMOUNT }
    await desk.deliver({
      kind: 'dispute',
      type: 'charge.dispute.funds_withdrawn',
      dispute: { ...dispute, status: 'open' },
    })
    // Its refund stays due, because the processor doesn't accept it.
    app.gateway.refused.add(paymentId)
    await app.call(CancelOrder, { orderId }, userId)
    const money = await read()
    const per = await Promise.all(
      [first, second].map(async (id) => [
        id,
        await ledger(accounts.escrow(id)),
        await ledger(accounts.pendingFees(id)),
      ]),
    )
    const rows = money.properties.map((row) => [row.property.propertyId, row.escrowFils, row.pendingFeesFils])
    expect(rows.sort()).toEqual(per.sort())
    expect(money).toMatchObject({
      escrowFils: await ledger(accounts.escrow('')),
      pendingFeesFils: await ledger(accounts.pendingFees('')),
      companyFils: await ledger(accounts.company('')),
      earnedFeesFils: await ledger(accounts.earnedFees()),
      refundsDueFils: await ledger(accounts.investorCash('')),
      bankFils: -(await ledger(accounts.bank())) || 0,
      cardClearingFils: -(await ledger(accounts.cardClearing())),
      suspense: [
        { currency: 'aed', heldMinor: AMOUNT, missingMinor: AMOUNT },
        { currency: 'usd', heldMinor: 5_000, missingMinor: 0 },
      ],
    })
    expect([money.escrowFils, money.refundsDueFils]).toEqual([4 * 200_000, AMOUNT])
  })

  it('is read by finance only, and each read is recorded', async () => {
    const count = () => app.collection('audit').countDocuments({ action: 'client-money.read' })
    const before = await count()
    await read()
    expect(await count()).toBe(before + 1)
    expect(await refusal(app.call(ReadClientMoney, {}, desk.maker, ['compliance']))).toBe('403 FORBIDDEN')
  })
})
