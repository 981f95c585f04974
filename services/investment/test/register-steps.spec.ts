import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { RegisterPublished } from '@hissa/contracts/investment'
import { createLogger, defineCursor, newId } from '@hissa/kernel'
import { Committer, MongoLedgerStore } from '@hissa/ledger'
import { fils, sum, units } from '@hissa/money'
import { inclusionPath, verifyInclusion } from '@hissa/merkle'
import { connectMongo, type Connection, ensureModels, isStoreDown } from '@hissa/persistence'
import { testEngines } from '@hissa/testing-engines'
import { accounts, chart } from '../src/accounts.js'
import { OrderStore } from '../src/orders/order.store.js'
import { RaiseStore } from '../src/raises/raise.store.js'
import { AccountStore } from '../src/register/account.store.js'
import { canonicalLeaf, entryLeaf } from '../src/register/entry.js'
import { PublishRegister } from '../src/register/publish-register.js'
import { ReadRegister } from '../src/register/read-register.js'
import { booksId, midnightBefore, newRegister } from '../src/register/register.js'
import { RegisterStore } from '../src/register/register.store.js'
import * as z from 'zod/mini'

const HOLDERS = 300
const DAY_MS = 86_400_000
const FIRST = Date.UTC(2026, 10, 21, 8)
const PROPERTY = 'Prop_1_steps'
const config = { INVESTMENT_MASTER_KEY: Buffer.alloc(32, 7) } as never

const engines = testEngines()
let connection: Connection
let ledger: Committer
let registers: RegisterStore
let chain: AccountStore
let raises: RaiseStore
let orders: OrderStore
let nowMs = FIRST

/** Writes a raise, an allotted order, 300 holders with 1 to 300 units and one digit of cash, and a subscription. */
beforeAll(async () => {
  connection = await connectMongo({ uri: engines.mongoUri, dbName: `${engines.dbPrefix}register_steps` })
  registers = new RegisterStore(connection)
  chain = new AccountStore(connection)
  raises = new RaiseStore(connection)
  orders = new OrderStore(connection)
  await ensureModels(connection)
  const store = new MongoLedgerStore({ client: connection.getClient(), db: connection.db!, isStoreDown })
  await store.prepare()
  ledger = new Committer({ store, chart, now: () => new Date(nowMs) })
  const rows = (name: string) => connection.collection<{ _id: string; [field: string]: unknown }>(name)
  await rows('raises').insertOne({ _id: PROPERTY, refs: [PROPERTY.toLowerCase()] })
  await rows('orders').insertOne({ _id: 'o1', state: 'allotted', allottedAt: new Date(FIRST), placeKey: 'p1' })
  const debit = accounts.unitsIssued(PROPERTY)
  const transfer = (n: number) => {
    const credit = accounts.unitsHeld(PROPERTY, `holder-${n}`)
    return { kind: 'single' as const, code: 'units.test', debit, credit, amount: units(n + 1) }
  }
  const paid = (credit: string, amount: number) => {
    return { kind: 'single' as const, code: 'cash.test', debit: accounts.bank(), credit, amount: fils(amount) }
  }
  const changes = Array.from({ length: HOLDERS }, (_, n) => ({
    key: `k${n}`,
    inputHash: 'k',
    transfers: [transfer(n), paid(accounts.investorCash(`holder-${n}`), cashOf(n))],
  }))
  await ledger.commit({
    ...{ key: 'escrow', inputHash: 'k', transfers: [paid(accounts.escrow(PROPERTY), 77_700)], saves: [], events: [] },
  })
  await Promise.all(changes.map((change) => ledger.commit({ ...change, saves: [], events: [] })))
})
afterAll(async () => {
  await ledger.drain()
  await connection.dropDatabase()
  await connection.close()
})

/** What changes a register; a process that ends between two reads has done nothing. */
const WRITES = ['begin', 'collect', 'endCollection', 'addBlock', 'commit']

/** A process that ends before or after its nth write. */
class Fault {
  private calls = 0
  hasHappened = false

  constructor(
    private readonly nth: number,
    private readonly when: 'before' | 'after',
  ) {}

  on<T extends object>(target: T): T {
    return new Proxy(target, {
      get: (object, name) => {
        const member = Reflect.get(object, name) as unknown
        if (typeof member !== 'function') return member
        const call = (...args: unknown[]) => (member as (...all: unknown[]) => unknown).apply(object, args)
        return WRITES.includes(String(name)) ? (...args: unknown[]) => this.around(() => call(...args)) : call
      },
    })
  }

  private async around(work: () => unknown): Promise<unknown> {
    this.calls += 1
    const isNow = this.calls === this.nth
    if (isNow) this.hasHappened = true
    if (isNow && this.when === 'before') throw new Error('stopped')
    const result = await work()
    if (isNow) throw new Error('stopped')
    return result
  }
}

function publisher(fault: { on: <T extends object>(target: T) => T } = new Fault(0, 'before')): PublishRegister {
  const clock = { now: () => new Date(nowMs) }
  const ids = { next: newId }
  const [store, commits] = [fault.on(registers), fault.on(ledger)]
  const logger = createLogger('test', 'silent')
  return new PublishRegister(commits, store, chain, raises, orders, {} as never, config, clock, clock, ids, logger)
}

