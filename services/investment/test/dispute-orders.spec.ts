import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { newId } from '@hissa/kernel'
import { AMOUNT, Desk, refusal } from './desk.js'
import { Investment } from './harness.js'
import { concurrently, permutations } from './permutations.js'

let app: Investment
let desk: Desk
let start: number[]
beforeAll(async () => {
  app = await Investment.start()
  desk = new Desk(app)
})
afterAll(() => app.stop())
beforeEach(async () => {
  start = await desk.balances()
})

const STEPS = {
  created: { type: 'charge.dispute.created', status: 'open', movedMinor: 0 },
  withdrawn: { type: 'charge.dispute.funds_withdrawn', status: 'open', movedMinor: AMOUNT },
  lost: { type: 'charge.dispute.closed', status: 'lost', movedMinor: 0 },
  reinstated: { type: 'charge.dispute.funds_reinstated', status: 'won', movedMinor: -AMOUNT },
  again: { type: 'charge.dispute.funds_withdrawn', status: 'lost', movedMinor: AMOUNT },
} as const
type Step = keyof typeof STEPS | 'cover' | 'withdraw'

class Dispute {
  readonly id = `dp_${newId()}`
  readonly itemId = `dispute:${this.id}`
  readonly paymentId = `pi_${this.id}`

  async play(steps: readonly Step[], copies = 1): Promise<void> {
    for (const step of steps) {
      if (step === 'cover' || step === 'withdraw')
        await desk.resolve(this.itemId, { type: step, reference: `FT ${step}` })
      else for (let n = 0; n < copies; n += 1) await this.event(step)
    }
  }

  event(step: keyof typeof STEPS, change: Record<string, unknown> = {}) {
    const { type, status, movedMinor } = STEPS[step]
    const update = { disputeId: this.id, paymentId: this.paymentId, currency: 'aed', status, movedMinor, ...change }
    return desk.deliver({ eventId: `${this.id}:${step}`, type, kind: 'dispute', dispute: update })
  }
}

describe('a dispute that the platform covered and the processor reinstated', () => {
  it('is the platform’s money in suspense, and is withdrawn by maker and checker', async () => {
    const dispute = new Dispute()
    await dispute.play(['withdrawn', 'lost', 'cover', 'reinstated'], 2)
    expect(await desk.item(dispute.itemId)).toMatchObject({ state: 'open', direction: 'in', amount: AMOUNT })
    expect(await desk.since(start)).toEqual([0, AMOUNT, 0, -AMOUNT])
    expect(await desk.listed(dispute.itemId)).toMatchObject({ actions: ['withdraw'] })
    expect(await refusal(desk.propose(dispute.itemId, { type: 'refund' }))).toBe('409 RESOLUTION_NOT_POSSIBLE action')
    await dispute.play(['withdraw'])
    expect(await desk.item(dispute.itemId)).toMatchObject({ state: 'resolved', resolution: { type: 'withdrawn' } })
    expect(await desk.since(start)).toEqual([0, 0, 0, 0])
  })

  it('is covered by the same money when it is withdrawn again', async () => {
    const dispute = new Dispute()
    await dispute.play(['withdrawn', 'lost', 'cover', 'reinstated', 'again'], 2)
    expect(await desk.item(dispute.itemId)).toMatchObject({ state: 'resolved', resolution: { type: 'covered' } })
    expect(await desk.since(start)).toEqual([AMOUNT, 0, 0, -AMOUNT])
  })

  it('is covered a second time when the platform had withdrawn its money in between', async () => {
    const dispute = new Dispute()
    await dispute.play(['withdrawn', 'lost', 'cover', 'reinstated', 'withdraw', 'again'], 2)
    expect(await desk.item(dispute.itemId)).toMatchObject({ state: 'open', direction: 'out', amount: AMOUNT })
    expect(await desk.since(start)).toEqual([AMOUNT, 0, -AMOUNT, 0])
    await dispute.play(['cover'])
    expect(await desk.since(start)).toEqual([AMOUNT, 0, 0, -AMOUNT])
  })

  it('returns exactly the covered amount to the platform when the processor reinstates a fil less', async () => {
    const dispute = new Dispute()
    await dispute.play(['withdrawn', 'lost', 'cover'])
    await dispute.event('reinstated', { movedMinor: 1 - AMOUNT })
    expect(await desk.item(dispute.itemId)).toMatchObject({ state: 'open', direction: 'in', amount: AMOUNT - 1 })
    await dispute.play(['withdraw'])
    expect(await desk.since(start)).toEqual([1, 0, 0, -1])
  })
})

