import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EventContract, type RpcContract, type ServiceName, serviceNames } from '@hissa/contracts'
import { answerer, calls, mayCall, passingFacts, reactions, revocationEvent } from '@hissa/contracts/bus'
import * as identity from '@hissa/contracts/identity'
import * as investment from '@hissa/contracts/investment'
import * as kyc from '@hissa/contracts/kyc'
import * as property from '@hissa/contracts/property'

/** What a service connects to besides the bus. */
export type Need = 'mongodb' | 'redis' | 'storage' | 'payments' | 'mail'

export interface PublishedEvent {
  type: string
  publisher: string
  /** Services with a durable consumer of it. */
  consumers: string[]
  /** Services that receive it live, without a consumer. */
  listeners: string[]
}

/** The platform as its contracts and settings describe it. */
export interface PlatformGraph {
  services: { name: string; needs: Need[] }[]
  /** Calls of one service by another; the health calls, which the gateway makes of all, are left out. */
  calls: { from: string; to: string; names: string[] }[]
  events: PublishedEvent[]
}

/** The setting without which a service cannot meet a need. Every service that uses the common settings has a database. */
const SETTING_OF: Record<Exclude<Need, 'mongodb'>, string> = {
  redis: 'REDIS_URL',
  storage: 'STORAGE_URL',
  payments: 'STRIPE_SECRET_KEY',
  mail: 'SMTP_URL',
}
const root = join(import.meta.dirname, '../..')

function needsOf(service: ServiceName): Need[] {
  const config = readFileSync(join(root, 'services', service, 'src/config.ts'), 'utf8')
  const others = Object.entries(SETTING_OF).filter(([, key]) => config.includes(`${key}:`))
  return [
    ...(/ServiceConfig|MONGODB_DB_PREFIX/.test(config) ? ['mongodb' as const] : []),
    ...others.map(([need]) => need as Need),
  ]
}

function callsBetween(from: ServiceName, to: ServiceName): string[] {
  const isMade = (call: RpcContract) => answerer(call) === to && mayCall(from, call) && !call.name.endsWith('.health')
  return from === to ? [] : calls.filter(isMade).map(({ name }) => name)
}

const isEvent = (value: unknown): value is EventContract =>
  typeof value === 'object' && value !== null && 'type' in value && 'data' in value && typeof value.type === 'string'

/** Whether a subscription without a consumer, in which `*` is one token, hears events of a type. */
const hears = (pattern: string, type: string) =>
  new RegExp(`^${pattern.replaceAll('.', String.raw`\.`).replaceAll('*', '[^.]+')}$`).test(type)

function published({ type }: EventContract): PublishedEvent {
  const consumers = serviceNames.filter((name) => Object.values(reactions[name]).some((event) => event.type === type))
  const isRevocation = type === revocationEvent.type
  const listeners = isRevocation ? [...serviceNames] : passingFacts.some((each) => hears(each, type)) ? ['gateway'] : []
  return { type, publisher: type.slice(0, type.indexOf('.')), consumers, listeners }
}

/** Reads the graph from the contracts and the services' settings. */
export function platformGraph(): PlatformGraph {
  const events = [identity, investment, kyc, property].flatMap((each) => Object.values<unknown>(each).filter(isEvent))
  const pairs = serviceNames.flatMap((from) => serviceNames.map((to) => ({ from, to, names: callsBetween(from, to) })))
  return {
    services: serviceNames.map((name) => ({ name, needs: needsOf(name) })),
    calls: pairs.filter(({ names }) => names.length > 0),
    events: events.map(published).sort((a, b) => (a.type < b.type ? -1 : 1)),
  }
}
