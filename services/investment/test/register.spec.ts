import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { EventData, Input, Output } from '@hissa/contracts'
import {
  GetRegister,
  GetRegisterCash,
  GetRegisterProof,
  ListHolders,
  ListRegisters,
  RegisterPublished,
} from '@hissa/contracts/investment'
import { AccountAssigned, RegisterAnchored } from '@hissa/contracts/tokenisation'
import { verifyInclusion } from '@hissa/merkle'
import { newId } from '@hissa/kernel'
import type { Transfer } from '@hissa/ledger'
import { units } from '@hissa/money'
import { midnightBefore } from '../src/register/register.js'
import { Desk, refusal } from './desk.js'
import { Cash } from './cash.js'
import type { Investment } from './harness.js'

const DAY = 24 * 60
const DUBAI_MS = 4 * 3_600_000
const address = (n: number) => `0x${String(n).padStart(40, '0')}`

type Entry = Output<typeof GetRegister>['entries'][number]
type CashView = Output<typeof GetRegisterCash>['entries'][number]

let cash: Cash
let app: Investment
let desk: Desk
beforeAll(async () => {
  cash = await Cash.start()
  app = cash.app
  desk = new Desk(app)
})
afterAll(() => cash.stop())

/** Pays an order of `amount` dirhams for a new investor. */
async function bought(propertyId: string, amount = 2_000): Promise<{ userId: string; orderId: string }> {
  const userId = await app.investor(propertyId)
  const { orderId } = await app.answered(() => app.place(userId, propertyId, amount))
  const sessionId = await app.sessionOf(orderId)
  await desk.settle(app.gateway.webhook(app.gateway.pay(sessionId), `evt_${sessionId}`))
  return { userId, orderId }
}

const stateOf = async (orderId: string) => (await app.order(orderId))!['state'] as string
const reaches = (orderId: string, state: string) =>
  app.untilRetried(`the order is ${state}`, async () => (await stateOf(orderId)) === state)

/** Returns the investors of a new property whose orders of these amounts are allotted. */
async function allotted(...amounts: readonly number[]) {
  const total = amounts.reduce((sum, amount) => sum + amount / 100, 0)
  const propertyId = await app.openRaise(total)
  const orders = []
  for (const amount of amounts) orders.push(await bought(propertyId, amount))
  for (const { orderId } of orders) await reaches(orderId, 'cooling_off')
  await app.advance(2 * DAY + 1)
  await desk.fileDeed(propertyId)
  for (const { orderId } of orders) await reaches(orderId, 'allotted')
  return { propertyId, orders }
}

const list = async (input: Partial<Input<typeof ListRegisters>> = {}) =>
  (await app.call(ListRegisters, { limit: 100, ...input })).registers
const newest = async () => (await list({ limit: 1 }))[0]

/** Moves time past the next midnight in Dubai, and returns the register of that midnight. */
async function publishedNext() {
  await app.advance(DAY)
  const asOf = midnightBefore(app.now()).toISOString()
  return app.untilRetried(`the register of ${asOf} is published`, async () => {
    const register = await newest()
    return register?.asOf === asOf ? register : null
  })
}

async function entriesOf(sequence: number, limit = 1_000): Promise<Entry[]> {
  const entries: Entry[] = []
  for (let cursor: string | undefined; ;) {
    const page = await app.call(GetRegister, { sequence, limit, ...(cursor ? { cursor } : {}) })
    entries.push(...page.entries)
    if (!page.cursor) return entries
    cursor = page.cursor
  }
}

async function cashOf(sequence: number, limit = 1_000): Promise<CashView[]> {
  const entries: CashView[] = []
  for (let cursor: string | undefined; ;) {
    const page = await app.call(GetRegisterCash, { sequence, limit, ...(cursor ? { cursor } : {}) })
    entries.push(...page.entries)
    if (!page.cursor) return entries
    cursor = page.cursor
  }
}

/** Returns what the ledger's own rows say was owed to investors, and in all other accounts that are owed. */
async function owedAt(seq: number) {
  const rows = app.connection
    .collection<Transfer>('ledger_transfers')
    .find({ seq: { $lte: seq } })
    .sort({ seq: 1 })
  const balances = new Map<string, number>()
  for await (const { debit, debitAfter, credit, creditAfter } of rows) {
    balances.set(debit, debitAfter.creditsPosted - debitAfter.debitsPosted)
    balances.set(credit, creditAfter.creditsPosted - creditAfter.debitsPosted)
  }
  const isOwed = ([id]: readonly [string, number]) =>
    id.startsWith('client-aed:') && !/:(bank|card-clearing|suspense-out)$/.test(id)
  const owed = [...balances].filter(isOwed)
  const sumOf = (some: typeof owed) => some.reduce((total, [, amount]) => total + amount, 0)
  const isInvestor = ([id]: readonly [string, number]) => id.startsWith('client-aed:investor:')
  const investorsFils = sumOf(owed.filter(isInvestor))
  return { investorsFils, otherFils: sumOf(owed) - investorsFils }
}

