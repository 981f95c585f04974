import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { EventData, Input } from '@hissa/contracts'
import {
  DecideDistribution,
  DistributionDeclared,
  DistributionPaid,
  GetDashboard,
  GetDistribution,
  GetIncomeDocument,
  GetPropertyIncome,
  ImportIncomeEntries,
  ListDistributions,
  ListIncome,
  ListIncomeEntries,
  ProposeDistribution,
  RecordIncomeEntry,
  ReverseIncomeEntry,
  StoreIncomeDocument,
  WithdrawDistribution,
} from '@hissa/contracts/investment'
import { newId } from '@hissa/kernel'
import { allocate, fils, units } from '@hissa/money'
import { accounts } from '../src/accounts.js'
import { DEED, Desk, FINANCE, refusal } from './desk.js'
import { Investment } from './harness.js'

const DAY = 24 * 60
const QUARTER = 92 * DAY
/** The service starts in June 2040. */
const PERIOD = '2040-Q2'
/** A year's target: 12,000 dirhams of rent; the reserve gets 3% of it, the platform 5%. */
const INCOME = {
  ...{ grossRentFils: fils(1_200_000), vacancyFils: fils(60_000), serviceChargeFils: fils(100_000) },
  ...{ managementFils: fils(72_000), reserveBasisPoints: 300, reserveTargetFils: fils(50_000) },
  platformFeeBasisPoints: 500,
}

let app: Investment
let desk: Desk
beforeAll(async () => {
  app = await Investment.start()
  desk = new Desk(app)
})
afterAll(() => app.stop())

async function bought(propertyId: string, amount: number): Promise<{ userId: string; orderId: string }> {
  const userId = await app.investor(propertyId)
  const { orderId } = await app.answered(() => app.place(userId, propertyId, amount))
  const sessionId = await app.sessionOf(orderId)
  await desk.settle(app.gateway.webhook(app.gateway.pay(sessionId), `evt_${sessionId}`))
  return { userId, orderId }
}

/** Returns a property whose investors hold shares of these amounts in dirhams; the sponsor keeps 7 units. */
async function completed(...amounts: readonly number[]) {
  const count = amounts.reduce((sum, amount) => sum + amount / 100, 0)
  const propertyId = await app.openRaise(count, { unitsIssued: units(count + 7), income: INCOME })
  const orders = []
  for (const amount of amounts) orders.push(await bought(propertyId, amount))
  const raise = async () => (await app.collection('raises').findOne({ _id: propertyId }))!
  const reaches = (state: string) =>
    app.untilRetried(`the raise is ${state}`, async () => (await raise())['state'] === state)
  for (const { orderId } of orders)
    await app.untilRetried('the order cools off', async () => (await app.order(orderId))!['state'] === 'cooling_off')
  await app.advance(2 * DAY + 1)
  await desk.fileDeed(propertyId)
  await reaches('completed')
  const period = periodOf(app.today())
  return { propertyId, period, issued: count + 7, holders: orders.map(({ userId }) => userId) }
}

const periodOf = (day: string) => `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`

const upload = async (propertyId: string, bytes = DEED, by = desk.maker) =>
  app.call(StoreIncomeDocument, { propertyId, ...(await app.quarantine(bytes)) }, by, FINANCE)

type Fact = Input<typeof RecordIncomeEntry>['fact']
const rent = (amount: number): Fact => ({ kind: 'rent', amountFils: fils(amount) })
const cost = (amount: number): Fact => ({ kind: 'cost', category: 'maintenance', amountFils: fils(amount) })

/** Records an entry with the document of the property. */
async function record(
  propertyId: string,
  fact: Fact,
  more: Partial<Input<typeof RecordIncomeEntry>> = {},
  by = desk.maker,
) {
  const { sha256: documentSha256 } = (await upload(propertyId)).document
  const entry = { propertyId, period: periodOf(app.today()), fact, date: app.today(), reference: newId() }
  return app.call(RecordIncomeEntry, { ...entry, documentSha256, ...more }, by, FINANCE)
}

const reverse = (entryId: string, by = desk.maker) =>
  app.call(ReverseIncomeEntry, { entryId, reason: 'Recorded twice by mistake' }, by, FINANCE)
const read = (propertyId: string, period: string) =>
  app.call(ListIncomeEntries, { propertyId, period, limit: 100 }, desk.checker, FINANCE)
const importFile = async (propertyId: string, text: string | Buffer, by = desk.maker) =>
  app.call(ImportIncomeEntries, { propertyId, ...(await app.quarantine(Buffer.from(text))) }, by, FINANCE)

const propose = (propertyId: string, period: string, recordDate: string, by = desk.maker) => {
  const input = { propertyId, period, recordDate, reason: 'The quarter is reconciled' }
  return app.call(ProposeDistribution, input, by, FINANCE)
}
const decide = (distributionId: string, by = desk.checker, verdict: 'approve' | 'reject' = 'approve') =>
  app.call(DecideDistribution, { distributionId, verdict, reason: 'Agrees with the bank' }, by, FINANCE)
