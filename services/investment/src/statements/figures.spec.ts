import { describe, expect, it } from '@jest/globals'
import { Committer, EMPTY, MemoryLedgerStore, type Transfer, transferId } from '@hissa/ledger'
import { fils, sum, units } from '@hissa/money'
import fc from 'fast-check'
import { accounts, chart } from '../accounts.js'
import { accountFigures, type PaidShare, type StatementFacts, type TaxFacts, taxFigures } from './figures.js'
import { momentsOf } from './period.js'

const USER = 'investor-1'
const CASH = accounts.investorCash(USER)
const START = Date.parse('2026-01-01T00:00:00+04:00')
const DAY_MS = 86_400_000
const dayOf = (days: number) => new Date(START + 4 * 3_600_000 + days * DAY_MS).toISOString().slice(0, 10)

const facts = (more: Partial<StatementFacts>): StatementFacts => ({
  ...{ investor: { id: USER }, account: CASH, from: '2026-01-01', to: '2026-01-31', opening: EMPTY, closing: EMPTY },
  ...{ ledger: { after: 0, upTo: 9 }, transfers: [], holdings: [], titles: new Map([['p-1', 'Marina Heights']]) },
  ...more,
})
const credit = (seq: number, code: string, amount: number, ref: Record<string, string> = {}) => ({
  ...{ _id: `key#${seq}`, seq, at: new Date('2026-01-10T21:30:00Z'), code, amount, ref },
  ...(amount > 0 ? { debit: accounts.bank(), credit: CASH } : { debit: CASH, credit: accounts.bank() }),
  amount: Math.abs(amount),
})
const balance = (amount: number, pending = 0) => ({ ...EMPTY, creditsPosted: amount, debitsPending: pending })

/** One step of an investor's life in the ledger, some time after the one before. */
const step = fc.record({
  kind: fc.constantFrom('income', 'buy', 'cancel', 'reserve', 'confirm', 'release'),
  amount: fc.integer({ min: 1, max: 5_000_000 }),
  afterMs: fc.constantFrom(0, 1, 3_600_000, DAY_MS, 9 * DAY_MS),
})

/** Applies the steps to a ledger; those that the ledger refuses have no effect. */
async function live(steps: readonly { kind: string; amount: number; afterMs: number }[]) {
  let now = START
  const store = new MemoryLedgerStore()
  const ledger = new Committer({ store, chart, now: () => new Date(now) })
  const pending: string[] = []
  for (const [index, { kind, amount, afterMs }] of steps.entries()) {
    now += afterMs
    const key = `step-${index}`
    const bank = accounts.bank()
    const pendingId = pending.at(-1) ?? 'none'
    const single = (code: string, debit: string, to: string) => ({
      kind: 'single' as const,
      code,
      debit,
      credit: to,
      amount: fils(amount),
    })
    const transfers = {
      income: [single('distribution.pay', bank, CASH)],
      buy: [single('card.receive', bank, CASH), single('order.subscribe', CASH, accounts.escrow('p-1'))],
      cancel: [single('order.unsubscribe', accounts.escrow('p-1'), CASH)],
      reserve: [{ ...single('withdrawal', CASH, accounts.payoutsInFlight()), kind: 'pending' as const }],
      confirm: [{ kind: 'post' as const, code: 'withdrawal_paid', pendingId, ref: { reference: key } }],
      release: [{ kind: 'void' as const, code: 'withdrawal_cancelled', pendingId }],
    }[kind]!
    const outcome = await ledger.commit({ key, inputHash: key, transfers, saves: [], events: [] })
    if (outcome.ok && kind === 'reserve') pending.push(transferId(key, 0))
    if (outcome.ok && (kind === 'confirm' || kind === 'release')) pending.pop()
  }
  now += DAY_MS
  return { ledger, transfers: store.transfers }
}