const sha256 = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
/** Returns the leaf of JSON with its keys in alphabetical order. */
const jsonLeaf = (value: object) => sha256(Buffer.of(0), Buffer.from(JSON.stringify(value, Object.keys(value).sort())))
const leafOf = ({ account, holder, propertyId, units }: Entry) => jsonLeaf({ account, holder, propertyId, units })
const cashLeafOf = ({ amountFils, holder }: CashView) => jsonLeaf({ amountFils, holder })

/** Computes a root by the recursive definition of RFC 6962. */
function recursiveRoot(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 0) return sha256()
  if (leaves.length === 1) return leaves[0]!
  let split = 1
  while (split * 2 < leaves.length) split *= 2
  return sha256(Buffer.of(1), recursiveRoot(leaves.slice(0, split)), recursiveRoot(leaves.slice(split)))
}

const bytes = (hash: string) => Buffer.from(hash.slice(2), 'hex')

describe('a register', () => {
  it('is published after midnight in Dubai and states every registered holding as of then', async () => {
    const { propertyId, orders } = await allotted(2_000, 4_000, 6_000)
    const [first, second, third] = orders
    await app.publish(AccountAssigned, first!.userId, {
      ...{ userId: first!.userId, chainId: 31_337, address: address(1), isCustodial: true, version: 1 },
    })
    await app.until('the account is known', () => app.collection('register_accounts').findOne({ _id: first!.userId }))
    const register = await publishedNext()
    expect((Date.parse(register.asOf) + DUBAI_MS) % (DAY * 60_000)).toBe(0)
    expect(app.now().getTime() - Date.parse(register.asOf)).toBeLessThan(DAY * 60_000)
    const entries = await entriesOf(register.sequence)
    const mine = entries.filter((entry) => entry.propertyId === propertyId)
    const byUnits = mine.sort((a, b) => a.units - b.units)
    expect(byUnits.map(({ account, units }) => [account, units])).toEqual([
      [address(1), 20],
      [null, 40],
      [null, 60],
    ])
    expect(entries.map(({ index }) => index)).toEqual(entries.map((_, index) => index))
    const keys = entries.map((entry) => `${entry.propertyId} ${entry.holder}`)
    expect(keys).toEqual([...keys].sort())
    const digits = await cashOf(register.sequence)
    const { books } = register
    expect(books).toMatchObject({ format: 2, shareEntries: entries.length, cashEntries: digits.length })
    expect(register.treeSize).toBe(entries.length + digits.length + 1)
    const leaves = [...entries.map(leafOf), ...digits.map(cashLeafOf), jsonLeaf(books!)]
    expect(register.root).toBe(`0x${recursiveRoot(leaves).toString('hex')}`)
    const text = JSON.stringify(entries)
    for (const { userId, orderId } of [first!, second!, third!]) {
      expect(text).not.toContain(userId)
      expect(text).not.toContain(orderId)
    }
  })

  it('is published once, with an event of the same commit', async () => {
    await allotted(2_000)
    await app.bootAnother()
    const register = await publishedNext()
    await app.advance(0)
    const events = await app.events(RegisterPublished.type, `register:${register.sequence}`)
    expect(events.map(({ event }) => event.data as EventData<typeof RegisterPublished>)).toEqual([
      {
        ...{ sequence: register.sequence, root: register.root, treeSize: register.treeSize, asOf: register.asOf },
        ...{ ledgerSeq: register.ledgerSeq, version: register.sequence },
      },
    ])
    const sequences = (await list()).map(({ sequence }) => sequence)
    expect(sequences).toEqual(sequences.map((_, index) => sequences.length - index))
    await app.advance(60)
    expect((await newest())!.sequence).toBe(register.sequence)
  })

  it('states the past, not what happened between midnight and its computation', async () => {
    const { propertyId } = await allotted(2_000, 4_000)
    const register = await publishedNext()
    const before = (await entriesOf(register.sequence)).filter((entry) => entry.propertyId === propertyId)
    expect(before.map(({ units }) => units).sort()).toEqual([20, 40])
    const order = await app.collection('orders').findOne({ propertyId, units: 20 })
    const dispute = { disputeId: `dp_${newId()}`, paymentId: order!['paymentId'], currency: 'aed' }
    const steps = [
      { type: 'charge.dispute.funds_withdrawn', status: 'open', movedMinor: 203_000 },
      { type: 'charge.dispute.closed', status: 'lost', movedMinor: 0 },
    ]
    for (const { type, ...rest } of steps)
      await desk.deliver({ type, kind: 'dispute', dispute: { ...dispute, ...rest } })
    const { holders } = await app.call(ListHolders, { propertyId, limit: 10 })
    expect(holders.map(({ units }) => units)).toEqual([40])
    expect((await entriesOf(register.sequence)).filter((entry) => entry.propertyId === propertyId)).toEqual(before)
    const next = await publishedNext()
    const after = (await entriesOf(next.sequence)).filter((entry) => entry.propertyId === propertyId)
    expect(after.map(({ units }) => units)).toEqual([40])
  })

  it('gives each investor a different pseudonym in each register, so that registers cannot be linked', async () => {
    const { orders } = await allotted(2_000)
    const [one, two] = [await publishedNext(), await publishedNext()]
    const own = async (sequence: number) =>
      (await app.call(GetRegisterProof, { sequence, limit: 20 }, orders[0]!.userId)).entries[0]!.holder
    expect(await own(one.sequence)).not.toBe(await own(two.sequence))
  })

  it('is read in pages, and a cursor is refused in another register', async () => {
    await allotted(2_000, 2_000, 2_000)
    const { sequence } = await publishedNext()
    expect(await entriesOf(sequence, 2)).toEqual(await entriesOf(sequence))
    const { cursor } = await app.call(GetRegister, { sequence, limit: 1 })
    expect(await refusal(app.call(GetRegister, { sequence: sequence - 1, limit: 1, cursor: cursor! }))).toBe(
      '400 VALIDATION_FAILED',
    )
    expect(await refusal(app.call(GetRegister, { sequence: 999_999, limit: 1 }))).toBe('404 NOT_FOUND')
    const registers = await list()
    const page = await app.call(ListRegisters, { limit: 2 })
    const rest = await app.call(ListRegisters, { limit: 100, cursor: page.cursor! })
    expect([...page.registers, ...rest.registers]).toEqual(registers)
    expect(await refusal(app.call(ListRegisters, { limit: 2, cursor: cursor! }))).toBe('400 VALIDATION_FAILED')
  })
})

