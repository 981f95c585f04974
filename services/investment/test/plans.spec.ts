import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ApprovalStore } from '@hissa/approvals'
import { MongoLedgerStore } from '@hissa/ledger'
import { connectMongo, type Connection, ensureModels, isStoreDown } from '@hissa/persistence'
import { testEngines } from '@hissa/testing-engines'
import { StandingStore } from '../src/appropriateness/standing.store.js'
import { BankAccountStore } from '../src/cash/bank-account.store.js'
import { MovementStore } from '../src/cash/movement.store.js'
import { WithdrawalStore } from '../src/cash/withdrawal.store.js'
import { ClassStore } from '../src/classification/class.store.js'
import { DisclosureStore } from '../src/disclosures/disclosure.store.js'
import { HoldingStore } from '../src/holdings/holding.store.js'
import type { Distribution } from '../src/income/distribution.js'
import { DistributionStore } from '../src/income/distribution.store.js'
import { IncomeStore } from '../src/income/income.store.js'
import { InvestorStore } from '../src/investors/investor.store.js'
import { OrderStore } from '../src/orders/order.store.js'
import { PaymentStore } from '../src/payments/payment.store.js'
import { SuspenseStore } from '../src/payments/suspense/suspense.store.js'
import { BankEntryStore } from '../src/payouts/bank-entry.store.js'
import { PaymentFileStore } from '../src/payouts/payment-file.store.js'
import { DenialStore } from '../src/rules/denial.store.js'
import { RaiseStore } from '../src/raises/raise.store.js'
import { readsOf } from '../src/reads.js'
import { AccountStore } from '../src/register/account.store.js'
import { RegisterStore } from '../src/register/register.store.js'
import { newRegister } from '../src/register/register.js'
import { DifferenceStore } from '../src/differences/difference.store.js'
import { HoldingDifferenceStore } from '../src/differences/holding-difference.store.js'
import { PaymentDifferenceStore } from '../src/differences/payment-difference.store.js'
import { ReconciliationStore } from '../src/reconciliation/reconciliation.store.js'
import { ShareTransferStore } from '../src/transfers/share-transfer.store.js'
import { ValuationStore } from '../src/valuations/valuation.store.js'

const engines = testEngines()
let connection: Connection

beforeAll(async () => {
  connection = await connectMongo({ uri: engines.mongoUri, dbName: `${engines.dbPrefix}plans` })
})
afterAll(async () => {
  await connection.dropDatabase()
  await connection.close()
})

