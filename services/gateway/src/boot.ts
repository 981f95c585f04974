import multipart from '@fastify/multipart'
import { createTokenVerifier } from '@hissa/auth'
import { UPLOAD_LIMIT_BYTES } from '@hissa/contracts/kyc'
import {
  ConnectionDrain,
  createLogger,
  createMetrics,
  Gauge,
  hostsOf,
  loadConfig,
  namesOwnHost,
  nestLogger,
  openTracing,
  SystemClock,
  systemTiming,
  timeLimits,
  waitForTrafficToMove,
  wallNow,
  type Boot,
  type Running,
} from '@hissa/kernel'
import { connectBus, createCallMeasure, LocalCommands, RevocationFeed, RpcClient } from '@hissa/messaging'
import { NestFactory } from '@nestjs/core'
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify'
import { WsAdapter } from '@nestjs/platform-ws'
import type { FastifyInstance } from 'fastify'
import { Redis } from 'ioredis'
import type { IncomingMessage } from 'node:http'
import { GatewayConfig } from './config.js'
import { requireDeclaredRoutes } from './docs/declared-routes.js'
import { allowDocs, serveDocuments } from './docs/documents.js'
import { GatewayModule, type GatewayParts } from './gateway.module.js'
import { dateResponses } from './http/business-date.js'
import { compressResponses } from './http/compression.js'
import { limitMediaTypes } from './http/media-types.js'
import { observe } from './http/observe.js'
import { PublicCache } from './http/public-cache.js'
import { Readiness } from './http/readiness.js'
import { securityHeaders } from './http/security-headers.js'
import { forward } from './http/forward.js'
import { sendJsonBodies, SUCCESS } from './http/json-body.js'
import { limitReads, limitUrls, limitWrites, RejectedWebhooks } from './http/request-limits.js'
import { requireOwnHost } from './http/own-host.js'
import { serverLimits } from './http/server-limits.js'
import { SharedLimiter } from './http/shared-limiter.js'
import { oneClick } from './notices/one-click.js'
import { paymentWebhook } from './invest/payment-webhook.js'
import { publicConfig } from './pages/config-json.js'
import { servePages, webFiles } from './pages/pages.js'
import { PictureCache } from './properties/picture-cache.js'

const BODY_LIMIT_BYTES = 100_000
/** Messages and signatures of wallets, for each caller; connecting one takes two. */
const WALLET_PROOFS_PER_MINUTE = 10
const CARD_SETUPS_PER_MINUTE = 5
/** New bank accounts, their codes and attempts at codes, for each caller. */
const BANK_ACCOUNT_CALLS_PER_MINUTE = 10
/** Pictures of documents that are read, for each caller. */
const READINGS_PER_MINUTE = 6
const PDFS_PER_MINUTE = 60
/** Browsers keep the files, so that a page asks for each once. */
const PICTURES_PER_MINUTE = 300