describe('the cash of a register', () => {
  it('is every investor’s at the moment of the holdings, balances with client money, and is proved to its owner', async () => {
    const { orders } = await allotted(2_000, 4_000)
    const [first, second] = orders.map(({ userId }) => userId) as [string, string]
    await cash.credit(first, 1_020_304)
    await cash.credit(second, 90)
    const { sequence, root, treeSize, books, ledgerSeq } = await publishedNext()
    await cash.credit(second, 500)
    const digits = await cashOf(sequence)
    const { investorsFils, otherFils, heldFils, missingFils } = books!
    expect(digits.reduce((total, { amountFils }) => total + amountFils, 0)).toBe(investorsFils)
    expect(heldFils + missingFils).toBe(investorsFils + otherFils)
    expect(await owedAt(ledgerSeq)).toEqual({ investorsFils, otherFils })
    expect(JSON.stringify(digits)).not.toContain(first)
    const shown = new Set((await entriesOf(sequence)).map(({ holder }) => holder))
    for (const [userId, amount] of [
      [first, 1_020_304],
      [second, 90],
    ] as const) {
      const own = (await app.call(GetRegisterProof, { sequence, limit: 20 }, userId)).cash!
      expect([own.userId, own.amountFils]).toEqual([userId, amount])
      expect(own.entries.reduce((total, { amountFils }) => total + amountFils, 0)).toBe(amount)
      for (const { proof, leaf, index, secret, holder, amountFils } of own.entries) {
        expect(digits).toContainEqual({ index, holder, amountFils })
        expect(sha256(Buffer.from(`${secret}:${userId}`)).toString('hex')).toBe(holder)
        expect(shown.has(holder)).toBe(false)
        expect(bytes(leaf)).toEqual(cashLeafOf({ index, holder, amountFils }))
        const inclusion = { leaf: bytes(leaf), index, treeSize, root: bytes(root), path: proof.map(bytes) }
        expect(verifyInclusion(inclusion)).toBe(true)
      }
    }
    const stranger = await app.call(GetRegisterProof, { sequence, limit: 20 }, await app.newcomer())
    expect(stranger.cash).toMatchObject({ amountFils: 0, entries: [] })
  })

  it('is read in pages, and an unknown register or a cursor of another list is refused', async () => {
    const { orders } = await allotted(2_000)
    await cash.credit(orders[0]!.userId, 1_111)
    const { sequence } = await publishedNext()
    const digits = await cashOf(sequence)
    expect(digits.length).toBeGreaterThan(3)
    expect(await cashOf(sequence, 2)).toEqual(digits)
    const { cursor } = await app.call(GetRegisterCash, { sequence, limit: 1 })
    const calls = [
      app.call(GetRegister, { sequence, limit: 1, cursor: cursor! }),
      app.call(GetRegisterCash, { sequence: 999_999, limit: 1 }),
    ]
    expect(await Promise.all(calls.map(refusal))).toEqual(['400 VALIDATION_FAILED', '404 NOT_FOUND'])
    expect(await refusal(app.call(GetRegisterCash, { sequence, limit: 1, cursor: 'x' }))).toBe('400 VALIDATION_FAILED')
  })
})