/** Calls every read of every store and asks the server for the plan of each query. */
it('the stores read nothing by scanning a collection', async () => {
  const orders = new OrderStore(connection)
  const [raises, payments] = [new RaiseStore(connection), new PaymentStore(connection)]
  const [holdings, disclosures, investors] = [
    new HoldingStore(connection),
    new DisclosureStore(connection),
    new InvestorStore(connection),
  ]
  const [classes, standings, denials] = [
    new ClassStore(connection),
    new StandingStore(connection),
    new DenialStore(connection),
  ]
  const [registers, accounts] = [new RegisterStore(connection), new AccountStore(connection)]
  const differences = new DifferenceStore(connection)
  const reconciliation = new ReconciliationStore(connection)
  const [ofPayments, ofHoldings] = [new PaymentDifferenceStore(connection), new HoldingDifferenceStore(connection)]
  const transfers = new ShareTransferStore(connection)
  const [income, distributions] = [new IncomeStore(connection), new DistributionStore(connection)]
  const valuations = new ValuationStore(connection)
  const [bankAccounts, withdrawals] = [new BankAccountStore(connection), new WithdrawalStore(connection)]
  const [files, entries] = [new PaymentFileStore(connection), new BankEntryStore(connection)]
  const movements = new MovementStore(connection)
  const [suspense, approvals] = [new SuspenseStore(connection), new ApprovalStore(connection)]
  await ensureModels(connection)
  const sent: Array<{ collection: string; filter: object; sort?: object }> = []
  const reads = readsOf(connection)
  const rows = reads.rows.bind(reads)
  reads.rows = (read) => {
    const { from: collection, where: filter, sort } = read
    sent.push({ collection, filter, ...(sort ? { sort } : {}) })
    return rows(read)
  }
  connection.set('debug', (collection: string, method: string, filter: object, options: { sort?: object }) => {
    if (method.startsWith('find') || method === 'countDocuments')
      sent.push({ collection, filter, ...(options?.sort ? { sort: options.sort } : {}) })
  })
  const now = new Date()
  const ledger = new MongoLedgerStore({ client: connection.getClient(), db: connection.db!, isStoreDown, reads })
  await ledger.prepare()
  await ledger.balances(['units-p:treasury'])
  await Promise.all([orders.byId('a'), orders.byPlaceKey('a'), orders.byOpenProperty('u', 'p'), orders.bySession('a')])
  await Promise.all([orders.openOf('u'), orders.unpaidOf('u', now), orders.largeUnpaidOf('p', now)])
  await Promise.all([
    orders.ofUser('u', { limit: 5, before: 'b' }),
    orders.ofUser('u', { limit: 5, state: 'reserved' }),
  ])
  for (const kind of ['expiry', 'reconcile', 'refund'] as const)
    await Promise.all([orders.due(kind, { at: now, wall: now }, 5), orders.nextDueAt(kind, { at: now, wall: now })])
  const after = [now, 'a'] as const
  await Promise.all([classes.byId('u'), standings.of('u'), denials.ofUser('u', 5), denials.ofUser('u', 5, after)])
  await Promise.all([orders.heldBy('u', 'p'), transfers.byId('t'), transfers.ofUser('u', 5)])
  await Promise.all([orders.personsOf('p', now), investors.isKnown('u')])
  await Promise.all([orders.rejected(5), orders.rejected(5, after), orders.held(5), orders.held(5, after)])
  await Promise.all([
    raises.byId('a'),
    raises.byRef('A'),
    raises.byIds(['a']),
    holdings.of('u', 'p'),
    holdings.ofUser('u'),
  ])
  await Promise.all([payments.byId('a'), payments.hasEvent('a'), payments.ofPayment('pi')])
  await Promise.all([payments.ofUser('u', 5), investors.statusOf('u'), investors.statusesOf(['u'])])
  await Promise.all([payments.ofUser('u', 5, after), disclosures.current(), disclosures.acceptedBy('u', 'p')])
  for (const filters of [{}, { state: 'paid' }, { propertyId: 'p' }, { reference: 'HS-1' }, { userId: 'u' }] as const)
    await Promise.all([orders.search(filters, 5), orders.search(filters, 5, 'b')])
  await Promise.all([orders.search({ ids: ['a'], propertyId: 'p', state: 'paid' }, 5, 'b'), payments.ofRefund('re')])
  await Promise.all([raises.list(undefined, 5), raises.list('active', 5, after)])
  const clocks = { at: now, wall: now }
  await Promise.all([
    suspense.byId('a'),
    suspense.ofPayment('pi'),
    suspense.list('unresolved', 5),
    suspense.list('resolved', 5, after),
  ])
  await Promise.all([suspense.due('dispute', clocks, 5), orders.due('catchUp', clocks, 5)])
  await Promise.all([suspense.due('suspense_refund', clocks, 5), suspense.nextDueAt('suspense_refund', clocks)])
  const of = { action: 'investment.resolve', subjectId: 'order:a' }
  await Promise.all([approvals.pendingOf(of), orders.countRejected(), orders.countHeld()])
  const register = newRegister(1, now, 0)
  await Promise.all([registers.latest(), registers.find(1), registers.published(1), registers.list(5, 3)])
  await Promise.all([registers.unhashed(register, 5), registers.page(1, 0, 5), registers.ofHolder(1, 'h', 0, 5)])
  await Promise.all([accounts.of(['u']), raises.idAfter('a'), orders.firstAllottedAt()])
  await Promise.all([differences.list('open', 5), differences.list('resolved', 5), differences.totals()])
  await Promise.all([reconciliation.running(), reconciliation.lastComplete(), reconciliation.newest(5)])
  await Promise.all([reconciliation.openPayments('a', 5), reconciliation.ofPayments(['a'])])
  await Promise.all([ofPayments.listOpen(5), ofPayments.countOpen(), ofPayments.blocksPayment('pi')])
  await Promise.all([ofPayments.blockedOf(['u']), ofHoldings.listOpen(5), ofHoldings.countOpen()])
  await Promise.all([ofHoldings.blocksProperty('p'), holdings.after('a', 5), holdings.ofOrders([])])
  const place = [new Date(), 'a'] as const
  await Promise.all([
    income.entry('a'),
    income.period('a', '2026-Q3'),
    income.document('a', 'b'),
    income.periodsOf('a', 5),
  ])
  await Promise.all([
    income.list('a', '2026-Q3', 5, place),
    income.usedReferences('a', ['r']),
    income.overdue(new Date(), 5),
  ])
  await Promise.all([distributions.byId('a'), distributions.byIds(['a']), distributions.list({}, 5, place)])
  await Promise.all([distributions.list({ state: 'paid' }, 5), distributions.list({ propertyId: 'a' }, 5, place)])
  await Promise.all([distributions.unfinished(10), distributions.countUnpaid(new Date())])
  await Promise.all([distributions.ofUser('u', 5, place), distributions.totalsOf('u')])
  await valuations.byId('a')
  await Promise.all([valuations.list({}, 5), valuations.list({ state: 'proposed' }, 5, place)])
  await valuations.list({ propertyId: 'p', state: 'approved' }, 5, place)
  await distributions.inOrder({ _id: 'd' } as Distribution, [1, 2, 'a'], 5)
  await Promise.all([bankAccounts.byId('a'), bankAccounts.of('u'), bankAccounts.byIds(['a']), movements.of('c', 5, 9)])
  await Promise.all([
    withdrawals.byId('a'),
    withdrawals.byKey('k'),
    withdrawals.byIds(['a']),
    withdrawals.openTotal('u'),
  ])
  await Promise.all([
    withdrawals.isInUse('a'),
    withdrawals.isAnyAtBank(),
    withdrawals.ofFile('f'),
    withdrawals.requested(5),
  ])
  await Promise.all([withdrawals.page('open', 5, 'a'), withdrawals.page('all', 5, 'b')])
  await Promise.all([files.byId('a'), files.newest(5), files.undelivered(5), entries.byId('a'), entries.open(5)])
  await Promise.all([entries.early(5), withdrawals.requested(5, 'a')])
  expect((await approvals.load('a')).ok).toBe(false)
  connection.set('debug', false)
  // The totals, and the valuations that count, are aggregations whose matches use the same indexes.
  sent.push({ collection: 'suspense', filter: { state: { $in: ['open', 'refunding'] } } })
  sent.push({ collection: 'valuations', filter: { propertyId: { $in: ['p'] }, state: 'approved' } })
  // Reconciliation reads the ledger's transfers without a model.
  sent.push({ collection: 'ledger_transfers', filter: { seq: { $gt: 0, $lte: 5 } }, sort: { seq: 1 } })
  sent.push({ collection: 'ledger_transfers', filter: { seq: { $gt: 0 } }, sort: { seq: 1 } })
  expect(sent.length).toBeGreaterThan(20)
  for (const { collection, filter, sort = {} } of sent) {
    const plan = await connection
      .collection(collection)
      .find(filter)
      .sort(sort as never)
      .explain('queryPlanner')
    expect({ collection, filter, scans: JSON.stringify(plan).includes('COLLSCAN') }).toEqual({
      collection,
      filter,
      scans: false,
    })
  }
})

