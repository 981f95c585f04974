import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Engines } from '../engines/start-engines.js'
import { services, type Service } from '../engines/nats-users.js'
import type { Options } from '../run/options.js'
import type { Ports } from '../run/ports.js'
import type { Secrets } from '../run/secrets.js'

type Env = Record<string, string>

/** The local user pool; a browser and a test know it by these names. */
export const pool = { id: 'ap-southeast-1_HissaLocal', clientId: 'hissaweb' }

/** What the environments of the services are made from. */
export interface Platform {
  options: Options
  ports: Ports
  publicUrl: string
  identityPort: number
  sandboxUrl: string
  smtpUrl: string
  stripe: { secretKey: string; webhookSecret: string; apiBase?: string; publishableKey?: string }
  secrets: Secrets
  engines: Engines
  /** Read at each start of a process, because the clock may have moved since. */
  clockOffsetMs: () => number
  /** The launcher's own environment, for what a person may set (LOG_LEVEL, HOST …). */
  env: Readonly<Record<string, string | undefined>>
}

/** The environment of each service, as each would be given in production, plus LOCAL_MODE. */
export function serviceEnvs(platform: Platform): Record<Service, Env> {
  const own = ownEnvs(platform)
  return Object.fromEntries(
    services.map((service) => [service, { ...commonEnv(platform, service), ...own[service] }]),
  ) as Record<Service, Env>
}

function commonEnv({ env, engines, publicUrl, identityPort, clockOffsetMs }: Platform, service: Service): Env {
  return {
    NODE_ENV: env['NODE_ENV'] ?? 'development',
    LOG_LEVEL: env['LOG_LEVEL'] ?? 'info',
    LOCAL_MODE: '1',
    CLOCK_OFFSET_MS: String(clockOffsetMs()),
    MONGODB_URI: engines.mongodbUri,
    ...(env['MONGODB_DB_PREFIX'] && { MONGODB_DB_PREFIX: env['MONGODB_DB_PREFIX'] }),
    NATS_URL: engines.natsUrlFor(service),
    PUBLIC_URL: publicUrl,
    ...(env['CONTACT_EMAIL'] && { CONTACT_EMAIL: env['CONTACT_EMAIL'] }),
    ISSUER: `${publicUrl}/idp/${pool.id}`,
    JWKS_URL: `http://127.0.0.1:${identityPort}/idp/${pool.id}/.well-known/jwks.json`,
    CLIENT_ID: pool.clientId,
    ...given(env, ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_TRACES_SAMPLER_ARG']),
    USER_POOL_ID: pool.id,
  }
}

function ownEnvs({ options, ports, secrets, engines, env, ...platform }: Platform): Record<Service, Env> {
  const storageUrl = env['STORAGE_URL'] ?? pathToFileURL(join(options.dataDir, 'storage')).href
  const { stripe } = platform
  return {
    identity: { IDENTITY_PORT: String(platform.identityPort), IDENTITY_MASTER_KEY: secrets.identityMasterKey },
    property: { PROPERTY_MASTER_KEY: secrets.propertyMasterKey },
    investment: {
      INVESTMENT_MASTER_KEY: secrets.investmentMasterKey,
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      ...(stripe.apiBase && { STRIPE_API_BASE: stripe.apiBase }),
    },
    kyc: {
      STORAGE_URL: storageUrl,
      KYC_MASTER_KEY: secrets.kycMasterKey,
      ...(env['SANCTIONS_DIR'] && { SANCTIONS_DIR: env['SANCTIONS_DIR'] }),
    },
    notification: {
      REDIS_URL: engines.redisUrl,
      SMTP_URL: platform.smtpUrl,
      MAIL_FROM: env['MAIL_FROM'] ?? 'Hissa <no-reply@hissa.test>',
    },
    gateway: {
      PORT: String(ports.app),
      HOST: env['HOST'] ?? '127.0.0.1',
      REDIS_URL: engines.redisUrl,
      STORAGE_URL: storageUrl,
      WEB_DIST: env['WEB_DIST'] ?? join(options.root, 'web', 'dist'),
      IDENTITY_HTTP_URL: `http://127.0.0.1:${platform.identityPort}`,
      SANDBOX_URL: platform.sandboxUrl,
      ...given(env, ['RATE_LIMIT_READS_PER_MINUTE', 'RATE_LIMIT_WRITES_PER_MINUTE', 'SOCKETS_PER_ADDRESS']),
      ...(env['REGULATOR_LINE'] && { REGULATOR_LINE: env['REGULATOR_LINE'] }),
      ...(stripe.publishableKey && { STRIPE_PUBLISHABLE_KEY: stripe.publishableKey }),
    },
  }
}

const given = (env: Platform['env'], names: readonly string[]): Env =>
  Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])))
