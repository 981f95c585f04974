import { OrderPaid } from '@hissa/contracts/investment'
import { check } from '@hissa/ledger'
import { accounts, chart } from '../../src/accounts.js'
import type { Holding } from '../../src/holdings/holding.js'
import type { Order } from '../../src/orders/order.js'
import type { Payment } from '../../src/payments/payment.js'
import type { SuspenseItem } from '../../src/payments/suspense/suspense.js'
import type { Raise } from '../../src/raises/raise.js'
import type { World } from './world.js'

const rows = <T>(world: World, name: string) => [...world.store.collection(name).values()] as unknown as T[]
const total = <T>(items: readonly T[], pick: (item: T) => number) => items.reduce((sum, item) => sum + pick(item), 0)
const HAS_UNITS: ReadonlyArray<Order['state']> = ['paid', 'cooling_off', 'allotted', 'issued']

/**
 * Returns the violated invariants among those that hold at every moment. I1: the ledger passes its check. I2: documents
 * equal the ledger. I3: reserved and sold units never exceed the units on offer. I5: no payment has two uses.
 */
export async function broken(world: World): Promise<string[]> {
  const report = await check(world.store.transfers, chart)
  const faults = report.faults.map((fault) => `I1 ${fault}`)
  const expect = (name: string, ledger: number, documents: number) => {
    if (ledger !== documents) faults.push(`${name}: ledger ${ledger}, documents ${documents}`)
  }
  const balance = (id: string) =>
    report.balances.get(id) ?? { debitsPosted: 0, creditsPosted: 0, debitsPending: 0, creditsPending: 0 }
  const orders = rows<Order>(world, 'orders')
  for (const raise of rows<Raise>(world, 'raises')) {
    const mine = orders.filter((order) => order.propertyId === raise._id)
    const treasury = balance(accounts.unitsTreasury(raise._id))
    const [reserved, sold] = [
      mine.filter((order) => order.state === 'reserved'),
      mine.filter((order) => HAS_UNITS.includes(order.state)),
    ]
    expect(
      'I2 reserved units',
      treasury.debitsPending,
      total(reserved, (order) => order.units),
    )
    expect(
      'I2 sold units',
      treasury.debitsPosted,
      total(sold, (order) => order.units),
    )
    expect(
      'I2 escrow',
      balance(accounts.escrow(raise._id)).creditsPosted,
      total(sold, (order) => order.amountFils),
    )
    expect(
      'I2 pending fees',
      balance(accounts.pendingFees(raise._id)).creditsPosted,
      total(sold, (order) => order.feeFils),
    )
    expect(
      'I2 investors',
      balance(accounts.peopleCounted(raise._id)).creditsPosted,
      new Set(sold.map((order) => order.userId)).size,
    )
    if (treasury.debitsPending + treasury.debitsPosted > raise.unitsTotal) faults.push(`I3 ${raise._id} is oversold`)
    if ((raise.state === 'funded') !== (treasury.debitsPosted === raise.unitsTotal))
      faults.push(`I2 ${raise._id} is ${raise.state}`)
  }
  for (const holding of rows<Holding>(world, 'holdings')) {
    expect('I2 holding', balance(accounts.unitsOf(holding.propertyId, holding.userId)).creditsPosted, holding.units)
  }
  const items = rows<SuspenseItem>(world, 'suspense').filter(({ state }) => state !== 'resolved')
  for (const currency of ['aed', 'usd']) {
    const [suspense, out] = [balance(accounts.suspense(currency)), balance(accounts.suspenseOut(currency))]
    const sumOf = (direction: string) =>
      total(
        items.filter((item) => item.currency === currency && item.direction === direction),
        (item) => item.amount,
      )
    expect(`I2 suspense ${currency}`, suspense.creditsPosted - suspense.debitsPosted, sumOf('in'))
    expect(`I2 suspense-out ${currency}`, out.debitsPosted - out.creditsPosted, sumOf('out'))
  }
  faults.push(...doubleUses(world, orders), ...world.broken)
  return faults
}

function doubleUses(world: World, orders: readonly Order[]): string[] {
  const outbox = world.store.outbox.map((row) => row as unknown as { event: { type: string; subject: string } })
  const published = new Map<string, number>()
  for (const { event } of outbox) {
    const name = `${event.type} ${event.subject}`
    published.set(name, (published.get(name) ?? 0) + 1)
  }
  const faults: string[] = []
  for (const order of orders) {
    const paid = published.get(`investment.order.paid.v1 ${order._id}`) ?? 0
    if (paid !== (HAS_UNITS.includes(order.state) ? 1 : 0))
      faults.push(`I5 ${order._id} was published as paid ${paid} times and is ${order.state}`)
  }
  const perPayment = new Map<string, number>()
  for (const { paymentId = '', state, amount } of world.stripe.refunds.values())
    if (state !== 'failed') perPayment.set(paymentId, (perPayment.get(paymentId) ?? 0) + amount)
  for (const { paymentId = '', amount } of world.stripe.sessions.values()) {
    const refunded = perPayment.get(paymentId) ?? 0
    if (refunded > amount) faults.push(`I5 ${refunded} of ${amount} of ${paymentId} were refunded`)
  }
  return faults
}

/** Returns the violations once faults have ended and all work is done: each payment must have exactly one use. */
export async function unsettled(world: World): Promise<string[]> {
  const faults: string[] = []
  const payments = new Map(rows<Payment>(world, 'payments').map((row) => [row._id, row]))
  for (const session of world.stripe.sessions.values()) {
    const use = payments.get(session.sessionId)
    if (session.paid && !use) faults.push(`I5 the payment of ${session.sessionId} has no use`)
    if (!session.paid && use) faults.push(`I5 ${session.sessionId} was booked and not paid`)
  }
  const { balances } = await check(world.store.transfers, chart)
  for (const currency of ['aed', 'usd']) {
    const clearing = balances.get(accounts.cardClearing(currency))
    const booked = (clearing?.debitsPosted ?? 0) - (clearing?.creditsPosted ?? 0)
    const held = world.stripe.held(currency)
    if (booked !== held) faults.push(`I5 the processor holds ${held} ${currency}, the ledger says ${booked}`)
  }
  for (const [id, { creditsPosted, debitsPosted }] of balances) {
    if (id.startsWith(accounts.investorCash('')) && creditsPosted !== debitsPosted)
      faults.push(`I5 ${id} is left with ${creditsPosted - debitsPosted}`)
  }
  faults.push(...undelivered(world))
  for (const order of rows<Order>(world, 'orders')) {
    if (order.state === 'reserved' || order.state === 'refunding') faults.push(`stuck: ${order._id} is ${order.state}`)
  }
  if (world.store.collection('raises').size !== world.offerings.length) faults.push('stuck: a raise was not opened')
  return faults
}

/** Returns the violations of I8: every event was sent, and had its effect once in another service. */
function undelivered(world: World): string[] {
  const unsent = [...world.database.rows('outbox').values()].filter((row) => row['unsent'])
  const faults = unsent.map(({ _id }) => `I8 the event ${_id} was not sent`)
  const effects = world.database.rows('effects')
  const paid = world.store.outbox.map((row) => (row as unknown as { event: { type: string; subject: string } }).event)
  for (const { type, subject } of paid) {
    const count = (effects.get(subject)?.['count'] as number | undefined) ?? 0
    if (type === OrderPaid.type && count !== 1) faults.push(`I8 ${subject} was paid once and had ${count} effects`)
  }
  return faults
}
