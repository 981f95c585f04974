import { describe, expect, it } from '@jest/globals'
import type { OrderState } from '@hissa/contracts/investment'
import { legalOrThrow } from '@hissa/kernel'
import { Book, check, decide as decideBatch, type Transfer } from '@hissa/ledger'
import { fils, units } from '@hissa/money'
import fc from 'fast-check'
import { accounts, chart } from '../accounts.js'
import { dueFrom } from '../due/due.js'
import { decide as decideOrder, reserve } from './order.js'
import { holdOf, type Order, ORDER_TRANSITIONS, type OrderCommand } from './order.model.js'

const at = new Date('2026-11-21T08:00:00Z')
const order = (state: OrderState = 'reserved'): Order => ({
  ...{
    _id: 'o1',
    userId: 'u1',
    propertyId: 'Prop_1_a',
    slug: 's',
    title: 't',
    offeringVersion: 1,
    unitPriceFils: fils(10_000),
  },
  ...{
    units: units(20),
    amountFils: fils(200_000),
    feeFils: fils(3_000),
    totalFils: fils(203_000),
    state,
    decisions: [],
    createdAt: at,
  },
  ...{ expiresAt: at, placeKey: 'place:1', inputHash: 'h', checkoutAttempt: 1, checkoutBegunAt: at, version: 3 },
  ...(state === 'refunding' || state === 'refunded'
    ? { refund: { hold: 'settle:cs#1', amountFils: fils(203_000), attempt: 1 } }
    : {}),
})
const receipt = { sessionId: 'cs', paymentId: 'pi', amountFils: fils(203_000) }
const minted = {
  ...{ chainId: 31_337, token: '0xt', account: '0xa', transactionHash: '0xh', blockNumber: 7, at, version: 1 },
}
const COMMANDS: Record<string, OrderCommand> = {
  pay: { type: 'pay', receipt },
  payAgain: { type: 'payAgain', receipt },
  refund: { type: 'refund', receipt, reason: 'units_unavailable' },
  confirmRefund: { type: 'confirmRefund', refundId: 're' },
  failRefund: { type: 'failRefund', key: 'order:o1:3:refund', next: { due: dueFrom('refund', at) } },
  settleRefund: { type: 'settleRefund', account: accounts.bank() },
  settlePart: {
    type: 'settlePart',
    account: accounts.bank(),
    amountFils: fils(1_000),
    elsewhereFils: fils(0),
    key: 'k',
  },
  scheduleRelease: { type: 'scheduleRelease', reason: 'released' },
  extend: { type: 'extend', begunAt: at, expiresAt: at, lockedUntil: at },
  expire: { type: 'expire', due: true },
  fail: { type: 'fail', reason: 'r' },
  beginCoolingOff: { type: 'beginCoolingOff', endsAt: at },
  reopen: { type: 'reopen' },
  cancel: { type: 'cancel', key: 'k', reason: 'cancelled' },
  returnToCash: { type: 'returnToCash', key: 'k', reason: 'cancelled' },
  requestRefund: { type: 'requestRefund' },
  allot: { type: 'allot', deedFiledAt: at },
  issue: { type: 'issue', minted },
  refundFee: { type: 'refundFee', amountFils: fils(1_000) },
  reverse: {
    ...{ type: 'reverse', key: 'k', itemId: 'd', lostFils: fils(203_000) },
    pays: [{ account: accounts.suspenseOut(), amountFils: fils(203_000) }],
  },
  reversePart: {
    ...{ type: 'reversePart', key: 'k', itemId: 'd', lostFils: fils(3_000) },
    pays: [{ account: accounts.suspenseOut(), amountFils: fils(3_000) }],
  },
}
const LEADS_TO: Record<string, OrderState> = {
  ...{
    pay: 'paid',
    payAgain: 'paid',
    refund: 'refunding',
    confirmRefund: 'refunded',
    failRefund: 'refunding',
    settleRefund: 'refunded',
    settlePart: 'refunding',
    scheduleRelease: 'reserved',
    expire: 'expired',
    fail: 'failed',
  },
  ...{ beginCoolingOff: 'cooling_off', reopen: 'paid', cancel: 'cancelled', requestRefund: 'refunding' },
  returnToCash: 'refunded',
  ...{ allot: 'allotted', issue: 'issued', reverse: 'refunded', reversePart: 'refunding' },
}

/** The states that accept each command. */
const ONLY_FROM: Record<string, OrderState[]> = {
  pay: ['reserved'],
  payAgain: ['expired'],
  refund: ['reserved', 'expired'],
  confirmRefund: ['refunding'],
  failRefund: ['refunding', 'refunded'],
  settleRefund: ['refunding'],
  settlePart: ['refunding'],
  scheduleRelease: ['reserved'],
  extend: ['reserved'],
  expire: ['reserved'],
  fail: ['reserved'],
  beginCoolingOff: ['paid', 'cooling_off'],
  reopen: ['cooling_off'],
  cancel: ['paid', 'cooling_off'],
  returnToCash: ['paid', 'cooling_off'],
  requestRefund: ['cancelled'],
  allot: ['cooling_off'],
  issue: ['allotted'],
  refundFee: ['paid', 'cooling_off'],
  reverse: ['paid', 'cooling_off', 'allotted', 'issued'],
  reversePart: ['paid', 'cooling_off', 'allotted', 'issued'],
}
const decide = (...decided: Parameters<typeof decideOrder>) => legalOrThrow(decideOrder(...decided))