const withdraw = (distributionId: string, by = desk.maker) =>
  app.call(WithdrawDistribution, { distributionId }, by, FINANCE)
const one = async (distributionId: string) =>
  (await app.call(GetDistribution, { distributionId }, desk.checker, FINANCE)).distribution
const paid = (distributionId: string) =>
  app.untilRetried('the distribution is paid', async () => {
    const distribution = await one(distributionId)
    return distribution.state === 'paid' ? distribution : null
  })
const lastDay = (period: string) => {
  const next = new Date(Date.UTC(Number(period.slice(0, 4)), Number(period.slice(6)) * 3, 1) - 86_400_000)
  return next.toISOString().slice(0, 10)
}
const mine = (userId: string) => app.call(ListIncome, { limit: 50 }, userId)

/** Returns posted credits less debits of accounts, after checking the ledger. */
async function balances(...ids: readonly string[]): Promise<number[]> {
  const { balances: all, faults } = await app.proof()
  expect(faults).toEqual([])
  return ids.map((id) => {
    const { creditsPosted = 0, debitsPosted = 0 } = all.get(id) ?? {}
    return creditsPosted - debitsPosted
  })
}

describe('an entry of income', () => {
  it('books rent into the operating account, and a cost out of it', async () => {
    const { propertyId, period } = await completed(2_000)
    const [bank] = await balances(accounts.bank())
    const { entry } = await record(propertyId, rent(300_000), { reference: 'Rent June 2040' })
    await record(propertyId, { kind: 'cost', category: 'serviceCharge', amountFils: fils(40_000) })
    await record(propertyId, { kind: 'vacancy', days: 9 })
    await record(propertyId, { kind: 'arrears', amountFils: fils(5_000) })
    expect(entry).toMatchObject({ kind: 'rent', amountFils: 300_000, period, recordedBy: desk.maker })
    const [operating, bankAfter] = await balances(accounts.operating(propertyId), accounts.bank())
    expect([operating, bankAfter]).toEqual([260_000, bank! - 260_000])
    const income = await read(propertyId, period)
    expect(income).toMatchObject({ periodState: 'open', vacancyDays: 9, arrearsFils: 5_000, count: 4 })
    expect(income.balances).toEqual({ operatingFils: 260_000, reserveFils: 0, reserveTargetFils: 50_000 })
    expect(income.waterfall).toMatchObject({
      ...{ grossRentFils: 300_000, operatingIncomeFils: 260_000, reserveFils: 9_000, platformFeeFils: 15_000 },
      ...{ netIncomeFils: 236_000, usedFils: 0 },
    })
    expect(income.target).toMatchObject({ grossRentFils: 300_000, vacancyFils: 15_000, netIncomeFils: 218_000 })
  })
})

describe('a distribution', () => {
  it('pays every holder to the fil once two people have decided it', async () => {
    const { propertyId, period, issued, holders } = await completed(2_000, 3_000, 7_000)
    await record(propertyId, rent(300_001))
    await record(propertyId, cost(40_000))
    await app.advance(QUARTER)
    const { distribution } = await propose(propertyId, period, lastDay(period))
    const { distributionId, netIncomeFils } = distribution
    expect(distribution).toMatchObject({ state: 'proposed', netIncomeFils: 236_001, unitsIssued: issued })
    expect(await refusal(decide(distributionId, desk.maker))).toBe('403 APPROVAL_SAME_PERSON')
    await decide(distributionId)
    const done = await paid(distributionId)
    const amounts = allocate(netIncomeFils, [20, 30, 70, 7])
    const cash = await balances(...holders.map((userId) => accounts.investorCash(userId)))
    expect(cash).toEqual(amounts.slice(0, 3))
    expect(done.progress).toEqual({
      ...{ investors: 3, paidInvestors: 3, companyFils: amounts[3] },
      paidFils: amounts[0]! + amounts[1]! + amounts[2]!,
    })
    expect(
      await balances(
        ...[accounts.distributions(distributionId), accounts.reserve(propertyId), accounts.operating(propertyId)],
      ),
    ).toEqual([0, 9_000, 0])
    const income = await mine(holders[0]!)
    expect(income.income).toMatchObject([{ distributionId, state: 'paid', units: 20, amountFils: amounts[0], period }])
    expect(income.totals).toEqual({ receivedFils: amounts[0], declaredFils: 0, cashFils: amounts[0] })
    expect((await app.call(GetDashboard, {}, holders[0]!)).totals).toMatchObject({ incomeFils: amounts[0] })
    for (const contract of [DistributionDeclared, DistributionPaid]) {
      const [row, ...more] = await app.events(contract.type, `${distributionId}:${holders[0]!}`)
      expect(more).toEqual([])
      expect(row!['event'].data as EventData<typeof DistributionPaid>).toMatchObject({
        ...{ userId: holders[0], propertyId, period, units: 20, unitsIssued: issued, amountFils: amounts[0] },
      })
    }
  })
})
