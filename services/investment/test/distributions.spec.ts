import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  DistributionDeclared,
  DistributionPaid,
  GetCash,
  GetDashboard,
  ListDistributions,
} from '@hissa/contracts/investment'
import { newId } from '@hissa/kernel'
import { allocate } from '@hissa/money'
import { accounts } from '../src/accounts.js'
import { Books, cost, DAY, lastDay, QUARTER, rent } from './books.js'
import { FINANCE, refusal } from './desk.js'
import { Investment } from './harness.js'

let app: Investment
let books: Books
beforeAll(async () => {
  app = await Investment.start()
  books = new Books(app)
})
afterAll(() => app.stop())

describe('a distribution', () => {
  it('pays every holder to the fil once two people have decided it', async () => {
    const { propertyId, period, issued, holders } = await books.completed(2_000, 3_000, 7_000)
    await books.record(propertyId, rent(300_001))
    await books.record(propertyId, cost(40_000))
    await app.advance(QUARTER)
    const { distribution } = await books.propose(propertyId, period, lastDay(period))
    const { distributionId, netIncomeFils } = distribution
    expect(distribution).toMatchObject({ state: 'proposed', netIncomeFils: 236_001, unitsIssued: issued })
    expect(await refusal(books.decide(distributionId, books.maker))).toBe('403 APPROVAL_SAME_PERSON')
    await books.decide(distributionId)
    const done = await books.paid(distributionId)
    const amounts = allocate(netIncomeFils, [20, 30, 70, 7])
    const cash = await books.balances(...holders.map((userId) => accounts.investorCash(userId)))
    expect(cash).toEqual(amounts.slice(0, 3))
    expect(done.progress).toEqual({
      ...{ investors: 3, paidInvestors: 3, companyFils: amounts[3] },
      paidFils: amounts[0]! + amounts[1]! + amounts[2]!,
    })
    expect(
      await books.balances(
        ...[accounts.distributions(distributionId), accounts.reserve(propertyId), accounts.operating(propertyId)],
      ),
    ).toEqual([0, 9_000, 0])
    const { movements } = await app.call(GetCash, { limit: 1 }, holders[0])
    expect(movements).toMatchObject([{ kind: 'distribution', property: { propertyId }, amountFils: amounts[0] }])
    const income = await books.mine(holders[0]!)
    expect(income.income).toMatchObject([{ distributionId, state: 'paid', units: 20, amountFils: amounts[0], period }])
    expect(income.totals).toEqual({ receivedFils: amounts[0], declaredFils: 0, cashFils: amounts[0] })
    expect((await app.call(GetDashboard, {}, holders[0])).totals).toMatchObject({ incomeFils: amounts[0] })
    for (const contract of [DistributionDeclared, DistributionPaid]) {
      const [row, ...more] = await app.events(contract.type, `${distributionId}:${holders[0]!}`)
      expect(more).toEqual([])
      expect(row!['event'].data).toMatchObject({
        ...{ userId: holders[0], propertyId, period, units: 20, unitsIssued: issued, amountFils: amounts[0] },
      })
    }
  })

  it('is void once an entry has changed its figures', async () => {
    const { propertyId, period } = await books.completed(2_000)
    await books.record(propertyId, rent(50_000))
    await app.advance(QUARTER)
    const { distributionId } = (await books.propose(propertyId, period, lastDay(period))).distribution
    expect(await refusal(books.propose(propertyId, period, lastDay(period)))).toBe('409 APPROVAL_PENDING')
    await books.record(propertyId, cost(1_000), { period })
    expect((await books.one(distributionId)).outdated).toBe(true)
    expect(await refusal(books.decide(distributionId))).toBe('409 APPROVAL_EVIDENCE_CHANGED')
    const again = (await books.propose(propertyId, period, lastDay(period))).distribution
    expect((await books.one(distributionId)).state).toBe('expired')
    expect(again.netIncomeFils).toBe(49_000 - 1_500 - 2_500)
    await books.decide(again.distributionId)
    expect(await refusal(books.record(propertyId, rent(5), { period }))).toBe('409 INCOME_NOT_POSSIBLE period_closed')
    await books.paid(again.distributionId)
  })

  it('is refused where it would be wrong, and can be rejected or withdrawn', async () => {
    const { propertyId, period, holders } = await books.completed(2_000)
    await books.record(propertyId, rent(50_000))
    expect(await refusal(books.propose(propertyId, period, app.today()))).toBe(
      '409 DISTRIBUTION_NOT_POSSIBLE period_open',
    )
    await app.advance(QUARTER)
    const day = lastDay(period)
    expect(await refusal(books.propose(propertyId, period, '2099-01-01'))).toBe(
      '409 DISTRIBUTION_NOT_POSSIBLE record_date',
    )
    expect(await refusal(books.propose(propertyId, period, `${day.slice(0, 8)}01`))).toBe(
      '409 DISTRIBUTION_NOT_POSSIBLE record_date',
    )
    expect(await refusal(books.propose('Prop_0_none', period, day))).toBe('404 NOT_FOUND')
    expect(await refusal(books.propose(propertyId, period, day, holders[0]))).toBe('403 CONFLICT_OF_INTEREST')
    expect(await refusal(books.propose(await app.openRaise(20), period, day))).toBe(
      '409 DISTRIBUTION_NOT_POSSIBLE raise_state',
    )
    const other = await books.completed(2_000)
    await app.advance(QUARTER)
    expect(await refusal(books.propose(other.propertyId, other.period, lastDay(other.period)))).toBe(
      '409 DISTRIBUTION_NOT_POSSIBLE no_income',
    )
    expect(await refusal(books.decide(newId()))).toBe('404 NOT_FOUND')
    expect(await refusal(books.withdraw(newId()))).toBe('404 NOT_FOUND')
    expect(await refusal(books.one(newId()))).toBe('404 NOT_FOUND')
    const first = (await books.propose(propertyId, period, day)).distribution.distributionId
    expect(await refusal(books.decide(first, holders[0]))).toBe('403 CONFLICT_OF_INTEREST')
    expect(await refusal(books.withdraw(first, books.checker))).toBe('403 APPROVAL_NOT_MAKER')
    await books.withdraw(first)
    expect(await refusal(books.withdraw(first))).toBe('409 APPROVAL_NOT_PENDING')
    expect(await refusal(books.decide(first))).toBe('409 APPROVAL_NOT_PENDING')
    const second = (await books.propose(propertyId, period, day)).distribution.distributionId
    expect(await books.decide(second, books.checker, 'reject')).toEqual({ state: 'rejected' })
    const third = (await books.propose(propertyId, period, day)).distribution.distributionId
    await books.decide(third)
    await books.paid(third)
    expect(await refusal(books.propose(propertyId, period, day))).toBe('409 DISTRIBUTION_NOT_POSSIBLE distributed')
    const { distributions } = await app.call(ListDistributions, { propertyId, limit: 100 }, books.checker, FINANCE)
    expect(distributions.map(({ state }) => state)).toEqual(['paid', 'rejected', 'withdrawn'])
  })

  it('that is late is reported in the list and by a metric', async () => {
    const { propertyId, period } = await books.completed(2_000)
    await books.record(propertyId, rent(50_000))
    const late = async () => (await app.call(ListDistributions, { limit: 1 }, books.checker, FINANCE)).overdue
    const isLate = async () => (await late()).some(({ property }) => property.propertyId === propertyId)
    expect(await isLate()).toBe(false)
    await app.advance(QUARTER + 31 * DAY)
    expect(await isLate()).toBe(true)
    expect(await app.metrics()).toMatch(/distributions_overdue\{[^}]*\} [1-9]/)
    await books.decide((await books.propose(propertyId, period, lastDay(period))).distribution.distributionId)
    expect(await isLate()).toBe(false)
  })

  it('is divided among many holders once by two replicas, whichever is faster', async () => {
    const { propertyId, period, holders } = await books.completed(2_000, 2_100, 2_300)
    await books.record(propertyId, rent(100_003))
    await app.advance(QUARTER)
    const { distributionId, netIncomeFils } = (await books.propose(propertyId, period, lastDay(period))).distribution
    await app.bootAnother()
    await books.decide(distributionId)
    await books.paid(distributionId)
    const amounts = allocate(netIncomeFils, [20, 21, 23, 7])
    expect(await books.balances(...holders.map((userId) => accounts.investorCash(userId)))).toEqual(amounts.slice(0, 3))
    for (const userId of holders)
      expect(await app.events(DistributionPaid.type, `${distributionId}:${userId}`)).toHaveLength(1)
  })
})
