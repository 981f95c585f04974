import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  GetCash,
  GetDashboard,
  GetPropertyIncome,
  GetPropertyValuations,
  GetValueOverTime,
  SettlePayment,
} from '@hissa/contracts/investment'
import { newId } from '@hissa/kernel'
import { fils, units } from '@hissa/money'
import { IBANS, PAYER_IBAN } from './cash.js'
import { Investment } from './harness.js'

const INCOME = {
  ...{ grossRentFils: fils(1_200_000), vacancyFils: fils(60_000), serviceChargeFils: fils(100_000) },
  ...{ managementFils: fils(72_000), reserveBasisPoints: 300, reserveTargetFils: fils(50_000) },
}

let app: Investment
beforeAll(async () => {
  app = await Investment.start({ more: { PAYOUT_IBAN: PAYER_IBAN } })
  app.bus.nc.subscribe('rpc.kyc.compareHolderName', {
    callback: (_error, message) => {
      message.respond(JSON.stringify({ response: { ok: true, output: { result: 'match' } } }))
    },
  })
  await app.bus.nc.flush()
})
afterAll(() => app.stop())

const local = async <T>(name: string, body: object = {}): Promise<T> => {
  const message = await app.bus.nc.request(`local.investment.${name}`, JSON.stringify(body), { timeout: 120_000 })
  const answer = message.json<T & { error?: string }>()
  if (answer.error) throw new Error(answer.error)
  return answer
}

describe('the past of sample properties', () => {
  it('is played through the use cases at its days, and leaves a ledger that verifies', async () => {
    const offsetMs = app.now().getTime() - Date.now()
    const { openedAt } = await local<{ openedAt: string }>('samplePastBegin')
    // Accounts are created in between, and the past begins again on the same day.
    const again = await local<{ openedAt: string }>('samplePastBegin')
    expect(again.openedAt.slice(0, 10)).toBe(openedAt.slice(0, 10))
    const dayOf = (days: number) => new Date(Date.parse(openedAt) + days * 86_400_000).toISOString()
    const valued = { valuedOn: openedAt.slice(0, 10) }
    const terms = { ...valued, unitsIssued: units(120), minimumUnits: units(80), income: INCOME }
    const propertyId = await app.openRaise(100, terms)
    const demo = await app.newcomer()
    const buy = async (userId: string, amountAed: number) => {
      const { orders } = await local<{ orders: { orderId: string }[] }>('sampleOrders', {
        orders: [{ userId, propertyId, amountAed }],
      })
      const sessionId = await app.sessionOf(orders[0]!.orderId)
      await app.call(SettlePayment, app.gateway.webhook(app.gateway.pay(sessionId), `evt_${sessionId}`))
      return orders[0]!.orderId
    }
    await local('samplePastDay', { propertyIds: [propertyId], at: dayOf(1) })
    await buy(demo, 3_000)
    await buy(await app.newcomer(), 5_000)
    await local('samplePastDay', { propertyIds: [propertyId], at: dayOf(4) })
    const cancels = await buy(demo, 2_000)
    const holder = { userId: demo, holderName: 'Layla Haddad', iban: IBANS[0], cancels }
    const years = { properties: [{ propertyId, event: 'repair' }], finance: [newId(), newId()], investor: holder }
    expect(await local('samplePastYears', { ...years, offsetMs })).toEqual({ quarters: 8, distributions: 8 })
    expect(await local('samplePastEvents')).toEqual({ sent: true })
    const { quarters } = await app.call(GetPropertyIncome, { id: propertyId })
    const paid = quarters.filter(({ distribution }) => distribution?.state === 'paid')
    expect(paid).toHaveLength(8)
    expect(paid.filter(({ actual }) => actual!.fromReserveFils > 0)).toHaveLength(1)
    const { valuations } = await app.call(GetPropertyValuations, { id: propertyId })
    expect(valuations.map(({ valueFils }) => valueFils)).toEqual([1_300_000, 1_300_000, 1_200_000])
    const { steps, events, returns } = await app.call(GetValueOverTime, {}, demo)
    expect(steps.map((step) => [step.valueFils, step.contributedFils])).toEqual([
      [300_000, 300_000],
      [325_000, 300_000],
    ])
    expect(returns).toMatchObject({ from: steps[0]!.day, isAnnual: true })
    expect(returns!.timeWeightedBasisPoints).toBeGreaterThan(0)
    expect(returns!.moneyWeightedBasisPoints).toBeGreaterThan(0)
    const counts = ['purchase', 'returned', 'valuation', 'distribution'].map(
      (kind) => events.filter((event) => event.kind === kind).length,
    )
    expect(counts).toEqual([2, 1, 3, 8])
    const { totals, recentOrders } = await app.call(GetDashboard, {}, demo)
    expect(totals.incomeFils).toBeGreaterThan(0)
    expect(recentOrders.map(({ state }) => state)).toEqual(['refunded', 'allotted'])
    const { movements } = await app.call(GetCash, { limit: 20 }, demo)
    expect(movements.map(({ kind }) => kind)).toContain('withdrawal')
    expect((await app.proof()).faults).toEqual([])
    // What is committed is in the past already, so there is no second one.
    expect(await local('samplePastBegin')).toEqual({ openedAt: null })
  })
})
