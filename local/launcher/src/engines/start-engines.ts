import { join } from 'node:path'
import {
  EngineMissing,
  freePort,
  onPath,
  startAnvil,
  startDocstore,
  startMongod,
  startNats,
  startRedis,
  type Engine,
} from '@hissa/testing-engines/start'
import { addressOf, localChainId } from '../run/chain.js'
import type { Options } from '../run/options.js'
import type { Say } from '../run/say.js'
import type { Secrets } from '../run/secrets.js'
import { storeKindOf } from '../run/store-kind.js'
import { UserError } from '../run/user-error.js'
import { natsUsers } from '@hissa/messaging/bus'

type Env = Readonly<Record<string, string | undefined>>

/** Addresses of the engines, and control of those that this launcher started. */
export interface Engines {
  mongodbUri: string
  /** Returns the address with the credentials of `user`. */
  natsUrlFor(user: string): string
  redisUrl: string
  /** Named as in the fault switches; absent when the engine was started elsewhere. */
  store?: Supervised
  bus?: Supervised
  redis?: Supervised
  chain?: Supervised
  stop(): Promise<void>
}

/** An engine that is restarted when it exits. */
export interface Supervised {
  current(): Engine
  stop(): Promise<void>
}

const restartDelayMs = 500
const shownLines = 4

interface StartContext {
  options: Options
  secrets: Secrets
  env: Env
  say: Say
  /** Called when an engine was restarted, with other process ids. */
  onChange: () => void
}

/**
 * Starts the engines that the environment does not name, in order of preference, each on a free loopback port.
 * @throws UserError with one message when an engine is not available
 */
export async function startEngines(context: StartContext): Promise<Engines> {
  const { env, say, secrets } = context
  const results = await Promise.allSettled([
    startStore(context),
    startBus(context),
    startQueue(context),
    startChain(context),
  ])
  const [store, bus, redis, chain] = results.map((result) => (result.status === 'fulfilled' ? result.value : undefined))
  // Queues stop before the bus and the store, so that nothing is written without a reader.
  const stop = async () => {
    for (const engine of [redis, bus, store, chain]) await engine?.stop()
  }
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) {
    await stop()
    throw asUserError(failed.reason)
  }
  for (const [name, variable] of [
    ['MongoDB', 'MONGODB_URI'],
    ['NATS', 'NATS_URL'],
    ['Redis', 'REDIS_URL'],
    ['The chain', 'CHAIN_RPC_URL'],
  ] as const) {
    if (env[variable]) say(`${name} from ${variable}`)
  }
  const storeUri = store?.current()
  return {
    mongodbUri: env['MONGODB_URI'] ?? (storeUri && 'uri' in storeUri ? String(storeUri.uri) : ''),
    natsUrlFor: (user) =>
      env['NATS_URL'] ?? `nats://${user}:${secrets.natsPasswords[user]}@127.0.0.1:${bus?.current().port}`,
    redisUrl: env['REDIS_URL'] ?? `redis://:${secrets.redisPassword}@127.0.0.1:${redis?.current().port}`,
    store,
    bus,
    redis,
    chain,
    stop,
  }
}

/** Returns a UserError for an engine that is missing or does not start, with the engine's last lines. */
function asUserError(reason: unknown): unknown {
  if (reason instanceof EngineMissing) return new UserError(reason.message)
  const { message, code } = reason as NodeJS.ErrnoException
  return code ? reason : new UserError(message.split('\n').slice(0, shownLines).join('\n'))
}

async function startStore(context: StartContext): Promise<Supervised | undefined> {
  const { options, secrets, env } = context
  const there = { uri: Boolean(env['MONGODB_URI']), mongod: (await onPath('mongod')) !== null }
  const kind = storeKindOf(options.dataDir, there)
  if (kind === 'MONGODB_URI') return undefined
  const dir = join(options.dataDir, kind)
  if (kind === 'mongod') {
    const port = await freePort()
    return supervise('MongoDB', context, () => startMongod({ dir, port }))
  }
  const command = [join(options.root, 'local', 'docstore', 'dist', 'main.js')]
  let port = 0
  return supervise('docstore', context, async () => {
    const store = await startDocstore({ dir, port, command, password: secrets.docstorePassword })
    port = store.port // The same port again, so that the platform finds it.
    return store
  })
}

async function startBus(context: StartContext): Promise<Supervised | undefined> {
  const { options, secrets, env, say } = context
  if (env['NATS_URL']) return undefined
  const port = await freePort()
  const dir = join(options.dataDir, 'nats')
  const users = natsUsers(secrets.natsPasswords)
  return supervise('NATS', context, () => startNats({ enginesDir: options.enginesDir, dir, port, say, users }))
}

async function startQueue(context: StartContext): Promise<Supervised | undefined> {
  const { options, secrets, env, say } = context
  if (env['REDIS_URL']) return undefined
  const port = await freePort()
  const dir = join(options.dataDir, 'redis')
  const server = { enginesDir: options.enginesDir, dir, port, say, password: secrets.redisPassword, persistent: true }
  return supervise('Redis', context, () => startRedis(server))
}

async function startChain(context: StartContext): Promise<Supervised | undefined> {
  const { options, secrets, env } = context
  if (env['CHAIN_RPC_URL']) return undefined
  const port = await freePort()
  const dir = join(options.dataDir, 'chain')
  const accounts = Object.values(secrets.chainKeys).map(addressOf)
  return supervise('anvil', context, () => startAnvil({ dir, port, chainId: localChainId, accounts }))
}

/** Starts an engine and restarts it on the same port when it exits, until it is stopped. */
async function supervise(
  name: string,
  { say, onChange }: StartContext,
  start: () => Promise<Engine>,
): Promise<Supervised> {
  const state = { engine: await start(), stopping: false }
  say(`${state.engine.description}, port ${state.engine.port}`)
  const watch = async (): Promise<void> => {
    const code = await state.engine.exited
    if (state.stopping) return
    say(`${name} exited (code ${code}); restarting it`)
    await new Promise((resolve) => setTimeout(resolve, restartDelayMs))
    if (state.stopping) return
    try {
      state.engine = await start()
      onChange()
    } catch (error) {
      say(`${name} does not start: ${(error as Error).message.split('\n')[0]}`)
    }
    return watch()
  }
  void watch()
  return {
    current: () => state.engine,
    stop: async () => {
      state.stopping = true
      await state.engine.stop()
    },
  }
}