describe('a refund of a payment that was partly refunded in the dashboard', () => {
  const refunding = (): Order => {
    const before = order('refunding')
    return { ...before, refund: { ...before.refund!, elsewhereFils: fils(50_000) } }
  }
  const settled = (amount: number, elsewhere: number) =>
    decide(
      refunding(),
      {
        ...{ type: 'settlePart', account: accounts.suspenseOut(), key: 'k' },
        ...{ amountFils: fils(amount), elsewhereFils: fils(elsewhere) },
      },
      at,
    ).set.refund

  it('keeps that part when an attempt fails', () => {
    expect(decide(refunding(), COMMANDS.failRefund!, at).set.refund).toMatchObject({
      ...{ amountFils: 203_000, elsewhereFils: 50_000, attempt: 2 },
    })
  })

  it('no longer owes that part once it is assigned, and keeps what is not', () => {
    expect(settled(50_000, 50_000)).toEqual({ hold: 'k#2', amountFils: 153_000, attempt: 2 })
    expect(settled(20_000, 20_000)).toMatchObject({ amountFils: 183_000, elsewhereFils: 30_000 })
    expect(settled(20_000, 0)).toMatchObject({ amountFils: 183_000, elsewhereFils: 50_000 })
    expect(settled(60_000, 60_000)).toEqual({ hold: 'k#2', amountFils: 143_000, attempt: 2 })
  })
})

describe('the transition table', () => {
  it('contains every state and leads only to known states', () => {
    const states = Object.keys(ORDER_TRANSITIONS)
    expect(states).toHaveLength(10)
    for (const targets of Object.values(ORDER_TRANSITIONS))
      for (const next of Object.values(targets)) expect(states).toContain(next)
  })

  it.each(Object.keys(COMMANDS))('allows %s only from its allowed states', (name) => {
    for (const state of Object.keys(ORDER_TRANSITIONS) as OrderState[]) {
      const decided = decideOrder({ ...order(state), coolingOffEndsAt: at }, COMMANDS[name]!, at)
      if (ONLY_FROM[name]!.includes(state)) {
        expect(decided.ok && { state, ...decided.value.set }.state).toBe(LEADS_TO[name] ?? state)
      } else expect(decided).toEqual({ ok: false, error: { code: 'ILLEGAL_TRANSITION', from: state, command: name } })
    }
  })

  it.each(Object.keys(ORDER_TRANSITIONS) as OrderState[])(
    'records a page that was opened for an order in %s',
    (state) => {
      const { set } = decide(order(state), { type: 'attachCheckout', sessionId: 'cs', url: 'u' }, at)
      expect(set).toMatchObject({ checkout: { sessionId: 'cs', url: 'u' } })
      expect([set.state, 'due' in set]).toEqual([undefined, state === 'reserved'])
    },
  )
})

describe('allotment', () => {
  const cooled: Order = { ...order('cooling_off'), coolingOffEndsAt: at }
  const before = new Date(at.getTime() - 1)
  const open = { id: 'd', state: 'open' as const, openedAt: at }

  it.each<[string, Order, Date | undefined, Date, boolean]>([
    ['after the cooling-off period and the deed', cooled, before, at, true],
    ['a millisecond before the cooling-off period ends', cooled, before, before, false],
    ['without a cooling-off period', order('cooling_off'), before, at, false],
    ['before the deed is filed', cooled, undefined, at, false],
    ['during a dispute', { ...cooled, dispute: open as never }, before, at, false],
  ])('%s', (_, some, deedFiledAt, now, isLegal) => {
    expect(decideOrder(some, { type: 'allot', deedFiledAt }, now).ok).toBe(isLegal)
  })
})

describe('an issued order', () => {
  const issued: Order = { ...order('issued'), allottedAt: at, issuedAt: at, minted }

  it('moves no units when it is issued: the register counts them since the allotment', () => {
    expect(decide({ ...order('allotted'), allottedAt: at }, { type: 'issue', minted }, at)).toMatchObject({
      ...{ set: { state: 'issued', issuedAt: at, minted }, transfers: [] },
    })
  })

  it('returns its units from the register to the treasury when a dispute is lost, like an allotted one', () => {
    const reverse = { ...COMMANDS['reverse'], pays: [] } as OrderCommand
    const { transfers } = decide(issued, reverse, at)
    expect(transfers).toMatchObject([
      { debit: accounts.unitsHeld('Prop_1_a', 'u1'), credit: accounts.unitsTreasury('Prop_1_a'), amount: 20 },
    ])
    expect(transfers).toEqual(decide({ ...issued, state: 'allotted' }, reverse, at).transfers)
  })
})

