import { compareHigher, figure, type Metric } from '@hissa/testing-helpers/bench'
import type { Db } from 'mongodb'
import {
  type AfterFailure,
  amountOf,
  type Change,
  type Committer,
  MongoRunStore,
  Runs,
  type RunWork,
} from '../src/index.js'

const READS = 1_000
const AT_ONCE = 32
const ROUNDS = 3
const ITEMS = 50_000
const PREFIX = 'run-'

/** Zero-padded, so that ids sort in numeric order. */
const itemId = (n: number) => `${PREFIX}${String(n).padStart(6, '0')}`

async function perSecond(count: number, work: (n: number) => Promise<unknown>): Promise<number> {
  const began = performance.now()
  for (let from = 0; from < count; from += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, n) => work(from + n)))
  return (count * 1_000) / (performance.now() - began)
}

/** Measures reads of past and current balances, alternately, of accounts with many postings after the past moment. */
export async function measureReads(ledger: Committer, accounts: readonly string[]): Promise<Metric[]> {
  const seq = await ledger.seqAt({ seq: 4_000 })
  const pick = (n: number) => accounts[n % accounts.length]!
  const rounds = []
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({
      ours: await perSecond(READS, (n) => ledger.balanceAt(pick(n), { seq })),
      peers: await perSecond(READS, (n) => ledger.balance(pick(n))),
    })
  const names = { unit: 'reads/s', peer: 'the balance of now', goal: 'flat in postings and age' }
  return [compareHigher('ledger.balanceAt', rounds, names)]
}

/** Measures a run of 50,000 changes in chunks, then reads the accounts that it posted to, as of its end. */
export async function measureRun(ledger: Committer, db: Db): Promise<Metric[]> {
  const store = new MongoRunStore(db)
  await store.prepare()
  const now = () => new Date()
  const runs = new Runs({ ledger, store, now, wall: now, afterFailure, isStoreDown: () => false })
  await runs.begin('bench', { kind: 'bench', total: ITEMS })
  const beganRun = performance.now()
  const { run } = await runs.proceed('bench', work)
  const itemsPerSecond = (ITEMS * 1_000) / (performance.now() - beganRun)
  if (run.done !== ITEMS) throw new Error(`${run.done} of ${ITEMS} items were done`)
  const streamed: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) streamed.push(await accountsPerSecond(ledger))
  return [
    figure('ledger.run', [itemsPerSecond], 'items/s', 'durable, 50,000 items'),
    figure('ledger.accountsAt', streamed, 'accounts/s', 'flat in postings and age'),
  ]
}

/** Streams the first 1,000 accounts and returns the rate per second. */
async function accountsPerSecond(ledger: Committer): Promise<number> {
  const began = performance.now()
  let accounts = 0
  for await (const _ of ledger.balancesAt(`${PREFIX}000`, { at: new Date(Date.now() - 1) })) accounts += 1
  if (accounts !== 1_000) throw new Error(`${accounts} of 1,000 accounts were found`)
  return (accounts * 1_000) / (performance.now() - began)
}

const afterFailure: AfterFailure = ({ kind, tries }, { code = 'OUTAGE' }, { at }) => {
  return { rejected: { kind, code, tries: tries + 1, at } }
}

const work: RunWork = {
  ids: async (after, limit) => {
    const from = after === '' ? 0 : Number(after.slice(PREFIX.length)) + 1
    return Array.from({ length: Math.max(0, Math.min(limit, ITEMS - from)) }, (_, n) => itemId(from + n))
  },
  decide: async (id): Promise<Change> => {
    const transfers = [
      { kind: 'single' as const, code: 'bench', debit: 'treasury', credit: id, amount: amountOf('units', 1) },
    ]
    return { key: `bench:${id}`, inputHash: 'h', transfers, saves: [], events: [] }
  },
}
