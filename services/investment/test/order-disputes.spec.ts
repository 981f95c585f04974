import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { CancelOrder, GetDashboard, ListPayments } from '@hissa/contracts/investment'
import { newId } from '@hissa/kernel'
import { units } from '@hissa/money'
import { accounts } from '../src/accounts.js'
import { AMOUNT, Desk, refusal } from './desk.js'
import { Investment } from './harness.js'
import { concurrently, permutations } from './permutations.js'

const HOUR = 60
const DAY = 24 * HOUR

let app: Investment
let desk: Desk
beforeAll(async () => {
  app = await Investment.start()
  desk = new Desk(app)
})
afterAll(() => app.stop())

const STEPS = {
  created: { type: 'charge.dispute.created', status: 'open', movedMinor: 0 },
  withdrawn: { type: 'charge.dispute.funds_withdrawn', status: 'open', movedMinor: AMOUNT },
  lost: { type: 'charge.dispute.closed', status: 'lost', movedMinor: 0 },
  won: { type: 'charge.dispute.closed', status: 'won', movedMinor: 0 },
  reinstated: { type: 'charge.dispute.funds_reinstated', status: 'won', movedMinor: -AMOUNT },
} as const
type Step = keyof typeof STEPS

/** An order of AED 2,000 and its fee, its payment, and the dispute of that payment. */
class Bought {
  readonly disputeId = `dp_${newId()}`
  readonly itemId = `dispute:${this.disputeId}`

  private constructor(
    readonly propertyId: string,
    readonly userId: string,
    readonly orderId: string,
    readonly sessionId: string,
  ) {}

  static async reserved(propertyId: string): Promise<Bought> {
    const userId = await app.investor(propertyId)
    const { orderId } = await app.answered(() => app.place(userId, propertyId))
    return new Bought(propertyId, userId, orderId, await app.sessionOf(orderId))
  }

  static async paid(propertyId: string): Promise<Bought> {
    const bought = await Bought.reserved(propertyId)
    await bought.pay()
    return bought
  }

  pay = () => desk.settle(app.gateway.webhook(app.gateway.pay(this.sessionId), `evt_${this.sessionId}`))

  event(step: Step, change: Record<string, unknown> = {}) {
    const { type, ...rest } = STEPS[step]
    const dispute = {
      disputeId: this.disputeId,
      paymentId: `pi_${this.sessionId}`,
      currency: 'aed',
      ...rest,
      ...change,
    }
    return desk.deliver({ eventId: `${this.disputeId}:${step}`, type, kind: 'dispute', dispute })
  }

  async play(...steps: readonly Step[]): Promise<void> {
    for (const step of steps) await this.event(step)
  }

  row = async () => (await app.order(this.orderId))!
  reaches = (state: string) =>
    app.untilRetried(`the order is ${state}`, async () => (await this.row())['state'] === state)
  cancel = () => app.call(CancelOrder, { orderId: this.orderId }, this.userId)
  holdings = async () => (await app.call(GetDashboard, {}, this.userId)).holdings

  payments = async () => {
    const { payments } = await app.call(ListPayments, { limit: 20 }, this.userId)
    return payments.map(({ kind, method, state, amountFils }) => `${kind} ${method} ${state} ${amountFils}`).sort()
  }
}

/** Returns the net balances of accounts, after checking the ledger. */
async function net(...accountIds: readonly string[]): Promise<number[]> {
  const { balances, faults } = await app.proof()
  expect(faults).toEqual([])
  return accountIds.map((id) => {
    const { creditsPosted = 0, debitsPosted = 0 } = balances.get(id) ?? {}
    return creditsPosted - debitsPosted
  })
}

const ofProperty = (id: string) =>
  net(accounts.unitsTreasury(id), accounts.escrow(id), accounts.pendingFees(id), accounts.peopleCounted(id))
const cash = async ({ userId }: Bought) => (await net(accounts.investorCash(userId)))[0]
const raiseOf = async (propertyId: string) => (await app.collection('raises').findOne({ _id: propertyId }))!
const raiseReaches = (propertyId: string, state: string) =>
  app.untilRetried(`the raise is ${state}`, async () => (await raiseOf(propertyId))['state'] === state)

/**
 * Returns a bought order, and another of the same raise, whose deed is on file and whose cooling-off period is over.
 */