describe('the events of a dispute that is withdrawn, reinstated and withdrawn again', () => {
  const all = permutations(['created', 'withdrawn', 'lost', 'reinstated', 'again'] as const)

  it('are booked the same in every order, each delivered twice, and leave one amount to cover', async () => {
    await concurrently(all, async (order) => {
      const dispute = new Dispute()
      await dispute.play(order, 2)
      const item = await desk.item(dispute.itemId)
      expect({ order, state: item!['state'], amount: item!['amount'], direction: item!['direction'] }).toEqual({
        ...{ order, state: 'open', amount: AMOUNT, direction: 'out' },
      })
      await dispute.play(['cover'])
    })
    expect(await desk.since(start)).toEqual([all.length * AMOUNT, 0, 0, -all.length * AMOUNT])
  }, 240_000)

  it('are booked the same at whichever point the platform covers the dispute', async () => {
    const later = permutations(['reinstated', 'again'] as const)
    let count = 0
    for (const rest of later)
      for (const at of [0, 1, 2]) {
        const dispute = new Dispute()
        const tail: Step[] = rest.toSpliced(at, 0, 'cover' as never)
        await dispute.play(['withdrawn', 'lost'])
        for (const step of tail) {
          // While the money is back, nothing is missing and there is nothing to cover.
          if (step === 'cover' && (await desk.item(dispute.itemId))!['state'] === 'resolved') continue
          await dispute.play([step], 2)
        }
        const { state, direction } = (await desk.item(dispute.itemId))!
        if (state === 'open') await dispute.play([direction === 'in' ? 'withdraw' : 'cover'])
        expect(await desk.item(dispute.itemId)).toMatchObject({ state: 'resolved' })
        count += 1
        expect({ tail, since: await desk.since(start) }).toEqual({
          tail,
          since: [count * AMOUNT, 0, 0, -count * AMOUNT],
        })
      }
  }, 120_000)
})

describe('a dispute', () => {
  it('applies an event once when it is delivered many times concurrently', async () => {
    const dispute = new Dispute()
    for (const step of ['withdrawn', 'lost'] as const) {
      const answers = await Promise.all(Array.from({ length: 8 }, () => dispute.event(step)))
      expect(answers.filter(({ outcome }) => outcome === 'applied')).toHaveLength(1)
    }
    expect(await desk.since(start)).toEqual([AMOUNT, 0, -AMOUNT, 0])
  })

  it('is booked in an event’s currency when that differs from its first event’s', async () => {
    const dispute = new Dispute()
    const usd = await desk.balances('usd')
    await dispute.play(['created'])
    await dispute.event('withdrawn', { currency: 'usd', movedMinor: 55_000 })
    expect(await desk.since(start)).toEqual([0, 0, 0, 0])
    expect(await desk.since(usd, 'usd')).toEqual([55_000, 0, -55_000, 0])
  })

  it('is netted against its payment in suspense once lost, and owed again when reinstated', async () => {
    const dispute = new Dispute()
    const { itemId } = await desk.stray({ paymentId: dispute.paymentId })
    await dispute.play(['created', 'withdrawn'])
    expect(await refusal(desk.propose(itemId, { type: 'net' }))).toBe('409 RESOLUTION_NOT_POSSIBLE dispute_open')
    expect(await refusal(desk.propose(itemId, { type: 'refund' }))).toBe('409 RESOLUTION_NOT_POSSIBLE left_elsewhere')
    await dispute.play(['lost'])
    await desk.resolve(itemId, { type: 'net' })
    expect(await desk.since(start)).toEqual([0, 0, 0, 0])
    await dispute.play(['reinstated'], 3)
    expect(await desk.since(start)).toEqual([-AMOUNT, AMOUNT, 0, 0])
    await dispute.play(['again'], 3)
    const owed = await app
      .collection('suspense')
      .findOne({ paymentId: dispute.paymentId, direction: 'in', state: 'open' })
    await desk.resolve(owed!._id, { type: 'net' })
    expect(await desk.since(start)).toEqual([0, 0, 0, 0])
    const left = await app
      .collection('suspense')
      .countDocuments({ paymentId: dispute.paymentId, state: { $ne: 'resolved' } })
    expect(left).toBe(0)
  })
})