describe('the statement of an account', () => {
  it('closes with what the ledger has, for any history and any days', async () => {
    await fc.assert(
      fc.asyncProperty(
        ...[fc.array(step, { maxLength: 25 }), fc.nat({ max: 60 }), fc.nat({ max: 60 })],
        async (steps, from, length) => {
          const { ledger, transfers } = await live([...steps, { kind: 'income', amount: 1, afterMs: 200 * DAY_MS }])
          const range = { from: dayOf(from), to: dayOf(from + length) }
          const { before, end } = momentsOf(range)
          const part = { after: await ledger.seqAt({ at: before }), upTo: await ledger.seqAt({ at: end }) }
          const at = async (seq: number) => (await ledger.balanceAt(CASH, { seq })).balance
          const isOwn = ({ kind, seq, debit, credit: to }: Transfer) =>
            (kind === 'single' || kind === 'post') &&
            (debit === CASH || to === CASH) &&
            seq > part.after &&
            seq <= part.upTo
          const [opening, closing] = [await at(part.after), await at(part.upTo)]
          const figures = accountFigures(
            facts({ ...range, opening, closing, ledger: part, transfers: transfers.filter(isOwn) }),
          )
          const { openingFils, inFils, outFils, closingFils } = figures.cash
          expect(openingFils + inFils + outFils).toBe(closingFils)
          expect(closingFils).toBe(closing.creditsPosted - closing.debitsPosted)
          expect(sum(openingFils, ...figures.totals.map(({ amountFils }) => amountFils))).toBe(closingFils)
          for (const { day } of figures.movements) expect(day >= range.from && day <= range.to).toBe(true)
        },
      ),
      { numRuns: 150 },
    )
  })

  it('is not made if a movement is missing', () => {
    expect(() => accountFigures(facts({ closing: balance(5) }))).toThrow('don’t give its balance'.replace('’', "'"))
  })

  it('names each movement, sums income by property, and states fees and what is on its way out', () => {
    const orderId = '0190aaaa-0000-7000-8000-00001234abcd'
    const transfers = [
      credit(1, 'card.receive', 20_300, { orderId }),
      credit(2, 'order.subscribe', -20_000, { orderId }),
      credit(3, 'order.fee', -300, { orderId }),
      credit(4, 'distribution.pay', 700, { distributionId: 'd-1', propertyId: 'p-1' }),
      credit(5, 'order.fee-return', 100, { orderId }),
    ]
    const closing = balance(800, 250)
    const figures = accountFigures(facts({ transfers, closing }))
    expect(figures.movements[3]).toEqual({
      ...{
        id: 'key#4',
        seq: 4,
        at: '2026-01-10T21:30:00.000Z',
        day: '2026-01-11',
        kind: 'income',
        code: 'distribution.pay',
      },
      ...{ reference: 'd-1', propertyId: 'p-1', amountFils: 700, balanceFils: 700 },
    })
    expect(figures.movements.map(({ reference }) => reference)).toContain('HS-1234ABCD')
    expect(figures).toMatchObject({
      cash: { openingFils: 0, inFils: 21_100, outFils: -20_300, closingFils: 800, reservedFils: 250 },
      income: [{ propertyId: 'p-1', title: 'Marina Heights', amountFils: 700 }],
      fees: { chargedFils: 300, returnedFils: 100, netFils: 200 },
    })
  })

  it('leaves out a property that was held neither at the start nor at the end', () => {
    const none = { paid: EMPTY, registered: EMPTY }
    const property = { propertyId: 'p-1', title: 'Marina Heights', issuePriceFils: fils(10_000), opening: none }
    const held = { ...property, propertyId: 'p-2', closing: { paid: balance(3), registered: balance(17) } }
    expect(accountFigures(facts({ holdings: [{ ...property, closing: none }, held] })).holdings).toEqual([
      {
        ...{ propertyId: 'p-2', title: 'Marina Heights', issuePriceFils: 10_000, closingAtIssueFils: 200_000 },
        ...{ opening: { paid: 0, registered: 0 }, closing: { paid: 3, registered: 17 } },
      },
    ])
  })
})

describe('the tax statement of a year', () => {
  const share: PaidShare = {
    ...{ period: '2026-Q1', units: units(20), unitsIssued: units(207) },
    ...{ costsFils: fils(40_000), reserveFils: fils(9_000), platformFeeFils: fils(15_000) },
  }
  const taxFacts = (more: Partial<TaxFacts>): TaxFacts => ({
    ...facts({}),
    shares: new Map(),
    unitTransfers: [],
    ...more,
  })

  it('states the investor’s part of what was withheld, which with the payment gives the gross income', () => {
    const transfers = [credit(4, 'distribution.pay', 22_802, { distributionId: 'd-1', propertyId: 'p-1' })]
    const figures = taxFigures(taxFacts({ transfers, shares: new Map([['d-1', share]]) }))
    expect(figures.totals).toEqual({
      ...{ grossFils: 28_984, costsFils: 3_864, reserveFils: 869, platformFeeFils: 1_449, amountFils: 22_802 },
      withheldFils: 6_182,
    })
    expect(figures.byProperty).toMatchObject([{ propertyId: 'p-1', grossFils: 28_984 }])
    expect(figures.disposals).toEqual([])
  })

  it('states transfers of shares apart from sales', () => {
    const moved = { ...credit(5, 'units.transfer', 4, { transferId: 't-1' }), propertyId: 'p-1', isIn: false }
    expect(taxFigures(taxFacts({ unitTransfers: [moved] })).transfers).toEqual([
      { day: '2026-01-11', reference: 't-1', propertyId: 'p-1', title: 'Marina Heights', direction: 'out', units: 4 },
    ])
  })

  it('states income without a distribution as it was paid', () => {
    const figures = taxFigures(taxFacts({ transfers: [credit(1, 'distribution', 500)] }))
    expect(figures.totals).toMatchObject({ grossFils: 500, amountFils: 500, withheldFils: 0 })
  })
})
