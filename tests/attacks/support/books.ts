import { type Balance, check, type Transfer } from '@hissa/ledger'
import type { Fils, Units } from '@hissa/money'
import { poll } from '@hissa/testing-driver'
import type { Hissa } from '@hissa/testing-driver/product'
import { type Db, MongoClient } from 'mongodb'
import { accounts, chart } from '../../../services/investment/src/accounts.js'
import { type Databases, databasesOf, OWNERS } from '../storm/databases.js'
import { type CardPayment, Processor } from '../storm/processor.js'

// The parts of the stored documents that are compared.
interface OrderRow {
  _id: string
  userId: string
  propertyId: string
  state: string
  units: Units
  amountFils: Fils
  feeFils: Fils
  totalFils: Fils
  paymentId?: string
  unitsTakenBack?: Units
  hold?: object
}
interface TransferRow {
  propertyId: string
  fromUserId: string
  toUserId: string
  units: Units
}
interface HoldingRow {
  userId: string
  propertyId: string
  units: Units
  allottedUnits?: Units
  amountFils: Fils
  transferredAt?: Date
}
interface RaiseRow {
  _id: string
  state: string
  deadline: Date
  unitsTotal: Units
  minimumUnits?: Units
  phase?: number
}
interface ListedRow {
  _id: string
  record: { raise: { state: string; deadline?: Date; unitsAvailable: Units; unitsPaid: Units; investors: number } }
}
interface Rows {
  orders: OrderRow[]
  holdings: HoldingRow[]
  transfers: TransferRow[]
  raises: RaiseRow[]
  listed: Map<string, ListedRow['record']['raise']>
}

/** What the processor has taken and given back, in fils. */
export interface Statement {
  captured: number
  refunded: number
}

type Expect = <T extends number | string>(what: string, actual: T | undefined, expected: T) => void
type BalanceOf = (accountId: string) => Readonly<Balance>

const ENDED = ['expired', 'failed', 'refunded']
/** The states of orders whose units are on the register. */
const REGISTERED = ['allotted', 'issued']

/** The states that orders can have at rest, by the state of their raise. */
const ORDERS_OF: Readonly<Record<string, readonly string[]>> = {
  active: ['reserved', 'paid', ...ENDED],
  funded: ['cooling_off', ...ENDED],
  completed: [...REGISTERED, ...ENDED],
  failed: ENDED,
}
const NONE: Balance = { debitsPosted: 0, creditsPosted: 0, debitsPending: 0, creditsPending: 0 }

const sum = <T>(items: readonly T[], pick: (item: T) => number) => items.reduce((total, item) => total + pick(item), 0)
const net = ({ creditsPosted, debitsPosted }: Readonly<Balance>) => creditsPosted - debitsPosted

/** Compares the ledger, the card processor, orders, holdings and the catalogue of a running platform, to the fil. */
export class Books {
  private constructor(
    private readonly hissa: Hissa,
    private readonly client: MongoClient,
    private readonly databases: Databases,
    private readonly processor: Processor,
  ) {}

  static async open(hissa: Hissa): Promise<Books> {
    const { mongodb, payments } = hissa.run().urls
    const client = new MongoClient(mongodb!)
    return new Books(hissa, client, await databasesOf(client), new Processor(hissa.dataDir, payments!))
  }

  close(): Promise<void> {
    return this.client.close()
  }

  /** Returns what the processor took and gave back of one payment. */
  payment(paymentId: string): CardPayment | undefined {
    return this.processor.payments().get(paymentId)
  }

  /**
   * Waits until no work is left, then compares once. Throws Error with one line for each difference; returns the
   * totals.
   */
  async agree(): Promise<Statement> {
    await poll('the platform to be at rest', async () => {
      const work = await this.work()
      if (work.length > 0) throw new Error(work.join(', '))
      return true
    })
    // A move by nothing ends once every service has handled every event.
    await this.hissa.advance('PT0S')
    const rows = await this.rows()
    const faults: string[] = []
    const expect: Expect = (what, actual, expected) => {
      if (actual !== expected) faults.push(`${what}: ${actual} instead of ${expected}`)
    }
    const transfers = this.databases.investment.collection<Transfer>('ledger_transfers').find().sort({ seq: 1 })
    const report = await check(transfers, chart)
    faults.push(...report.faults)
    const balance: BalanceOf = (id) => report.balances.get(id) ?? NONE
    compareProperties(rows, balance, [...report.balances.keys()], expect)
    compareHoldings(rows, balance, expect)
    compareMoney(rows, balance, expect)
    faults.push(...misplaced(rows))
    const { captured, refunded, disputed } = this.processor.totals()
    expect('card clearing', -net(balance(accounts.cardClearing())), captured - refunded - disputed)
    faults.push(...misused(this.processor.payments(), rows.orders))
    if (faults.length > 0) throw new Error(`the books disagree:\n${faults.join('\n')}`)
    return { captured, refunded }
  }