/** Starts the public gateway: HTTP and WebSocket on `PORT`. It has no database and no domain logic. */
export const boot: Boot = async (env, { tracerProvider: provider, timing = systemTiming } = {}) => {
  const config = loadConfig(GatewayConfig, env)
  const logger = createLogger('gateway', config.LOG_LEVEL)
  const tracing = await openTracing('gateway', config, logger, { provider, decidesSampling: true })
  const bus = await connectBus(config.NATS_URL, 'gateway')
  const redis = new Redis(config.REDIS_URL, { maxRetriesPerRequest: 1, enableOfflineQueue: false, lazyConnect: false })
  redis.on('error', (error) => logger.warn({ err: error }, 'redis does not respond'))
  const metrics = createMetrics('gateway', config.HEALTH_PORT !== undefined)
  const limits = timeLimits(config.DEADLINE_FACTOR)
  const rpc = new RpcClient(bus.nc, tracing.tracer, {
    ...{ validates: config.NODE_ENV === 'test', members: SUCCESS, timing, deadlineFactor: limits.factor },
    asked: createCallMeasure(metrics),
  })
  const revocations = new RevocationFeed(bus, logger, metrics, timing, limits.factor)
  revocations.start()
  const pool = { jwksUrl: config.JWKS_URL, issuer: config.ISSUER, clientId: config.CLIENT_ID }
  const limiter = (name: string, perMinute: number) => new SharedLimiter(redis, { name, perMinute }, timing).start()
  const parts: GatewayParts = {
    config,
    logger,
    metrics,
    tracing,
    bus,
    clock: new SystemClock(config.CLOCK_OFFSET_MS, timing),
    timing,
    limits,
    cache: new PublicCache(),
    pictureCache: new PictureCache(),
    webFiles: await webFiles(config),
    rpc,
    // Redis only counts requests, and each replica counts alone without it, so readiness ignores it.
    readiness: new Readiness(bus, rpc, timing),
    reads: limiter('reads', config.RATE_LIMIT_READS_PER_MINUTE),
    pdfs: limiter('pdfs', PDFS_PER_MINUTE),
    pictures: limiter('pictures', PICTURES_PER_MINUTE),
    writes: limiter('writes', config.RATE_LIMIT_WRITES_PER_MINUTE),
    proofs: limiter('wallet-proofs', WALLET_PROOFS_PER_MINUTE),
    cardSetups: limiter('card-setups', CARD_SETUPS_PER_MINUTE),
    bankAccounts: limiter('bank-accounts', BANK_ACCOUNT_CALLS_PER_MINUTE),
    readings: limiter('document-readings', READINGS_PER_MINUTE),
    questions: limiter('questions', config.RATE_LIMIT_QUESTIONS_PER_MINUTE),
    speeches: limiter('speeches', config.RATE_LIMIT_SPEECHES_PER_MINUTE),
    revocations,
    verify: createTokenVerifier({ ...pool, revocations, now: () => wallNow(timing) }),
  }
  followClock(parts)
  measureMemory(parts)
  const { app, connections } = await listen(parts)
  if (!config.STRIPE_PUBLISHABLE_KEY)
    logger.warn({ setting: 'STRIPE_PUBLISHABLE_KEY' }, 'an optional setting is missing; some features may not work')
  logger.info({ port: config.PORT }, 'ready')
  return running(app, connections, parts, redis)
}

/** Local mode only: pages show the business time, so pages rendered before the clock moved are dropped. */
function followClock({ config, bus, logger, clock, cache }: GatewayParts): void {
  const local = new LocalCommands('gateway', config.LOCAL_MODE === '1', bus, logger)
  local.on('clock', async ({ offsetMs }: { offsetMs?: number }) => {
    if (offsetMs !== undefined) clock.moveTo(offsetMs)
    cache.drop()
    return { nextDueAt: null, pending: 0 }
  })
}

/** Measures the memory that grows with requests from unknown clients, and is bounded. */
function measureMemory({
  metrics,
  cache,
  pictureCache,
  reads,
  pdfs,
  pictures,
  writes,
  proofs,
  cardSetups,
  bankAccounts,
  readings,
  questions,
  speeches,
}: GatewayParts): void {
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers: [metrics],
      collect() {
        this.set(value())
      },
    })
  gauge('gateway_cache_bytes', 'Bytes of cached responses and pages, keys included.', () => cache.size().bytes)
  gauge('gateway_picture_cache_bytes', 'Bytes of cached pictures, keys included.', () => pictureCache.size().bytes)
  gauge('gateway_limited_keys', 'Addresses and callers whose requests are being counted.', () =>
    [reads, pdfs, pictures, writes, proofs, cardSetups, bankAccounts, readings, questions, speeches].reduce(
      (sum, { keys }) => sum + keys,
      0,
    ),
  )
}

