import { deadStreamOf, pingSubjectOf, streamOf } from '../connection.js'
import { operatorPermissions } from '../operator.js'
import { GATEWAY, serviceNames, type ServiceName } from '@hissa/contracts'
import { calls, mayCall, reactions, revocationEvent, serviceOf, subscribedEvents } from '@hissa/contracts/bus'
import type { NatsPermissions, NatsUser } from './nats-config.js'

export const services = serviceNames
export type Service = ServiceName

/** Longer than any call's deadline and than seeding the sample catalogue. */
const replyWithin = '5m'

/** Services that publish events. */
export const publishers = services.filter((service) => service !== GATEWAY)

/**
 * Returns a service's permissions, from the contracts. It publishes its own events and dead-letter messages, and
 * replies to its own calls. It makes the calls that list it as a caller (the gateway: those for users) and reads the
 * events of its reactions, each through one consumer. Only the operator creates streams and consumers, because the
 * right to create one includes copying its contents to any subject. A service may only inspect its own.
 */
export function natsPermissions(service: Service): NatsPermissions {
  const ping = pingSubjectOf(service)
  const called = calls.filter((call) => mayCall(service, call)).map(({ name }) => `rpc.${name}`)
  const handled = calls.filter((call) => serviceOf(call) === service).map(({ name }) => `rpc.${name}`)
  const passing = [revocationEvent.type, ...subscribedEvents[service]]
  const subscribed = passing.map((type) => `hissa.${type}`)
  return {
    publish: ['$JS.API.INFO', ...called, ...(service === GATEWAY ? [] : [ping, ...streamsOf(service)])],
    // A service receives replies to its own calls only.
    subscribe: [`_INBOX.${service}.>`, `local.${service}.*`, ping, ...handled, ...subscribed],
    replyWithin,
  }
}

/** Returns the subjects of a service's events, dead-letter messages and consumers. */
function streamsOf(service: Service): string[] {
  const own = [`hissa.${service}.>`, `dead.${service}.*`]
  const api = [`STREAM.INFO.${streamOf(service)}`, `STREAM.INFO.${deadStreamOf(service)}`]
  const consumers = Object.entries(reactions[service]).flatMap(([consumer, { type }]) => {
    const name = `${streamOf(type.slice(0, type.indexOf('.')))}.${consumer}`
    return [
      `$JS.API.CONSUMER.INFO.${name}`,
      `$JS.API.CONSUMER.MSG.NEXT.${name}`,
      `$JS.ACK.${name}.>`,
      // Newer servers put the domain and the account before the stream.
      `$JS.ACK.*.*.${name}.>`,
    ]
  })
  return [...own, ...api.map((name) => `$JS.API.${name}`), ...consumers]
}

/** Every user of the bus; each needs a password. */
export const busUsers = [...services, 'operator', 'launcher'] as const

/**
 * Returns the users of the bus: one for each service, `operator`, which may only create streams and consumers, and
 * `launcher`, which has all rights (clock, seeding, dead-letter queue).
 */
export function natsUsers(passwords: Readonly<Record<string, string>>): NatsUser[] {
  const password = (user: string) => {
    const found = passwords[user]
    if (!found) throw new Error(`no bus password for ${user}`)
    return found
  }
  return [
    ...services.map((user) => ({ user, password: password(user), permissions: natsPermissions(user) })),
    { user: 'operator', password: password('operator'), permissions: operatorPermissions },
    { user: 'launcher', password: password('launcher') },
  ]
}
