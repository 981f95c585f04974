import { speechFolder } from '@hissa/testing-engines/start'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Engines } from '../engines/start-engines.js'
import { settingsOf, type ServiceManifest } from '@hissa/kernel'
import type { Service } from '@hissa/messaging/bus'
import type { ChainAccess } from '../run/chain.js'
import { manifests } from '../run/manifests.js'
import type { Options } from '../run/options.js'
import type { Ports } from '../run/ports.js'
import { SANDBOX_IBAN } from '../run/sandbox-iban.js'
import type { Secrets } from '../run/secrets.js'

type Env = Record<string, string>

/** The local user pool; browsers and tests refer to it by these names. */
export const pool = { id: 'ap-southeast-1_HissaLocal', clientId: 'hissaweb' }

/** The inputs of the services' environments. */
export interface Platform {
  options: Options
  ports: Ports
  publicUrl: string
  identityPort: number
  sandboxUrl: string
  smtpUrl: string
  /** Address of the bank sandbox, if it runs. */
  bankUrl?: string | undefined
  stripe: { secretKey: string; webhookSecret: string; apiBase?: string; publishableKey?: string; jsUrl?: string }
  secrets: Secrets
  chain: ChainAccess
  engines: Engines
  /** Read at each start of a process, because the clock may have moved since. */
  clockOffsetMs: () => number
  /** The launcher's own environment, for settings of the user (LOG_LEVEL, HOST …). */
  env: Readonly<Record<string, string | undefined>>
}

/** Returns the address at which the app is reachable; the dev front's, if one is in front of the gateway. */
export const bindAddress = (env: Platform['env']): string => env['HOST'] || '127.0.0.1'

/**
 * Returns the environment of each service as in production, plus LOCAL_MODE: the settings that its manifest declares.
 */
export function serviceEnvs(platform: Platform): Record<Service, Env> {
  return Object.fromEntries(manifests.map((manifest) => [manifest.name, envOf(platform, manifest)])) as Record<
    Service,
    Env
  >
}

function envOf(platform: Platform, manifest: ServiceManifest): Env {
  const values = { ...valuesFor(platform, manifest.name), ...platform.secrets.keys, ...platform.chain.keys }
  const declared = settingsOf(manifest).flatMap(({ name, passedBy }) => {
    // The user's settings take precedence over the local values.
    const value = (passedBy && platform.env[name]) || values[name]
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(declared) as Env
}

/** Returns this machine's values by setting; each service receives those that it declares. */
function valuesFor(platform: Platform, service: Service): Record<string, string | undefined> {
  const { options, ports, engines, env, publicUrl, stripe } = platform
  const identityUrl = `http://127.0.0.1:${platform.identityPort}`
  return {
    NODE_ENV: 'development',
    LOG_LEVEL: 'info',
    LOCAL_MODE: '1',
    CLOCK_OFFSET_MS: String(platform.clockOffsetMs()),
    MONGODB_URI: engines.mongodbUri,
    NATS_URL: engines.natsUrlFor(service),
    REDIS_URL: engines.redisUrl,
    STORAGE_URL: env['STORAGE_URL'] ?? pathToFileURL(join(options.dataDir, 'storage')).href,
    PUBLIC_URL: publicUrl,
    ISSUER: `${publicUrl}/idp/${pool.id}`,
    JWKS_URL: `${identityUrl}/idp/${pool.id}/.well-known/jwks.json`,
    CLIENT_ID: pool.clientId,
    USER_POOL_ID: pool.id,
    IDENTITY_PORT: String(platform.identityPort),
    IDENTITY_HTTP_URL: identityUrl,
    SMTP_URL: platform.smtpUrl,
    BANK_URL: platform.bankUrl,
    PAYOUT_IBAN: platform.bankUrl ? SANDBOX_IBAN : env['PAYOUT_IBAN'],
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_BASE: stripe.apiBase,
    STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
    STRIPE_JS_URL: stripe.jsUrl,
    PORT: String(ports.app),
    HOST: '127.0.0.1',
    BIND_ADDRESS: bindAddress(env),
    WEB_DIST: join(options.root, 'web', 'dist'),
    CHAIN_RPC_URL: platform.chain.rpcUrl,
    CHAIN_ID: String(platform.chain.chainId),
    SANDBOX_URL: platform.sandboxUrl,
    CHAT_SPEECH_PROGRAMS: speechFolder(options.enginesDir),
  }
}