describe.each(['expiry', 'reconcile', 'refund'] as const)('due work of kind %s', (kind) => {
  const [at, wall] = [new Date('2026-11-21T08:00:00Z'), new Date('2026-11-21T20:00:00Z')]
  const before = (ms: number) => new Date(at.getTime() - ms)
  const row = (name: string, due: { dueAt: Date; nextTryAt: Date }) => {
    const _id = `${kind}-${name}`
    return { _id, placeKey: _id, version: 1, due: { kind, tries: 1, refusals: 1, ...due } }
  }

  it('is found behind 250 older rows in backoff, and before those whose backoff has ended', async () => {
    const orders = new OrderStore(connection)
    const inBackoff = Array.from({ length: 250 }, (_, n) =>
      row(`waits-${n}`, { dueAt: before(n + 1_000), nextTryAt: new Date(wall.getTime() + 1) }),
    )
    const rows = [
      ...inBackoff,
      row('failed', { dueAt: before(500), nextTryAt: wall }),
      row('fresh', { dueAt: before(0), nextTryAt: new Date(0) }),
      row('ahead', { dueAt: new Date(at.getTime() + 1), nextTryAt: new Date(0) }),
    ]
    await connection.collection<{ _id: string }>('orders').insertMany(rows)
    const found = await orders.due(kind, { at, wall }, 50)
    expect(found.map(({ _id }) => _id)).toEqual([`${kind}-fresh`, `${kind}-failed`])
    expect(await orders.nextDueAt(kind, { at, wall })).toEqual(at)
    await connection
      .collection<{ _id: string }>('orders')
      .deleteMany({ _id: { $in: [`${kind}-fresh`, `${kind}-failed`] } })
    expect(await orders.nextDueAt(kind, { at, wall })).toEqual(new Date(at.getTime() + 1))
  })
})
