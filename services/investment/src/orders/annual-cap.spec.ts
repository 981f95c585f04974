import { describe, expect, it } from '@jest/globals'
import { amountOf, Committer, MemoryLedgerStore, type TransferInput } from '@hissa/ledger'
import { type Fils, fils } from '@hissa/money'
import { accounts, chart } from '../accounts.js'
import { capStepOf, capTransfers, type CapStep, isCapAccount } from './annual-cap.js'
import { AnnualLimits } from './annual-limits.js'

const cap = { year: 2026, limitFils: fils(1_000) }
const expiresAt = new Date('2026-11-22T10:31:00Z')
const order = (amountFils: Fils, n = 1, year = 2026) => ({
  ...{ _id: `o${n}`, userId: 'u', amountFils, placeKey: `place:${n}`, expiresAt },
  cap: { ...cap, year },
})

/** A ledger with the limit of 2026 granted. */
async function ledger() {
  let now = new Date('2026-11-22T10:00:00Z')
  const committer = new Committer({ store: new MemoryLedgerStore(), chart, now: () => now })
  const limits = new AnnualLimits(committer)
  await limits.grant('u', cap)
  const commit = async (key: string, transfers: TransferInput[]) => {
    const outcome = await committer.commit({ key, inputHash: '', transfers, saves: [], events: [] })
    return outcome.ok ? 'ok' : outcome.reason
  }
  // The reservation's first transfer holds units; the amount is its second.
  const units = {
    kind: 'single',
    code: 'units',
    debit: accounts.unitsIssued('p'),
    credit: accounts.unitsTreasury('p'),
  } as const
  const step = (of: ReturnType<typeof order>, name: CapStep) => {
    const transfers = capTransfers(of, name)
    const key = name === 'reserve' ? of.placeKey : `${of._id}:${name}`
    return commit(key, name === 'reserve' ? [{ ...units, amount: amountOf('units', 1) }, ...transfers] : transfers)
  }
  return {
    limits,
    step,
    left: async (year = 2026) => (await limits.view('u', { ...cap, year })).leftFils,
    to: (at: Date) => (now = at),
  }
}

describe('the annual limit of an investor', () => {
  it('is exhausted to the fil by reservations and payments, and refuses one more fil', async () => {
    const { step, left } = await ledger()
    expect(await step(order(fils(600)), 'reserve')).toBe('ok')
    expect(await step(order(fils(600)), 'pay')).toBe('ok')
    expect(await step(order(fils(401), 2), 'reserve')).toBe('LIMIT')
    expect(await step(order(fils(400), 3), 'reserve')).toBe('ok')
    expect(await left()).toBe(0)
  })

  it.each<[CapStep[], number]>([
    [['reserve', 'void'], 1_000],
    [['reserve', 'pay'], 400],
    [['reserve', 'pay', 'restore'], 1_000],
    [['reserve', 'void', 'payAgain'], 400],
    [['reserve', 'void', 'payAgain', 'restore'], 1_000],
  ])('after %j leaves %d', async (steps, left) => {
    const of = await ledger()
    for (const name of steps) expect(await of.step(order(fils(600)), name)).toBe('ok')
    expect(await of.left()).toBe(left)
  })

  it('releases a lapsed reservation at its deadline and not before', async () => {
    const { step, left, to } = await ledger()
    await step(order(fils(600)), 'reserve')
    expect(await step(order(fils(600)), 'expire')).toBe('PENDING_NOT_DUE')
    to(expiresAt)
    expect(await step(order(fils(600)), 'expire')).toBe('ok')
    expect(await left()).toBe(1_000)
  })

  it('is not restored beyond what was used', async () => {
    const { step } = await ledger()
    await step(order(fils(600)), 'reserve')
    expect(await step(order(fils(600)), 'restore')).toBe('LIMIT')
  })

  it('is granted once for each year, however often it is requested', async () => {
    const { step, limits, left } = await ledger()
    await Promise.all(Array.from({ length: 5 }, () => limits.grant('u', cap)))
    await step(order(fils(600)), 'reserve')
    await limits.grant('u', cap)
    expect(await left()).toBe(400)
    expect(await step(order(fils(1_000), 2, 2027), 'reserve')).toBe('LIMIT')
    await limits.grant('u', { ...cap, year: 2027 })
    expect(await step(order(fils(1_000), 3, 2027), 'reserve')).toBe('ok')
    expect(await left()).toBe(400)
  })

  it('ends with the calendar year, at midnight of 1 January in Dubai', async () => {
    const { limits } = await ledger()
    expect(await limits.view('u', cap)).toEqual({
      ...{ year: 2026, limitFils: 1_000, usedFils: 0, leftFils: 1_000 },
      resetsAt: '2026-12-31T20:00:00.000Z',
    })
  })
})

describe('capStepOf', () => {
  const receipt = { sessionId: 's', paymentId: 'p', amountFils: fils(1) }

  it.each([
    ['reserved', { type: 'pay', receipt }, 'pay'],
    ['expired', { type: 'payAgain', receipt }, 'payAgain'],
    ['reserved', { type: 'refund', receipt, reason: 'units_unavailable' }, 'void'],
    ['expired', { type: 'refund', receipt, reason: 'units_unavailable' }, undefined],
    ['reserved', { type: 'expire', due: true }, 'expire'],
    ['reserved', { type: 'expire', due: false }, 'void'],
    ['reserved', { type: 'fail', reason: 'x' }, 'void'],
    ['paid', { type: 'cancel', key: 'k', reason: 'cancelled' }, 'restore'],
    ['allotted', { type: 'allot', deedFiledAt: undefined }, undefined],
  ] as const)('returns for a %s order and %j the step %s', (state, command, step) =>
    expect(capStepOf({ state }, command)).toBe(step),
  )

  it('has no transfers for an order without an annual limit', () => {
    const { cap: _, ...uncapped } = order(fils(600))
    expect(capTransfers(uncapped, 'reserve')).toEqual([])
  })

  it('belongs to the accounts that isCapAccount recognises, and no others', () => {
    expect(isCapAccount(accounts.capLeft(2026, 'u'))).toBe(true)
    expect(isCapAccount(accounts.unitsTreasury('cap'))).toBe(false)
  })
})
