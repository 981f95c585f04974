import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { OfferingPublished } from '@hissa/contracts/property'
import { fils, units } from '@hissa/money'
import { Investment } from './harness.js'

const DAY_MINUTES = 24 * 60

let app: Investment
beforeAll(async () => {
  app = await Investment.start({ reservationLimits: 'off' })
})
afterAll(() => app.stop())

const investors = (count: number, propertyId: string) =>
  Promise.all(Array.from({ length: count }, () => app.investor(propertyId)))
const raiseOf = (propertyId: string) => app.collection('raises').findOne({ _id: propertyId })

describe('the valuation of an offering', () => {
  it('blocks orders from its 92nd day until a new one is published', async () => {
    const valuedOn = app.today()
    const propertyId = await app.openRaise(1_000, { valuedOn })
    const userId = await app.investor(propertyId)
    await app.advance(91 * DAY_MINUTES)
    expect(await app.decided(() => app.place(userId, propertyId, 2_000))).toBe('accepted')
    await app.advance(DAY_MINUTES)
    await expect(app.place(userId, propertyId, 3_000)).rejects.toMatchObject({
      ...{ code: 'VALUATION_OUTDATED', status: 409, extra: { valuedOn, maximumAgeDays: 91 } },
      message: expect.stringContaining('valuation'),
    })
    const { slug, unitPriceFils, unitsTotal, minimumFils, feeBasisPoints } = (await raiseOf(propertyId))!
    await app.publish(OfferingPublished, propertyId, {
      ...{ propertyId, slug, title: 'A home', offeringVersion: 2, valuedOn: app.today() },
      ...{ unitPriceFils: fils(unitPriceFils), unitsTotal: units(unitsTotal), minimumFils: fils(minimumFils) },
      ...{ feeBasisPoints, expectedReturnBasisPoints: 800, deadline: '2099-01-01T00:00:00Z' },
    })
    await app.until('the new terms apply', async () => (await raiseOf(propertyId))?.['offeringVersion'] === 2)
    expect(await app.decided(() => app.place(userId, propertyId, 3_000))).toBe('accepted')
  })

  it('is required before the offering accepts orders', async () => {
    const propertyId = await app.openRaise(1_000, { valuedOn: undefined })
    const userId = await app.investor(propertyId)
    await expect(app.place(userId, propertyId)).rejects.toMatchObject({
      ...{ code: 'VALUATION_OUTDATED', extra: { valuedOn: null } },
    })
  })
})

describe('an offering that is exempt by its number of persons', () => {
  it('admits 49 retail investors in 12 months, also when the last ones order in parallel', async () => {
    const propertyId = await app.openRaise(10_000, { basis: 'exempt-persons' })
    const everyone = await investors(52, propertyId)
    for (const userId of everyone.slice(0, 46)) await app.answered(() => app.place(userId, propertyId))
    const last = await Promise.all(everyone.slice(46).map((userId) => app.decided(() => app.place(userId, propertyId))))
    expect(last.sort()).toEqual([...Array(3).fill('OFFER_PERSONS_REACHED'), ...Array(3).fill('accepted')])
    expect(await app.collection('orders').distinct('userId', { propertyId })).toHaveLength(49)
    expect(await app.decided(() => app.place(everyone[0]!, propertyId, 3_000))).toBe('accepted')
    await expect(app.place(await app.investor(propertyId), propertyId)).rejects.toMatchObject({
      ...{ code: 'OFFER_PERSONS_REACHED', status: 409, extra: { maximumPersons: 49 } },
    })
  })
})

describe('an offering exempt by consideration', () => {
  it('rejects USD 99,999 and returns the smallest allowed amount in whole shares', async () => {
    const propertyId = await app.openRaise(1_000_000, { basis: 'exempt-consideration' })
    const userId = await app.investor(propertyId)
    await expect(app.place(userId, propertyId, 367_200)).rejects.toMatchObject({
      ...{ code: 'CONSIDERATION_BELOW_MINIMUM', status: 422, extra: { minimumFils: 36_730_000 } },
      message: expect.stringContaining('367,250'),
    })
    expect(await app.decided(() => app.place(userId, propertyId, 367_300))).toBe('accepted')
  })
})

describe('an offering to professional clients', () => {
  it('refuses a retail client', async () => {
    const propertyId = await app.openRaise(1_000, { basis: 'exempt-professional' })
    const userId = await app.investor(propertyId)
    await expect(app.place(userId, propertyId)).rejects.toMatchObject({
      ...{ code: 'INVESTOR_CLASS_NOT_ADMITTED', status: 403, extra: { investorClass: 'retail' } },
    })
  })
})
