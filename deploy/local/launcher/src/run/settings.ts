import { addresses, DrainDelay, loadConfig, TracingSettings } from '@hissa/kernel'
import * as z from 'zod/mini'
import { publicPorts } from './ports.js'

const highestPort = 65_535
const port = z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(highestPort)))
const count = z.optional(z.coerce.number().check(z.int(), z.gte(1)))

const LauncherSettings = z.object({
  ...Object.fromEntries(Object.values(publicPorts).map(({ variable }) => [variable, port])),
  PUBLIC_URL: z.optional(addresses.web('http://localhost:8080')),
  MONGODB_URI: z.optional(addresses.mongodb()),
  NATS_URL: z.optional(addresses.nats()),
  REDIS_URL: z.optional(addresses.redis()),
  SMTP_URL: z.optional(addresses.smtp()),
  STORAGE_URL: z.optional(addresses.storage()),
  STRIPE_SECRET_KEY: z.optional(z.string().check(z.startsWith('sk_'))),
  STRIPE_WEBHOOK_SECRET: z.optional(z.string().check(z.startsWith('whsec_'))),
  LOG_LEVEL: z.optional(z.enum(['silent', 'error', 'warn', 'info', 'debug'])),
  DRAIN_DELAY_MS: DrainDelay,
  CONTACT_EMAIL: z.optional(z.email()),
  RATE_LIMIT_READS_PER_MINUTE: count,
  RATE_LIMIT_WRITES_PER_MINUTE: count,
  SOCKETS_PER_ADDRESS: count,
  ...TracingSettings,
})

/** Checks the user's settings before anything is started. Throws ConfigError with every wrong setting. */
export function checkSettings(env: Readonly<Record<string, string | undefined>>): void {
  loadConfig(LauncherSettings, env)
}
