import { ApprovalStore } from '@hissa/approvals'
import { connectMongo, ensureModels, type Connection } from '@hissa/persistence'
import { testEngines } from '@hissa/testing-engines'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { zeroAddress } from 'viem'
import { AccountStore, defineAccounts } from '../src/accounts/account.store.js'
import { AddressStore, defineAddresses } from '../src/accounts/address.store.js'
import { TransactionStore } from '../src/chain/transactions/transaction.store.js'
import { ShareholderStore } from '../src/desk/shareholder.store.js'
import { SHARE_ACTIONS } from '../src/desk/share-action.js'
import { FreezeStore } from '../src/enforcement/enforcement.api.js'
import { defineFreezes } from '../src/enforcement/freeze.store.js'
import { AllotmentStore, defineAllotments } from '../src/holdings/allotment.store.js'
import { defineTransfers, TransferStore } from '../src/holdings/transfer.store.js'
import { defineMovements, MovementStore } from '../src/reconciliation/movement.store.js'
import { defineRelocations, RelocationStore } from '../src/relocations/relocation.store.js'
import { defineTokens, TokenStore } from '../src/tokens/token.store.js'
import { defineStatuses, StatusStore } from '../src/wallets/status.store.js'

const engines = testEngines()
let connection: Connection

beforeAll(async () => {
  connection = await connectMongo({ uri: engines.mongoUri, dbName: `${engines.dbPrefix}plans` })
})
afterAll(async () => {
  await connection.dropDatabase()
  await connection.close()
})

interface Sent {
  collection: string
  filter?: object
  sort?: object
  stages?: object[]
}

/** Calls every read of the staff desk and of relocations, and those that every pass makes, and asks the server for the plan of each query. */
it('the staff desk, relocations and the passes over transactions and tokens read nothing by scanning a collection', async () => {
  const defines = [defineAccounts, defineAddresses, defineRelocations, defineStatuses, defineFreezes, defineTokens]
  for (const define of [...defines, defineMovements, defineAllotments, defineTransfers]) define(connection)
  const [accounts, addresses, freezes] = [
    new AccountStore(connection),
    new AddressStore(connection),
    new FreezeStore(connection),
  ]
  const [relocations, shareholders] = [new RelocationStore(connection), new ShareholderStore(connection, freezes)]
  const [approvals, statuses] = [new ApprovalStore(connection), new StatusStore(connection)]
  const [movements, tokens] = [new MovementStore(connection), new TokenStore(connection)]
  const transactions = new TransactionStore(connection)
  const [allotments, transfers] = [new AllotmentStore(connection), new TransferStore(connection)]
  await ensureModels(connection)
  const sent: Sent[] = []
  connection.set('debug', (collection: string, method: string, query: object, options?: { sort?: object }) => {
    const sort = options?.sort ? { sort: options.sort } : {}
    if (method.startsWith('find') || method === 'countDocuments') sent.push({ collection, filter: query, ...sort })
    if (method === 'aggregate') sent.push({ collection, stages: query as object[] })
  })
  const now = new Date()
  const actions = Object.values(SHARE_ACTIONS)
  await Promise.all([shareholders.open(5), shareholders.open(5, [now, 'u']), shareholders.countOpen()])
  await Promise.all([shareholders.frozen(5), shareholders.frozen(5, ['u']), shareholders.countFrozen()])
  await Promise.all([shareholders.ownWallet(5), shareholders.ownWallet(5, ['u']), shareholders.countOwnWallet()])
  await Promise.all([shareholders.all(5), shareholders.all(5, ['u']), shareholders.countAll()])
  await Promise.all([shareholders.matching(zeroAddress), shareholders.matching('u')])
  await Promise.all([approvals.pending(actions, { limit: 5 }), approvals.countPending(actions)])
  await Promise.all([approvals.pendingOfSubjects(['u', 'v'], actions), approvals.ofSubject('u')])
  await Promise.all([accounts.of('u'), accounts.among(['u', 'v']), accounts.ready(['u']), accounts.moving()])
  await Promise.all([accounts.unregistered(5, now), statuses.isSuspended('u'), statuses.suspendedAmong(['u', 'v'])])
  await Promise.all([addresses.ofUser('u'), addresses.ofUsers(['u', 'v']), addresses.known([zeroAddress])])
  await Promise.all([addresses.toScreen(5, now), freezes.on(['u', 'v']), freezes.ofUser('u')])
  await Promise.all([relocations.openOf('u'), relocations.openAmong(['u', 'v']), relocations.ofUser('u', 5)])
  await Promise.all([relocations.working(now), relocations.inProgress(), relocations.byId('r')])
  await Promise.all([movements.holdingsOf([zeroAddress]), movements.idsUpTo('p', 9), tokens.byIds(['p', 'q'])])
  await Promise.all([transactions.work(), transactions.inBlocks('minter'), transactions.inState('minter', 'sent')])
  await Promise.all([allotments.revisions(['p', 'q']), transfers.revisions(['p', 'q'])])
  connection.set('debug', false)
  expect(sent.length).toBeGreaterThan(35)
  for (const { collection, filter, sort = {}, stages } of sent) {
    const rows = connection.collection(collection)
    const query = stages ? rows.aggregate(stages) : rows.find(filter!).sort(sort as never)
    const plan = await query.explain('queryPlanner')
    const asked = { collection, filter, stages }
    expect({ ...asked, scans: JSON.stringify(plan).includes('COLLSCAN') }).toEqual({ ...asked, scans: false })
  }
})
