import type { ServiceName } from '@hissa/contracts'
import type * as z from 'zod/mini'
import { settingInfo, type SettingInfo } from './setting.js'

/** What a service connects to besides the bus: engines, objects, and other companies' systems. */
export type Need = 'mongodb' | 'redis' | 'storage' | 'payments' | 'mail'

/** An HTTP port of a service, besides the one for health and metrics that each has. */
export interface ServicePort {
  /** The key of the environment that sets it. */
  setting: string
  /** The key that sets the address it listens on. */
  hostSetting: string
  /** Its number in a container. */
  port: number
  /** Whether it is for the public; otherwise for other services alone. */
  isPublic: boolean
}

/** All that the launcher, compose, and the documents need to know of a service. Its calls and events are contracts. */
export interface ServiceManifest {
  name: ServiceName
  /** What it is for, in one line. */
  summary: string
  needs: readonly Need[]
  /** Collections of its database `hissa_<name>`, whose user `<name>` may use no other database. Sorted. */
  collections: readonly string[]
  /** Its rights on Redis, as an ACL: patterns of keys and channels, and commands. */
  redisRights?: string
  /** Schemas of its environment; each key is made by `setting`. */
  environment: readonly z.ZodMiniObject[]
  ports: readonly ServicePort[]
}

/** What every service answers on its `HEALTH_PORT`, and that port in a container. */
export const probes = { port: 9464, live: '/healthz', ready: '/readyz', metrics: '/metrics' } as const

/** One key of a service's environment. */
export interface Setting extends SettingInfo {
  name: string
  /** Whether the service refuses to start without it. */
  isRequired: boolean
  /** What it is when it is not set, as text. */
  defaultText?: string
}

/** Keys of the environment without which a need cannot be met. */
const NEEDED: Record<Need, string> = {
  mongodb: 'MONGODB_URI',
  redis: 'REDIS_URL',
  storage: 'STORAGE_URL',
  payments: 'STRIPE_SECRET_KEY',
  mail: 'SMTP_URL',
}

/** Declares a service. Throws Error when the manifest contradicts itself. */
export function defineService(manifest: ServiceManifest): ServiceManifest {
  const { name, needs, collections, redisRights, ports } = manifest
  const fail = (words: string) => {
    throw new Error(`manifest of ${name}: ${words}`)
  }
  const settings = settingsOf(manifest)
  const known = new Set(settings.map((entry) => entry.name))
  for (const { name: key, passedBy, isRequired } of settings)
    if (passedBy === 'all' && isRequired) fail(`${key} is passed on, so it has to be optional`)
  for (const [need, key] of Object.entries(NEEDED)) {
    if (known.has(key) !== needs.includes(need as Need)) fail(`${key} and the need ${need} go together`)
  }
  for (const { setting, hostSetting } of ports) {
    for (const key of [setting, hostSetting]) if (!known.has(key)) fail(`its environment has no ${key}`)
  }
  if (needs.includes('mongodb') !== collections.length > 0) fail('collections and the need mongodb go together')
  if (needs.includes('redis') !== (redisRights !== undefined)) fail('redisRights and the need redis go together')
  if (collections.some((collection, i) => i > 0 && collection <= collections[i - 1]!)) fail('collections are sorted')
  return manifest
}

/** Returns the schema of each key of a service's environment. */
export const schemasOf = ({ environment }: ServiceManifest) =>
  Object.assign({}, ...environment.map(({ shape }) => shape)) as Record<string, z.ZodMiniType>

/** Returns the keys of a service's environment by name. Throws Error for a key without an explanation. */
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
