import { addresses, DrainDelay, TracingSettings } from '@hissa/kernel'
import * as z from 'zod/mini'

const port = z.coerce.number().check(z.int(), z.gte(0), z.lte(65_535))

/** The gateway's environment. Unknown keys are left alone. */
export const GatewayConfig = z.object({
  NODE_ENV: z._default(z.enum(['development', 'test', 'production']), 'development'),
  LOG_LEVEL: z._default(z.enum(['silent', 'error', 'warn', 'info', 'debug']), 'info'),
  HOST: z._default(z.string(), '0.0.0.0'),
  PORT: z._default(port, 8080),
  HEALTH_PORT: z.optional(port),
  DRAIN_DELAY_MS: DrainDelay,
  ...TracingSettings,
  PUBLIC_URL: addresses.web(),
  NATS_URL: addresses.nats(),
  REDIS_URL: addresses.redis(),
  JWKS_URL: addresses.web(),
  ISSUER: z.string(),
  CLIENT_ID: z.string(),
  USER_POOL_ID: z.string(),
  REGION: z._default(z.string(), 'ap-southeast-1'),
  IDENTITY_HTTP_URL: addresses.web('http://localhost:9230'),
  STORAGE_URL: addresses.storage(),
  /** Folder with the built web: `client/` and `server/entry-server.js`. */
  WEB_DIST: z.string(),
  STRIPE_PUBLISHABLE_KEY: z._default(z.string(), ''),
  /** The mailbox that people read. */
  CONTACT_EMAIL: z._default(z.email(), 'contact@hissa.test'),
  REGULATOR_LINE: z._default(z.string(), 'Demonstration'),
  VERSION: z._default(z.string(), '1.0.0'),
  /** How many of our proxies are in front; only their entries in `X-Forwarded-For` are trusted. */
  TRUST_PROXY: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(5)), 0),
  /** Requests that change something, for each caller and minute. */
  RATE_LIMIT_WRITES_PER_MINUTE: z._default(z.coerce.number().check(z.int(), z.positive()), 120),
  /** Requests that read, for each address (IPv6: network) and minute; files of the web are not counted. */
  RATE_LIMIT_READS_PER_MINUTE: z._default(z.coerce.number().check(z.int(), z.positive()), 1_200),
  /** Open sockets of `/ws/events`, for each address. */
  SOCKETS_PER_ADDRESS: z._default(z.coerce.number().check(z.int(), z.positive()), 20),
  LOCAL_MODE: z.optional(z.literal('1')),
  CLOCK_OFFSET_MS: z._default(z.coerce.number(), 0),
  /** The launcher's sandbox pages; local only. */
  SANDBOX_URL: z.optional(addresses.web('http://localhost:9000')),
})
export type GatewayConfig = z.output<typeof GatewayConfig>

export const GATEWAY_CONFIG = Symbol('GATEWAY_CONFIG')
