import type { Need, ServiceManifest } from '@hissa/kernel'
import { probes } from '@hissa/kernel'
import { ENGINES, named, NAMESPACE, type KubernetesObject } from './objects.js'

const IDENTITY_PORT = 9230
/** Private addresses, which those of the cluster are. */
const PRIVATE = ['10.0.0.0/8', '100.64.0.0/10', '172.16.0.0/12', '192.168.0.0/16']
/** Other addresses than those of the cluster and of the host's metadata service. */
const OUTSIDE = { cidr: '0.0.0.0/0', except: [...PRIVATE, '169.254.0.0/16'].sort() }

/** Labels of the pods of each engine, as its chart sets them (deploy/charts), and its ports. */
const POD_OF = {
  nats: { 'app.kubernetes.io/name': 'nats' },
  mongodb: { app: 'hissa-mongodb-svc' },
  'redis-cache': { release: 'redis-cache' },
  'redis-queue': { release: 'redis-queue' },
} as const
type Engine = keyof typeof POD_OF
const PORT_OF: Record<Engine, number> = { nats: 4222, mongodb: 27017, 'redis-cache': 6379, 'redis-queue': 6379 }
const NATS_MONITOR_PORT = 8222
/** The ports of the exporter that deploy/charts/nats.yaml enables, and of the cluster's API server and its service. */
const NATS_EXPORTER_PORT = 7777
const API_SERVER_PORTS = [443, 6443]
/** Pods that use the API server: the operator of MongoDB, and the agents in the members that it runs. */
const OF_API_SERVER = {
  'mongodb-operator': { 'app.kubernetes.io/name': 'mongodb-kubernetes-operator' },
  mongodb: POD_OF.mongodb,
}
/** Ports of other companies' systems. */
const OUTSIDE_PORTS: Partial<Record<Need, number[]>> = {
  payments: [443],
  mail: [465, 587],
  chain: [443],
  storage: [443],
}

/** Namespaces of the cluster's own systems; the operator of the cluster puts this label on them. */
const ACCESS = 'hissa-access'
const from = (access: string) => ({ namespaceSelector: { matchLabels: { [ACCESS]: access } } })
const pods = (name: string) => ({ matchLabels: { 'app.kubernetes.io/name': name } })
const tcp = (...ports: number[]) => ports.map((port) => ({ protocol: 'TCP', port }))
const DNS = {
  namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } },
  podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } },
}
const DNS_PORTS = [{ protocol: 'UDP', port: 53 }, ...tcp(53)]

/** Returns the engines of a workload. */
export function enginesOf({ name, needs }: Pick<ServiceManifest, 'needs'> & { name: string }): Engine[] {
  return [
    'nats',
    ...(needs.includes('mongodb') ? ['mongodb' as const] : []),
    // Counters of requests may be lost; the queue of emails may not, so it has another Redis.
    ...(needs.includes('redis') ? [name === 'gateway' ? ('redis-cache' as const) : ('redis-queue' as const)] : []),
  ]
}

/** Returns the policies of the services' namespace: nothing is allowed but one policy for each edge. */
export function networkPolicies(manifests: readonly ServiceManifest[]): KubernetesObject[] {
  const names = [...manifests.map(({ name }) => name), 'bus']
  return [
    policy('default-deny', {}, { policyTypes: ['Ingress', 'Egress'] }),
    ...names.flatMap((name) => [egress(`${name}-to-dns`, name, [DNS], DNS_PORTS), scraped(name), toCollector(name)]),
    ...manifests.flatMap((manifest) => [
      ...enginesOf(manifest).map((engine) => toEngine(manifest.name, engine)),
      // Tokens are verified with the keys of identity; the gateway forwards the requests of the user pool to it.
      egress(`${manifest.name}-to-identity`, manifest.name, [{ podSelector: pods('identity') }], tcp(IDENTITY_PORT)),
      ingress(`identity-from-${manifest.name}`, 'identity', [{ podSelector: pods(manifest.name) }], tcp(IDENTITY_PORT)),
      ...toOutside(manifest),
      ...manifest.ports
        .filter(({ isPublic }) => isPublic)
        .map(({ port }) => ingress(`${manifest.name}-from-ingress`, manifest.name, [from('ingress')], tcp(port))),
    ]),
    toEngine('bus', 'nats'),
  ]
}