/** A replica that takes the nth chunk as an earlier release does, which knows neither totals nor cash. */
class Earlier {
  private calls = 0

  constructor(private readonly nth: number) {}

  on<T extends object>(target: T): T {
    if (!(target instanceof RegisterStore)) return target
    const collect: RegisterStore['collect'] = (register, { entries, books }, to) => {
      this.calls += 1
      if (this.calls !== this.nth) return target.collect(register, { entries, books }, to)
      if (to.isCash) return target.endCollection(register, { entries: [] })
      return target.collect(register, { entries }, to)
    }
    return new Proxy(target, {
      get: (object, name) => {
        const member = Reflect.get(object, name) as unknown
        if (name === 'collect') return collect
        return typeof member === 'function' ? (member.bind(object) as unknown) : member
      },
    })
  }
}

/** Runs a replica until it has nothing to do. */
async function finish(replica = publisher()): Promise<void> {
  while (await replica.sweep(new Date(nowMs)));
}

const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
function recursiveRoot(leaves: readonly Buffer[]): Buffer {
  if (leaves.length < 2) return leaves[0] ?? sha256()
  let split = 1
  while (split * 2 < leaves.length) split *= 2
  return sha256(Buffer.of(1), recursiveRoot(leaves.slice(0, split)), recursiveRoot(leaves.slice(split)))
}

const cashOf = (n: number) => fils(10 * (1 + (n % 9)))
const CASH = Array.from({ length: HOLDERS }, (_, n) => cashOf(n)).sort((a, b) => a - b)
const OWED = sum(...CASH)

/** Returns what is wrong with the latest register. */
async function faultsOf(): Promise<string[]> {
  const { sequence, state, root, treeSize, books, asOf, ledgerSeq } = (await registers.latest())!
  const entries = await registers.page(sequence, 0, 10_000)
  const cash = entries.flatMap((leaf) => ('amountFils' in leaf ? [leaf.amountFils] : [])).sort((a, b) => a - b)
  const totals = {
    ...{ format: 2, sequence, asOf: asOf.toISOString(), ledgerSeq, shareEntries: HOLDERS, cashEntries: HOLDERS },
    ...{ investorsFils: OWED, otherFils: 77_700, heldFils: OWED + 77_700, missingFils: 0 },
  }
  const leaves = entries.map((entry) => sha256(Buffer.of(0), canonicalLeaf(entry)))
  const units = entries.flatMap((leaf) => ('units' in leaf ? [Number(leaf.units)] : [])).sort((a, b) => a - b)
  const events = await connection
    .collection('outbox')
    .countDocuments({ 'event.type': RegisterPublished.type, 'event.data.sequence': sequence })
  return [
    ...(state === 'published' ? [] : [`it is ${state}`]),
    ...(units.length === HOLDERS && units.every((some, n) => some === n + 1) ? [] : ['its entries are wrong']),
    ...(entries.every(({ index }, n) => index === n) && treeSize === 2 * HOLDERS + 1
      ? []
      : ['its positions are wrong']),
    ...(isDeepStrictEqual(cash, CASH) ? [] : ['its cash is wrong']),
    ...(isDeepStrictEqual(books, totals) ? [] : ['its totals are wrong']),
    ...(isDeepStrictEqual(entries.at(-1), { ...entries.at(-1), books }) ? [] : ['it does not end with its totals']),
    ...(recursiveRoot(leaves).toString('hex') === root ? [] : ['its root is wrong']),
    ...(events === 1 ? [] : [`it has ${events} events`]),
  ]
}

describe('the publication of a register', () => {
  it('continues after a process has ended before or after any of its writes', async () => {
    let faults = 0
    for (const when of ['before', 'after'] as const)
      for (let nth = 1; ; nth += 1) {
        nowMs += DAY_MS
        const fault = new Fault(nth, when)
        await finish(publisher(fault)).catch((error: Error) => expect(error.message).toBe('stopped'))
        await finish()
        expect([when, nth, await faultsOf()]).toEqual([when, nth, []])
        if (!fault.hasHappened) break
        faults += 1
      }
    // A register begins, two chunks of holdings, two of cash of which the last one ends the collection, three blocks, and
    // the commit: each before and after.
    expect(faults).toBe(18)
  })

  it('has the same result when several replicas work on it at once', async () => {
    nowMs += DAY_MS
    await Promise.all([finish(), finish(), finish()])
    expect(await faultsOf()).toEqual([])
  })

  it('publishes only the latest midnight after an outage', async () => {
    const { sequence } = (await registers.latest())!
    nowMs += 5 * DAY_MS
    await finish()
    const latest = (await registers.latest())!
    expect(latest.sequence).toBe(sequence + 1)
    expect(nowMs - latest.asOf.getTime()).toBeLessThan(DAY_MS)
  })
})

