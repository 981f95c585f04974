import type { KubernetesObject, Labels, Rule } from '../objects.js'
import {
  changed,
  containersOf,
  describe,
  forContainers,
  forKind,
  isIn,
  kindOf,
  removed,
  workloadsOf,
  type Policy,
  type Workload,
  type World,
} from './policy.js'

const SCALERS = ['HorizontalPodAutoscaler', 'ScaledObject']
const NAME = 'app.kubernetes.io/name'

const deployments = (world: World) => workloadsOf(world).filter(({ owner }) => owner.kind === 'Deployment')
const selectedBy = (world: World, selector: Labels | undefined) =>
  deployments(world).filter(({ labels }) => isIn(selector, labels))
const portNames = (workload: Workload) =>
  containersOf(workload).flatMap(({ ports = [] }) => ports.flatMap(({ name, containerPort }) => [name, containerPort]))
const serviceNamed = (world: World, name: string) =>
  kindOf(world, 'Service').find((service) => service.metadata.name === name)
const scalersOf = (world: World, name: string) =>
  kindOf(world, ...SCALERS).filter(({ spec }) => spec.scaleTargetRef?.name === name)
const leastOf = ({ spec }: KubernetesObject) => spec.minReplicas ?? spec.minReplicaCount ?? 0
const rename = (target: { name: string } | undefined) => void (target!.name = 'nobody')

const nameOf = (labels: Labels = {}) =>
  labels['hissa-access'] ?? labels['k8s-app'] ?? labels['release'] ?? labels['app'] ?? labels[NAME] ?? '*'
/** Returns the peers of a rule in words: a workload, an engine, `outside`, `inside`, or the access of a namespace. */
const peersOf = (peers: Rule['to'] = []) => [
  ...new Set(
    peers.flatMap(({ podSelector, namespaceSelector, ipBlock }) => {
      if (ipBlock) return [ipBlock.cidr === '0.0.0.0/0' ? 'outside' : 'inside']
      const [names] = podSelector?.matchExpressions ?? []
      return names?.values ?? [nameOf({ ...namespaceSelector?.matchLabels, ...podSelector?.matchLabels })]
    }),
  ),
]

/** Returns the connections that a policy allows. */
function edgesOf({ spec }: KubernetesObject): string[] {
  const own = nameOf(spec.podSelector?.matchLabels)
  const list = (rules: Rule[] = [], peers: (rule: Rule) => string[], words: (peer: string) => string) =>
    rules.flatMap((rule) => peers(rule).flatMap((peer) => portsOf(rule).map((port) => `${words(peer)}:${port}`)))
  return [
    ...list(
      spec.egress,
      ({ to }) => peersOf(to),
      (peer) => `out ${own}>${peer}`,
    ),
    ...list(
      spec.ingress,
      ({ from }) => peersOf(from),
      (peer) => `in ${own}<${peer}`,
    ),
  ]
}
const portsOf = ({ ports }: Rule) => [...new Set((ports ?? []).map(({ port }) => port).concat(ports ? [] : NaN))]

const isDenial = ({ spec }: KubernetesObject) =>
  Object.keys(spec.podSelector ?? {}).length === 0 &&
  ['Ingress', 'Egress'].every((type) => spec.policyTypes?.includes(type)) &&
  !spec.ingress &&
  !spec.egress
const isOf = (namespace: string) => (object: KubernetesObject) =>
  object.kind === 'NetworkPolicy' && object.metadata.namespace === namespace
const ofServices = isOf('hissa')
const ofEngines = isOf('hissa-engines')
const isDenialOfPods = (object: KubernetesObject) => object.kind === 'NetworkPolicy' && isDenial(object)

/** A policy that the connections of a namespace are exactly those of the facts. */
const exactEdges = (
  id: string,
  isOne: (object: KubernetesObject) => boolean,
  key: 'edges' | 'engineEdges',
): Policy => ({
  id,
  check: (world) => {
    const found = world.objects.filter(isOne).flatMap(edgesOf)
    const edges = world.facts[key]
    return [
      ...edges.filter((edge) => !found.includes(edge)).map((edge) => `not allowed: ${edge}`),
      ...found.filter((edge) => !edges.includes(edge)).map((edge) => `not needed: ${edge}`),
      ...found.filter((edge, i) => found.indexOf(edge) !== i).map((edge) => `allowed twice: ${edge}`),
    ]
  },
  mutants: (world) => [
    ...removed(world, (object) => isOne(object) && !isDenial(object)),
    ...changed(world, (object) => {
      const [rule] = object.spec?.egress ?? object.spec?.ingress ?? []
      return isOne(object) && rule?.ports ? void delete rule.ports : false
    }),
  ],
})

