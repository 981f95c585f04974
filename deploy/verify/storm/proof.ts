import { check, type CheckReport, type Transfer } from '@hissa/ledger'
import type { Db, Document, MongoClient } from 'mongodb'
import { accounts, chart } from '../../../services/investment/src/accounts.js'
import type { Order } from '../../../services/investment/src/orders/order.js'
import type { Processor } from './processor.js'

const HAS_UNITS: readonly string[] = ['paid', 'cooling_off', 'allotted', 'issued']
const SERVICES = ['identity', 'property', 'investment', 'kyc', 'notification'] as const

/** The platform's databases, by service. */
export type Databases = Record<(typeof SERVICES)[number], Db>

/** Finds the databases, whatever prefix the run gave them. Errors: Error when one is missing. */
export async function databasesOf(client: MongoClient): Promise<Databases> {
  const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true })
  const find = (service: string) => {
    const found = databases.find(({ name }) => name.endsWith(service))
    if (!found) throw new Error(`there is no database of ${service}`)
    return client.db(found.name)
  }
  return Object.fromEntries(SERVICES.map((service) => [service, find(service)])) as Databases
}

/** What is not at rest: one line for each kind of work that is waiting, empty when nothing is. */
export async function waiting(databases: Databases, processor: Processor): Promise<string[]> {
  const lines: string[] = []
  const count = async (what: string, db: Db, collection: string, filter: Document) => {
    const found = await db.collection(collection).countDocuments(filter)
    if (found > 0) lines.push(`${found} ${what}`)
  }
  for (const service of SERVICES)
    await count(`unsent events of ${service}`, databases[service], 'outbox', { unsent: true })
  await count('orders being refunded', databases.investment, 'orders', { state: 'refunding' })
  await count('unpaid reservations', databases.investment, 'orders', { state: 'reserved' })
  const { undelivered } = processor.totals()
  if (undelivered > 0) lines.push(`${undelivered} webhooks not delivered`)
  return lines
}

/** What must hold when all has come to rest; one line for each thing that does not. */
export async function broken(databases: Databases, processor: Processor): Promise<string[]> {
  const { investment } = databases
  const report = await check(investment.collection<Transfer>('ledger_transfers').find().sort({ seq: 1 }), chart)
  const orders = await investment.collection<Order>('orders').find().toArray()
  const faults = [...report.faults]
  const expect = (what: string, actual: number, expected: number) => {
    if (actual !== expected) faults.push(`${what}: ${actual} instead of ${expected}`)
  }
  for (const [ledger, { debits, credits }] of Object.entries(report.ledgers))
    expect(`ledger ${ledger}`, debits - credits, 0)
  proveEscrow(report, orders, expect)
  await proveHoldings(investment, report, orders, expect)
  const { captured, refunded, disputed } = processor.totals()
  const clearing = balanceOf(report, accounts.cardClearing())
  expect('card clearing', clearing.debitsPosted - clearing.creditsPosted, captured - refunded - disputed)
  faults.push(...(await doubleEffects(databases, orders)))
  return faults
}

type Expect = (what: string, actual: number, expected: number) => void

const EMPTY = { debitsPosted: 0, creditsPosted: 0, debitsPending: 0, creditsPending: 0 }
const balanceOf = (report: CheckReport, id: string) => report.balances.get(id) ?? EMPTY
const net = (report: CheckReport, id: string) =>
  balanceOf(report, id).creditsPosted - balanceOf(report, id).debitsPosted
const sum = <T>(items: readonly T[], pick: (item: T) => number) => items.reduce((total, item) => total + pick(item), 0)

function proveEscrow(report: CheckReport, orders: readonly Order[], expect: Expect): void {
  for (const propertyId of new Set(orders.map((order) => order.propertyId))) {
    const paid = orders.filter((order) => order.propertyId === propertyId && HAS_UNITS.includes(order.state))
    expect(
      `escrow of ${propertyId}`,
      net(report, accounts.escrow(propertyId)),
      sum(paid, (order) => order.amountFils),
    )
    expect(
      `fees of ${propertyId}`,
      net(report, accounts.pendingFees(propertyId)),
      sum(paid, (order) => order.feeFils),
    )
    const treasury = balanceOf(report, accounts.unitsTreasury(propertyId))
    expect(
      `units sold of ${propertyId}`,
      treasury.debitsPosted - treasury.creditsPosted + issued(report, propertyId),
      sum(paid, (order) => order.units),
    )
    expect(`units reserved of ${propertyId}`, treasury.debitsPending, 0)
  }
}

const issued = (report: CheckReport, propertyId: string) =>
  balanceOf(report, accounts.unitsIssued(propertyId)).debitsPosted

async function proveHoldings(db: Db, report: CheckReport, orders: readonly Order[], expect: Expect): Promise<void> {
  const holdings = await db
    .collection<{ _id: string; userId: string; propertyId: string; units: number }>('holdings')
    .find()
    .toArray()
  for (const { userId, propertyId, units } of holdings) {
    const mine = orders.filter((order) => order.userId === userId && order.propertyId === propertyId)
    const paid = mine.filter((order) => HAS_UNITS.includes(order.state))
    expect(
      `holding ${userId} of ${propertyId}`,
      units,
      sum(paid, (order) => order.units),
    )
    expect(`units of ${userId} in ${propertyId}`, net(report, accounts.unitsOf(propertyId, userId)), units)
  }
}

/** Effects that happened twice, or never, in the services that only hear of an order by event. */
async function doubleEffects(
  { identity, property, investment }: Databases,
  orders: readonly Order[],
): Promise<string[]> {
  const faults: string[] = []
  const buyers = new Set(orders.filter((order) => HAS_UNITS.includes(order.state)).map((order) => order.userId))
  const active = await identity
    .collection<{ _id: string; userStatus: string }>('users')
    .find({ _id: { $in: [...buyers] } })
    .toArray()
  for (const user of active) {
    if (!['investor_active', 'suspended'].includes(user.userStatus))
      faults.push(`${user._id} has paid and is ${user.userStatus}`)
  }
  const raises = await investment.collection<{ _id: string; unitsTotal: number }>('raises').find().toArray()
  for (const { _id, unitsTotal } of raises) {
    const sold = sum(
      orders.filter((order) => order.propertyId === _id && HAS_UNITS.includes(order.state)),
      (order) => order.units,
    )
    const record = await property
      .collection<{ _id: string; raise?: { unitsAvailable?: number } }>('properties')
      .findOne({ _id })
    const shown = record?.raise?.unitsAvailable
    if (shown !== undefined && shown !== unitsTotal - sold)
      faults.push(`${_id} shows ${shown} units and has ${unitsTotal - sold}`)
  }
  return faults
}
