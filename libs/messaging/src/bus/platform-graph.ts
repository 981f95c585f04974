import { serviceNames, type ServiceName } from '@hissa/contracts'
import {
  calls,
  events,
  mayCall,
  publisher,
  reactions,
  revocationEvent,
  serviceOf,
  subscribedEvents,
} from '@hissa/contracts/bus'
import type { Need, ServiceManifest } from '@hissa/kernel'

/** Calls from one service to another, by name. */
export interface CallEdge {
  from: ServiceName
  to: ServiceName
  calls: string[]
}

/** One event from its publisher to one service that receives it. */
export interface EventEdge {
  from: ServiceName
  to: ServiceName
  type: string
  /** The durable consumer; absent for a subscription over core NATS. */
  consumer?: string
}

/** One store of a service. */
export interface StoreEdge {
  service: ServiceName
  need: Need
  /** Its collections, for MongoDB. */
  collections?: readonly string[]
}

/** The services of the platform with their calls, events and stores, for diagrams and network policies. */
export interface PlatformGraph {
  services: { name: ServiceName; summary: string; isPublic: boolean }[]
  calls: CallEdge[]
  events: EventEdge[]
  stores: StoreEdge[]
}

/** Computes the graph from the manifests and the contracts. */
export function platformGraph(manifests: readonly ServiceManifest[]): PlatformGraph {
  return {
    services: manifests.map(({ name, summary, ports }) => ({
      name,
      summary,
      isPublic: ports.some(({ isPublic }) => isPublic),
    })),
    calls: callEdges(),
    events: eventEdges(),
    stores: manifests.flatMap(({ name, needs, collections }) =>
      needs.map((need) => ({ service: name, need, ...(need === 'mongodb' && { collections }) })),
    ),
  }
}

function callEdges(): CallEdge[] {
  const pairs = serviceNames.flatMap((from) => serviceNames.map((to) => ({ from, to })))
  const edges = pairs.map(({ from, to }) => ({
    from,
    to,
    calls: calls.filter((call) => serviceOf(call) === to && mayCall(from, call)).map(({ name }) => name),
  }))
  return edges.filter(({ from, to, calls }) => from !== to && calls.length > 0)
}

function eventEdges(): EventEdge[] {
  return serviceNames.flatMap((to) => {
    const consumed = Object.entries(reactions[to]).map(([consumer, event]) => ({
      from: publisher(event) as ServiceName,
      to,
      type: event.type,
      consumer,
    }))
    const subscribed = [...subscribedEvents[to], revocationEvent.type].flatMap((pattern) =>
      events
        .filter((event) => matches(pattern, event.type) && publisher(event) !== to)
        .map((event) => ({ from: publisher(event) as ServiceName, to, type: event.type })),
    )
    return [...consumed, ...subscribed]
  })
}

/** Returns whether an event's type matches a pattern, in which `*` matches any one token. */
function matches(pattern: string, type: string): boolean {
  const [parts, tokens] = [pattern.split('.'), type.split('.')]
  return parts.length === tokens.length && parts.every((part, i) => part === '*' || part === tokens[i])
}

/** Returns the services that a service calls, other than for their health. Stop it before them. */
export const servicesCalledBy = (service: ServiceName): ServiceName[] => [
  ...new Set(
    callEdges()
      .filter(({ from, calls }) => from === service && calls.some((name) => !name.endsWith('.health')))
      .map(({ to }) => to),
  ),
]
