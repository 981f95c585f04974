import mongoose from 'mongoose'
import { generateKeyPair, exportJWK, SignJWT, type JWK } from 'jose'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createHash, randomBytes } from 'node:crypto'
import { GATEWAY, serviceNames, type ServiceName, type UserStatus } from '@hissa/contracts'
import type { Boot, BootParts, Env, Running } from '@hissa/kernel'
import { connectBus, type Bus } from '@hissa/messaging'
import { freshEngines } from '@hissa/testing-engines'
import { until } from '@hissa/testing-helpers'
import { freePort, startAnvil } from '@hissa/testing-engines/start'
import { startMail } from '@hissa/mail-catcher'
import { startPayments, STRIPE_JS_PATH } from '@hissa/payments-sandbox'
import { addressOf, localChainId } from '../../../local/launcher/src/run/chain.js'
import { allChainKeys, allKeys } from '../../../local/launcher/src/run/manifests.js'
import { startBus } from './bus.js'
import { deleteStreams, undelivered } from './events.js'

const { mongo } = mongoose

export const POOL_ID = 'ap-southeast-1_HissaLocal'
const CLIENT_ID = 'hissaweb'

/**
 * The whole platform in this process, with the sandboxes and a new chain, on the test run's store and Redis. The bus
 * grants each service its production permissions. Services accept tokens that the tests sign.
 */
export interface TestPlatform {
  baseUrl: string
  mailUrl: string
  bus: Bus
  /** Signs a token with a key that the services trust; claims override those of a valid id token. */
  signToken(claims: Record<string, unknown>): Promise<string>
  /** Signs a token with an unknown key. */
  forgeToken(claims: Record<string, unknown>): Promise<string>
  /** Creates confirmed accounts with a given status; returns their ids by email. */
  seedAccounts(accounts: SeededAccount[]): Promise<Record<string, string>>
  /** Returns a digest of every collection except those in EXCLUDED_FROM_DIGEST, by name. */
  digest(): Promise<Record<string, string>>
  /** Returns the names of the collections in each service's database, sorted. */
  collections(): Promise<Record<string, string[]>>
  /** Sets the business clock of every service except the gateway to `offsetMs` from the real time, and runs the work that becomes due. */
  moveClock(offsetMs: number): Promise<void>
  /** Deletes all streams and consumers while everything runs. */
  deleteStreams(): Promise<void>
  /** Kills the bus, removes its store and starts it again. */
  wipeBus(): Promise<void>
  /** Returns how many streams and consumers the bus operator has recreated. */
  recreated(): number
  /** Returns events that are not published, or not handled by a consumer. */
  undelivered(): Promise<string[]>
  /** Stops one service for the rest of the run. */
  stopService(service: ServiceName): Promise<void>
  stop(): Promise<void>
}

export interface SeededAccount {
  email: string
  password: string
  fullName: string
  groups?: string[]
  status?: UserStatus
}

