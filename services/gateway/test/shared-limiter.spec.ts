import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { freshEngines } from '@hissa/testing-engines'
import { Redis } from 'ioredis'
import { once } from 'node:events'
import { SharedLimiter } from '../src/http/shared-limiter.js'
import { manifest } from '../src/manifest.js'

const redisUser = `gateway-${process.pid}`
let redisUrl: string
let admin: Redis
const connections: Redis[] = []
beforeAll(async () => {
  const engines = await freshEngines()
  admin = new Redis(engines.redisUrl)
  // The limiters run with the rights of production.
  await admin.call('ACL', 'SETUSER', redisUser, 'on', '>limited', ...manifest.redisRights!.split(' '))
  const address = new URL(engines.redisUrl)
  address.username = redisUser
  address.password = 'limited'
  redisUrl = address.href
})
afterAll(async () => {
  connections.forEach((redis) => redis.disconnect())
  await admin.call('ACL', 'DELUSER', redisUser)
  admin.disconnect()
})

/** A replica's limiter with a separate connection; the test calls `share` instead of a timer. */
async function replica(name: string, perMinute = 10, maxKeys = 100) {
  const redis = new Redis(redisUrl, { maxRetriesPerRequest: 1, enableOfflineQueue: false, lazyConnect: true })
  redis.on('error', () => undefined)
  connections.push(redis)
  await redis.connect()
  const limiter = new SharedLimiter(redis, { name, perMinute, maxKeys })
  const count = async (key: string, times: number) => {
    let last = await limiter.count(key)
    for (let time = 1; time < times; time += 1) last = await limiter.count(key)
    return last
  }
  return { redis, limiter, count }
}

describe('SharedLimiter', () => {
  it.each([
    'SCRIPT FLUSH',
    'SCRIPT KILL',
    'FUNCTION FLUSH',
    'FUNCTION LOAD code',
    'SCAN 0',
    'RANDOMKEY',
    'DBSIZE',
    'FLUSHDB',
    'GET other:key',
  ])('has no right to %s in Redis', async (command) => {
    expect(await admin.call('ACL', 'DRYRUN', redisUser, ...command.split(' '))).toMatch(/no permissions/)
  })

  it('counts without Redis and shares the sum', async () => {
    const [one, two] = [await replica('sum'), await replica('sum')]
    await one.count('a', 4)
    await two.count('a', 3)
    expect(await admin.keys('gateway:sum:*')).toEqual([])
    await one.limiter.share()
    await two.limiter.share()
    expect(await one.redis.get('gateway:sum:a')).toBe('7')
    expect(await two.count('a', 1)).toMatchObject({ limited: false, remaining: 2 })
    await one.limiter.share()
    expect(await one.count('a', 1)).toMatchObject({ remaining: 5 })
    await two.limiter.share()
    await one.limiter.share()
    expect(await one.count('a', 2)).toMatchObject({ limited: true, remaining: 0 })
  })

  it('adds each count once, however often it is shared', async () => {
    const one = await replica('once')
    await one.count('a', 5)
    await Promise.all([one.limiter.share(), one.limiter.share()])
    await one.limiter.share()
    expect(await one.redis.get('gateway:once:a')).toBe('5')
  })

  it('keeps requests that are counted while it shares', async () => {
    const one = await replica('meanwhile')
    await one.count('a', 2)
    const sharing = one.limiter.share()
    await one.count('a', 3)
    await sharing
    expect(await one.count('a', 1)).toMatchObject({ remaining: 4 })
    await one.limiter.share()
    expect(await one.redis.get('gateway:meanwhile:a')).toBe('6')
  })

  it('counts alone while Redis is down and adds its counts when Redis is back', async () => {
    const one = await replica('down')
    const ended = once(one.redis, 'end')
    one.redis.disconnect()
    await ended
    expect(await one.count('a', 11)).toMatchObject({ limited: true })
    await one.limiter.share()
    await one.redis.connect()
    await one.limiter.share()
    expect(await one.redis.get('gateway:down:a')).toBe('11')
  })

  it('keeps a bounded number of keys, the most recently counted ones', async () => {
    const one = await replica('bounded', 10, 50)
    for (let key = 0; key < 1_000; key += 1) await one.count(`k${key}`, 1)
    expect(one.limiter.keys).toBe(50)
    expect(await one.count('k999', 1)).toMatchObject({ remaining: 8 })
    await one.limiter.share()
    expect(await admin.keys('gateway:bounded:*')).toHaveLength(50)
    expect(one.limiter.keys).toBe(50)
  })
})
