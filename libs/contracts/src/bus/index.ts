import type { BusContract, EventContract, RpcContract } from '../core.js'
import { healthCalls } from '../health/index.js'
import { SessionRevoked } from '../identity/index.js'
import { FACE, serviceNames, type ServiceName } from '../services.js'

/** The `bus.ts` of each service's folder, so that a new service needs no line here. */
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

/** Everything that the contracts of services export, by its name in the code. */
export const contractsByExport = Object.assign({}, ...declared.map(([, bus]) => bus.contracts)) as Readonly<
  Record<string, unknown>
>
// Two services may export different contracts by the same name.
const contracts = declared.flatMap(([, bus]) => Object.values(bus.contracts))

/** Every request/reply call of the platform. */
export const calls: readonly RpcContract[] = [...contracts.filter(isCall), ...healthCalls]

/** Every event that some service publishes, in the order of their names. */
export const events: readonly EventContract[] = contracts.filter(isEvent).sort((a, b) => (a.type < b.type ? -1 : 1))

/** The service that answers a call, or publishes an event of this name. */
export const answerer = ({ name }: { name: string }) => name.slice(0, name.indexOf('.'))

/** The service that publishes an event. */
export const publisher = ({ type }: EventContract) => type.slice(0, type.indexOf('.'))

/** Whether `service` may make a call: one for users is the gateway's, another is for whom it names. */
export const mayCall = (service: ServiceName, { access, callers = [] }: RpcContract) =>
  access === 'service' ? callers.includes(service) : service === FACE

const byService = <T>(value: (bus: BusContract) => T) =>
  Object.fromEntries(declared.map(([name, bus]) => [name, value(bus)])) as Readonly<Record<ServiceName, T>>

/** What each service reacts to: durable consumer and event. */
export const reactions = byService(({ consumers }) => consumers)

/** Types of events that each service hears as they pass; `*` is one token of the type. */
export const passingEvents = byService(({ passing = [] }) => passing)

/** The event that every service subscribes to without a consumer, because every service verifies tokens. */
export const revocationEvent = SessionRevoked