async function listen(parts: GatewayParts) {
  const { config } = parts
  const hosts = hostsOf(config.PUBLIC_URL, config.ALLOWED_HOSTS)
  const adapter = new FastifyAdapter({
    bodyLimit: BODY_LIMIT_BYTES,
    // Trusted by hop count: the address that our last proxy saw, never one that a client sent.
    trustProxy: (_address, hop) => hop < config.TRUST_PROXY,
    routerOptions: { maxParamLength: 400 },
    forceCloseConnections: 'idle',
    // Requests on open connections are still served; the framework's 503 would not be problem details.
    return503OnClosing: false,
    ...serverLimits,
    // A socket for another host is answered as a request, and so rejected.
    http: { ...serverLimits.http, shouldUpgradeCallback: (request: IncomingMessage) => namesOwnHost(request, hosts) },
  })
  const app = await NestFactory.create<NestFastifyApplication>(GatewayModule.with(parts), adapter, {
    logger: nestLogger(parts.logger),
    abortOnError: false,
    // The framework's own parsers accept web forms, which other sites can send without asking the browser first.
    bodyParser: false,
  })
  const connections = new ConnectionDrain(app.getHttpServer(), parts.timing)
  app.useWebSocketAdapter(new WsAdapter(app))
  const compareRoutes = requireDeclaredRoutes(adapter.getInstance<FastifyInstance>())
  await plugins(adapter.getInstance<FastifyInstance>(), parts, hosts)
  serveDocuments(app)
  await app.init()
  compareRoutes()
  await app.listen(config.PORT, config.HOST)
  return { app, connections }
}

async function plugins(fastify: FastifyInstance, parts: GatewayParts, hosts: ReadonlySet<string>): Promise<void> {
  const { config, cache } = parts
  observe(fastify, parts.metrics, parts.logger, parts.tracing.tracer)
  if (config.LOCAL_MODE === '1') dateResponses(fastify, parts.clock, parts.timing)
  sendJsonBodies(fastify)
  await securityHeaders(fastify, { https: config.PUBLIC_URL.startsWith('https:') })
  requireOwnHost(fastify, hosts)
  await compressResponses(fastify)
  allowDocs(fastify)
  limitUrls(fastify)
  limitReads(fastify, parts, parts.webFiles)
  cache.attach(fastify)
  limitWrites(fastify, parts, parts.verify)
  limitMediaTypes(fastify)
  await fastify.register(multipart, { limits: { fileSize: UPLOAD_LIMIT_BYTES + 1, files: 1 } })
  await paymentWebhook(fastify, parts.rpc, new RejectedWebhooks(parts.writes), parts.logger)
  await oneClick(fastify, parts.rpc, parts.logger)
  await forward(fastify, config, parts.logger)
  fastify.get('/config.json', (_request, reply) => reply.header('cache-control', 'no-cache').send(publicConfig(config)))
  fastify.get('/healthz', (_request, reply) => reply.send('ok'))
  fastify.get('/readyz', async (_request, reply) => {
    const report = await parts.readiness.report()
    return reply
      .status(report.status === 'unavailable' || report.status === 'draining' ? 503 : 200)
      .header('cache-control', 'no-store')
      .send(report)
  })
  await servePages(fastify, parts)
}

function running(
  app: NestFastifyApplication,
  connections: ConnectionDrain,
  parts: GatewayParts,
  redis: Redis,
): Running {
  let drained: Promise<void> | undefined
  const drain = async () => {
    parts.readiness.drain()
    await waitForTrafficToMove(parts.config, parts.timing)
    await connections.end()
    await app.close()
    const { reads, pdfs, pictures, writes, proofs, cardSetups, bankAccounts, readings, questions, speeches } = parts
    const limiters = [reads, pdfs, pictures, writes, proofs, cardSetups, bankAccounts, readings, questions, speeches]
    await Promise.all(limiters.map((limiter) => limiter.stop()))
    redis.disconnect()
    parts.revocations.stop()
    await parts.bus.nc.drain()
    await parts.tracing.end()
  }
  return {
    ready: Promise.resolve(),
    url: `http://127.0.0.1:${parts.config.PORT}`,
    drain: () => (drained ??= drain()),
    unhealthy: () => parts.readiness.unhealthy(),
    metrics: () => parts.metrics.metrics(),
  }
}
