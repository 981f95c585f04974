import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { connectMongo, type Connection } from '@hissa/persistence'
import { freshEngines } from '@hissa/testing-engines'
import { Limiter } from '../src/limits/limiter.js'
import { TestClock } from './harness.js'

const MINUTE_MS = 60_000
const LIMIT = { name: 'guesses', count: 20, windowMs: 5 * MINUTE_MS }

describe('Limiter', () => {
  const clock = new TestClock()
  const connections: Connection[] = []
  let connect: () => Promise<Limiter>
  let limiters: Limiter[]

  beforeAll(async () => {
    const { mongoUri, dbPrefix } = await freshEngines()
    connect = async () => {
      const connection = await connectMongo({ uri: mongoUri, dbName: `${dbPrefix}limits` })
      connections.push(connection)
      const limiter = new Limiter(connection, clock)
      await limiter.prepare()
      return limiter
    }
    limiters = await Promise.all([connect(), connect()])
    clock.advance(LIMIT.windowMs - (clock.now().getTime() % LIMIT.windowMs))
  })
  afterAll(() => Promise.all(connections.map((connection) => connection.close())))

  const admitted = async (count: number, subject: string) => {
    const all = await Promise.all(Array.from({ length: count }, (_, n) => limiters[n % 2]!.admit(LIMIT, subject)))
    return all.filter(Boolean).length
  }

  it('admits exactly the limit out of 100 concurrent requests at two replicas', async () => {
    await clock.frozen(async () => {
      for (const subject of ['first', 'second', 'third']) {
        expect(await admitted(100, subject)).toBe(LIMIT.count)
        expect(await limiters[1]!.isReached(LIMIT, subject)).toBe(true)
      }
      expect(await limiters[0]!.isReached(LIMIT, 'fourth')).toBe(false)
    })
  })

  it('continues to count after a restart', async () => {
    await clock.frozen(async () => {
      expect(await admitted(15, 'restarted')).toBe(15)
      limiters = await Promise.all([connect(), connect()])
      expect(await admitted(15, 'restarted')).toBe(5)
    })
  })

  it('counts each limit and each subject separately', async () => {
    await clock.frozen(async () => {
      expect(await admitted(30, 'separate')).toBe(LIMIT.count)
      expect(await limiters[0]!.admit({ ...LIMIT, name: 'others' }, 'separate')).toBeDefined()
      expect(await limiters[0]!.admit(LIMIT, 'separate-too')).toBeDefined()
    })
  })

  it('rejects repeated requests over the limit without writing to the store', async () => {
    const pointsOf = async (subject: string) =>
      (await connections[0]!.collection('rate_limits').findOne({ key: new RegExp(`:${subject}\\|`) }))!.points as number
    await clock.frozen(async () => {
      const admitOne = () => limiters[0]!.admit(LIMIT, 'flooding')
      for (let n = 0; n <= LIMIT.count; n += 1) await admitOne()
      const points = await pointsOf('flooding')
      const answers = await Promise.all(Array.from({ length: 100 }, admitOne))
      expect([answers.filter(Boolean).length, await pointsOf('flooding')]).toEqual([0, points])
    })
  })

  it('counts from zero in the next window of its clock', async () => {
    expect(await clock.frozen(() => admitted(30, 'moved'))).toBe(LIMIT.count)
    clock.advance(LIMIT.windowMs)
    expect(await clock.frozen(() => admitted(30, 'moved'))).toBe(LIMIT.count)
  })

  it('admits one more request for each released admission', async () => {
    await clock.frozen(async () => {
      const admission = await limiters[0]!.admit(LIMIT, 'given')
      expect(await admitted(LIMIT.count - 1, 'given')).toBe(LIMIT.count - 1)
      expect(await limiters[1]!.isReached(LIMIT, 'given')).toBe(true)
      await admission!.release()
      expect(await limiters[1]!.isReached(LIMIT, 'given')).toBe(false)
      expect(await admitted(5, 'given')).toBe(1)
    })
  })

  it('releases an admission in the window in which it was counted', async () => {
    const before = await clock.frozen(() =>
      Promise.all(Array.from({ length: 10 }, () => limiters[0]!.admit(LIMIT, 'late'))),
    )
    clock.advance(LIMIT.windowMs)
    await clock.frozen(async () => {
      expect(await admitted(12, 'late')).toBe(12)
      await Promise.all(before.map((admission) => admission!.release()))
      expect(await admitted(20, 'late')).toBe(8)
    })
  })

  it('keeps each row for at most twice its window', async () => {
    const rows = connections[0]!.collection('rate_limits')
    for (const { key, expire } of await rows.find().toArray()) {
      const ahead = (expire as Date).getTime() - Date.now()
      expect([key, ahead > 0 && ahead <= 2 * LIMIT.windowMs]).toEqual([key, true])
    }
    const indexes = await rows.indexes()
    expect(indexes).toContainEqual(expect.objectContaining({ key: { key: 1 }, unique: true }))
    expect(indexes).toContainEqual(expect.objectContaining({ key: { expire: -1 }, expireAfterSeconds: 0 }))
  })
})
