import { type Bus, connectBus, RpcClient } from '@hissa/messaging'
import { connectMongo } from '@hissa/persistence'
import { freshEngines, type TestEngines } from '@hissa/testing-engines'
import { DEADLINE_FACTOR, PATIENT_ENV } from '@hissa/testing-helpers'
import { newId } from '@hissa/kernel'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { boot, type PropertyParts } from '../src/boot.js'

/** Where the services of a test file keep uploads. */
const STORAGE_URL = pathToFileURL(join(tmpdir(), `hissa-property-${newId()}`)).href

/** Returns a client whose calls may take longer than their contracts allow, as they do on a busy machine. */
export const clientOf = ({ nc }: Bus) => new RpcClient(nc, undefined, { deadlineFactor: DEADLINE_FACTOR })

/**
 * Returns the settings of a property service on these engines; it verifies no token unless `pool` names a user pool.
 */
export const environmentOf = (
  { mongoUri, natsUrl, dbPrefix }: TestEngines,
  pool: Record<string, string> = {
    JWKS_URL: 'http://127.0.0.1:9/jwks.json',
    ISSUER: 'http://localhost:8080/idp/pool',
    CLIENT_ID: 'hissaweb',
  },
): Record<string, string> => ({
  NODE_ENV: 'test',
  ...PATIENT_ENV,
  LOG_LEVEL: 'silent',
  LOCAL_MODE: '1',
  MONGODB_URI: mongoUri,
  MONGODB_DB_PREFIX: dbPrefix,
  NATS_URL: natsUrl,
  PUBLIC_URL: 'http://localhost:8080',
  STORAGE_URL,
  PROPERTY_MASTER_KEY: Buffer.alloc(32, 6).toString('base64'),
  ...pool,
})

/** A running property service, and what tests need to call it and to read its collections. */
export type Service = Awaited<ReturnType<typeof startService>>

/** Starts a property service on fresh engines; it verifies no token unless `pool` names a user pool. */
export async function startService(pool?: Record<string, string>, parts?: PropertyParts) {
  const engines = await freshEngines()
  const { mongoUri, natsUrl, dbPrefix } = engines
  const env = environmentOf(engines, pool)
  const running = await boot(env, parts)
  await running.ready
  const bus = await connectBus(natsUrl, 'test')
  const mongo = await connectMongo({ uri: mongoUri, dbName: `${dbPrefix}property` })
  const seed = async () =>
    (await bus.nc.request('local.property.seed', '{}', { timeout: 60_000 })).json<Record<string, unknown>>()
  const outbox = (type: string) =>
    mongo
      .collection<{ _id: string; event: { type: string; data: never } }>('outbox')
      .find({ 'event.type': type })
      .toArray()
  const stop = async () => {
    await bus.nc.drain()
    await mongo.close()
    await running.drain()
  }
  return { env, bus, rpc: clientOf(bus), mongo, seed, outbox, stop }
}
