import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { isStoreDown } from '@hissa/persistence'
import { testEngines } from '@hissa/testing-engines'
import fc from 'fast-check'
import { type CommandStartedEvent, type Db, MongoClient } from 'mongodb'
import { type Change, Committer, MongoLedgerStore, type Outcome, type Save } from '../src/index.js'
import { change, chart } from './fixture.js'

const { mongoUri, dbPrefix } = testEngines()
let client: MongoClient
let db: Db
let count = 0
let writes: Array<{ name: string; statements: number }> = []

beforeAll(async () => {
  client = await MongoClient.connect(mongoUri, { writeConcern: { w: 'majority' }, monitorCommands: true })
  client.on('commandStarted', ({ commandName, command }: CommandStartedEvent) => {
    const statements = (command['updates'] ?? command['documents']) as unknown[] | undefined
    if (command[commandName] === 'orders' && statements)
      writes.push({ name: commandName, statements: statements.length })
  })
})
afterAll(() => client.close())
beforeEach(() => newDatabase())

async function newDatabase(): Promise<void> {
  db = client.db(`${dbPrefix}fold${(count += 1)}`)
  await db.createCollection('orders')
  await orders().createIndex(
    { openKey: 1 },
    { unique: true, partialFilterExpression: { openKey: { $exists: true }, state: 'reserved' } },
  )
  await new MongoLedgerStore({ client, db, isStoreDown }).prepare()
}

const orders = () => db.collection<{ _id: string; version: number }>('orders')
const newLedger = () => {
  const store = new MongoLedgerStore({ client, db, isStoreDown })
  return new Committer({ store, chart, now: () => new Date('2026-11-21T08:00:00Z'), timeoutMs: 60_000 })
}
const save = (id: string, version: number, set: Save['set'] = {}, unset: string[] = []): Save => {
  return { collection: 'orders', id, version, set, unset }
}
const verdicts = (outcomes: readonly Outcome[]) => outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.reason))

describe('saves of one document in a batch, on a real store', () => {
  it('makes one write', async () => {
    const ledger = newLedger()
    await ledger.commit(change('new', { saves: [save('o', 0, { n: 0, note: 'n' })] }))
    writes = []
    const changes = Array.from({ length: 40 }, (_, n) =>
      change(`k${n}`, { saves: [save('o', n + 1, { n: n + 1 }, n === 7 ? ['note'] : [])] }),
    )
    const outcomes = await Promise.all(changes.map((one) => ledger.commit(one)))
    expect(outcomes.every(({ ok }) => ok)).toBe(true)
    expect(writes).toEqual([{ name: 'update', statements: 1 }])
    expect(await orders().findOne({ _id: 'o' })).toEqual({ _id: 'o', n: 40, version: 41 })
  })

  it('creates the collection', async () => {
    await orders().drop()
    const changed = change('both', { saves: [save('o', 0, { n: 1 }), save('o', 1, { n: 2 })] })
    expect(verdicts([await newLedger().commit(changed)])).toEqual(['ok'])
    expect(await orders().findOne({ _id: 'o' })).toEqual({ _id: 'o', n: 2, version: 2 })
  })

  it('rejects only the change that violates a unique index created since', async () => {
    const ledger = newLedger()
    await ledger.commit(
      change('new', { saves: [save('taken', 0), save('taken', 1, { code: 'x' }), save('o', 0, { n: 0 })] }),
    )
    const partialFilterExpression = { code: { $exists: true } }
    await orders().createIndex({ code: 1 }, { unique: true, partialFilterExpression })
    const changes = [
      change('free', { saves: [save('o', 1, { code: 'y' })] }),
      change('taken', { saves: [save('o', 2, { code: 'x' })] }),
    ]
    const outcomes = await Promise.all(changes.map((one) => ledger.commit(one)))
    expect(verdicts(outcomes)).toEqual(['ok', 'DUPLICATE'])
    expect(await orders().findOne({ _id: 'o' })).toEqual({ _id: 'o', n: 0, code: 'y', version: 2 })
  })

  it('begins with an insert, if the first save inserts', async () => {
    const ledger = newLedger()
    writes = []
    const saves = [save('o', 0, { a: 1, b: 1 }), save('o', 1, { a: 2 }, ['b']), save('o', 2, { c: 3 })]
    await Promise.all(saves.map((one, n) => ledger.commit(change(`k${n}`, { saves: [one] }))))
    expect(writes).toEqual([{ name: 'insert', statements: 1 }])
    expect(await orders().findOne({ _id: 'o' })).toEqual({ _id: 'o', a: 2, c: 3, version: 3 })
  })

  it('rejects the stale save and commits the others, when the stored document has changed', async () => {
    await newLedger().commit(change('new', { saves: [save('o', 0), save('o', 1)] }))
    const ledger = newLedger()
    const outcomes = await Promise.all(
      [1, 2, 2, 3].map((version, n) => ledger.commit(change(`k${n}`, { saves: [save('o', version, { n })] }))),
    )
    expect(verdicts(outcomes)).toEqual(['STALE', 'ok', 'STALE', 'ok'])
    expect(await orders().findOne({ _id: 'o' })).toEqual({ _id: 'o', n: 3, version: 4 })
  })

  it('gives the outcomes and documents of separate commits, in any order, with unique indexes', async () => {
    const anySave = fc
      .record({
        id: fc.constantFrom('a', 'b', 'c'),
        version: fc.integer({ min: 0, max: 3 }),
        state: fc.constantFrom(undefined, 'reserved', 'paid'),
        openKey: fc.constantFrom(undefined, undefined, 'x', 'y'),
        isReleased: fc.boolean(),
      })
      .map(({ id, version, state, openKey, isReleased }) => {
        const set = { ...(state ? { state } : {}), ...(openKey ? { openKey } : {}), of: `${id}${version}` }
        return save(id, version, set, isReleased && !openKey ? ['openKey'] : [])
      })
    const shuffled = fc
      .array(fc.array(anySave, { minLength: 1, maxLength: 2 }), { minLength: 2, maxLength: 14 })
      .map((all) => all.map((saves, n): Change => change(`k${n}`, { saves })))
    await fc.assert(
      fc.asyncProperty(shuffled, async (changes) => {
        await newDatabase()
        const ledger = newLedger()
        const together = await Promise.all(changes.map((one) => ledger.commit(one)))
        const left = await orders().find().sort({ _id: 1 }).toArray()
        await newDatabase()
        const single = newLedger()
        const apart: Outcome[] = []
        for (const one of changes) apart.push(await single.commit(one))
        expect(together.map(({ ok }) => ok)).toEqual(apart.map(({ ok }) => ok))
        expect(left).toEqual(await orders().find().sort({ _id: 1 }).toArray())
      }),
      { numRuns: 25 },
    )
  })
})