async function allotted(dispute: (bought: Bought) => Promise<unknown> = async () => undefined) {
  const propertyId = await app.openRaise(40)
  const [bought, other] = [await Bought.paid(propertyId), await Bought.paid(propertyId)]
  await dispute(bought)
  await bought.reaches('cooling_off')
  await other.reaches('cooling_off')
  await app.advance(2 * DAY + 1)
  await desk.fileDeed(propertyId)
  await raiseReaches(propertyId, 'completed')
  return bought
}

describe('a disputed order', () => {
  it('cannot be cancelled until the dispute is won', async () => {
    const bought = await Bought.paid(await app.openRaise(100))
    await bought.play('created', 'withdrawn')
    expect((await bought.row())['dispute']).toEqual({ itemId: bought.itemId, state: 'open' })
    expect(await refusal(bought.cancel())).toBe('409 ORDER_DISPUTED')
    expect(await refusal(desk.propose(bought.orderId, { type: 'cancel' }, desk.maker, 'order'))).toBe(
      '409 RESOLUTION_NOT_POSSIBLE dispute_open',
    )
    await bought.play('won', 'reinstated')
    expect((await bought.row())['dispute']).toEqual({ itemId: bought.itemId, state: 'won' })
    expect(await app.events('investment.order.disputed.v1', bought.orderId)).toHaveLength(2)
    await bought.cancel()
    await bought.reaches('refunded')
    expect(await bought.payments()).toEqual(['payment card succeeded 203000', 'refund card succeeded 203000'])
  })

  it('states what is disputed: no more than a dashboard refund has left of the payment', async () => {
    const statedBy = async (refunded: number, disputedMinor: number) => {
      const bought = await Bought.paid(await app.openRaise(100))
      if (refunded > 0) await desk.refundElsewhere(`pi_${bought.sessionId}`, { amount: refunded })
      await bought.event('created', { disputedMinor })
      await bought.event('won', { disputedMinor })
      const events = await app.events('investment.order.disputed.v1', bought.orderId)
      return events.map(({ event }) => event.data.disputedFils)
    }
    expect(await statedBy(50_000, AMOUNT - 50_000)).toEqual([AMOUNT - 50_000, AMOUNT - 50_000])
    expect(await statedBy(50_000, AMOUNT)).toEqual([AMOUNT - 50_000, AMOUNT - 50_000])
    expect(await statedBy(0, 70_000)).toEqual([70_000, 70_000])
  })

  it('stays blocked while any dispute of its payment is open', async () => {
    const bought = await Bought.paid(await app.openRaise(100))
    const second = { disputeId: `dp_${newId()}` }
    await bought.play('created')
    await desk.deliver({
      ...{ type: STEPS.created.type, kind: 'dispute' },
      dispute: { ...second, paymentId: `pi_${bought.sessionId}`, currency: 'aed', status: 'open', movedMinor: 0 },
    })
    await bought.play('won')
    expect((await bought.row())['dispute']).toEqual({ itemId: `dispute:${second.disputeId}`, state: 'open' })
    expect(await refusal(bought.cancel())).toBe('409 ORDER_DISPUTED')
  })
})