/** Policies about the references between objects, and between objects and code. */
export const graphPolicies: Policy[] = [
  forKind(
    'dangling-service',
    'Service',
    ({ spec }, world) => selectedBy(world, spec.selector).length === 0,
    ({ spec }) => void ((spec.selector as Labels)[NAME] = 'nobody'),
  ),
  forKind(
    'invalid-target-ports',
    'Service',
    ({ spec }, world) =>
      selectedBy(world, spec.selector).some((workload) =>
        spec.ports?.some(({ targetPort }) => !portNames(workload).includes(targetPort)),
      ),
    ({ spec }) => void (spec.ports![0]!.targetPort = 'nowhere'),
  ),
  {
    id: 'no-extensions-v1beta',
    check: ({ objects }) => objects.filter(({ apiVersion }) => /^extensions\/v1beta/.test(apiVersion)).map(describe),
    mutants: (world) => changed(world, (object) => void (object.apiVersion = 'extensions/v1beta1')),
  },
  {
    id: 'use-namespace',
    check: (world) => {
      const known = kindOf(world, 'Namespace').map(({ metadata }) => metadata.name)
      return world.objects
        .filter(({ kind, metadata }) => kind !== 'Namespace' && !known.includes(metadata.namespace ?? 'default'))
        .map(describe)
    },
    mutants: (world) =>
      changed(world, ({ kind, metadata }) => (kind === 'Namespace' ? false : void delete metadata.namespace)),
  },
  {
    id: 'namespace-is-restricted',
    check: (world) =>
      kindOf(world, 'Namespace')
        .filter(({ metadata }) => metadata.name === 'hissa')
        .filter(({ metadata }) => metadata.labels?.['pod-security.kubernetes.io/enforce'] !== 'restricted')
        .map(describe),
    mutants: (world) =>
      changed(world, ({ kind, metadata }) =>
        kind === 'Namespace' && metadata.name === 'hissa'
          ? void (metadata.labels!['pod-security.kubernetes.io/enforce'] = 'baseline')
          : false,
      ),
  },
  forKind(
    'pdb-max-unavailable',
    'PodDisruptionBudget',
    ({ spec }) => spec.maxUnavailable === 0 || spec.maxUnavailable === '0%',
    ({ spec }) => void (spec.maxUnavailable = 0),
  ),
  forKind(
    'pdb-min-available',
    'PodDisruptionBudget',
    ({ spec }) => spec.minAvailable === '100%' || Number(spec.minAvailable) >= 2,
    ({ spec }) => void (spec.minAvailable = 2),
  ),
  forKind(
    'pdb-unhealthy-pod-eviction-policy',
    'PodDisruptionBudget',
    ({ spec }) => spec.unhealthyPodEvictionPolicy !== 'AlwaysAllow',
    ({ spec }) => void delete spec.unhealthyPodEvictionPolicy,
  ),
  {
    id: 'pdb-covers-one-workload',
    check: (world) => {
      const budgets = kindOf(world, 'PodDisruptionBudget').map(({ spec }) => spec.selector?.matchLabels)
      const wide = budgets
        .filter((labels) => selectedBy(world, labels).length !== 1)
        .map(() => 'a budget of none or several')
      const bare = deployments(world).filter(
        ({ labels }) => budgets.filter((budget) => isIn(budget, labels)).length !== 1,
      )
      return [...wide, ...bare.map(({ owner }) => describe(owner))]
    },
    mutants: (world) => [
      ...removed(world, ({ kind }) => kind === 'PodDisruptionBudget'),
      ...changed(world, ({ kind, spec }) =>
        kind === 'PodDisruptionBudget' ? void (spec.selector!.matchLabels![NAME] = 'nobody') : false,
      ),
    ],
  },
  {
    id: 'two-replicas',
    check: (world) =>
      deployments(world)
        .filter(({ name, owner }) => {
          const least = scalersOf(world, name).map(leastOf)
          return Math.min(...least, owner.spec.replicas ?? (least.length > 0 ? 2 : 1)) < 2
        })
        .map(({ owner }) => describe(owner)),
    mutants: (world) =>
      changed(world, ({ kind, spec }) => {
        if (kind === 'Deployment') spec.replicas = 1
        else if (kind === 'ScaledObject') spec.minReplicaCount = 0
        else if (kind === 'HorizontalPodAutoscaler') spec.minReplicas = 1
        else return false
        return undefined
      }),
  },
  {
    id: 'one-scaler-for-each-target',
    check: (world) => {
      const names = kindOf(world, ...SCALERS).map(({ spec }) => spec.scaleTargetRef?.name)
      const targets = deployments(world).map(({ name }) => name)
      return names
        .filter((name, i) => !targets.includes(name ?? '') || names.indexOf(name) !== i)
        .map((name) => `scaler of ${name}`)
    },
    mutants: (world) => [
      ...changed(world, ({ kind, spec }) => (SCALERS.includes(kind) ? rename(spec.scaleTargetRef) : false)),
      ...kindOf(world, ...SCALERS).map((scaler) => ({
        what: `a second ${describe(scaler)}`,
        world: { ...world, objects: [...world.objects, { ...scaler, kind: 'HorizontalPodAutoscaler' }] },
      })),
    ],
  },
  {
    id: 'scaled-by-the-lag-of-every-consumer',
    check: (world) =>
      Object.entries(world.facts.consumers).flatMap(([service, consumers]) => {
        const [scaler] = scalersOf(world, service)
        const triggers = (scaler?.spec.triggers ?? []).filter(({ type }) => type === 'nats-jetstream')
        const named = triggers.map(({ metadata: { stream, consumer } }) => `${stream} ${consumer}`)
        const isWhole = triggers.every(({ metadata }) => metadata['lagThreshold'] && metadata['activationLagThreshold'])
        return isWhole && [...named].sort().join() === [...consumers].sort().join() ? [] : [`scaler of ${service}`]
      }),
    mutants: (world) => [
      ...changed(world, ({ kind, spec }) => (kind === 'ScaledObject' ? void spec.triggers!.pop() : false)),
      ...changed(world, ({ kind, spec }) =>
        kind === 'ScaledObject' ? void delete spec.triggers!.at(-1)!.metadata['activationLagThreshold'] : false,
      ),
    ],
  },
  forContainers(
    'references-exist',
    ({ env = [] }, _, world) =>
      env.some(({ valueFrom: { configMapKeyRef: map, secretKeyRef: secret } = {} }) => {
        if (map && !map.optional)
          return !kindOf(world, 'ConfigMap').some(
            ({ metadata, data }) => metadata.name === map.name && map.key in data!,
          )
        if (!secret || secret.optional) return false
        const source = kindOf(world, 'ExternalSecret').find(({ spec }) => spec.target?.name === secret.name)
        return !source?.spec.data?.some(({ secretKey }) => secretKey === secret.key)
      }),
    ({ env }) => void (env!.find(({ valueFrom }) => valueFrom?.secretKeyRef)!.valueFrom!.secretKeyRef!.key = 'NOTHING'),
  ),
  {
    id: 'no-secret-in-git',
    check: (world) => kindOf(world, 'Secret').map(describe),
    mutants: (world) =>
      changed(world, (object) => (object.kind === 'ExternalSecret' ? void (object.kind = 'Secret') : false)),
  },
  {
    id: 'default-deny-in-both-directions',
    check: (world) =>
      [ofServices, ofEngines].flatMap((isOne) =>
        world.objects.filter(isOne).some(isDenial) ? [] : ['a namespace without a default denial'],
      ),
    mutants: (world) => [
      ...removed(world, isDenialOfPods),
      ...changed(world, (object) => (isDenialOfPods(object) ? void (object.spec.policyTypes = ['Ingress']) : false)),
    ],
  },
  exactEdges('one-policy-for-each-edge-of-the-code', ofServices, 'edges'),
  exactEdges('one-policy-for-each-edge-of-the-engines', ofEngines, 'engineEdges'),
  {
    id: 'network-policy-selects-a-workload',
    check: (world) =>
      world.objects
        .filter((object) => ofServices(object) && !isDenial(object))
        .filter(({ spec }) => selectedBy(world, spec.podSelector?.matchLabels).length !== 1)
        .map(describe),
    mutants: (world) =>
      changed(world, (object) =>
        ofServices(object) && !isDenial(object)
          ? void (object.spec.podSelector!.matchLabels = { [NAME]: 'nobody' })
          : false,
      ),
  },
  {
    id: 'routes-reach-a-port',
    check: (world) =>
      kindOf(world, 'HTTPRoute').flatMap(({ spec }) => [
        ...(spec.rules ?? [])
          .flatMap(({ backendRefs = [] }) => backendRefs)
          .filter(({ name, port }) => !serviceNamed(world, name)?.spec.ports?.some((each) => each.port === port))
          .map(({ name, port }) => `no ${name}:${port}`),
        ...(spec.parentRefs ?? [])
          .filter(({ name, sectionName }) => {
            const parent = kindOf(world, 'Gateway').find(({ metadata }) => metadata.name === name)
            return !parent?.spec.listeners?.some((listener) => listener.name === sectionName)
          })
          .map(({ name }) => `no listener of ${name}`),
      ]),
    mutants: (world) => [
      ...changed(world, ({ kind, spec }) => {
        const backend = spec?.rules?.[0]?.backendRefs?.[0]
        return kind === 'HTTPRoute' && backend ? void (backend.port = 1) : false
      }),
      ...changed(world, ({ kind, spec }) => (kind === 'HTTPRoute' ? rename(spec.parentRefs![0]) : false)),
    ],
  },
  {
    id: 'monitor-reaches-every-workload',
    check: (world) => {
      const monitors = kindOf(world, 'ServiceMonitor')
      const reaches = (service: KubernetesObject) =>
        monitors.some(({ spec: { selector, endpoints = [] } }) =>
          endpoints.some(
            ({ port, path }) =>
              path === world.facts.probes.metrics &&
              isIn(selector?.matchLabels, service.metadata.labels) &&
              service.spec.ports?.some(({ name }) => name === port),
          ),
        )
      return deployments(world)
        .filter(({ name }) => !(serviceNamed(world, name) && reaches(serviceNamed(world, name)!)))
        .map(({ owner }) => describe(owner))
    },
    mutants: (world) => [
      ...changed(world, ({ kind, spec }) =>
        kind === 'ServiceMonitor' ? void (spec.endpoints![0]!.path = '/stats') : false,
      ),
      ...changed(world, ({ kind, spec }) => (kind === 'Service' ? void spec.ports!.pop() : false)),
    ],
  },
]