/** Starts the platform. @param partsOf returns replacements for parts that a service would create itself */
export async function startTestPlatform(partsOf: (service: string) => BootParts = () => ({})): Promise<TestPlatform> {
  const [engines, server] = await Promise.all([freshEngines(), startBus()])
  const dir = await mkdtemp(join(tmpdir(), 'hissa-platform-'))
  const [gatewayPort, identityPort] = await Promise.all([freePort(), freePort()])
  const baseUrl = `http://127.0.0.1:${gatewayPort}`
  const issuer = `${baseUrl}/idp/${POOL_ID}`
  const mail = await startMail({ httpPort: 0, smtpPort: 0, dataDir: dir })
  const webhookSecret = `whsec_${randomBytes(16).toString('hex')}`
  const secretKey = `sk_test_${randomBytes(16).toString('hex')}`
  const payments = await startPayments({
    port: 0,
    dataDir: dir,
    webhookUrl: `${baseUrl}/api/payment/webhook`,
    webhookSecret,
    secretKey,
  })
  const { chain, chainSettings } = await startChain(join(dir, 'chain'))
  const keys = await startKeys(`http://127.0.0.1:${identityPort}/idp/${POOL_ID}/.well-known/jwks.json`)
  const common: Env = {
    NODE_ENV: 'test',
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'error',
    LOCAL_MODE: '1',
    MONGODB_URI: engines.mongoUri,
    MONGODB_DB_PREFIX: engines.dbPrefix,
    REDIS_URL: engines.redisUrl,
    PUBLIC_URL: baseUrl,
    ISSUER: issuer,
    JWKS_URL: keys.url,
    CLIENT_ID,
    USER_POOL_ID: POOL_ID,
    STORAGE_URL: pathToFileURL(join(dir, 'storage')).href,
    IDENTITY_PORT: String(identityPort),
    IDENTITY_HTTP_URL: `http://127.0.0.1:${identityPort}`,
    ...Object.fromEntries(allKeys.map((name) => [name, randomBytes(32).toString('base64')])),
    ...chainSettings,
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: payments.url,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_local',
    STRIPE_JS_URL: `${payments.url}${STRIPE_JS_PATH}`,
    SMTP_URL: mail.smtpUrl,
    MAIL_FROM: 'Hissa <no-reply@hissa.test>',
    PORT: String(gatewayPort),
    HOST: '127.0.0.1',
    WEB_DIST: join(import.meta.dirname, 'web-dist'),
    RATE_LIMIT_READS_PER_MINUTE: '100000',
    RATE_LIMIT_WRITES_PER_MINUTE: '100000',
  }
  const running: Running[] = []
  for (const service of serviceNames) {
    const { boot } = (await import(`@hissa/${service}`)) as { boot: Boot }
    running.push(await boot({ ...common, NATS_URL: server.urlFor(service) }, partsOf(service)))
  }
  const bus = await connectBus(server.urlFor('launcher'), 'test')
  await request(bus, 'local.property.seed', {})
  // An offering opens for orders when the event of its raise has come back from investment.
  await until(() => hasOpenOffering(baseUrl))

  return {
    baseUrl,
    mailUrl: mail.httpUrl,
    bus,
    signToken: (claims) => keys.sign(idTokenClaims(issuer, claims), keys.trusted),
    forgeToken: (claims) => keys.sign(idTokenClaims(issuer, claims), keys.foreign),
    seedAccounts: async (accounts) => {
      const response = (await request(bus, 'local.identity.seed', { accounts })) as {
        accounts: { email: string; userId: string }[]
      }
      return Object.fromEntries(response.accounts.map(({ email, userId }) => [email, userId]))
    },
    digest: () => digest(engines.mongoUri, engines.dbPrefix),
    collections: () => collections(engines.mongoUri, engines.dbPrefix),
    moveClock: async (offsetMs) => {
      await Promise.all(
        serviceNames
          .filter((name) => name !== GATEWAY)
          .map((name) => request(bus, `local.${name}.clock`, { offsetMs })),
      )
    },
    deleteStreams: () => deleteStreams(bus),
    wipeBus: () => server.wipe(),
    recreated: () => server.recreated(),
    undelivered: () => undelivered(engines.mongoUri, engines.dbPrefix, bus),
    stopService: (service) => running[serviceNames.indexOf(service)]!.drain(),
    stop: async () => {
      for (const service of running.toReversed()) await service.drain()
      await bus.nc.drain()
      await chain.stop()
      await server.stop()
      await payments.close()
      await mail.close()
      keys.server.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

async function hasOpenOffering(baseUrl: string): Promise<boolean> {
  const response = await fetch(`${baseUrl}/api/properties?status=active&limit=1`)
  return ((await response.json()) as { properties: unknown[] }).properties.length > 0
}

/** Generates the services' chain keys and starts a chain on which their accounts have ether. */
async function startChain(dir: string) {
  const keys = Object.fromEntries(allChainKeys.map((name) => [name, `0x${randomBytes(32).toString('hex')}`]))
  const accounts = Object.values(keys).map(addressOf)
  const chain = await startAnvil({ dir, port: await freePort(), chainId: localChainId, accounts })
  const chainSettings = { CHAIN_RPC_URL: `http://127.0.0.1:${chain.port}`, CHAIN_ID: String(localChainId), ...keys }
  return { chain, chainSettings }
}

// Collections that may change even when a request is refused: counters, challenges, leases, inbox rows, audit records,
// rule denials and migration records. Chain transactions also continue independently of requests.
const EXCLUDED_FROM_DIGEST =
  /(^|\.)(rule_denials|chain_.*|inbox.*|leases|migrations|.*limit.*|.*challenge.*|.*failure.*|.*attempt.*|audit.*)$/i

async function digest(uri: string, prefix: string): Promise<Record<string, string>> {
  const client = new mongo.MongoClient(uri)
  try {
    const { databases } = await client.db('admin').admin().listDatabases()
    const result: Record<string, string> = {}
    for (const { name } of databases.filter((database) => database.name.startsWith(prefix))) {
      for (const collection of await client.db(name).listCollections().toArray()) {
        const key = `${name.slice(prefix.length)}.${collection.name}`
        if (EXCLUDED_FROM_DIGEST.test(key)) continue
        const rows = await client.db(name).collection(collection.name).find().sort({ _id: 1 }).toArray()
        result[key] = `${rows.length} ${createHash('sha256').update(JSON.stringify(rows)).digest('hex').slice(0, 16)}`
      }
    }
    return result
  } finally {
    await client.close()
  }
}

async function collections(uri: string, prefix: string): Promise<Record<string, string[]>> {
  const client = new mongo.MongoClient(uri)
  try {
    const named = serviceNames.map(async (name) => {
      const found = await client.db(`${prefix}${name}`).listCollections().toArray()
      return [name, found.map((collection) => collection.name).sort()] as const
    })
    return Object.fromEntries(await Promise.all(named))
  } finally {
    await client.close()
  }
}

async function request(bus: Bus, subject: string, body: object): Promise<unknown> {
  const response = (await bus.nc.request(subject, JSON.stringify(body), { timeout: 60_000 })).json<{ error?: string }>()
  if (response.error) throw new Error(`${subject}: ${response.error}`)
  return response
}

const idTokenClaims = (issuer: string, claims: Record<string, unknown>) => {
  const now = Math.floor(Date.now() / 1000)
  return { iss: issuer, aud: CLIENT_ID, token_use: 'id', iat: now, auth_time: now, exp: now + 3600, ...claims }
}

/** Serves the pool's public keys and one more, for the tokens that the tests sign. */
async function startKeys(poolUrl: string) {
  const [trusted, foreign] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
  const testKey: JWK = { ...(await exportJWK(trusted.publicKey)), kid: 'test', alg: 'RS256', use: 'sig' }
  const server: Server = createServer((_request, reply) => {
    void fetch(poolUrl)
      .then((response) => response.json() as Promise<{ keys: JWK[] }>)
      .then(({ keys }) => reply.end(JSON.stringify({ keys: [...keys, testKey] })))
      .catch(() => reply.writeHead(503).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    server,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    trusted: trusted.privateKey,
    foreign: foreign.privateKey,
    sign: (claims: Record<string, unknown>, key: Parameters<SignJWT['sign']>[0]) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'test' }).sign(key),
  }
}