describe('the proof of an own entry', () => {
  it('verifies against the root, and is given to its holder only', async () => {
    const { propertyId, orders } = await allotted(2_000, 4_000, 6_000, 2_000, 2_000)
    const { sequence, root, treeSize } = await publishedNext()
    for (const { userId } of orders) {
      const { entries } = await app.call(GetRegisterProof, { sequence, limit: 20 }, userId)
      expect(entries).toHaveLength(1)
      const { proof, leaf, index, ...entry } = entries[0]!
      expect(entry.propertyId).toBe(propertyId)
      expect(bytes(leaf)).toEqual(leafOf(entries[0]!))
      const inclusion = { leaf: bytes(leaf), index, treeSize, root: bytes(root), path: proof.map(bytes) }
      expect(verifyInclusion(inclusion)).toBe(true)
    }
    const stranger = await app.call(GetRegisterProof, { sequence, limit: 20 }, await app.newcomer())
    expect(stranger.entries).toEqual([])
    expect(await refusal(app.call(GetRegisterProof, { sequence, limit: 20 }))).toMatch(/^401 /)
    const proof = (input: Partial<Input<typeof GetRegisterProof>>) =>
      refusal(app.call(GetRegisterProof, { sequence, limit: 20, ...input }, orders[0]!.userId))
    expect(await proof({ sequence: 999_999 })).toBe('404 NOT_FOUND')
    expect(await proof({ cursor: 'x' })).toBe('400 VALIDATION_FAILED')
  })
})

describe('listHolders', () => {
  it('returns pages of one ledger snapshot, to tokenisation only', async () => {
    const { propertyId, orders } = await allotted(2_000, 4_000, 6_000)
    const first = await app.call(ListHolders, { propertyId, limit: 2 })
    const rest = await app.call(ListHolders, { propertyId, limit: 2, cursor: first.cursor! })
    expect(rest.cursor).toBeUndefined()
    expect(rest.ledgerSeq).toBe(first.ledgerSeq)
    const expected = orders.map(({ userId }, index) => ({ userId, units: units([20, 40, 60][index]!) }))
    const byId = (a: { userId: string }, b: { userId: string }) => (a.userId < b.userId ? -1 : 1)
    expect([...first.holders, ...rest.holders]).toEqual(expected.sort(byId))
    expect(await refusal(app.call(ListHolders, { propertyId: 'Prop_unknown', limit: 2 }))).toBe('404 NOT_FOUND')
    expect(await refusal(app.call(ListHolders, { propertyId, limit: 2, cursor: 'x' }))).toBe('400 VALIDATION_FAILED')
  })
})

describe('the anchor of a register', () => {
  const anchored = (sequence: number, root: string) => ({
    ...{ sequence, root, contract: address(9), version: 1 },
    receipt: {
      ...{ chainId: 31_337, transactionHash: `0x${'b1'.repeat(32)}`, blockNumber: 12 },
      ...{ blockHash: `0x${'b2'.repeat(32)}`, at: '2026-11-24T08:00:00.000Z' },
    },
  })

  it('is shown once its root is confirmed on the chain', async () => {
    await allotted(2_000)
    const { sequence, root } = await publishedNext()
    await app.publish(RegisterAnchored, `register:${sequence}`, anchored(sequence, root))
    const { anchor } = await app.until('the anchor is shown', async () => {
      const { register } = await app.call(GetRegister, { sequence, limit: 1 })
      return register.anchor ? register : null
    })
    expect(anchor).toEqual({
      ...{ chainId: 31_337, contract: address(9), transactionHash: `0x${'b1'.repeat(32)}`, blockNumber: 12 },
      at: '2026-11-24T08:00:00.000Z',
    })
  })

  it('is rejected with another root', async () => {
    await allotted(2_000)
    const { sequence } = await publishedNext()
    await app.publish(RegisterAnchored, `register:${sequence}`, anchored(sequence, `0x${'00'.repeat(32)}`))
    await app.until('the event is rejected', async () => {
      const failures = await app.collection('inbox_failures').find({}).toArray()
      return failures.some(({ _id }) => _id.startsWith('investment-record-anchor-when-register-anchored'))
    })
    expect((await app.call(GetRegister, { sequence, limit: 1 })).register.anchor).toBeUndefined()
  })
})
