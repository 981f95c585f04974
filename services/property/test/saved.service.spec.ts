import { ForgetProperty, GetSaved, ListProperties, ListSaved, SaveProperty } from '@hissa/contracts/property'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { rows, staff, startPublications, propertyOf, type Publications } from './publications.js'

let service: Publications
let slugs: string[]
let ids: string[]
beforeAll(async () => {
  service = await startPublications()
  const { properties } = await service.rpc.call(ListProperties, { limit: 3, sort: 'newest' } as never)
  slugs = properties.map(({ slug }) => slug)
  ids = properties.map(({ propertyId }) => propertyId)
})
afterAll(() => service?.stop())

const investor = () => staff(['investor'])

describe('saved properties', () => {
  it('are listed with the latest first, and belong to one user', async () => {
    const [mona, omar] = [investor(), investor()]
    await mona.call(SaveProperty, { id: ids[0]! })
    await mona.call(SaveProperty, { id: slugs[1]!.toUpperCase() })
    expect((await mona.call(GetSaved)).propertyIds.sort()).toEqual([ids[0], ids[1]].sort())
    const { properties } = await mona.call(ListSaved)
    expect(properties.map(({ slug }) => slug).sort()).toEqual([slugs[0], slugs[1]].sort())
    expect(await omar.call(GetSaved)).toEqual({ propertyIds: [] })
  })

  it('are saved and removed once, however often that is asked for', async () => {
    const { call } = investor()
    for (let times = 0; times < 2; times += 1) expect(await call(SaveProperty, { id: ids[0]! })).toEqual({})
    expect((await call(GetSaved)).propertyIds).toEqual([ids[0]])
    for (let times = 0; times < 2; times += 1) expect(await call(ForgetProperty, { propertyId: ids[0]! })).toEqual({})
    expect((await call(GetSaved)).propertyIds).toEqual([])
  })

  it('can only be published ones', async () => {
    const { call } = investor()
    const draft = await propertyOf(false)
    for (const id of [draft, 'no-such-home'])
      await expect(call(SaveProperty, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('leave out a property that is no longer published', async () => {
    const { call } = investor()
    const propertyId = await propertyOf(true)
    await call(SaveProperty, { id: propertyId })
    await rows().updateOne({ _id: propertyId }, { $set: { published: false } })
    expect((await call(ListSaved)).properties).toEqual([])
  })

  it('are at most 100, and a further one is refused until one is removed', async () => {
    const { userId, call } = investor()
    const saved = Array.from({ length: 100 }, (_, index) => `Prop_${index}_other`)
    const documents = saved.map((propertyId) => {
      return { _id: `${userId}:${propertyId}` as never, userId, propertyId, savedAt: new Date() }
    })
    await service.mongo.collection('saved').insertMany(documents)
    await expect(call(SaveProperty, { id: ids[0]! })).rejects.toMatchObject({ code: 'TOO_MANY_SAVED', status: 409 })
    await call(ForgetProperty, { propertyId: saved[0]! })
    expect(await call(SaveProperty, { id: ids[0]! })).toEqual({})
  })

  it('need a signed-in user', async () => {
    await expect(service.rpc.call(GetSaved, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })
})
