import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startContainerEngines } from './containers.js'
import type { NatsUser } from '@hissa/messaging/nats-config'
import { freePort } from './ports.js'
import { startNats, startRedis } from './servers.js'
import { startTestStore, type TestStore } from './stores.js'

/** Number of Jest workers with a separate NATS account and Redis database. */
export const workerCount = 8

/** Environment variables that a test run exports to its workers. */
export interface TestEnv {
  TEST_MONGODB_URI: string
  TEST_STORE_KIND: TestStore['kind']
  TEST_NATS_URLS: string
  TEST_REDIS_URL: string
}

export interface TestRun {
  env: TestEnv
  description: string
  stop(): Promise<void>
}

/**
 * Starts MongoDB (or docstore), NATS and Redis for one test run, on free ports and in a temporary folder.
 * `TEST_ENGINES=containers` runs them in Docker, except docstore and a server named by `MONGODB_URI`.
 * `TEST_STORE=mongod|docstore` selects the store, see `startTestStore`; in Docker it is MongoDB unless selected.
 * @param root folder of the project, for `.data/engines` and docstore
 */
export async function startTestEngines(root: string, say: (line: string) => void): Promise<TestRun> {
  const password = randomBytes(12).toString('hex')
  const workers = Array.from({ length: workerCount }, (_, index) => `W${index + 1}`)
  const accounts = Object.fromEntries(workers.map((name) => [name, [{ user: name, password }]]))
  const natsUrls = (host: string) =>
    JSON.stringify(Object.fromEntries(workers.map((name, index) => [index + 1, `nats://${name}:${password}@${host}`])))
  if (process.env['TEST_ENGINES'] === 'containers') return startInContainers(root, accounts, natsUrls)
  return startLocal(root, accounts, natsUrls, say)
}

async function startInContainers(
  root: string,
  accounts: Record<string, NatsUser[]>,
  natsUrls: (host: string) => string,
): Promise<TestRun> {
  const withMongo = process.env['TEST_STORE'] !== 'docstore' && !process.env['MONGODB_URI']
  const run = await startContainerEngines(accounts, withMongo)
  const dir = await mkdtemp(join(tmpdir(), 'hissa-test-'))
  const store = withMongo ? undefined : await startTestStore(root, join(dir, 'store'))
  return {
    env: {
      TEST_MONGODB_URI: store?.uri ?? run.mongoUri!,
      TEST_STORE_KIND: store?.kind ?? 'mongod',
      ...{ TEST_NATS_URLS: natsUrls(run.natsHost), TEST_REDIS_URL: run.redisUrl },
    },
    description: [store?.description, run.description].filter(Boolean).join('; '),
    stop: async () => {
      await Promise.all([store?.stop(), run.stop()])
      await rm(dir, { recursive: true, force: true })
    },
  }
}

async function startLocal(
  root: string,
  accounts: Record<string, NatsUser[]>,
  natsUrls: (host: string) => string,
  say: (line: string) => void,
): Promise<TestRun> {
  const dir = await mkdtemp(join(tmpdir(), 'hissa-test-'))
  const enginesDir = process.env['HISSA_ENGINES'] ?? join(root, '.data', 'engines')
  const [natsPort, redisPort] = await Promise.all([freePort(), freePort()])
  const started = await Promise.allSettled([
    startTestStore(root, join(dir, 'mongo')),
    startNats({ enginesDir, dir: join(dir, 'nats'), port: natsPort, say, accounts }),
    startRedis({ enginesDir, dir: join(dir, 'redis'), port: redisPort, say, persistent: false }),
  ])
  const stop = async () => {
    await Promise.all(started.flatMap((result) => (result.status === 'fulfilled' ? [result.value.stop()] : [])))
    await rm(dir, { recursive: true, force: true })
  }
  const [store, nats, redis] = started
  if (store.status === 'rejected' || nats.status === 'rejected' || redis.status === 'rejected') {
    await stop()
    throw started.find((result) => result.status === 'rejected')?.reason
  }
  const env = {
    TEST_MONGODB_URI: store.value.uri,
    TEST_STORE_KIND: store.value.kind,
    TEST_NATS_URLS: natsUrls(`127.0.0.1:${natsPort}`),
    TEST_REDIS_URL: `redis://127.0.0.1:${redisPort}`,
  }
  const description = [store, nats, redis].map((result) => result.value.description).join('; ')
  return { env, description, stop }
}
