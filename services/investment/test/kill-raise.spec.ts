import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { GetRaise } from '@hissa/contracts/investment'
import { newId } from '@hissa/kernel'
import { Committer, MongoLedgerStore } from '@hissa/ledger'
import { units } from '@hissa/money'
import { isStoreDown } from '@hissa/persistence'
import { accounts, chart } from '../src/accounts.js'
import { systemIds as ids } from '../src/ports.js'
import { raiseCommand } from '../src/raises/progress.js'
import type { Raise, RaiseCommand } from '../src/raises/raise.js'
import { Investment } from './harness.js'
import { RefundingProcessor } from './raise/processor.js'
import { sellUnits, TOTAL, UNITS } from './raise/sold-raise.js'

const ORDERS = 300

let app: Investment
let ledger: Committer
const children: ChildProcess[] = []
const processor = new RefundingProcessor()

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

/** Starts a replica of the service as a process. */
async function spawn(): Promise<ChildProcess> {
  const child = await app.spawn('./raise/service.ts')
  processor.serve(child)
  children.push(child)
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

async function soldRaise(): Promise<Raise> {
  const propertyId = await app.openRaise(2 * ORDERS * UNITS, { minimumUnits: units(ORDERS * UNITS) })
  const raise = await readRaise(propertyId)
  await sellUnits(ledger, raise, ORDERS, () => app.now())
  return raise
}

const readRaise = async (propertyId: string) =>
  (await app.collection('raises').findOne({ _id: propertyId })) as unknown as Raise

async function decide({ _id }: Raise, command: RaiseCommand): Promise<void> {
  const outcome = await ledger.decideAndCommit(async () => {
    const part = raiseCommand(await readRaise(_id), ids, () => command)
    return { key: ids.next(), inputHash: command.type, transfers: [], saves: [], events: [], ...part }
  })
  expect(outcome).toMatchObject({ ok: true })
}

const countOf = ({ _id: propertyId }: Raise, state: string) =>
  app.collection('orders').countDocuments({ propertyId, state })
const requested = (count: number) =>
  app.until(`${count} refunds are requested`, async () => processor.requests >= count)

describe('a raise of 300 orders', () => {
  it('completes cooling-off and refunds each order once despite repeated kills', async () => {
    const raise = await soldRaise()
    await app.drainAll()
    await decide(raise, { type: 'fund' })
    const first = await spawn()
    await app.until('some orders cool off', async () => (await countOf(raise, 'cooling_off')) > 0)
    await kill(first)
    const second = await spawn()
    await app.until('all orders cool off', async () => (await countOf(raise, 'cooling_off')) === ORDERS)
    await app.until('the run has ended', async () => (await readRaise(raise._id)).due === undefined)
    await decide(raise, { type: 'fail', failure: 'ended_by_staff' })
    await app.until('some orders are cancelled', async () => (await countOf(raise, 'cooling_off')) < ORDERS)
    await kill(second)
    // The third is killed while its 50th refund is with the processor, so that no response arrives.
    const third = await spawn()
    processor.onRequest = (requests) => requests >= 50
    await requested(50)
    await kill(third)
    processor.onRequest = () => false
    // Two replicas share the rest; one is killed.
    const [fourth] = await Promise.all([spawn(), spawn()])
    await requested(150)
    await kill(fourth)
    await app.until('all orders are refunded', async () => (await countOf(raise, 'refunded')) === ORDERS)

    expect(new Set(processor.refunded().values())).toEqual(new Set([TOTAL]))
    expect(processor.refunded().size).toBe(ORDERS)
    expect(processor.requests).toBeGreaterThan(ORDERS)
    await expectAccounts(raise)
  }, 300_000)
})

/** The books agree with the refunds, and every order was refunded by one event. */
async function expectAccounts(raise: Raise): Promise<void> {
  const { balances, faults } = await app.proof()
  expect(faults).toEqual([])
  for (const id of [accounts.escrow(raise._id), accounts.pendingFees(raise._id), accounts.cardClearing()]) {
    const { creditsPosted, debitsPosted } = balances.get(id)!
    expect([id, creditsPosted - debitsPosted]).toEqual([id, 0])
  }
  const treasury = balances.get(accounts.unitsTreasury(raise._id))!
  expect(treasury.creditsPosted - treasury.debitsPosted).toBe(raise.unitsTotal)
  const refunded = await app.collection('outbox').countDocuments({ 'event.type': 'investment.order.refunded.v1' })
  expect(refunded).toBe(ORDERS)
  const run = await app.connection.collection('ledger_runs').findOne({ kind: 'raise.refund' })
  expect(run).toMatchObject({ state: 'completed', total: ORDERS, failed: 0, rejected: 0 })
  const { raise: seen } = await app.call(GetRaise, { propertyId: raise._id }, newId(), ['finance'])
  expect(seen.run).toMatchObject({ kind: 'refund', isCompleted: true, done: ORDERS, total: ORDERS })
}
