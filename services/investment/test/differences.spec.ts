import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { EventData } from '@hissa/contracts'
import { ListSuspense } from '@hissa/contracts/investment'
import { DifferenceFound, DifferenceResolved } from '@hissa/contracts/tokenisation'
import { newId } from '@hissa/kernel'
import { Desk, FINANCE, refusal } from './desk.js'
import { Investment } from './harness.js'

type Fact = EventData<typeof DifferenceFound>

let app: Investment
let desk: Desk
let propertyId: string
beforeAll(async () => {
  app = await Investment.start()
  desk = new Desk(app)
  propertyId = await app.openRaise(40)
})
afterAll(() => app.stop())

const fact = (change: Partial<Fact> = {}): Fact => ({
  ...{ differenceId: newId(), propertyId, unitsDifference: -3, holders: 2, blockNumber: 812, version: 1 },
  ...change,
})
const found = (data: Fact) => app.publish(DifferenceFound, data.differenceId, data, data.version)
const resolved = (data: Fact) => app.publish(DifferenceResolved, data.differenceId, data, data.version)
const row = ({ differenceId }: Fact) => app.collection('register_differences').findOne({ _id: differenceId })
const reaches = (data: Fact, state: string, version: number) =>
  app.until(`version ${version} is ${state}`, async () => {
    const stored = await row(data)
    return stored?.['state'] === state && stored['version'] === version
  })
const listed = async (view: 'unresolved' | 'resolved', data: Fact) => {
  const { differences = [] } = await app.call(ListSuspense, { limit: 50, view }, desk.checker, FINANCE)
  return differences.find(({ differenceId }) => differenceId === data.differenceId)
}

describe('a register difference', () => {
  it('is shown to finance without money and without actions, and closes when it is resolved', async () => {
    const data = fact()
    await found(data)
    await reaches(data, 'open', 1)
    const { version: _, ...facts } = data
    const { propertyId: id, unitsDifference: surplus, ...shown } = facts
    expect(await listed('unresolved', data)).toEqual({
      ...{ ...shown, surplus, kind: 'register_difference', state: 'open', version: 1, openedAt: expect.any(String) },
      property: expect.objectContaining({ propertyId: id, title: 'A home' }),
    })
    expect(await refusal(desk.propose(data.differenceId, { type: 'refund' }))).toBe('404 NOT_FOUND')
    await resolved({ ...data, unitsDifference: 0, holders: 0, version: 2 })
    await reaches(data, 'resolved', 2)
    expect(await listed('unresolved', data)).toBeUndefined()
    expect(await listed('resolved', data)).toMatchObject({ state: 'resolved', resolvedAt: expect.any(String) })
  })

  it.each<[string, ReadonlyArray<'found' | 'resolved'>]>([
    ['found late and twice', ['resolved', 'found', 'found']],
    ['resolved twice', ['found', 'resolved', 'resolved']],
  ])('stays resolved when its events arrive %s', async (_, order) => {
    const data = fact()
    const later = fact()
    for (const event of order) {
      if (event === 'found') await found(data)
      else await resolved({ ...data, version: 2 })
      await app.until('the event is handled', async () => (await row(data)) !== null)
    }
    await found(later)
    await reaches(later, 'open', 1)
    await reaches(data, 'resolved', 2)
    expect(await listed('unresolved', data)).toBeUndefined()
  })

  it('opens again with a newer report, and keeps the time at which it was first opened', async () => {
    const data = fact()
    await found(data)
    await reaches(data, 'open', 1)
    const { openedAt } = (await row(data))!
    await resolved({ ...data, version: 2 })
    await reaches(data, 'resolved', 2)
    await found({ ...data, unitsDifference: 5, version: 3 })
    await reaches(data, 'open', 3)
    expect(await listed('unresolved', data)).toMatchObject({ surplus: 5, openedAt: openedAt.toISOString() })
    expect((await listed('unresolved', data))!.resolvedAt).toBeUndefined()
  })

  it('is counted as an open item of a separate kind, without an amount', async () => {
    await app.collection('register_differences').deleteMany({})
    const data = fact()
    await found(data)
    await reaches(data, 'open', 1)
    const metrics = await app.metrics()
    const lines = metrics.split('\n').filter((line) => line.includes('register_difference'))
    expect(lines.map((line) => line.split('{')[0])).toEqual(['suspense_items', 'suspense_oldest_age_seconds'])
    expect(lines[0]).toMatch(/ 1$/)
  })
})
