import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  DecideDistribution,
  DistributionDeclared,
  DistributionPaid,
  ProposeDistribution,
  RecordIncomeEntry,
  StoreIncomeDocument,
} from '@hissa/contracts/investment'
import { newId } from '@hissa/kernel'
import { Committer, MongoLedgerStore, single } from '@hissa/ledger'
import { allocate, fils, units as unitsOf } from '@hissa/money'
import { isStoreDown } from '@hissa/persistence'
import { accounts, chart } from '../src/accounts.js'
import { DEED, FINANCE } from './desk.js'
import { Investment } from './harness.js'

const HOLDERS = 600
const PERIOD = '2040-Q2'
const DAY = 24 * 60

let app: Investment
let ledger: Committer
const children: ChildProcess[] = []
const [maker, checker] = [newId(), newId()]

beforeAll(async () => {
  app = await Investment.start()
  const { connection } = app
  const store = new MongoLedgerStore({ client: connection.getClient(), db: connection.db!, isStoreDown })
  ledger = new Committer({ store, chart, now: () => app.now(), timeoutMs: 60_000 })
})
afterAll(async () => {
  await Promise.all(children.map(kill))
  await app.stop()
})

async function spawn(): Promise<ChildProcess> {
  const child = await app.spawn()
  children.push(child)
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

/** Returns a property with many registered holders of 1 to 7 units, in the order of their ids. */
async function held() {
  const holders = Array.from({ length: HOLDERS }, (_, at) => ({
    userId: `holder-${String(at).padStart(4, '0')}`,
    units: unitsOf(1 + (at % 7)),
  }))
  const issued = holders.reduce((sum, { units }) => sum + units, 0)
  const propertyId = await app.openRaise(issued)
  const treasury = accounts.unitsTreasury(propertyId)
  const transfers = holders.flatMap(({ userId, units }) =>
    single('test', treasury, accounts.unitsHeld(propertyId, userId), units),
  )
  const change = { key: `held:${propertyId}`, inputHash: 'held', transfers, saves: [], events: [] }
  expect(await ledger.commit(change)).toMatchObject({ ok: true })
  const completedAt = app.now()
  const paid = { firstPaidAt: completedAt, lastPaidAt: completedAt, unitPriceFils: 0, amountFils: 0, feeFils: 0 }
  const named = { propertyId, slug: 'home', title: 'A home', version: 1 }
  await app.collection('holdings').insertMany(
    holders.map(({ userId, units }) => {
      return { _id: `${userId}:${propertyId}`, userId, units, allottedUnits: units, ...paid, ...named }
    }),
  )
  await app.collection('raises').updateOne({ _id: propertyId }, { $set: { state: 'completed', completedAt } })
  return { propertyId, holders }
}

describe('a distribution whose service is killed', () => {
  it('is continued, and pays each of its holders once', async () => {
    const { propertyId, holders } = await held()
    const upload = { propertyId, ...(await app.quarantine(DEED)) }
    const { document } = await app.call(StoreIncomeDocument, upload, maker, FINANCE)
    const entry = { propertyId, period: PERIOD, fact: { kind: 'rent', amountFils: fils(1_000_003) } as const }
    const proof = { date: app.today(), reference: 'Rent', documentSha256: document.sha256 }
    await app.call(RecordIncomeEntry, { ...entry, ...proof }, maker, FINANCE)
    await app.advance(92 * DAY)
    const propose = { propertyId, period: PERIOD, recordDate: '2040-06-30', reason: 'Reconciled' }
    const { distributionId } = (await app.call(ProposeDistribution, propose, maker, FINANCE)).distribution
    await app.drainAll()
    let child = await spawn()
    const row = async () => (await app.collection('distributions').findOne({ _id: distributionId }))!
    const decision = { distributionId, verdict: 'approve', reason: 'Agrees with the bank' } as const
    await app.call(DecideDistribution, decision, checker, FINANCE)
    for (const [work, position] of [
      ...[
        ['collecting', 0],
        ['declaring', 256],
      ],
      ...[
        ['paying', 256],
        ['paying', 512],
      ],
    ] as const) {
      await app.until(`it has reached ${position} of ${work}`, async () => {
        const { state, work: now, position: at } = await row()
        return state === 'paid' || (now === work && at >= position) || now === 'paying'
      })
      await kill(child)
      child = await spawn()
    }
    await app.until('it is paid', async () => (await row())['state'] === 'paid')
    const { balances, faults } = await app.proof()
    expect(faults).toEqual([])
    const cashOf = ({ userId }: { userId: string }) => balances.get(accounts.investorCash(userId))?.creditsPosted
    const weights = holders.map(({ units }) => units)
    expect(holders.map(cashOf)).toEqual(allocate(fils(1_000_003), weights))
    for (const { type } of [DistributionDeclared, DistributionPaid])
      expect(await app.collection('outbox').countDocuments({ 'event.type': type })).toBe(HOLDERS)
  })
})
