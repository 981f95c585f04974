import { addresses, ConfigError, loadConfig, schemasOf, settingInfo } from '@hissa/kernel'
import * as z from 'zod/mini'
import { allChainKeys, allKeys, manifests } from './manifests.js'
import { missingForChain } from './chain.js'
import { publicPorts } from './ports.js'

const highestPort = 65_535
const port = z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(highestPort)))

/** The settings that are passed on to services as the user set them. */
const passed = Object.fromEntries(
  manifests
    .flatMap((manifest) => Object.entries(schemasOf(manifest)))
    .filter(([, schema]) => settingInfo(schema)?.passedBy)
    .map(([name, schema]) => [name, z.optional(schema)]),
)

const LauncherSettings = z.object({
  ...Object.fromEntries(Object.values(publicPorts).map(({ variable }) => [variable, port])),
  PUBLIC_URL: z.optional(addresses.web('http://localhost:8080')),
  MONGODB_URI: z.optional(addresses.mongodb()),
  NATS_URL: z.optional(addresses.nats()),
  REDIS_URL: z.optional(addresses.redis()),
  SMTP_URL: z.optional(addresses.smtp()),
  CHAIN_RPC_URL: z.optional(addresses.web('https://rpc.example')),
  SAMPLE_DATA: z.optional(z.enum(['full', 'short'])),
  CHAIN_ID: z.optional(z.coerce.number().check(z.int(), z.positive())),
  STORAGE_URL: z.optional(addresses.storage()),
  STRIPE_SECRET_KEY: z.optional(z.string().check(z.startsWith('sk_'))),
  STRIPE_WEBHOOK_SECRET: z.optional(z.string().check(z.startsWith('whsec_'))),
  ...passed,
})

/**
 * Returns a sentence about settings that are set but not used, or undefined: data is encrypted with the keys of its data
 * folder, the payments sandbox signs with its own, and so do the accounts on the local chain.
 */
export function describeUnused(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const names = [
    ...allKeys,
    ...(env['STRIPE_SECRET_KEY'] ? [] : ['STRIPE_WEBHOOK_SECRET']),
    ...(env['CHAIN_RPC_URL'] ? [] : ['CHAIN_ID', ...allChainKeys]),
  ]
  const unused = names.filter((name) => env[name])
  if (unused.length === 0) return undefined
  return `Not used: ${unused.join(', ')}. The local platform uses the secrets of its data folder.`
}

/** Checks the user's settings before anything is started. Throws ConfigError with every wrong setting. */
export function checkSettings(env: Readonly<Record<string, string | undefined>>): void {
  loadConfig(LauncherSettings, env)
  const missing = missingForChain(env, allChainKeys)
  if (missing.length > 0) throw new ConfigError(missing.map((name) => `${name} must be set with CHAIN_RPC_URL`))
}
