import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { isStoreDown } from '@hissa/persistence'
import { testEngines } from '@hissa/testing-engines'
import { type CommandStartedEvent, type Db, MongoClient } from 'mongodb'
import { check, Committer, MongoLedgerStore, type StoredBalance, type Transfer } from '../src/index.js'
import { change, chart, move } from './fixture.js'

const { mongoUri, dbPrefix } = testEngines()
let client: MongoClient
let db: Db
let count = 0
let sent: Array<Record<string, unknown>> = []

beforeAll(async () => {
  client = await MongoClient.connect(mongoUri, { writeConcern: { w: 'majority' }, monitorCommands: true })
  client.on('commandStarted', ({ commandName, command }: CommandStartedEvent) => {
    if (commandName === 'find') sent.push(command)
  })
})
afterAll(() => client.close())
beforeEach(async () => {
  db = client.db(`${dbPrefix}history${(count += 1)}`)
  await new MongoLedgerStore({ client, db, isStoreDown }).prepare()
})

/** Creates a ledger whose clock starts at `minutes` and advances by a minute with each batch. */
function newLedger(minutes = 0) {
  const store = new MongoLedgerStore({ client, db, isStoreDown })
  let nowMs = Date.parse('2026-11-21T08:00:00Z') + minutes * 60_000
  return new Committer({ store, chart, now: () => new Date((nowMs += 60_000)), timeoutMs: 60_000 })
}
const transfers = () => db.collection<Transfer>('ledger_transfers')
const ordered = () => transfers().find().sort({ seq: 1 }).toArray()
const proofUntil = async (seq: number) =>
  (
    await check(
      (await ordered()).filter((row) => row.seq <= seq),
      chart,
    )
  ).balances

let keys = 0
const give = (holder: string, amount = 1) =>
  change(`give${(keys += 1)}`, { transfers: [move(amount, `u:h-${holder}`, 'u:issuer')] })

async function all(stream: AsyncIterable<StoredBalance>): Promise<StoredBalance[]> {
  const rows: StoredBalance[] = []
  for await (const row of stream) rows.push(row)
  return rows
}

/** Returns the number of reads that `read` sends to the store, and the most index keys that one of them examines. */
async function costOf(read: () => Promise<unknown>): Promise<{ reads: number; keys: number }> {
  sent = []
  await read()
  const commands = sent
  const looked = await Promise.all(
    commands.map(async ({ find, filter, sort, hint, limit }) => {
      const cursor = db.collection(find as string).find(filter as object)
      if (sort) cursor.sort(sort as Record<string, 1 | -1>)
      if (hint) cursor.hint(hint)
      const plan = (await cursor.limit(Number(limit ?? 1)).explain('executionStats')) as {
        executionStats: { totalKeysExamined: number; totalDocsExamined: number }
      }
      expect({ filter, scans: /COLLSCAN|"stage":"SORT"/.test(JSON.stringify(plan)) }).toEqual({ filter, scans: false })
      return Math.max(plan.executionStats.totalKeysExamined, plan.executionStats.totalDocsExamined)
    }),
  )
  return { reads: commands.length, keys: Math.max(...looked) }
}

describe('a balance at a moment, on a real store', () => {
  it('takes the same number of single-row reads for young and old accounts, with few postings or many', async () => {
    const ledger = newLedger()
    const first = await ledger.commit(give('few'))
    await ledger.commit(give('many'))
    // Sequential, because the commands are counted.
    const inTurn = async () => {
      const costs = []
      for (const id of ['u:h-few', 'u:h-many', 'u:issuer', 'u:h-none']) {
        costs.push(await costOf(() => ledger.balanceAt(id, { seq: 2 })))
        costs.push(await costOf(() => ledger.balanceAt(id, { at: (first as { at: Date }).at })))
      }
      return costs
    }
    const before = await inTurn()
    for (let batch = 0; batch < 6; batch += 1)
      await Promise.all(Array.from({ length: 250 }, () => ledger.commit(give('many'))))
    const after = await inTurn()
    expect(after).toEqual(before)
    expect(Math.max(...after.map(({ reads }) => reads))).toBe(5)
    expect(Math.max(...after.map(({ keys: looked }) => looked))).toBe(1)
  })

  it('equals a replay for every account under a prefix, with four single-row reads for each', async () => {
    const ledger = newLedger()
    for (let batch = 0; batch < 4; batch += 1)
      await Promise.all(Array.from({ length: 60 }, (_, n) => ledger.commit(give(`${(n * 7) % (10 + 10 * batch)}`))))
    const back = (n: number) => change(`back${n}`, { transfers: [move(1, 'u:issuer', `u:h-${n}`)] })
    await Promise.all([1, 3, 12].map((n) => ledger.commit(back(n))))
    for (const seq of [0, 1, 60, 130, 241]) {
      const expected = await proofUntil(seq)
      let found: StoredBalance[] = []
      const { reads, keys: looked } = await costOf(async () => (found = await all(ledger.balancesAt('u:h-', { seq }))))
      expect(found.map(({ id, balance }) => [id, balance])).toEqual(
        [...expected].filter(([id]) => id.startsWith('u:h-')).sort(([a], [b]) => (a < b ? -1 : 1)),
      )
      // The head, the first account of each side, and at most four for each of the 40 accounts that exist now.
      expect(reads).toBeLessThanOrEqual(3 + 4 * 40)
      expect(looked).toBe(1)
    }
  })

  it('streams the same accounts during concurrent writes', async () => {
    const [ledger, other] = [newLedger(), newLedger(5)]
    await Promise.all(Array.from({ length: 30 }, (_, n) => ledger.commit(give(String(n), n + 1))))
    const seq = await ledger.seqAt({ seq: 30 })
    const expected = await proofUntil(seq)
    const found: StoredBalance[] = []
    for await (const row of ledger.balancesAt('u:h-', { seq })) {
      found.push(row)
      await Promise.all([other.commit(give(String(found.length))), other.commit(give(`new-${found.length}`))])
    }
    expect(found.map(({ id, balance }) => [id, balance])).toEqual(
      [...expected].filter(([id]) => id.startsWith('u:h-')).sort(([a], [b]) => (a < b ? -1 : 1)),
    )
  })

  it('can be derived from rows of earlier releases, alone or mixed with current rows', async () => {
    const old = newLedger()
    for (let n = 0; n < 20; n += 1) await old.commit(give(String(n)))
    await transfers().updateMany({}, { $unset: { opens: '' } })
    await db.collection<{ _id: string }>('ledger_head').updateOne({ _id: 'head' }, { $unset: { at: '' } })
    const ledger = newLedger(60)
    for (let n = 0; n < 5; n += 1) await ledger.commit(give(String(n)))
    const rows = await ordered()
    for (const { at } of rows) {
      const expected = rows.filter((row) => row.at <= at).length
      expect({ at, seq: await ledger.seqAt({ at }) }).toEqual({ at, seq: expected })
    }
    expect((await costOf(() => ledger.seqAt({ at: rows[3]!.at }))).reads).toBeLessThanOrEqual(3 + 5)
  })

  it('is final once queried, though nothing has been committed since', async () => {
    const ledger = newLedger()
    const outcome = await ledger.commit(give('a'))
    const { at } = outcome as { at: Date }
    expect(await ledger.seqAt({ at })).toBe(1)
    // Its clock is behind: without the ledger's head it would use the same time.
    await newLedger(-30).commit(give('a'))
    expect((await ordered()).at(-1)!.at > at).toBe(true)
    expect(await ledger.balanceAt('u:h-a', { at })).toMatchObject({ seq: 1, balance: { creditsPosted: 1 } })
  })
})
