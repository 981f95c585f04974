import * as z from 'zod/mini'
import { addresses } from './addresses.js'
import { DrainDelay } from './drain-delay.js'
import { LOCAL_SETTINGS, LOCAL_VALUES } from './local-settings.js'
import { setting } from './setting.js'
import { DeadlineFactor } from './time-limits.js'
import { TracingSettings } from './tracing.js'

export type Env = Readonly<Record<string, string | undefined>>

/**
 * Thrown with every invalid setting of an environment, without its value, which may be a secret. The process exits with
 * 78.
 */
export class ConfigError extends Error {
  constructor(readonly keys: readonly string[]) {
    super(`The configuration is not usable:\n${keys.map((key) => `  ${key}`).join('\n')}`)
    this.name = 'ConfigError'
  }
}

/**
 * Parses the environment by `schema`; empty strings count as absent. Throws ConfigError for invalid settings, and with
 * NODE_ENV=production for every local setting or value, even of one that the schema lacks.
 * @param others further schemas of the process, so that all faults are reported together
 */
export function loadConfig<S extends z.ZodMiniType>(schema: S, env: Env, ...others: z.ZodMiniType[]): z.output<S> {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const result = z.safeParse(schema, present)
  const failed = [result, ...others.map((other) => z.safeParse(other, present))]
  const issues = failed.flatMap(({ error }) => error?.issues ?? [])
  const local = present['NODE_ENV'] === 'production' ? localFaults(present) : []
  const faults = issues.map((issue) => faultOf(issue, present))
  const keys = [...new Set([...local, ...faults])]
  if (keys.length > 0 || !result.success) throw new ConfigError(keys)
  return result.data
}

/** Returns the settings and the values that are for a single machine, in words. */
const localFaults = (present: Record<string, string | undefined>): string[] => [
  ...LOCAL_SETTINGS.filter((name) => name in present).map(
    (name) => `${name} must not be set when NODE_ENV is production`,
  ),
  ...LOCAL_VALUES.filter(({ name, value }) => value.test(present[name] ?? '')).map(
    ({ name, instead }) => `${name} must be ${instead} when NODE_ENV is production`,
  ),
]

/** Returns one fault in words: "MONGODB_URI must be a MongoDB address such as … (it is not set)". */
function faultOf(issue: z.core.$ZodIssue, present: Record<string, unknown>): string {
  const name = issue.path.join('.')
  return `${name} must be ${wordsOf(issue)}${name in present ? '' : ' (it is not set)'}`
}

/** Returns what a setting must be: the schema's message, or a text for the check that failed. */
function wordsOf(issue: z.core.$ZodIssue): string {
  if (issue.message && !/^(Invalid|Too (big|small))/.test(issue.message)) return issue.message
  switch (issue.code) {
    case 'invalid_value':
      return issue.values.length === 1 ? `${String(issue.values[0])} or not set` : `one of ${issue.values.join(', ')}`
    case 'too_small':
      return `${issue.minimum} or more`
    case 'too_big':
      return `${issue.maximum} or less`
    case 'invalid_format':
      return formatWords(issue)
    case 'invalid_type':
      return issue.expected === 'int' ? 'a whole number' : issue.expected === 'string' ? 'set' : `a ${issue.expected}`
    default:
      return 'valid'
  }
}

function formatWords(issue: z.core.$ZodIssueInvalidStringFormat): string {
  if (issue.format === 'email') return 'an email address'
  if ('prefix' in issue) return `text that starts with ${String(issue.prefix)}`
  return `in the format of ${issue.format}`
}

const HIGHEST_PORT = 65_535

/** Settings of every service, the gateway included. */
export const CommonSettings = {
  NODE_ENV: setting(
    z._default(z.enum(['development', 'test', 'production']), 'development'),
    'In production, settings for a single machine are rejected.',
    { passedBy: 'npm start' },
  ),
  LOG_LEVEL: setting(
    z._default(z.enum(['silent', 'error', 'warn', 'info', 'debug']), 'info'),
    'The least severe level that is logged: silent, error, warn, info or debug.',
    { passedBy: 'all' },
  ),
  NATS_URL: setting(addresses.nats(), 'The bus, with the service’s own user.', { secret: 'credential' }),
  PUBLIC_URL: setting(addresses.web(), 'The public address of the product; links begin with it.'),
  JWKS_URL: setting(addresses.web(), 'Address of the public keys that verify tokens.'),
  ISSUER: setting(z.string(), 'The issuer that tokens must name.'),
  CLIENT_ID: setting(z.string(), 'The client that tokens must be issued to.'),
  HEALTH_PORT: setting(
    z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(HIGHEST_PORT))),
    'Port of `/healthz`, `/readyz` and `/metrics`. Without it the process serves none of them.',
  ),
  DRAIN_DELAY_MS: DrainDelay,
  ...TracingSettings,
  LOCAL_MODE: setting(
    z.optional(z.literal('1')),
    'Set on a single machine: accepts the launcher’s commands, such as moving the clock and creating sample data.',
  ),
  CLOCK_OFFSET_MS: setting(
    z._default(z.coerce.number(), 0),
    'Offset of the business clock from the system’s, in milliseconds.',
  ),
  DEADLINE_FACTOR: DeadlineFactor,
}

/** What the operator says of itself, at the foot of pages and on receipts. */
export const OperatorSettings = {
  REGULATOR_LINE: setting(
    z._default(z.string(), 'Demonstration'),
    'What the foot of every page, and of every receipt, says of the licence.',
    { passedBy: 'all' },
  ),
  COMPANY_LINE: setting(
    z.optional(z.string()),
    'The company that runs the platform: its name, registration and address.',
    { passedBy: 'all' },
  ),
}

/** Settings of every service with a database. */
export const ServiceConfig = z.object({
  ...CommonSettings,
  MONGODB_URI: setting(addresses.mongodb(), 'The store, a replica set, with the user of the service’s own database.', {
    secret: 'credential',
  }),
  MONGODB_DB_PREFIX: setting(
    z._default(z.string(), 'hissa_'),
    'Prefix of database names; the service’s name follows.',
    { passedBy: 'npm start' },
  ),
  NATS_REPLICAS: setting(z._default(z.coerce.number(), 1), 'Number of bus servers that keep each stream.'),
})
export type ServiceConfig = z.output<typeof ServiceConfig>