describe('a dispute lost before allotment', () => {
  it('reverses the order at the payer’s expense', async () => {
    const propertyId = await app.openRaise(100)
    const start = await desk.balances()
    const bought = await Bought.paid(propertyId)
    expect(await ofProperty(propertyId)).toEqual([80, 200_000, 3_000, 1])
    await bought.play('created', 'withdrawn', 'lost')
    expect(await bought.row()).toMatchObject({
      ...{ state: 'refunded', reason: 'dispute_lost', dispute: { state: 'lost' } },
      refund: { method: 'dispute', amountFils: AMOUNT },
    })
    expect(await ofProperty(propertyId)).toEqual([100, 0, 0, 0])
    expect([await cash(bought), await desk.since(start)]).toEqual([0, [0, 0, 0, 0]])
    expect(await desk.item(bought.itemId)).toMatchObject({
      ...{ state: 'resolved', amount: AMOUNT },
      resolution: { type: 'assigned', orderId: bought.orderId },
    })
    expect(await bought.holdings()).toEqual([])
    expect(await bought.payments()).toEqual(['payment card succeeded 203000', 'refund dispute succeeded 203000'])
    const refunded = await app.events('investment.order.refunded.v1', bought.orderId)
    expect(refunded.map(({ event }) => event.data.refundMethod)).toEqual(['dispute'])
  })

  it('refunds the rest to the card once when a part was disputed', async () => {
    const propertyId = await app.openRaise(100)
    const start = await desk.balances()
    const bought = await Bought.paid(propertyId)
    await bought.event('withdrawn', { movedMinor: 50_000 })
    await bought.event('lost')
    await bought.reaches('refunded')
    expect(await ofProperty(propertyId)).toEqual([100, 0, 0, 0])
    expect([await cash(bought), await desk.since(start)]).toEqual([0, [0, 0, 0, 0]])
    expect(await bought.payments()).toEqual([
      ...['payment card succeeded 203000', 'refund card succeeded 153000', 'refund dispute succeeded 50000'],
    ])
    expect(await desk.item(bought.itemId)).toMatchObject({ state: 'resolved', resolution: { type: 'assigned' } })
    const [reversed] = await app.events('investment.order.refunding.v1', bought.orderId)
    expect(reversed!.event.data).toMatchObject({ refundFils: 153_000, disputedFils: 50_000, totalFils: AMOUNT })
  })

  it('leaves what exceeds the payment for the platform to cover', async () => {
    const start = await desk.balances()
    const bought = await Bought.paid(await app.openRaise(100))
    await bought.event('withdrawn', { movedMinor: AMOUNT + 500 })
    await bought.event('lost')
    expect(await bought.row()).toMatchObject({ state: 'refunded', refund: { amountFils: AMOUNT } })
    expect(await desk.item(bought.itemId)).toMatchObject({ state: 'open', direction: 'out', amount: 500 })
    await desk.resolve(bought.itemId, { type: 'cover', reference: 'FT 500' })
    expect(await desk.since(start)).toEqual([500, 0, 0, -500])
  })

  it('returns to the platform what it had covered', async () => {
    const start = await desk.balances()
    const bought = await Bought.paid(await app.openRaise(100))
    await bought.play('withdrawn', 'won')
    await desk.resolve(bought.itemId, { type: 'cover', reference: 'FT early' })
    await bought.event('lost', { disputeId: bought.disputeId })
    expect(await bought.row()).toMatchObject({ state: 'refunded', reason: 'dispute_lost' })
    expect(await desk.item(bought.itemId)).toMatchObject({ state: 'open', direction: 'in', amount: AMOUNT })
    await desk.resolve(bought.itemId, { type: 'withdraw', reference: 'FT back' })
    expect([await cash(bought), await desk.since(start)]).toEqual([0, [0, 0, 0, 0]])
  })

  it('leads to a refund to the card if its money is returned later', async () => {
    const start = await desk.balances()
    const bought = await Bought.paid(await app.openRaise(100))
    await bought.play('withdrawn', 'lost', 'reinstated')
    await bought.reaches('refunded')
    expect(await bought.payments()).toEqual([
      ...['payment card succeeded 203000', 'refund card succeeded 203000', 'refund dispute failed 203000'],
    ])
    expect([await cash(bought), await desk.since(start)]).toEqual([0, [0, 0, 0, 0]])
  })
})

describe('the events of a payment and its dispute', () => {
  it('reverse the order in whatever order they arrive, each twice', async () => {
    const propertyId = await app.openRaise(1_000)
    const start = await desk.balances()
    await concurrently(permutations(['pay', 'created', 'withdrawn', 'lost'] as const), async (order) => {
      const bought = await Bought.reserved(propertyId)
      for (const step of order)
        for (let n = 0; n < 2; n += 1) await (step === 'pay' ? bought.pay() : bought.event(step))
      await bought.reaches('refunded')
      expect([order, await bought.payments()]).toEqual([
        ...[order, ['payment card succeeded 203000', 'refund dispute succeeded 203000']],
      ])
      expect([order, await cash(bought)]).toEqual([order, 0])
    })
    expect(await desk.since(start)).toEqual([0, 0, 0, 0])
    expect(await ofProperty(propertyId)).toEqual([1_000, 0, 0, 0])
  }, 240_000)

  it('leave the order paid in whatever order they arrive when the dispute is won', async () => {
    const propertyId = await app.openRaise(1_000)
    const start = await desk.balances()
    const all = permutations(['pay', 'withdrawn', 'won', 'reinstated'] as const)
    await concurrently(all, async (order) => {
      const bought = await Bought.reserved(propertyId)
      for (const step of order)
        for (let n = 0; n < 2; n += 1) await (step === 'pay' ? bought.pay() : bought.event(step))
      await app.untilRetried('the dispute is known', async () => (await bought.row())['dispute']?.state === 'won')
      expect([order, (await bought.row())['state']]).toEqual([order, 'paid'])
      expect([order, await desk.item(bought.itemId)]).toMatchObject([order, { state: 'resolved', amount: 0 }])
    })
    expect(await desk.since(start)).toEqual([-all.length * AMOUNT, 0, 0, 0])
  }, 240_000)
})

