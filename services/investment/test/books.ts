import type { Input } from '@hissa/contracts'
import {
  DecideDistribution,
  GetDistribution,
  ImportIncomeEntries,
  ListIncome,
  ListIncomeEntries,
  ProposeDistribution,
  RecordIncomeEntry,
  ReverseIncomeEntry,
  StoreIncomeDocument,
  WithdrawDistribution,
} from '@hissa/contracts/investment'
import { newId } from '@hissa/kernel'
import { fils, units } from '@hissa/money'
import { DEED, Desk, FINANCE } from './desk.js'
import type { Investment } from './harness.js'

/** In minutes. */
export const DAY = 24 * 60
/** The longest quarter, in minutes. */
export const QUARTER = 92 * DAY
/** A year's target: 12,000 dirhams of rent; the reserve gets 3% of it, the platform 5%. */
const INCOME = {
  ...{ grossRentFils: fils(1_200_000), vacancyFils: fils(60_000), serviceChargeFils: fils(100_000) },
  ...{ managementFils: fils(72_000), reserveBasisPoints: 300, reserveTargetFils: fils(50_000) },
  platformFeeBasisPoints: 500,
}

type Fact = Input<typeof RecordIncomeEntry>['fact']
export const rent = (amount: number): Fact => ({ kind: 'rent', amountFils: fils(amount) })
export const cost = (amount: number): Fact => ({ kind: 'cost', category: 'maintenance', amountFils: fils(amount) })

export const periodOf = (day: string) => `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`
export const lastDay = (period: string) => {
  const next = new Date(Date.UTC(Number(period.slice(0, 4)), Number(period.slice(6)) * 3, 1) - 86_400_000)
  return next.toISOString().slice(0, 10)
}

/** The income of properties, as two finance users record and distribute it. */
export class Books {
  private readonly desk: Desk
  readonly maker: string
  readonly checker: string

  constructor(private readonly app: Investment) {
    this.desk = new Desk(app)
    this.maker = this.desk.maker
    this.checker = this.desk.checker
  }

  async bought(propertyId: string, amount: number): Promise<{ userId: string; orderId: string }> {
    const { app } = this
    const userId = await app.investor(propertyId)
    const { orderId } = await app.answered(() => app.place(userId, propertyId, amount))
    const sessionId = await app.sessionOf(orderId)
    await this.desk.settle(app.gateway.webhook(app.gateway.pay(sessionId), `evt_${sessionId}`))
    return { userId, orderId }
  }

  /** Returns a property whose investors hold shares of these amounts in dirhams; the sponsor keeps 7 units. */
  async completed(...amounts: readonly number[]) {
    const { app } = this
    const count = amounts.reduce((sum, amount) => sum + amount / 100, 0)
    const propertyId = await app.openRaise(count, { unitsIssued: units(count + 7), income: INCOME })
    const orders = []
    for (const amount of amounts) orders.push(await this.bought(propertyId, amount))
    const raise = async () => (await app.collection('raises').findOne({ _id: propertyId }))!
    const reaches = (state: string) =>
      app.untilRetried(`the raise is ${state}`, async () => (await raise())['state'] === state)
    for (const { orderId } of orders)
      await app.untilRetried('the order cools off', async () => (await app.order(orderId))!['state'] === 'cooling_off')
    await app.advance(2 * DAY + 1)
    await this.desk.fileDeed(propertyId)
    await reaches('completed')
    const period = periodOf(app.today())
    return { propertyId, period, issued: count + 7, holders: orders.map(({ userId }) => userId) }
  }

  upload = async (propertyId: string, bytes = DEED, by = this.maker) =>
    this.app.call(StoreIncomeDocument, { propertyId, ...(await this.app.quarantine(bytes)) }, by, FINANCE)

  /** Records an entry with the document of the property. */
  async record(propertyId: string, fact: Fact, more: Partial<Input<typeof RecordIncomeEntry>> = {}, by = this.maker) {
    const today = this.app.today()
    const { sha256: documentSha256 } = (await this.upload(propertyId)).document
    const entry = { propertyId, period: periodOf(today), fact, date: today, reference: newId() }
    return this.app.call(RecordIncomeEntry, { ...entry, documentSha256, ...more }, by, FINANCE)
  }

  reverse = (entryId: string, by = this.maker) =>
    this.app.call(ReverseIncomeEntry, { entryId, reason: 'Recorded twice by mistake' }, by, FINANCE)
  read = (propertyId: string, period: string) =>
    this.app.call(ListIncomeEntries, { propertyId, period, limit: 100 }, this.checker, FINANCE)
  importFile = async (propertyId: string, text: string | Buffer, by = this.maker) =>
    this.app.call(ImportIncomeEntries, { propertyId, ...(await this.app.quarantine(Buffer.from(text))) }, by, FINANCE)

  propose = (propertyId: string, period: string, recordDate: string, by = this.maker) => {
    const input = { propertyId, period, recordDate, reason: 'The quarter is reconciled' }
    return this.app.call(ProposeDistribution, input, by, FINANCE)
  }
  decide = (distributionId: string, by = this.checker, verdict: 'approve' | 'reject' = 'approve') =>
    this.app.call(DecideDistribution, { distributionId, verdict, reason: 'Agrees with the bank' }, by, FINANCE)
  withdraw = (distributionId: string, by = this.maker) =>
    this.app.call(WithdrawDistribution, { distributionId }, by, FINANCE)
  one = async (distributionId: string) =>
    (await this.app.call(GetDistribution, { distributionId }, this.checker, FINANCE)).distribution
  paid = (distributionId: string) =>
    this.app.untilRetried('the distribution is paid', async () => {
      const distribution = await this.one(distributionId)
      return distribution.state === 'paid' ? distribution : null
    })
  mine = (userId: string) => this.app.call(ListIncome, { limit: 50 }, userId)

  /** Returns posted credits less debits of accounts, after checking the ledger. */
  async balances(...ids: readonly string[]): Promise<number[]> {
    const { balances, faults } = await this.app.proof()
    if (faults.length > 0) throw new Error(faults.join('\n'))
    return ids.map((id) => {
      const { creditsPosted = 0, debitsPosted = 0 } = balances.get(id) ?? {}
      return creditsPosted - debitsPosted
    })
  }
}
