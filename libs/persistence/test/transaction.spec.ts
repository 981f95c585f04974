import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { NOT_FOUND, ok, refuse } from '@hissa/contracts'
import { testEngines } from '@hissa/testing-engines'
import { connectMongo, type Connection } from '../src/connect.js'
import { afterCommit, gather, transaction } from '../src/transaction.js'

describe('transaction', () => {
  let connection: Connection
  const rows = () => connection.collection<{ _id: string }>('rows')

  beforeAll(async () => {
    const { mongoUri, dbPrefix } = testEngines()
    connection = await connectMongo({ uri: mongoUri, dbName: `${dbPrefix}transactions` })
    await connection.dropDatabase()
    await connection.createCollection('rows')
  })
  afterAll(() => connection.close())

  it('rolls back work that returns a refusal, and returns the refusal', async () => {
    const refusal = refuse(NOT_FOUND, 'There is no such row.')
    let followed = false
    const outcome = await transaction(connection, async (session) => {
      await rows().insertOne({ _id: 'refused' }, { session })
      afterCommit(session, () => (followed = true))
      return refusal
    })
    expect(outcome).toBe(refusal)
    expect(await rows().findOne({ _id: 'refused' })).toBeNull()
    expect(followed).toBe(false)
  })

  it('returns a refusal after an insert that the store rejected', async () => {
    await rows().insertOne({ _id: 'taken' })
    const outcome = await transaction(connection, async (session) => {
      const taken = await rows()
        .insertOne({ _id: 'taken' }, { session })
        .then(
          () => false,
          () => true,
        )
      return taken ? refuse(NOT_FOUND, 'taken') : ok()
    })
    expect(outcome).toMatchObject({ ok: false, error: { detail: 'taken' } })
  })

  it('commits work that returns a success', async () => {
    let followed = false
    const outcome = await transaction(connection, async (session) => {
      await rows().insertOne({ _id: 'kept' }, { session })
      afterCommit(session, () => (followed = true))
      return ok('kept')
    })
    expect(outcome).toEqual(ok('kept'))
    expect(await rows().findOne({ _id: 'kept' })).toEqual({ _id: 'kept' })
    expect(followed).toBe(true)
  })

  it('writes what was gathered together, once, before the commit, and nothing of a refused one', async () => {
    const groups: string[][] = []
    const work = (refused: boolean) =>
      transaction(connection, async (session) => {
        const write = async (ids: string[]) => {
          groups.push(ids)
          await rows().insertMany(
            ids.map((_id) => ({ _id })),
            { session },
          )
        }
        for (const id of ['one', 'two']) gather(session, 'key', id, write)
        return refused ? refuse(NOT_FOUND, 'refused') : ok()
      })
    expect((await work(true)).ok).toBe(false)
    expect(groups).toEqual([])
    expect((await work(false)).ok).toBe(true)
    expect(groups).toEqual([['one', 'two']])
    expect(await rows().countDocuments({ _id: { $in: ['one', 'two'] } })).toBe(2)
  })
})