/** Returns the policies of the engines' namespace: nothing is allowed but the clients and the members of each engine. */
export function enginePolicies(manifests: readonly ServiceManifest[]): KubernetesObject[] {
  const clients = [...manifests, { name: 'bus', needs: [] }]
  return [
    ofEngines('default-deny', {}, { policyTypes: ['Ingress', 'Egress'] }),
    ofEngines('to-dns', {}, { policyTypes: ['Egress'], egress: [{ to: [DNS], ports: DNS_PORTS }] }),
    ...(Object.keys(POD_OF) as Engine[]).flatMap((engine) => {
      const names = clients.filter((client) => enginesOf(client).includes(engine)).map(({ name }) => name)
      return [fromServices(engine, names), amongMembers(engine)]
    }),
    ofEngines('nats-from-systems', POD_OF.nats, {
      policyTypes: ['Ingress'],
      ingress: [
        { from: [from('autoscaling')], ports: tcp(NATS_MONITOR_PORT) },
        { from: [from('monitoring')], ports: tcp(NATS_EXPORTER_PORT) },
      ],
    }),
    ...Object.entries(OF_API_SERVER).map(([name, labels]) => {
      const to = PRIVATE.map((cidr) => ({ ipBlock: { cidr } }))
      const rules = { policyTypes: ['Egress'], egress: [{ to, ports: tcp(...API_SERVER_PORTS) }] }
      return ofEngines(`${name}-to-api-server`, labels, rules)
    }),
  ]
}

function fromServices(engine: Engine, names: string[]): KubernetesObject {
  const peer = {
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': NAMESPACE } },
    podSelector: { matchExpressions: [{ key: 'app.kubernetes.io/name', operator: 'In', values: names }] },
  }
  const rules = { policyTypes: ['Ingress'], ingress: [{ from: [peer], ports: tcp(PORT_OF[engine]) }] }
  return ofEngines(`${engine}-from-services`, POD_OF[engine], rules)
}

function amongMembers(engine: Engine): KubernetesObject {
  const members = [{ podSelector: { matchLabels: POD_OF[engine] } }]
  const rules = { policyTypes: ['Ingress', 'Egress'], ingress: [{ from: members }], egress: [{ to: members }] }
  return ofEngines(`${engine}-among-members`, POD_OF[engine], rules)
}

/** Returns the policy that lets a service reach systems of other companies. */
function toOutside({ name, needs }: ServiceManifest): KubernetesObject[] {
  const ports = [...new Set(needs.flatMap((need) => OUTSIDE_PORTS[need] ?? []))]
  return ports.length > 0 ? [egress(`${name}-to-outside`, name, [{ ipBlock: OUTSIDE }], tcp(...ports))] : []
}

function toEngine(name: string, engine: Engine): KubernetesObject {
  const engines = { matchLabels: { 'kubernetes.io/metadata.name': ENGINES } }
  const peer = { namespaceSelector: engines, podSelector: { matchLabels: POD_OF[engine] } }
  return egress(`${name}-to-${engine}`, name, [peer], tcp(PORT_OF[engine]))
}

const scraped = (name: string) => ingress(`${name}-from-monitoring`, name, [from('monitoring')], tcp(probes.port))
const toCollector = (name: string) => egress(`${name}-to-tracing`, name, [from('tracing')], tcp(4318))

const egress = (name: string, pod: string, to: object[], ports: object[]) =>
  policy(name, pods(pod).matchLabels, { policyTypes: ['Egress'], egress: [{ to, ports }] })

const ingress = (name: string, pod: string, peers: object[], ports: object[]) =>
  policy(name, pods(pod).matchLabels, { policyTypes: ['Ingress'], ingress: [{ from: peers, ports }] })

const ofEngines = (name: string, labels: object, spec: object) => policy(name, labels, spec, ENGINES)

const policy = (name: string, labels: object, spec: object, namespace = NAMESPACE) =>
  named(
    'networking.k8s.io/v1',
    'NetworkPolicy',
    name,
    { spec: { podSelector: Object.keys(labels).length > 0 ? { matchLabels: labels } : {}, ...spec } },
    undefined,
    namespace,
  )
