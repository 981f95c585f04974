// `npm run bench ledger` measures commits and, as the baseline, a plain `insertMany` of the same documents with the
// same indexes and write concern, alternately on one store. It also measures the pure posting core, past balances and a
// long run of changes, which have no baseline.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isStoreDown } from '@hissa/persistence'
import { compareHigher, figure, type Metric, report } from '@hissa/testing-helpers/bench'
import { freePort, onPath, startDocstore, startMongod, type Store } from '@hissa/testing-engines/start'
import { type Collection, type Db, MongoClient } from 'mongodb'
import {
  Book,
  type Change,
  type Chart,
  Committer,
  decide,
  MongoLedgerStore,
  needs,
  type Transfer,
  amountOf,
} from '../src/index.js'
import { measureReads, measureRun } from './history.js'

const ROUNDS = 5
const TRANSFERS = 4_096
const BATCH = 256
const ACCOUNTS = 1_000
const root = new URL('../../..', import.meta.url).pathname

const chart: Chart = (id) => ({ ledger: 'aed', limit: id === 'treasury' ? 'debits' : 'none' })
const EMPTY = { inputHash: 'h', saves: [], events: [] }

let keys = 0
let floors = 0
const account = () => `investor-${Math.floor(Math.random() * ACCOUNTS)}`
const transfer = (debit: string, credit: string, amount = 1): Change => {
  return {
    ...EMPTY,
    key: `k${(keys += 1)}`,
    transfers: [{ kind: 'single', code: 'bench', debit, credit, amount: amountOf('units', amount) }],
  }
}
const uniform = () => transfer(`${account()}-a`, `${account()}-b`)
/** All transfers debit one account, which can't be overdrawn. */
const hot = () => transfer('treasury', account())

async function startStore(dir: string): Promise<Store> {
  if (await onPath('mongod')) return startMongod({ dir, port: await freePort() })
  return startDocstore({ dir, port: 0, command: [join(root, 'local/docstore/dist/main.js')] })
}

/** Returns transfers per second when all of them wait for the one write path. */
async function perSecond(ledger: Committer, make: () => Change): Promise<number> {
  const changes = Array.from({ length: TRANSFERS }, make)
  const began = performance.now()
  const outcomes = await Promise.all(changes.map((change) => ledger.commit(change)))
  if (!outcomes.every((outcome) => outcome.ok)) throw new Error('a transfer was rejected')
  return (TRANSFERS * 1_000) / (performance.now() - began)
}

/** Measures the baseline: inserts the ledger's rows, 256 at a time, with its indexes. */
async function insertMany(db: Db, source: Collection<Transfer>): Promise<number> {
  // A new collection each time, because leftovers of deleted documents would slow the baseline down.
  const target = db.collection<Transfer>(`floor${(floors += 1)}`)
  for (const { key, unique, partialFilterExpression } of await source.indexes()) {
    const options = { ...(unique ? { unique } : {}), ...(partialFilterExpression ? { partialFilterExpression } : {}) }
    if (!('_id' in key)) await target.createIndex(key, options)
  }
  const rows = await source.find().sort({ seq: -1 }).limit(TRANSFERS).toArray()
  const began = performance.now()
  for (let from = 0; from < rows.length; from += BATCH) await target.insertMany(rows.slice(from, from + BATCH))
  return (rows.length * 1_000) / (performance.now() - began)
}

function decidedPerSecond(): number {
  const book = new Book(chart)
  const count = 50_000
  const changes = Array.from({ length: count }, uniform)
  for (const id of needs(changes).accounts) book.load(id)
  const context = { batchId: 'b', at: new Date(), known: new Map(), own: new Set<string>() }
  const began = performance.now()
  for (let from = 0; from < count; from += BATCH) {
    decide(book, changes.slice(from, from + BATCH), { ...context, seq: from })
    book.accept()
  }
  return (count * 1_000) / (performance.now() - began)
}

async function measure(client: MongoClient, db: Db): Promise<Metric[]> {
  const store = new MongoLedgerStore({ client, db, isStoreDown })
  await store.prepare()
  const ledger = new Committer({ store, chart, now: () => new Date() })
  const source = db.collection<Transfer>('ledger_transfers')
  await ledger.commit(transfer('issued', 'treasury', 1e9))
  await perSecond(ledger, uniform) // warms accounts, caches and the compiler
  const uniformRounds = []
  const hotRounds = []
  const core = []
  for (let round = 0; round < ROUNDS; round += 1) {
    uniformRounds.push({ ours: await perSecond(ledger, uniform), peers: await insertMany(db, source) })
    hotRounds.push({ ours: await perSecond(ledger, hot), peers: await insertMany(db, source) })
    core.push(decidedPerSecond())
  }
  const names = { unit: 'transfers/s', peer: 'insertMany of the same rows' }
  return [
    compareHigher('ledger.uniform', uniformRounds, { ...names, goal: 'ratio >= 0.6' }),
    compareHigher('ledger.hot', hotRounds, { ...names, goal: 'ratio >= 0.6' }),
    figure('ledger.core', core, 'transfers/s', '>= 1,000,000'),
    ...(await measureReads(
      ledger,
      Array.from({ length: ACCOUNTS }, (_, n) => `investor-${n}-a`),
    )),
    ...(await measureRun(ledger, db)),
  ]
}

const dir = await mkdtemp(join(tmpdir(), 'hissa-bench-ledger-'))
const store = await startStore(dir)
const client = await MongoClient.connect(store.uri, { writeConcern: { w: 'majority' } })
try {
  report(root, 'ledger', store.description, await measure(client, client.db('bench')))
} finally {
  await client.close()
  await store.stop()
  await rm(dir, { recursive: true, force: true })
}
