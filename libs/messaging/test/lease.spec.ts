import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { connectMongo, type Connection } from '@hissa/persistence'
import { testEngines } from '@hissa/testing-engines'
import { Lease } from '../src/lease.js'

let connection: Connection
let nowMs: number

beforeAll(async () => {
  const { mongoUri, dbPrefix } = testEngines()
  connection = await connectMongo({ uri: mongoUri, dbName: `${dbPrefix}lease` })
  // Concurrent upserts need the collection.
  await connection.createCollection('leases')
})
beforeEach(async () => {
  nowMs = 1_000_000
  await connection.collection('leases').deleteMany({})
})
afterAll(async () => {
  await connection.dropDatabase()
  await connection.close()
})

const replica = (name = 'work') => new Lease(connection, name, { durationMs: 1_000, nowMs: () => nowMs })

describe('a lease', () => {
  it('is held by one of many replicas that ask at once', async () => {
    const held = await Promise.all(Array.from({ length: 8 }, () => replica().hold()))
    expect(held.filter(Boolean)).toHaveLength(1)
  })

  it('of another name is held by another replica', async () => {
    expect([await replica('one').hold(), await replica('two').hold()]).toEqual([true, true])
  })

  it('is renewed by its holder, and passes to another replica only after its end', async () => {
    const [one, two] = [replica(), replica()]
    expect([await one.hold(), await two.hold()]).toEqual([true, false])
    nowMs += 900
    expect([await one.hold(), await two.hold()]).toEqual([true, false])
    nowMs += 900
    expect([one.isHeld(), await two.hold()]).toEqual([true, false])
    nowMs += 101
    expect([one.isHeld(), await two.hold(), await one.hold(), one.isHeld()]).toEqual([false, true, false, false])
  })

  it('passes to another replica at once when its holder gives it up', async () => {
    const [one, two] = [replica(), replica()]
    await one.hold()
    await two.release()
    expect(await two.hold()).toBe(false)
    await one.release()
    expect([one.isHeld(), await two.hold()]).toEqual([false, true])
  })
})
