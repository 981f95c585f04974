import type { Input, RpcContract } from '@hissa/contracts'
import { newId, type Running } from '@hissa/kernel'
import { connectBus, RpcClient } from '@hissa/messaging'
import { connectMongo } from '@hissa/persistence'
import { freshEngines, type TestEngines } from '@hissa/testing-engines'
import { DEADLINE_FACTOR, PATIENT_ENV, startPool } from '@hissa/testing-helpers'
import { randomBytes } from 'node:crypto'
import { boot } from '../src/boot.js'

export interface Asked {
  name: string
  input: Record<string, unknown>
  token: string | undefined
}

/** Returns the settings of a chat service on these engines. */
const environmentOf = ({ mongoUri, natsUrl, dbPrefix }: TestEngines): Record<string, string> => ({
  NODE_ENV: 'test',
  ...PATIENT_ENV,
  LOG_LEVEL: 'silent',
  LOCAL_MODE: '1',
  MONGODB_URI: mongoUri,
  MONGODB_DB_PREFIX: dbPrefix,
  NATS_URL: natsUrl,
  PUBLIC_URL: 'http://localhost:8080',
  CHAT_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
})

export type Chat = Awaited<ReturnType<typeof startChat>>

/** The chat service on real engines with a user pool; the other services answer as a test sets them. */
export async function startChat(settings: Record<string, string> = {}) {
  const engines = await freshEngines()
  const pool = await startPool()
  const env = { ...environmentOf(engines), ...pool.env, ...settings }
  // Replicas learn of changes from events alone.
  const start = () => boot(env, { compareArticlesEveryMs: Infinity })
  const replicas: Running[] = [await start()]
  const bus = await connectBus(engines.natsUrl, 'test')
  const mongo = await connectMongo({ uri: engines.mongoUri, dbName: `${engines.dbPrefix}chat` })
  const rpc = new RpcClient(bus.nc, undefined, { deadlineFactor: DEADLINE_FACTOR })
  /** Calls that the service made of others. */
  const asked: Asked[] = []
  const responses = new Map<string, unknown>()
  const services = new Map<string, { unsubscribe(): void }>()
  const respond = (name: string, output: unknown) => {
    const isNew = !responses.has(name)
    responses.set(name, output)
    if (!isNew) return
    const service = bus.nc.subscribe(`rpc.${name}`, {
      callback: (_error, message) => {
        const { data } = message.json<{ data: { input: Record<string, unknown>; token?: string } }>()
        asked.push({ name, input: data.input, token: data.token })
        message.respond(JSON.stringify({ response: { ok: true, output: responses.get(name) } }))
      },
    })
    services.set(name, service)
  }
  /** Makes a call unavailable until `respond` sets an answer. */
  const silence = async (name: string) => {
    responses.delete(name)
    services.get(name)?.unsubscribe()
    await bus.nc.flush()
  }
  await bus.nc.flush()
  return {
    env,
    bus,
    mongo,
    rpc,
    asked,
    respond,
    silence,
    token: (userId: string, groups: string[] = []) => pool.token(userId, groups),
    as: (groups: string[] = []) => {
      const userId = newId()
      const token = pool.token(userId, groups)
      const call = <C extends RpcContract>(contract: C, input: Partial<Input<C>> = {}) =>
        rpc.call(contract, input as Input<C>, { token })
      return { userId, token, call }
    },
    addReplica: async () => {
      replicas.push(await start())
      return replicas.at(-1)!
    },
    metrics: () => replicas[0]!.metrics(),
    outbox: (type: string) =>
      mongo
        .collection<{ _id: string; event: { type: string; data: Record<string, unknown> } }>('outbox')
        .find({ 'event.type': type })
        .toArray(),
    stop: async () => {
      await bus.nc.drain()
      await mongo.close()
      for (const running of replicas) await running.drain()
      await pool.stop()
    },
  }
}

export const newConversation = (): string => randomBytes(16).toString('hex')
