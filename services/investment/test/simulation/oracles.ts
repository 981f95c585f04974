import { OrderPaid } from '@hissa/contracts/investment'
import { type Balance, check } from '@hissa/ledger'
import { accounts, chart } from '../../src/accounts.js'
import { type Holding, holdingId } from '../../src/holdings/holding.js'
import type { Order } from '../../src/orders/order.model.js'
import type { Payment } from '../../src/payments/payment.js'
import { isMissing } from '../../src/payments/suspense/block-order.js'
import type { SuspenseItem } from '../../src/payments/suspense/suspense.js'
import { minimumUnitsOf, type Raise } from '../../src/raises/raise.js'
import type { ShareTransfer } from '../../src/transfers/share-transfer.js'
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
  const holdings = rows<Holding>(world, 'holdings')
  for (const raise of rows<Raise>(world, 'raises')) {
    const mine = orders.filter((order) => order.propertyId === raise._id)
    const held = holdings.filter(({ propertyId }) => propertyId === raise._id)
    faults.push(...brokenRaise(raise, mine, held, balance))
  }
  const owned = ownedUnits(orders, rows<ShareTransfer>(world, 'share_transfers'))
  for (const holding of holdings) {
    const { _id, propertyId, userId, units, allottedUnits = 0, issuedUnits = 0, owedUnits = 0 } = holding
    const { waiting = 0, registered = 0, issued = 0 } = owned.get(_id) ?? {}
    expect('I2 holding', net(balance(accounts.unitsOf(propertyId, userId))), units - allottedUnits)
    expect('I2 register', net(balance(accounts.unitsHeld(propertyId, userId))), allottedUnits)
    expect('I2 paid units', waiting, units - allottedUnits)
    expect('I2 registered units', registered, allottedUnits)
    expect('I2 issued units', issued, issuedUnits - owedUnits)
    expect('I2 amount', holding.amountFils, units * holding.unitPriceFils)
    if (holding.feeFils < 0 || (units === 0 && holding.feeFils > 0)) faults.push(`I2 ${_id} has a fee without units`)
    if (issuedUnits > allottedUnits || (issuedUnits > 0 && owedUnits > 0)) faults.push(`I2 ${_id} has wrong counts`)
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

type Owned = Record<'waiting' | 'registered' | 'issued', number>

/**
 * Returns the units of each holding by its orders and transfers. What remained with others when an order was reversed
 * still counts: the transfers have taken it away.
 */
function ownedUnits(orders: readonly Order[], transfers: readonly ShareTransfer[]): Map<string, Owned> {
  const owned = new Map<string, Owned>()
  const add = (userId: string, propertyId: string, change: Partial<Owned>) => {
    const id = holdingId(userId, propertyId)
    const { waiting, registered, issued } = owned.get(id) ?? { waiting: 0, registered: 0, issued: 0 }
    const { waiting: more = 0, registered: held = 0, issued: minted = 0 } = change
    owned.set(id, { waiting: waiting + more, registered: registered + held, issued: issued + minted })
  }
  for (const { userId, propertyId, units, state, unitsTakenBack = units } of orders) {
    if (state === 'paid' || state === 'cooling_off') add(userId, propertyId, { waiting: units })
    if (state === 'allotted') add(userId, propertyId, { registered: units })
    if (state === 'issued') add(userId, propertyId, { registered: units, issued: units })
    const kept = units - unitsTakenBack
    add(userId, propertyId, { registered: kept, issued: kept })
  }
  for (const { fromUserId, toUserId, propertyId, units, mirrored } of transfers) {
    add(fromUserId, propertyId, { registered: 0 - units, issued: 0 - units })
    add(toUserId, propertyId, { registered: units, issued: mirrored ? units : 0 })
  }
  return owned
}

const net = ({ creditsPosted, debitsPosted }: Readonly<Balance>) => creditsPosted - debitsPosted

/**
 * Returns the violations of one raise: its accounts equal its orders and holdings, and its state follows from its units.
 */
function brokenRaise(
  raise: Raise,
  orders: readonly Order[],
  holdings: readonly Holding[],
  balance: (id: string) => Readonly<Balance>,
): string[] {
  const faults: string[] = []
  const expect = (name: string, ledger: number, documents: number) => {
    if (ledger !== documents) faults.push(`${name} of ${raise._id}: ledger ${ledger}, documents ${documents}`)
  }
  const inState = (...states: Array<Order['state']>) => orders.filter(({ state }) => states.includes(state))
  const [reserved, waiting] = [inState('reserved'), inState('paid', 'cooling_off')]
  const allotted = inState('allotted', 'issued')
  const unitsSold = total(holdings, ({ units }) => units)
  const treasury = balance(accounts.unitsTreasury(raise._id))
  const unitsOf = (some: readonly Order[]) => total(some, ({ units }) => units)
  expect('I2 reserved units', treasury.debitsPending, unitsOf(reserved))
  expect('I2 units left', net(treasury), treasury.creditsPosted === 0 ? 0 : raise.unitsTotal - unitsSold)
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
  expect('I2 investors', money(accounts.peopleCounted(raise._id)), holdings.filter(({ units }) => units > 0).length)
  expect('I2 phase', money(accounts.phasesPassed(raise._id)), raise.phase ?? 0)
  if (treasury.debitsPending + unitsSold > raise.unitsTotal) faults.push(`I3 ${raise._id} is oversold`)
  const isMinimumPaid = unitsSold >= minimumUnitsOf(raise)
  const isFull = unitsSold === raise.unitsTotal
  if (raise.state === 'active' ? isFull : raise.state === 'funded' && !isMinimumPaid && !raise.deed)
    faults.push(`I2 ${raise._id} is ${raise.state} with ${unitsSold} units paid`)
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
    faults.push(...wrongHold(world, order))
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

/** Returns whether an order is on hold without a reason, or is not although there is one. */
function wrongHold({ statuses, store }: World, { _id, state, userId, paymentId, hold }: Order): string[] {
  const isPaid = state === 'paid' || state === 'cooling_off'
  const isSuspended = statuses.get(userId)!.status === 'suspended'
  const items = [...store.collection('suspense').values()] as unknown as SuspenseItem[]
  const missing = items.filter((item) => item.paymentId === paymentId && isMissing(item))
  const ids = missing.map((item) => item._id).sort()
  const inDirhams = missing.filter(({ currency }) => currency === 'aed')
  const amount = inDirhams.reduce((sum, { amount }) => sum + amount, 0)
  const expected = isPaid ? [isSuspended, ids.join(' '), amount] : [false, '', 0]
  const is = [hold?.review ?? false, (hold?.moneyOut ?? []).join(' '), hold?.moneyOutFils ?? 0]
  return String(is) === String(expected)
    ? []
    : [`I10 the hold of ${_id} is ${String(is)} instead of ${String(expected)}`]
}

/** Returns the violations of I9: the shares on the chain are those on the register, and each report is recorded. */
function unissued({ store, chain }: World): string[] {
  // The races have no chain.
  if (!chain) return []
  const orders = [...store.collection('orders').values()] as unknown as Order[]
  const faults = orders
    .filter(({ state }) => state === 'allotted')
    .map(({ _id }) => `stuck: ${_id} is allotted and not issued`)
  for (const { _id, state, minted, burned, unitsTakenBack } of orders) {
    const isOnChain = chain.minted.has(_id) && !chain.burned.has(_id)
    const isExpected = unitsTakenBack === undefined ? state === 'issued' : unitsTakenBack === 0
    if (isOnChain !== isExpected) faults.push(`I9 ${_id} is ${state}, on the chain: ${isOnChain}`)
    if (chain.minted.has(_id) !== (minted !== undefined)) faults.push(`I9 the mint of ${_id} is not recorded`)
    if (chain.burned.has(_id) !== (burned !== undefined)) faults.push(`I9 the burn of ${_id} is not recorded`)
  }
  for (const { _id, mirrored } of store.collection('share_transfers').values())
    if (!chain.mirrored.has(_id) || !mirrored) faults.push(`stuck: the transfer ${_id}`)
  const holdings = [...store.collection('holdings').values()] as unknown as Holding[]
  for (const { _id, allottedUnits = 0, issuedUnits = 0 } of holdings) {
    const held = chain.balanceOf(_id)
    if (held !== allottedUnits || held !== issuedUnits)
      faults.push(`I9 ${_id} has ${held} units on the chain, ${allottedUnits} registered and ${issuedUnits} issued`)
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