  private async rows(): Promise<Rows> {
    const { investment, property } = this.databases
    const all = <T extends object>(db: Db, name: string) =>
      db.collection(name).find().toArray() as unknown as Promise<T[]>
    const listed = await all<ListedRow>(property, 'properties')
    return {
      orders: await all<OrderRow>(investment, 'orders'),
      holdings: await all<HoldingRow>(investment, 'holdings'),
      transfers: await all<TransferRow>(investment, 'share_transfers'),
      raises: await all<RaiseRow>(investment, 'raises'),
      listed: new Map(listed.map(({ _id, record }) => [_id, record.raise])),
    }
  }

  /** Lists work that is due or in progress, one line for each kind. */
  private async work(): Promise<string[]> {
    const lines: string[] = []
    const add = (what: string, found: number) => void (found > 0 && lines.push(`${found} ${what}`))
    const { undelivered, pendingRefunds } = this.processor.totals()
    add('undelivered webhooks', undelivered)
    add('pending refunds', pendingRefunds)
    for (const service of OWNERS) {
      const unsent = await this.databases[service].collection('outbox').countDocuments({ unsent: true })
      add(`unsent events of ${service}`, unsent)
    }
    const clock = (await (await fetch(`${this.hissa.url}/sandbox/clock`)).json()) as { now: string }
    const { investment } = this.databases
    for (const name of ['orders', 'raises'])
      add(`${name} with due work`, await investment.collection(name).countDocuments(isDue(new Date(clock.now))))
    const refunding = { state: { $in: ['cancelled', 'refunding'] } }
    add('orders being refunded', await investment.collection('orders').countDocuments(refunding))
    return lines
  }
}

const isDue = (now: Date) => ({ 'due.dueAt': { $lte: now } })

/** Compares each raise with its accounts: units, subscriptions, fees and people, and the catalogue. */
function compareProperties(
  { orders, raises, holdings, listed }: Rows,
  balance: BalanceOf,
  ids: string[],
  expect: Expect,
) {
  for (const { _id: id, state, deadline, unitsTotal, phase = 0 } of raises) {
    const mine = orders.filter(({ propertyId }) => propertyId === id)
    const inState = (...states: string[]) => mine.filter(({ state }) => states.includes(state))
    const [reserved, waiting, allotted] = [inState('reserved'), inState('paid', 'cooling_off'), inState(...REGISTERED)]
    const sold = [...waiting, ...allotted]
    const unitsSold = sum(sold, ({ units }) => units) + sum(mine, keptByOthers)
    const treasury = balance(accounts.unitsTreasury(id))
    const of = (what: string) => `${what} of ${id}`
    expect(
      of('reserved units'),
      treasury.debitsPending,
      sum(reserved, ({ units }) => units),
    )
    expect(of('units left'), net(treasury), treasury.creditsPosted === 0 ? 0 : unitsTotal - unitsSold)
    const held = holdings.filter(({ propertyId }) => propertyId === id)
    expect(
      of('units held'),
      sum(held, ({ units }) => units),
      unitsSold,
    )
    const registers = ids.filter(
      (name) => name.startsWith(`units-${id}:investor:`) || name.startsWith(`units-${id}:holder:`),
    )
    expect(
      of('units on accounts'),
      sum(registers, (name) => net(balance(name))),
      unitsSold,
    )
    expect(
      of('escrow'),
      net(balance(accounts.escrow(id))),
      sum(waiting, ({ amountFils }) => amountFils),
    )
    expect(
      of('pending fees'),
      net(balance(accounts.pendingFees(id))),
      sum(waiting, ({ feeFils }) => feeFils),
    )
    expect(
      of('company money'),
      net(balance(accounts.company(id))),
      sum(allotted, ({ amountFils }) => amountFils),
    )
    const people = held.filter(({ units }) => units > 0).length
    expect(of('investors'), net(balance(accounts.peopleCounted(id))), people)
    expect(of('phase'), net(balance(accounts.phasesPassed(id))), phase)
    const shown = listed.get(id)
    expect(of('listed state'), shown?.state, state)
    expect(of('listed deadline'), shown?.deadline?.toISOString(), deadline.toISOString())
    expect<number>(of('listed units paid'), shown?.unitsPaid, unitsSold)
    expect<number>(
      of('listed units left'),
      shown?.unitsAvailable,
      unitsTotal - unitsSold - sum(reserved, ({ units }) => units),
    )
    expect(of('listed investors'), shown?.investors, people)
  }
}

