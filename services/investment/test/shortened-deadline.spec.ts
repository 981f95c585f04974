import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { EventData } from '@hissa/contracts'
import { OfferingPublished } from '@hissa/contracts/property'
import { fils, units } from '@hissa/money'
import { Desk } from './desk.js'
import { Investment } from './harness.js'

const DAY = 1440

let app: Investment
let desk: Desk

beforeAll(async () => {
  app = await Investment.start()
  desk = new Desk(app)
})
afterAll(() => app?.stop())

const inDays = (days: number) => new Date(app.now().getTime() + days * DAY * 60_000).toISOString()
const raiseOf = (propertyId: string) => app.collection('raises').findOne({ _id: propertyId })

/** Publishes the next version of a property's terms and waits until the raise has them. */
async function republish(propertyId: string, change: Partial<EventData<typeof OfferingPublished>>) {
  const slug = `home-${propertyId.toLowerCase().replaceAll('_', '-')}`
  await app.publish(OfferingPublished, propertyId, {
    ...{ propertyId, slug, title: 'A home', offeringVersion: 2, valuedOn: app.today(), feeBasisPoints: 150 },
    ...{ unitPriceFils: fils(10_000), unitsTotal: units(100), minimumFils: fils(200_000) },
    ...{ expectedReturnBasisPoints: 800, deadline: inDays(30), ...change },
  })
  await app.until('the terms apply', async () => (await raiseOf(propertyId))?.['offeringVersion'] === 2)
}

describe('newer terms with an earlier deadline', () => {
  it('keep the deadline that two people of finance have extended', async () => {
    const [deadline, later] = [inDays(10), inDays(40)]
    const propertyId = await app.openRaise(100, { deadline })
    await desk.resolve(propertyId, { type: 'extend', deadline: later }, 'raise')
    await republish(propertyId, { deadline })
    expect((await raiseOf(propertyId))!['deadline']).toEqual(new Date(later))
    await app.advance(11 * DAY)
    expect(await raiseOf(propertyId)).toMatchObject({ state: 'active' })
  })

  it('keep the deadline under which people have bought', async () => {
    const deadline = inDays(20)
    const propertyId = await app.openRaise(100, { deadline })
    await republish(propertyId, { deadline: inDays(1), feeBasisPoints: 200 })
    expect(await raiseOf(propertyId)).toMatchObject({ deadline: new Date(deadline), feeBasisPoints: 200 })
    await app.advance(2 * DAY)
    expect(await raiseOf(propertyId)).toMatchObject({ state: 'active' })
    await app.advance(20 * DAY)
    expect(
      await app.untilRetried('it has ended', async () => (await raiseOf(propertyId))?.['state'] === 'failed'),
    ).toBe(true)
  })
})
