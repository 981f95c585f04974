import { listAuditCalls, verifyAuditCalls } from '../audit/index.js'
import type { BusContract, EventContract, RpcContract } from '../core.js'
import { healthCalls } from '../health/index.js'
import { SessionRevoked } from '../identity/index.js'
import { GATEWAY, serviceNames, type ServiceName } from '../services.js'

/** The declaration of each service, found by its folder, so that a new service needs no line here. */
const declared = await Promise.all(
  serviceNames.map(async (name) => {
    const { bus } = (await import(`../${name}/bus.js`)) as { bus: BusContract }
    return [name, bus] as const
  }),
)

const isCall = (value: unknown): value is RpcContract =>
  typeof value === 'object' && value !== null && 'access' in value && 'output' in value
const isEvent = (value: unknown): value is EventContract =>
  typeof value === 'object' && value !== null && 'type' in value && 'data' in value && typeof value.type === 'string'

/** Every export of the services' contracts, by export name. */
export const contractsByExport = Object.assign({}, ...declared.map(([, bus]) => bus.contracts)) as Readonly<
  Record<string, unknown>
>
// Two services may export different contracts under the same name, so this list is not made from the map above.
const contracts = declared.flatMap(([, bus]) => Object.values(bus.contracts))

/** Every request/reply call of the platform. */
export const calls: readonly RpcContract[] = [
  ...contracts.filter(isCall),
  ...healthCalls,
  ...listAuditCalls,
  ...verifyAuditCalls,
]

/** Every event that a service publishes, sorted by type. */
export const events: readonly EventContract[] = contracts.filter(isEvent).sort((a, b) => (a.type < b.type ? -1 : 1))

/** Returns the service that handles a call: the first part of its name. */
export const serviceOf = ({ name }: { name: string }) => name.slice(0, name.indexOf('.'))

/** Returns the service that publishes an event. */
export const publisher = ({ type }: EventContract) => type.slice(0, type.indexOf('.'))

/**
 * Returns whether `service` may make a call. The gateway makes the calls of users; other services make those that name
 * them as callers.
 */
export const mayCall = (service: ServiceName, { access, callers = [] }: RpcContract) =>
  callers.includes(service) || (access !== 'service' && service === GATEWAY)

const byService = <T>(value: (bus: BusContract) => T) =>
  Object.fromEntries(declared.map(([name, bus]) => [name, value(bus)])) as Readonly<Record<ServiceName, T>>

/** The durable consumers of each service, each with the event it reads. */
export const reactions = byService(({ consumers }) => consumers)

/** Event types that each service subscribes to without a durable consumer; `*` matches one token of the type. */
export const subscribedEvents = byService(({ subscriptions = [] }) => subscriptions)

/** Every service subscribes to this event without a consumer, because every service verifies tokens. */
export const revocationEvent = SessionRevoked
