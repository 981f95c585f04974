import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Engines } from '../engines/start-engines.js'
import { services, type Service } from '@hissa/messaging/bus'
import { passedOnOneMachine, passedSettings } from './passed-settings.js'
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
    services.map((service) => [
      service,
      { ...commonEnv(platform, service), ...own[service], ...given(platform.env, service) },
    ]),
  ) as Record<Service, Env>
}

function commonEnv({ engines, publicUrl, identityPort, clockOffsetMs }: Platform, service: Service): Env {
  return {
    NODE_ENV: 'development',
    LOG_LEVEL: 'info',
    LOCAL_MODE: '1',
    CLOCK_OFFSET_MS: String(clockOffsetMs()),
    MONGODB_URI: engines.mongodbUri,
    NATS_URL: engines.natsUrlFor(service),
    PUBLIC_URL: publicUrl,
    ISSUER: `${publicUrl}/idp/${pool.id}`,
    JWKS_URL: `http://127.0.0.1:${identityPort}/idp/${pool.id}/.well-known/jwks.json`,
    CLIENT_ID: pool.clientId,
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
    },
    notification: {
      REDIS_URL: engines.redisUrl,
      SMTP_URL: platform.smtpUrl,
      MAIL_FROM: 'Hissa <no-reply@hissa.test>',
    },
    gateway: {
      PORT: String(ports.app),
      HOST: '127.0.0.1',
      REDIS_URL: engines.redisUrl,
      STORAGE_URL: storageUrl,
      WEB_DIST: join(options.root, 'web', 'dist'),
      IDENTITY_HTTP_URL: `http://127.0.0.1:${platform.identityPort}`,
      SANDBOX_URL: platform.sandboxUrl,
      ...(stripe.publishableKey && { STRIPE_PUBLISHABLE_KEY: stripe.publishableKey }),
    },
  }
}

/** What a person has set for a service, in place of the defaults above. */
function given(env: Platform['env'], service: Service): Env {
  const names = [passedSettings, passedOnOneMachine].flatMap((settings) => [
    ...settings.every,
    ...(settings[service] ?? []),
  ])
  return Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])))
}