describe('a register of which a replica of an earlier release took a chunk', () => {
  it('is collected again before it is published, whichever chunk it was', async () => {
    // Two chunks of holdings, and the first one of cash.
    for (const nth of [1, 2, 3]) {
      nowMs += DAY_MS
      await finish(publisher(new Earlier(nth)))
      expect([nth, await faultsOf()]).toEqual([nth, []])
    }
  })

  it('is collected again if its last leaf has other totals than the register', async () => {
    nowMs += DAY_MS
    const { sequence: last } = (await registers.latest())!
    const seq = await ledger.seqAt({ at: new Date(nowMs - DAY_MS) })
    const begun = newRegister(last + 1, midnightBefore(new Date(nowMs)), seq)
    await registers.begin(begun)
    const entries = connection.collection<{ _id: string; [field: string]: unknown }>('register_entries')
    await entries.insertOne({ _id: booksId(last + 1), sequence: last + 1, books: begun.books })
    await finish()
    expect(await faultsOf()).toEqual([])
  })

  it('is read without totals and cash if that replica published it', async () => {
    const read = new ReadRegister(registers, config)
    const { _id, sequence } = (await registers.latest())!
    const count = (n: number) =>
      connection.collection('registers').updateOne({ _id } as never, { $inc: { 'books.shareEntries': n } })
    await count(-256)
    const at = { sequence, limit: 1_000 }
    const [all, digits, own] = [await read.get(at), await read.getCash(at), await read.prove(at, 'holder-4')]
    const [newest] = await registers.list(1)
    const edge = await read.entry(sequence, HOLDERS)
    await count(256)
    expect(all.ok && [all.value.register.books, all.value.entries.length]).toEqual([undefined, HOLDERS])
    expect(digits.ok && digits.value.entries).toEqual([])
    expect(own.ok && [own.value.entries.length, own.value.cash]).toEqual([1, undefined])
    expect([newest!.sequence, newest!.books, edge]).toEqual([sequence, undefined, undefined])
  })
})

describe('the pages of cash', () => {
  it('begin with the cash, whatever position a cursor states', async () => {
    const read = new ReadRegister(registers, config)
    const { sequence } = (await registers.latest())!
    const cursor = defineCursor(`register.${sequence}.cash`, z.tuple([z.int()])).encode([0])
    const forged = await read.getCash({ sequence, limit: 1_000, cursor })
    expect(forged).toEqual(await read.getCash({ sequence, limit: 1_000 }))
  })
})

describe('a register that an earlier release began', () => {
  it('is published with its holdings alone, and proves them', async () => {
    nowMs += DAY_MS
    const { sequence: last } = (await registers.latest())!
    const seq = await ledger.seqAt({ at: new Date(nowMs - DAY_MS) })
    const { books: _, ...earlier } = newRegister(last + 1, midnightBefore(new Date(nowMs)), seq)
    await registers.begin(earlier)
    await finish()
    const register = (await registers.published(last + 1))!
    expect(register.treeSize).toBe(HOLDERS)
    const read = new ReadRegister(registers, config)
    const at = { sequence: last + 1, limit: 1_000 }
    expect(await read.get(at)).toMatchObject({ ok: true, value: { entries: { length: HOLDERS } } })
    expect(await read.getCash(at)).toMatchObject({ ok: true, value: { entries: [] } })
    const own = await read.prove({ ...at, limit: 1 }, 'holder-4')
    expect(own.ok && [own.value.entries.length, own.value.cash]).toEqual([1, undefined])
    expect(await read.entry(last + 1, HOLDERS - 1)).toBeDefined()
    nowMs += DAY_MS
    await finish()
    expect(await faultsOf()).toEqual([])
    const { sequence } = (await registers.latest())!
    expect(await read.entry(sequence, HOLDERS - 1)).toBeDefined()
    // A position of cash is no holding, so no certificate is issued for it.
    expect(await read.entry(sequence, HOLDERS)).toBeUndefined()
  })
})

describe('a proof in a register of several blocks', () => {
  it('leads from every entry to the root', async () => {
    const read = new ReadRegister(registers, config)
    const { sequence, root, treeSize } = (await registers.latest())!
    const entries = await registers.page(sequence, 0, 10_000)
    const leaves = entries.map(entryLeaf)
    const userIds = Array.from({ length: HOLDERS }, (_, at) => `holder-${at}`)
    const answers = await Promise.all(userIds.map((userId) => read.prove({ sequence, limit: 1 }, userId)))
    const proven = answers.flatMap((answer) => (answer.ok ? answer.value.entries : []))
    const own = answers.flatMap((answer) => (answer.ok && answer.value.cash ? [answer.value.cash] : []))
    expect(own.map(({ amountFils }) => amountFils)).toEqual(userIds.map((_, n) => cashOf(n)))
    const cash = own.flatMap((of) => of.entries)
    expect(proven).toHaveLength(HOLDERS)
    expect(cash).toHaveLength(HOLDERS)
    for (const { index, proof } of [...proven, ...cash]) {
      const path = proof.map((hash) => Buffer.from(hash.slice(2), 'hex'))
      expect(path).toEqual(inclusionPath(leaves, index))
      const leaf = leaves[index]!
      expect(verifyInclusion({ leaf, index, treeSize, path, root: Buffer.from(root!, 'hex') })).toBe(true)
    }
  })
})