describe('decide', () => {
  it('pays with the investor’s money first, then books escrow and the pending fee', () => {
    const { transfers, unset } = decide(order(), { type: 'pay', receipt }, at)
    expect(transfers).toMatchObject([
      { kind: 'post', pendingId: holdOf(order()) },
      { debit: accounts.cardClearing(), credit: accounts.investorCash('u1'), amount: 203_000 },
      { debit: accounts.investorCash('u1'), credit: accounts.escrow('Prop_1_a'), amount: 200_000 },
      { debit: accounts.investorCash('u1'), credit: accounts.pendingFees('Prop_1_a'), amount: 3_000 },
    ])
    expect(unset).toEqual(expect.arrayContaining(['openProperty', 'openSlot', 'ending', 'reason']))
  })

  it('releases the units of a refunded reservation, and holds the money by the second transfer', () => {
    const { set, transfers } = decide(order(), { type: 'refund', receipt, reason: 'account_not_eligible' }, at)
    expect(transfers).toMatchObject([
      { code: 'card.receive' },
      { kind: 'pending', code: 'card.refund', amount: 203_000 },
      { kind: 'void', pendingId: holdOf(order()) },
    ])
    expect(set).toMatchObject({ reason: 'account_not_eligible', closedAt: at, refund: { hold: 'settle:cs#1' } })
    const late = decide(order('expired'), { type: 'refund', receipt, reason: 'units_unavailable' }, at)
    expect(late.transfers).toHaveLength(2)
    expect(late.set.closedAt).toBeUndefined()
  })

  it('records why a reservation ended: it lapsed, or the reason for releasing it', () => {
    expect(decide(order(), { type: 'expire', due: true }, at).set.reason).toBe('lapsed')
    const { set } = decide(order(), { type: 'scheduleRelease', reason: 'released' }, at)
    expect(decide({ ...order(), ...set }, { type: 'expire', due: true }, at).set.reason).toBe('released')
  })

  it('keeps the ledger consistent through every path of an order', async () => {
    const returned = ['expire', 'refund', 'confirmRefund', 'failRefund']
    const paths = [
      ...[['pay'], ['expire'], ['fail'], ['expire', 'payAgain'], ['expire', 'refund', 'confirmRefund']],
      ...[returned, [...returned, 'failRefund', 'confirmRefund'], ['refund', 'confirmRefund']],
    ]
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...paths), { maxLength: 8 }), async (orders) => {
        const ledger = newBook()
        ledger.post('issue', [
          {
            kind: 'single',
            code: 'i',
            debit: accounts.unitsIssued('Prop_1_a'),
            credit: accounts.unitsTreasury('Prop_1_a'),
            amount: units(200),
          },
        ])
        for (const [n, path] of orders.entries())
          walk(ledger, { ...order(), _id: `o${n}`, placeKey: `place:${n}` }, path)
        const { faults, balances } = await check(ledger.transfers, chart)
        expect(faults).toEqual([])
        const returnedCount = orders.filter((path) => path === returned).length
        const paid = orders.filter((path) => path.at(-1)?.startsWith('pay')).length
        expect(balances.get(accounts.escrow('Prop_1_a'))?.creditsPosted ?? 0).toBe(paid * 200_000)
        expect(balances.get(accounts.cardClearing())?.debitsPosted ?? 0).toBe(
          (balances.get(accounts.cardClearing())?.creditsPosted ?? 0) + (paid + returnedCount) * 203_000,
        )
        expect(balances.get(accounts.investorCash('u1'))?.debitsPending ?? 0).toBe(returnedCount * 203_000)
      }),
    )
  })
})

/** Creates a ledger in memory that takes one change at a time. */
function newBook() {
  const book = new Book(chart)
  const transfers: Transfer[] = []
  const load = (id: string) => book.account(id) ?? book.load(id)
  const post = (key: string, inputs: ReturnType<typeof decide>['transfers']) => {
    for (const input of inputs) {
      if ('debit' in input) [input.debit, input.credit].forEach(load)
    }
    const change = { key, inputHash: '', transfers: inputs, saves: [], events: [] }
    const { batch, outcomes } = decideBatch(book, [change], {
      seq: transfers.length,
      batchId: key,
      at,
      known: new Map(),
      own: new Set(),
    })
    expect(outcomes).toMatchObject([{ ok: true }])
    transfers.push(...batch.transfers)
  }
  return { post, transfers }
}

function walk(ledger: ReturnType<typeof newBook>, begun: Order, path: string[]): void {
  ledger.post(begun.placeKey, reserve(begun).transfers)
  let current = begun
  const mine = { sessionId: begun._id, paymentId: begun._id, amountFils: fils(203_000) }
  for (const name of path) {
    const command = COMMANDS[name]!
    const key = 'receipt' in command ? `settle:${begun._id}` : `${begun._id}:${current.version}`
    const fitted = {
      ...command,
      ...('receipt' in command ? { receipt: mine } : {}),
      ...('key' in command ? { key } : {}),
    }
    const step = decide(current, fitted, at)
    if (step.transfers.length > 0) ledger.post(key, step.transfers)
    current = { ...current, ...step.set, version: current.version + 1 }
  }
}
