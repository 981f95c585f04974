import type { Need, ServiceManifest } from '@hissa/kernel'
import { probes } from '@hissa/kernel'
import { ENGINES, named, NAMESPACE, type KubernetesObject } from './objects.js'

const IDENTITY_PORT = 9230
/** Other addresses than those of the cluster and of the host's metadata service. */
const OUTSIDE = {
  cidr: '0.0.0.0/0',
  except: ['10.0.0.0/8', '100.64.0.0/10', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'],
}

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

/** Returns the engines of a workload. */
export function enginesOf({ name, needs }: Pick<ServiceManifest, 'name' | 'needs'>): Engine[] {
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
    ...names.flatMap((name) => [toDns(name), scraped(name), toCollector(name)]),
    ...manifests.flatMap((manifest) => [
      ...enginesOf(manifest).map((engine) => toEngine(manifest.name, engine)),
      // Tokens are verified with the keys of identity; the gateway forwards the requests of the user pool to it.
      egress(`${manifest.name}-to-identity`, manifest.name, [{ podSelector: pods('identity') }], tcp(IDENTITY_PORT)),
      ingress(`identity-from-${manifest.name}`, 'identity', [{ podSelector: pods(manifest.name) }], tcp(IDENTITY_PORT)),
      ...manifest.needs.flatMap((need) => {
        const ports = OUTSIDE_PORTS[need]
        return ports
          ? [egress(`${manifest.name}-to-${need}`, manifest.name, [{ ipBlock: OUTSIDE }], tcp(...ports))]
          : []
      }),
      ...manifest.ports
        .filter(({ isPublic }) => isPublic)
        .map(({ port }) => ingress(`${manifest.name}-from-ingress`, manifest.name, [from('ingress')], tcp(port))),
    ]),
    toEngine('bus', 'nats'),
  ]
}

/** Returns the policies of the engines' namespace: which workloads may connect to each engine. */
export function enginePolicies(manifests: readonly ServiceManifest[]): KubernetesObject[] {
  const clients = [...manifests, { name: 'bus' as const, needs: [] }].map((each) => ({
    name: each.name,
    engines: enginesOf(each as ServiceManifest),
  }))
  return (Object.keys(POD_OF) as Engine[]).map((engine) => {
    const names = clients.filter(({ engines }) => engines.includes(engine)).map(({ name }) => name)
    const peers = {
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': NAMESPACE } },
      podSelector: { matchExpressions: [{ key: 'app.kubernetes.io/name', operator: 'In', values: names }] },
    }
    const rules = [
      { from: [peers], ports: tcp(PORT_OF[engine]) },
      // Members of one engine, and the operator that runs them.
      { from: [{ podSelector: {} }] },
      ...(engine === 'nats'
        ? [{ from: [from('autoscaling'), from('monitoring')], ports: tcp(NATS_MONITOR_PORT) }]
        : []),
    ]
    return policy(`${engine}-from-services`, POD_OF[engine], { policyTypes: ['Ingress'], ingress: rules }, ENGINES)
  })
}

function toEngine(name: string, engine: Engine): KubernetesObject {
  const engines = { matchLabels: { 'kubernetes.io/metadata.name': ENGINES } }
  const peer = { namespaceSelector: engines, podSelector: { matchLabels: POD_OF[engine] } }
  return egress(`${name}-to-${engine}`, name, [peer], tcp(PORT_OF[engine]))
}

function toDns(name: string): KubernetesObject {
  const system = { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } }
  const peer = { namespaceSelector: system, podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } } }
  return egress(`${name}-to-dns`, name, [peer], [{ protocol: 'UDP', port: 53 }, ...tcp(53)])
}

const scraped = (name: string) => ingress(`${name}-from-monitoring`, name, [from('monitoring')], tcp(probes.port))
const toCollector = (name: string) => egress(`${name}-to-tracing`, name, [from('tracing')], tcp(4318))

const egress = (name: string, pod: string, to: object[], ports: object[]) =>
  policy(name, pods(pod).matchLabels, { policyTypes: ['Egress'], egress: [{ to, ports }] })

const ingress = (name: string, pod: string, peers: object[], ports: object[]) =>
  policy(name, pods(pod).matchLabels, { policyTypes: ['Ingress'], ingress: [{ from: peers, ports }] })

const policy = (name: string, labels: object, spec: object, namespace = NAMESPACE) =>
  named(
    'networking.k8s.io/v1',
    'NetworkPolicy',
    name,
    { spec: { podSelector: Object.keys(labels).length > 0 ? { matchLabels: labels } : {}, ...spec } },
    undefined,
    namespace,
  )
