import type { ServiceName } from '@hissa/contracts'
import type * as z from 'zod/mini'
import { settingInfo, type SettingInfo } from './setting.js'

/** A system that a service connects to, other than the bus: engines, object storage, and third parties. */
export type Need = 'mongodb' | 'redis' | 'storage' | 'payments' | 'mail' | 'chain'

/** An HTTP port of a service, other than the one for health and metrics that every service has. */
export interface ServicePort {
  /** The setting of its number. */
  setting: string
  /** The setting of the address it listens on. */
  hostSetting: string
  /** Its number in a container. */
  port: number
  /** Whether it is public; otherwise only other services use it. */
  isPublic: boolean
}

/**
 * Everything that the launcher, compose and the documents need to know about a service, except its calls and events,
 * which are contracts.
 */
export interface ServiceManifest {
  name: ServiceName
  /** Its purpose, in one line. */
  summary: string
  needs: readonly Need[]
  /** Collections of its database `hissa_<name>`, sorted. The user `<name>` may use no other database. */
  collections: readonly string[]
  /** Its Redis ACL: patterns of keys and channels, and commands. */
  redisRights?: string
  /** Schemas of its environment; each key is declared with `setting`. */
  environment: readonly z.ZodMiniObject[]
  ports: readonly ServicePort[]
  /** Debian packages of programs that it runs; the image of the services has them. */
  debianPackages?: readonly string[]
}

/** The endpoints that every service serves on its `HEALTH_PORT`, and that port in a container. */
export const probes = { port: 9464, live: '/healthz', ready: '/readyz', metrics: '/metrics' } as const

/** One setting of a service. */
export interface Setting extends SettingInfo {
  name: string
  /** Whether the service doesn't start without it. */
  isRequired: boolean
  /** The default, as text. */
  defaultText?: string
}

/** The setting that each need requires. */
const NEEDED: Record<Need, string> = {
  mongodb: 'MONGODB_URI',
  redis: 'REDIS_URL',
  storage: 'STORAGE_URL',
  payments: 'STRIPE_SECRET_KEY',
  mail: 'SMTP_URL',
  chain: 'CHAIN_RPC_URL',
}

/** Declares a service. Throws Error for a contradictory manifest. */
export function defineService(manifest: ServiceManifest): ServiceManifest {
  const { name, needs, collections, redisRights, ports } = manifest
  const fail = (words: string) => {
    throw new Error(`manifest of ${name}: ${words}`)
  }
  const settings = settingsOf(manifest)
  const known = new Set(settings.map((entry) => entry.name))
  for (const { name: key, passedBy, isRequired } of settings)
    if (passedBy === 'all' && isRequired) fail(`${key} is passed on, so it must be optional`)
  for (const [need, key] of Object.entries(NEEDED)) {
    if (known.has(key) !== needs.includes(need as Need)) fail(`${key} and the need ${need} go together`)
  }
  for (const { setting, hostSetting } of ports) {
    for (const key of [setting, hostSetting]) if (!known.has(key)) fail(`its environment has no ${key}`)
  }
  if (needs.includes('mongodb') !== collections.length > 0) fail('collections and the need mongodb go together')
  if (needs.includes('redis') !== (redisRights !== undefined)) fail('redisRights and the need redis go together')
  if (collections.some((collection, i) => i > 0 && collection <= collections[i - 1]!))
    fail('collections must be sorted')
  return manifest
}

/** Returns the schema of each setting of a service. */
export const schemasOf = ({ environment }: ServiceManifest) =>
  Object.assign({}, ...environment.map(({ shape }) => shape)) as Record<string, z.ZodMiniType>

/** Returns the settings of a service, sorted by name. Throws Error for a setting without an explanation. */
export function settingsOf(manifest: ServiceManifest): Setting[] {
  const settings = Object.entries(schemasOf(manifest)).map(([key, schema]) => {
    const info = settingInfo(schema)
    if (!info) throw new Error(`manifest of ${manifest.name}: ${key} has no explanation; declare it with setting()`)
    return { name: key, ...info, ...presenceOf(schema, info) }
  })
  return settings.sort((a, b) => (a.name < b.name ? -1 : 1))
}

function presenceOf(schema: z.ZodMiniType, { defaultWords }: SettingInfo): Pick<Setting, 'isRequired' | 'defaultText'> {
  const definition = schema._zod.def as { type: string; defaultValue?: unknown }
  if (definition.type === 'optional') return { isRequired: false, ...(defaultWords && { defaultText: defaultWords }) }
  if (definition.type !== 'default') return { isRequired: true }
  return { isRequired: false, defaultText: defaultWords ?? String(definition.defaultValue) }
}