/** Returns the units of a reversed order that investors hold who have received them by transfers. */
const keptByOthers = ({ units, unitsTakenBack = units }: OrderRow) => units - unitsTakenBack

/** Compares each holding with its accounts, its orders and its transfers. */
function compareHoldings({ orders, holdings, transfers }: Rows, balance: BalanceOf, expect: Expect) {
  const key = ({ userId, propertyId }: { userId: string; propertyId: string }) => `${userId} in ${propertyId}`
  const held = new Set(holdings.map(key))
  const owned = orders.filter(({ state }) => ['paid', 'cooling_off', ...REGISTERED].includes(state))
  const received = (what: string) =>
    sum(
      transfers.filter(({ toUserId: userId, propertyId }) => key({ userId, propertyId }) === what),
      ({ units }) => units,
    ) -
    sum(
      transfers.filter(({ fromUserId: userId, propertyId }) => key({ userId, propertyId }) === what),
      ({ units }) => units,
    ) +
    sum(
      orders.filter((order) => key(order) === what),
      keptByOthers,
    )
  expect('orders without a holding', owned.filter((order) => !held.has(key(order))).length, 0)
  for (const holding of holdings) {
    const { userId, propertyId, units, allottedUnits = 0, amountFils, transferredAt } = holding
    const mine = owned.filter((order) => key(order) === key(holding))
    const allotted = mine.filter(({ state }) => REGISTERED.includes(state))
    const what = key(holding)
    expect(`units of ${what}`, units, sum(mine, (order) => order.units) + received(what))
    expect(`allotted units of ${what}`, allottedUnits, sum(allotted, (order) => order.units) + received(what))
    // A transfer takes its part of the amount along.
    if (!transferredAt)
      expect(
        `amount of ${what}`,
        amountFils,
        sum(mine, (order) => order.amountFils),
      )
    expect(`account of ${what}`, net(balance(accounts.unitsOf(propertyId, userId))), units - allottedUnits)
    expect(`register of ${what}`, net(balance(accounts.unitsHeld(propertyId, userId))), allottedUnits)
  }
}

/** Compares what is owed to investors and the platform, and what matches no order. */
function compareMoney({ orders }: Rows, balance: BalanceOf, expect: Expect) {
  for (const userId of new Set(orders.map((order) => order.userId)))
    expect(`cash of ${userId}`, net(balance(accounts.investorCash(userId))), 0)
  expect('suspense', net(balance(accounts.suspense())), 0)
  expect('suspense out', net(balance(accounts.suspenseOut())), 0)
  const earned = sum(
    orders.filter(({ state }) => REGISTERED.includes(state)),
    ({ feeFils }) => feeFils,
  )
  expect('earned fees', net(balance(accounts.earnedFees())), earned)
  expect('fees of the platform', net(balance(accounts.platformFees())), earned)
}

/** Returns the orders in a state that the state of their raise excludes. One on hold waits after its raise is completed. */
function misplaced({ orders, raises }: Rows): string[] {
  const states = new Map(raises.map(({ _id, state }) => [_id, state]))
  const statesFor = (raise: string, hold: OrderRow['hold']) =>
    ORDERS_OF[raise === 'completed' && hold ? 'funded' : raise] ?? []
  return orders
    .filter(({ propertyId, state, hold }) => !statesFor(states.get(propertyId) ?? '', hold).includes(state))
    .map(({ _id, propertyId, state }) => `order ${_id} is ${state} in a raise that is ${states.get(propertyId)}`)
}

/** Returns the payments that are not, to the fil, one paid order or one refunded order. */
function misused(payments: ReadonlyMap<string, CardPayment>, orders: readonly OrderRow[]): string[] {
  const faults: string[] = []
  const paid = orders.filter(({ paymentId }) => paymentId !== undefined)
  for (const { _id, paymentId, state, totalFils } of paid) {
    const { captured, refunded } = payments.get(paymentId!) ?? { captured: 0, refunded: 0 }
    const due = state === 'refunded' ? totalFils : 0
    if (captured !== totalFils || refunded !== due)
      faults.push(`order ${_id} is ${state} over ${totalFils}; ${captured} was captured and ${refunded} refunded`)
  }
  const used = new Set(paid.map(({ paymentId }) => paymentId))
  if (used.size !== paid.length) faults.push(`${paid.length} orders share ${used.size} payments`)
  for (const paymentId of payments.keys())
    if (!used.has(paymentId)) faults.push(`payment ${paymentId} belongs to no order`)
  return faults
}
