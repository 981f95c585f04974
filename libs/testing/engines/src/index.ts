import { randomUUID } from 'node:crypto'

/** Addresses of the engines of this test run, for the current Jest worker. */
export interface TestEngines {
  /** Without a database: pass `dbPrefix` on as MONGODB_DB_PREFIX. */
  mongoUri: string
  /** Includes the credentials of this worker's NATS account. */
  natsUrl: string
  /** Includes this worker's database. */
  redisUrl: string
  /** New on every call, so that no two test files share a database; e.g. `t1_3f2a9c_`. */
  dbPrefix: string
}

/**
 * Returns the engines of this run. Each Jest worker has a separate NATS account and Redis database.
 * @throws Error outside the `service` project, where no engines were started
 */
export function testEngines(): TestEngines {
  const { TEST_MONGODB_URI: mongoUri, TEST_NATS_URLS, TEST_REDIS_URL, JEST_WORKER_ID } = process.env
  if (!mongoUri || !TEST_NATS_URLS || !TEST_REDIS_URL) {
    throw new Error('no engines: run with --selectProjects service, or as a file below a test/ folder')
  }
  const natsUrls = JSON.parse(TEST_NATS_URLS) as Record<string, string>
  const worker = ((Number(JEST_WORKER_ID ?? 1) - 1) % Object.keys(natsUrls).length) + 1
  const natsUrl = natsUrls[worker]
  if (!natsUrl) throw new Error(`no NATS account for worker ${worker}`)
  return {
    mongoUri,
    natsUrl,
    redisUrl: `${TEST_REDIS_URL}/${worker}`,
    dbPrefix: `t${worker}_${randomUUID().slice(0, 8)}_`,
  }
}

/**
 * Returns `testEngines()` after removing what an earlier test file of this worker left: its streams with their
 * consumers, and its Redis database. Call it once, in `beforeAll`.
 */
export async function freshEngines(): Promise<TestEngines> {
  const engines = testEngines()
  const [{ connect }, { jetstreamManager }, { Redis }] = await Promise.all([
    import('@nats-io/transport-node'),
    import('@nats-io/jetstream'),
    import('ioredis'),
  ])
  const url = new URL(engines.natsUrl)
  const nats = await connect({ servers: url.host, user: url.username, pass: url.password })
  const redis = new Redis(engines.redisUrl)
  try {
    const manager = await jetstreamManager(nats)
    for await (const stream of manager.streams.list()) await manager.streams.delete(stream.config.name)
    await redis.flushdb()
  } finally {
    await nats.close()
    redis.disconnect()
  }
  return engines
}