describe('a dispute lost after allotment', () => {
  it('returns the shares to the treasury, and the loss is the platform’s', async () => {
    const bought = await allotted()
    const { propertyId, userId } = bought
    const [start, before] = [await desk.balances(), await net(accounts.company(propertyId), accounts.earnedFees())]
    await bought.play('withdrawn', 'lost')
    expect(await bought.row()).toMatchObject({
      state: 'refunded',
      reason: 'dispute_lost',
      refund: { method: 'dispute' },
    })
    expect(await net(accounts.unitsHeld(propertyId, userId), accounts.unitsTreasury(propertyId))).toEqual([0, 20])
    expect(await net(accounts.peopleCounted(propertyId))).toEqual([1])
    expect(await bought.holdings()).toEqual([])
    expect(await raiseOf(propertyId)).toMatchObject({ state: 'completed' })
    expect(await desk.item(bought.itemId)).toMatchObject({ state: 'open', direction: 'out', amount: AMOUNT })
    await desk.resolve(bought.itemId, { type: 'cover', reference: 'FT loss' })
    expect(await desk.since(start)).toEqual([AMOUNT, 0, 0, -AMOUNT])
    expect(await net(accounts.company(propertyId), accounts.earnedFees())).toEqual(before)
    expect(await cash(bought)).toBe(0)
  })

  it('refunds the rest at the platform’s cost when a part was disputed', async () => {
    const bought = await allotted()
    const start = await desk.balances()
    await bought.event('withdrawn', { movedMinor: 50_000 })
    await bought.event('lost')
    await bought.reaches('refunded')
    expect(await bought.payments()).toEqual([
      ...['payment card succeeded 203000', 'refund card succeeded 153000', 'refund dispute succeeded 50000'],
    ])
    await desk.resolve(bought.itemId, { type: 'cover', reference: 'FT loss' })
    await desk.resolve(`${bought.itemId}:rest`, { type: 'cover', reference: 'FT rest' })
    expect([await cash(bought), await desk.since(start)]).toEqual([0, [AMOUNT, 0, 0, -AMOUNT]])
  })
})

describe('a dispute that is won after its raise failed or was allotted', () => {
  it('refunds the order of a raise that failed during the dispute', async () => {
    const deadline = new Date(app.now().getTime() + 30 * DAY * 60_000).toISOString()
    const propertyId = await app.openRaise(100, { minimumUnits: units(50), deadline })
    const bought = await Bought.paid(propertyId)
    await bought.play('created', 'withdrawn')
    await app.advance(30 * DAY)
    await raiseReaches(propertyId, 'failed')
    await app.untilRetried('the raise has no more work', async () => (await raiseOf(propertyId))['due'] === undefined)
    expect(await bought.row()).toMatchObject({ state: 'paid', dispute: { state: 'open' } })
    await bought.play('won', 'reinstated')
    await bought.reaches('refunded')
    expect(await bought.row()).toMatchObject({ reason: 'raise_failed' })
    expect(await cash(bought)).toBe(0)
  })

  it('allots the order of a raise that was allotted during the dispute', async () => {
    const bought = await allotted((disputed) => disputed.play('created', 'withdrawn'))
    expect(await bought.row()).toMatchObject({ state: 'cooling_off', dispute: { state: 'open' } })
    await bought.play('won', 'reinstated')
    await bought.reaches('allotted')
    expect((await bought.row())['due']).toBeUndefined()
    expect(await net(accounts.unitsHeld(bought.propertyId, bought.userId))).toEqual([20])
  })
})
