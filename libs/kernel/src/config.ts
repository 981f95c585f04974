import * as z from 'zod/mini'

export type Env = Readonly<Record<string, string | undefined>>

/** Every wrong key of an environment, by name and reason and never by value. A process exits 78 on it. */
export class ConfigError extends Error {
  constructor(readonly keys: readonly string[]) {
    super(`The configuration is not usable:\n${keys.map((key) => `  ${key}`).join('\n')}`)
    this.name = 'ConfigError'
  }
}

/** Parses the environment by `schema`; empty strings count as absent. Throws ConfigError. */
export function loadConfig<S extends z.ZodMiniType>(schema: S, env: Env): z.output<S> {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const result = z.safeParse(schema, present)
  if (result.success) return result.data
  throw new ConfigError(result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
}

/** What every service needs, whatever else it asks for. */
export const ServiceConfig = z
  .object({
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
    LOCAL_MODE: z.optional(z.literal('1')),
    CLOCK_OFFSET_MS: z._default(z.coerce.number(), 0),
  })
  .check(
    z.refine((config) => !(config.NODE_ENV === 'production' && config.LOCAL_MODE), {
      error: 'must not be set when NODE_ENV is production',
      path: ['LOCAL_MODE'],
    }),
  )
export type ServiceConfig = z.output<typeof ServiceConfig>
