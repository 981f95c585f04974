import { check, type CheckReport, type Transfer } from '@hissa/ledger'
import type { Units } from '@hissa/money'
import type { Db } from 'mongodb'
import { accounts, chart } from '../../../services/investment/src/accounts.js'
import type { Order } from '../../../services/investment/src/orders/order.model.js'
import type { SuspenseItem } from '../../../services/investment/src/payments/suspense/suspense.js'
import type { Databases } from './databases.js'
import { wrongEffects } from './effects.js'
import type { Processor } from './processor.js'
import { HAS_UNITS, sum } from './sums.js'

/** Checks the final state; returns one line for each violation. */
export async function violations(databases: Databases, processor: Processor): Promise<string[]> {
  const { investment } = databases
  const report = await check(investment.collection<Transfer>('ledger_transfers').find().sort({ seq: 1 }), chart)
  const orders = await investment.collection<Order>('orders').find().toArray()
  const suspense = await investment.collection<SuspenseItem>('suspense').find().toArray()
  const faults = [...report.faults]
  const expect = (what: string, actual: number, expected: number) => {
    if (actual !== expected) faults.push(`${what}: ${actual} instead of ${expected}`)
  }
  for (const [ledger, { debits, credits }] of Object.entries(report.ledgers))
    expect(`ledger ${ledger}`, debits - credits, 0)
  proveEscrow(report, orders, expect)
  await proveHoldings(investment, report, orders, expect)
  proveOwed(report, orders, suspense, expect)
  const { captured, refunded, disputed } = processor.totals()
  expect('card clearing', -net(report, accounts.cardClearing()), captured - refunded - disputed)
  faults.push(...(await wrongEffects(databases, orders)))
  return faults
}

type Expect = (what: string, actual: number, expected: number) => void

const EMPTY = { debitsPosted: 0, creditsPosted: 0, debitsPending: 0, creditsPending: 0 }
const balanceOf = (report: CheckReport, id: string) => report.balances.get(id) ?? EMPTY
const net = (report: CheckReport, id: string) =>
  balanceOf(report, id).creditsPosted - balanceOf(report, id).debitsPosted

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

/** Investors' cash equals the refunds in progress; suspense equals the sum of its open items. */
function proveOwed(
  report: CheckReport,
  orders: readonly Order[],
  items: readonly SuspenseItem[],
  expect: Expect,
): void {
  const refunding = orders.filter((order) => order.state === 'refunding')
  for (const userId of new Set(orders.map((order) => order.userId))) {
    const owed = refunding.filter((order) => order.userId === userId)
    expect(
      `cash of ${userId}`,
      net(report, accounts.investorCash(userId)),
      sum(owed, (order) => order.totalFils),
    )
  }
  const amountOf = (direction: string) =>
    sum(
      items.filter((item) => item.direction === direction && item.state !== 'resolved'),
      (item) => item.amount,
    )
  expect('suspense', net(report, accounts.suspense()), amountOf('in'))
  expect('suspense out', -net(report, accounts.suspenseOut()), amountOf('out'))
}

async function proveHoldings(db: Db, report: CheckReport, orders: readonly Order[], expect: Expect): Promise<void> {
  const holdings = await db
    .collection<{ _id: string; userId: string; propertyId: string; units: Units }>('holdings')
    .find()
    .toArray()
  const paid = orders.filter((order) => HAS_UNITS.includes(order.state))
  const held = new Set(holdings.map(({ userId, propertyId }) => `${userId} ${propertyId}`))
  const without = paid.filter(({ userId, propertyId }) => !held.has(`${userId} ${propertyId}`))
  expect('paid orders without a holding', without.length, 0)
  for (const { userId, propertyId, units } of holdings) {
    const mine = paid.filter((order) => order.userId === userId && order.propertyId === propertyId)
    expect(
      `holding ${userId} of ${propertyId}`,
      units,
      sum(mine, (order) => order.units),
    )
    expect(`units of ${userId} in ${propertyId}`, net(report, accounts.unitsOf(propertyId, userId)), units)
  }
}
