import { OrderPaid } from '@hissa/contracts/investment'
import { type Balance, check } from '@hissa/ledger'
import { accounts, chart } from '../../src/accounts.js'
import { type Holding, holdingId } from '../../src/holdings/holding.js'
import type { Order } from '../../src/orders/order.js'
import type { Payment } from '../../src/payments/payment.js'
import type { SuspenseItem } from '../../src/payments/suspense/suspense.js'
import { minimumUnitsOf, type Raise } from '../../src/raises/raise.js'
import type { World } from './world.js'

const LONGEST_RAISE_MS = 60 * 3_600_000

const rows = <T>(world: World, name: string) => [...world.store.collection(name).values()] as unknown as T[]
const total = <T>(items: readonly T[], pick: (item: T) => number) => items.reduce((sum, item) => sum + pick(item), 0)
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
    faults.push(...brokenRaise(raise, mine, balance))
  }
  const issued = new Map<string, number>()
  for (const { state, userId, propertyId, units } of orders) {
    const id = holdingId(userId, propertyId)
    if (state === 'issued') issued.set(id, (issued.get(id) ?? 0) + units)
  }
  for (const { propertyId, userId, units, allottedUnits = 0, issuedUnits = 0 } of rows<Holding>(world, 'holdings')) {
    expect('I2 holding', net(balance(accounts.unitsOf(propertyId, userId))), units - allottedUnits)
    expect('I2 register', net(balance(accounts.unitsHeld(propertyId, userId))), allottedUnits)
    expect('I2 issued units', issued.get(holdingId(userId, propertyId)) ?? 0, issuedUnits)
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

const net = ({ creditsPosted, debitsPosted }: Readonly<Balance>) => creditsPosted - debitsPosted

/** Returns the violations of one raise: its accounts equal its orders, and its state follows from its units. */
function brokenRaise(raise: Raise, orders: readonly Order[], balance: (id: string) => Readonly<Balance>): string[] {
  const faults: string[] = []
  const expect = (name: string, ledger: number, documents: number) => {
    if (ledger !== documents) faults.push(`${name} of ${raise._id}: ledger ${ledger}, documents ${documents}`)
  }
  const inState = (...states: Array<Order['state']>) => orders.filter(({ state }) => states.includes(state))
  const [reserved, waiting] = [inState('reserved'), inState('paid', 'cooling_off')]
  const allotted = inState('allotted', 'issued')
  const sold = [...waiting, ...allotted]
  const treasury = balance(accounts.unitsTreasury(raise._id))
  const unitsOf = (some: readonly Order[]) => total(some, ({ units }) => units)
  expect('I2 reserved units', treasury.debitsPending, unitsOf(reserved))
  expect('I2 units left', net(treasury), treasury.creditsPosted === 0 ? 0 : raise.unitsTotal - unitsOf(sold))
  const money = (id: string) => net(balance(id))
  const amounts = (some: readonly Order[]) => total(some, ({ amountFils }) => amountFils)
  expect('I2 escrow', money(accounts.escrow(raise._id)), amounts(waiting))
  // The company keeps what an order paid that was reversed after its allotment.
  const paidToCompany = orders.filter(({ allottedAt }) => allottedAt !== undefined)
  expect('I2 company', money(accounts.company(raise._id)), amounts(paidToCompany))
  expect(
    'I2 pending fees',
    money(accounts.pendingFees(raise._id)),
    total(waiting, ({ feeFils }) => feeFils),
  )
  expect('I2 investors', money(accounts.peopleCounted(raise._id)), new Set(sold.map(({ userId }) => userId)).size)
  expect('I2 phase', money(accounts.phasesPassed(raise._id)), raise.phase ?? 0)
  if (treasury.debitsPending + unitsOf(sold) > raise.unitsTotal) faults.push(`I3 ${raise._id} is oversold`)
  const isMinimumPaid = unitsOf(sold) >= minimumUnitsOf(raise)
  const isFull = unitsOf(sold) === raise.unitsTotal
  if (raise.state === 'active' ? isFull : raise.state === 'funded' && !isMinimumPaid && !raise.deed)
    faults.push(`I2 ${raise._id} is ${raise.state} with ${unitsOf(sold)} units paid`)
  if (allotted.length > 0 && !raise.deed) faults.push(`I4 ${raise._id} has allotted orders and no deed`)
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
    const issued = published.get(`investment.order.issued.v1 ${order._id}`) ?? 0
    if (issued !== (order.issuedAt ? 1 : 0))
      faults.push(`I9 ${order._id} was published as issued ${issued} times and is ${order.state}`)
    if (order.issuedAt && !order.minted) faults.push(`I9 ${order._id} is issued without a mint`)
    const paid = published.get(`investment.order.paid.v1 ${order._id}`) ?? 0
    if (paid !== (order.paidAt ? 1 : 0))
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
    if (use?.use === 'units' && session.currency !== 'aed')
      faults.push(`I5 ${session.sessionId} bought units with ${session.currency}`)
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
    const raise = world.store.collection('raises').get(order.propertyId) as unknown as Raise
    const isOver = raise.state === 'completed' || raise.state === 'failed'
    const isStuck = ['reserved', 'cancelled', 'refunding', ...(isOver ? ['paid', 'cooling_off'] : [])]
    if (isStuck.includes(order.state)) faults.push(`stuck: ${order._id} is ${order.state}`)
  }
  for (const raise of rows<Raise>(world, 'raises')) {
    const since = raise.fundedAt ?? raise.deadline
    const isSettled = raise.state === 'completed' || raise.state === 'failed'
    // Staff file a deed within some hours of the closing, and allotment waits for the cooling-off period.
    if (!isSettled && world.now().getTime() - since.getTime() > LONGEST_RAISE_MS)
      faults.push(`stuck: ${raise._id} is ${raise.state}, due ${raise.due?.kind}`)
  }
  faults.push(...unissued(world))
  if (world.store.collection('raises').size !== world.offerings.length) faults.push('stuck: a raise was not opened')
  return faults
}

/** Returns the violations of I9: the shares on the chain are those on the register, and each report is recorded. */
function unissued({ store, chain }: World): string[] {
  // The races have no chain.
  if (!chain) return []
  const orders = [...store.collection('orders').values()] as unknown as Order[]
  const faults = orders
    .filter(({ state }) => state === 'allotted')
    .map(({ _id }) => `stuck: ${_id} is allotted and not issued`)
  for (const { _id, state, minted, burned } of orders) {
    const isOnChain = chain.minted.has(_id) && !chain.burned.has(_id)
    if (isOnChain !== (state === 'issued')) faults.push(`I9 ${_id} is ${state}, on the chain: ${isOnChain}`)
    if (chain.minted.has(_id) !== (minted !== undefined)) faults.push(`I9 the mint of ${_id} is not recorded`)
    if (chain.burned.has(_id) !== (burned !== undefined)) faults.push(`I9 the burn of ${_id} is not recorded`)
  }
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
