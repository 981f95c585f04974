import type { OfferingTerms } from '@hissa/contracts/property'
import { fils, units } from '@hissa/money'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  decide,
  facts,
  propertyOf,
  propose,
  rows,
  staff,
  startPublications,
  termsOf,
  type Publications,
} from './publications.js'

let service: Publications
beforeAll(async () => {
  service = await startPublications()
})
afterAll(() => service?.stop())

/** Returns the day in Dubai a number of days ago. */
const dayBefore = (days: number) => new Date(Date.now() + 4 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10)

describe('publishing an offering', () => {
  it.each<[string, boolean, (terms: OfferingTerms) => Partial<OfferingTerms>, string]>([
    [
      'more units than issued',
      false,
      ({ unitsIssued }) => ({ unitsTotal: units(unitsIssued + 1) }),
      '/terms/unitsTotal',
    ],
    ['a minimum between two units', false, () => ({ minimumFils: fils(200_001) }), '/terms/minimumFils'],
    ['a minimum above the raise', false, () => ({ minimumFils: fils(100_000_000_000) }), '/terms/minimumFils'],
    [
      'more units needed to close than offered',
      false,
      ({ unitsTotal }) => ({ minimumUnits: units(unitsTotal + 1) }),
      '/terms/minimumUnits',
    ],
    [
      'another number of units needed to close, while they are on offer',
      true,
      ({ unitsTotal, minimumUnits = unitsTotal }) => ({ minimumUnits: units(minimumUnits - 1) }),
      '/terms/minimumUnits',
    ],
    ['a deadline that has passed', false, () => ({ deadline: '2020-01-01T00:00:00Z' }), '/terms/deadline'],
    [
      'costs that do not add up',
      false,
      ({ acquisition }) => ({ acquisition: acquisition.slice(1) }),
      '/terms/acquisition',
    ],
    ['rent that does not add up', false, ({ rent }) => ({ rent: rent.slice(1) }), '/terms/rent'],
    ['no company', false, () => ({ spv: null }), '/terms/spv'],
    ['no valuation', false, () => ({ valuation: undefined }), '/terms/valuation'],
    [
      'a valuation that is 92 days old',
      false,
      ({ valuation }) => ({ valuation: { ...valuation!, valuedOn: dayBefore(92) } }),
      '/terms/valuation',
    ],
    [
      'a valuation of tomorrow',
      false,
      ({ valuation }) => ({ valuation: { ...valuation!, valuedOn: dayBefore(-1) } }),
      '/terms/valuation',
    ],
    [
      'another deadline of units on offer',
      true,
      ({ deadline }) => ({ deadline: new Date(Date.parse(deadline) + 1).toISOString() }),
      '/terms/deadline',
    ],
    ['another price of units on offer', true, () => ({ unitPriceFils: fils(5_000) }), '/terms/unitPriceFils'],
  ])('is rejected with %s', async (_, published, change, path) => {
    const propertyId = await propertyOf(published)
    const attempt = propose(staff(), propertyId, change(await termsOf()))
    await expect(attempt).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      status: 422,
      extra: { errors: expect.arrayContaining([expect.objectContaining({ path })]) },
    })
  })

  it('accepts a valuation that is 91 days old, and publishes its day and the basis of the offer', async () => {
    const propertyId = await propertyOf(false)
    const { valuation } = await termsOf()
    const changes = { valuation: { ...valuation!, valuedOn: dayBefore(91) }, basis: 'exempt-persons' as const }
    await decide(staff(), (await propose(staff(), propertyId, changes)).approvalId)
    const [fact] = await facts(propertyId)
    expect(fact!.event.data).toMatchObject({ valuedOn: dayBefore(91), basis: 'exempt-persons' })
  })

  it('is rejected for a company that holds another property, at the proposal and at the decision', async () => {
    const spv = { name: 'One SPV Ltd', registrationNumber: 'ONE', jurisdiction: 'Abu Dhabi Global Market' }
    const [first, second] = [await propertyOf(false), await propertyOf(false)]
    const [one, two] = [await propose(staff(), first, { spv }), await propose(staff(), second, { spv })]
    expect((await decide(staff(), one.approvalId)).state).toBe('approved')
    const taken = { extra: { errors: [{ path: '/terms/spv', code: 'taken', message: expect.any(String) }] } }
    await expect(decide(staff(), two.approvalId)).rejects.toMatchObject(taken)
    await expect(propose(staff(), await propertyOf(false), { spv })).rejects.toMatchObject(taken)
    expect((await propose(staff(), first, { spv })).offeringVersion).toBe(2)
  })

  it('is rejected with the deadline before an extension, also when it was proposed before', async () => {
    const propertyId = await propertyOf(true)
    const { deadline } = await termsOf()
    const { approvalId } = await propose(staff(), propertyId)
    const extended = new Date(Date.parse(deadline) + 86_400_000)
    await rows().updateOne({ _id: propertyId }, { $set: { 'record.raise.deadline': extended } })
    const fixed = { errors: [{ path: '/terms/deadline', code: 'fixed', message: expect.any(String) }] }
    await expect(decide(staff(), approvalId)).rejects.toMatchObject({ code: 'VALIDATION_FAILED', extra: fixed })
    await decide(staff(), approvalId, 'reject')
    await expect(propose(staff(), propertyId)).rejects.toMatchObject({ code: 'VALIDATION_FAILED', extra: fixed })
    expect(await propose(staff(), propertyId, { deadline: extended.toISOString() })).toMatchObject({ state: 'pending' })
  })

  // Several rounds, because a round whose transactions do not overlap proves nothing.
  it.each([1, 2, 3, 4, 5, 6])(
    'publishes one of two that name one company and are approved at once (%i)',
    async (round) => {
      const spv = {
        name: 'Raced SPV Ltd',
        registrationNumber: `RACED-${round}`,
        jurisdiction: 'Abu Dhabi Global Market',
      }
      const ids = [await propertyOf(false), await propertyOf(false)]
      const proposed = await Promise.all(ids.map((propertyId) => propose(staff(), propertyId, { spv })))
      const results = await Promise.allSettled(proposed.map(({ approvalId }) => decide(staff(), approvalId)))
      const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
      expect(refused).toEqual([
        expect.objectContaining({
          code: 'VALIDATION_FAILED',
          status: 422,
          extra: { errors: [{ path: '/terms/spv', code: 'taken', message: expect.any(String) }] },
        }),
      ])
      expect((await Promise.all(ids.map(facts))).map(({ length }) => length).sort()).toEqual([0, 1])
    },
  )

  it.each([1, 2, 3])('publishes both of two with one title that are approved at once (%i)', async (round) => {
    const ids = [await propertyOf(false), await propertyOf(false)]
    await rows().updateMany({ _id: { $in: ids } }, { $set: { 'record.texts.en.title': `Raced title ${round}` } })
    const proposed = await Promise.all(ids.map((propertyId) => propose(staff(), propertyId)))
    await Promise.all(proposed.map(({ approvalId }) => decide(staff(), approvalId)))
    const slugs = (
      await rows()
        .find({ _id: { $in: ids } })
        .toArray()
    ).map(({ record }) => record['slug'] as string)
    expect(slugs).toContain(`raced-title-${round}`)
    expect(new Set(slugs).size).toBe(2)
  })
})
