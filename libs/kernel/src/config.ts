import * as z from 'zod/mini'
import { DrainDelay } from './drain-delay.js'
import { LOCAL_SETTINGS } from './local-settings.js'

export type Env = Readonly<Record<string, string | undefined>>

/** Every wrong key of an environment, by name and reason and never by value. A process exits 78 on it. */
export class ConfigError extends Error {
  constructor(readonly keys: readonly string[]) {
    super(`The configuration is not usable:\n${keys.map((key) => `  ${key}`).join('\n')}`)
    this.name = 'ConfigError'
  }
}

/**
 * Parses the environment by `schema`; empty strings count as absent. Throws ConfigError, with NODE_ENV=production also
 * for every local setting, whether the schema has it or not.
 */
export function loadConfig<S extends z.ZodMiniType>(schema: S, env: Env): z.output<S> {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const result = z.safeParse(schema, present)
  const faults = result.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? []
  const local = present['NODE_ENV'] === 'production' ? LOCAL_SETTINGS.filter((name) => name in present) : []
  const keys = [...local.map((name) => `${name}: must not be set when NODE_ENV is production`), ...faults]
  if (keys.length > 0 || !result.success) throw new ConfigError(keys)
  return result.data
}

/** What every service needs, whatever else it asks for. */
export const ServiceConfig = z.object({
  NODE_ENV: z._default(z.enum(['development', 'test', 'production']), 'development'),
  LOG_LEVEL: z._default(z.enum(['silent', 'error', 'warn', 'info', 'debug']), 'info'),
  MONGODB_URI: z.string(),
  MONGODB_DB_PREFIX: z._default(z.string(), 'hissa_'),
  NATS_URL: z.string(),
  NATS_REPLICAS: z._default(z.coerce.number(), 1),
  PUBLIC_URL: z.url(),
  JWKS_URL: z.url(),
  ISSUER: z.string(),
  CLIENT_ID: z.string(),
  HEALTH_PORT: z.optional(z.coerce.number()),
  DRAIN_DELAY_MS: DrainDelay,
  LOCAL_MODE: z.optional(z.literal('1')),
  CLOCK_OFFSET_MS: z._default(z.coerce.number(), 0),
})
export type ServiceConfig = z.output<typeof ServiceConfig>
