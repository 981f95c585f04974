import { deadStreamOf, pingSubjectOf, streamOf } from '../connection.js'
import { operatorPermissions } from '../operator.js'
import { GATEWAY, serviceNames, type ServiceName } from '@hissa/contracts'
import { calls, mayCall, reactions, revocationEvent, serviceOf, subscribedEvents } from '@hissa/contracts/bus'
import type { NatsPermissions, NatsUser } from './nats-config.js'

export const services = serviceNames
export type Service = ServiceName

/** Longer than any call's deadline and than filling the sample catalogue. */
const answerWithin = '5m'

/** Services that have facts to tell. */
export const tellers = services.filter((service) => service !== GATEWAY)

/**
 * What a service may say and hear, from the contracts. It publishes facts and dead letters of its own, answers its own
 * calls, makes the calls that name it (the gateway: those for users), and reads the facts that it reacts to, each
 * through one consumer. Streams and consumers are the operator's: a user who may create one can have the server
 * send what is in it anywhere. So it may look at its own, and neither make nor alter nor empty nor delete any.
 */
export function natsPermissions(service: Service): NatsPermissions {
  const ping = pingSubjectOf(service)
  const made = calls.filter((call) => mayCall(service, call)).map(({ name }) => `rpc.${name}`)
  const answered = calls.filter((call) => serviceOf(call) === service).map(({ name }) => `rpc.${name}`)
  const passing = [revocationEvent.type, ...subscribedEvents[service]]
  const heard = passing.map((type) => `hissa.${type}`)
  return {
    publish: ['$JS.API.INFO', ...made, ...(service === GATEWAY ? [] : [ping, ...streamsOf(service)])],
    // A service hears the answers to its own questions only.
    subscribe: [`_INBOX.${service}.>`, `local.${service}.*`, ping, ...answered, ...heard],
    answerWithin,
  }
}

/** Facts, dead letters and consumers of a service. */
function streamsOf(service: Service): string[] {
  const own = [`hissa.${service}.>`, `dead.${service}.*`]
  const api = [`STREAM.INFO.${streamOf(service)}`, `STREAM.INFO.${deadStreamOf(service)}`]
  const consumers = Object.entries(reactions[service]).flatMap(([consumer, { type }]) => {
    const place = `${streamOf(type.slice(0, type.indexOf('.')))}.${consumer}`
    return [
      `$JS.API.CONSUMER.INFO.${place}`,
      `$JS.API.CONSUMER.MSG.NEXT.${place}`,
      `$JS.ACK.${place}.>`,
      // As servers to come name it: with domain and account before the stream.
      `$JS.ACK.*.*.${place}.>`,
    ]
  })
  return [...own, ...api.map((name) => `$JS.API.${name}`), ...consumers]
}

/** Every user of the bus that needs a password. */
export const busUsers = [...services, 'operator', 'launcher'] as const

/**
 * Users of the bus: one for each service, `operator`, who keeps streams and consumers in existence and may do no more,
 * and `launcher`, who may do everything (clock, seeding, dead letters).
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
