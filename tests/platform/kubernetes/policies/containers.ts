import type { Container, KubernetesObject } from '../objects.js'
import { changed, describe, forContainers, forPods, kindOf, type Policy } from './policy.js'

const SECRET_NAME = /secret|password|token|credential|_KEY$|_URI$/i
const MEGABYTES = { Mi: 1, Gi: 1024 }
const HEAP = { least: 0.65, most: 0.8 }

const portsOf = ({ ports = [] }: Container) => ports.flatMap(({ name, containerPort }) => [name, containerPort])
const probe = (kind: 'startupProbe' | 'livenessProbe' | 'readinessProbe'): Policy =>
  forContainers(
    kind.replace('Probe', '-port'),
    (container) => !portsOf(container).includes(container[kind]?.httpGet?.port),
    (container) => void (container[kind]!.httpGet!.port = 'nowhere'),
    ['Deployment'],
  )
const megabytes = (text = '') => {
  const [, number, unit] = /^(\d+)(Mi|Gi)$/.exec(text) ?? []
  return Number(number ?? NaN) * MEGABYTES[unit as 'Mi']
}
const heapOf = ({ env = [] }: Container) =>
  Number(/--max-old-space-size=(\d+)/.exec(env.find(({ name }) => name === 'NODE_OPTIONS')?.value ?? '')?.[1] ?? NaN)
const drops = ({ securityContext }: Container) => securityContext?.capabilities?.drop ?? []
const firstSecret = ({ env = [] }: Container) => env.find(({ valueFrom }) => valueFrom?.secretKeyRef)

/** Returns whether an object has the settings of the services; the other config map has the dashboards. */
const isSettings = ({ kind, metadata }: KubernetesObject) =>
  kind === 'ConfigMap' && !metadata.labels?.['grafana_dashboard']

/** Policies for containers: images, environment, resources, rights and probes. */
export const containerPolicies: Policy[] = [
  forContainers(
    'drop-net-raw-capability',
    (container) => !drops(container).some((name) => ['ALL', 'NET_RAW'].includes(name)),
    ({ securityContext }) => void (securityContext!.capabilities = { drop: ['CHOWN'] }),
  ),
  forContainers(
    'drop-all-capabilities',
    (container) => !drops(container).includes('ALL'),
    ({ securityContext }) => void (securityContext!.capabilities = { drop: ['NET_RAW'] }),
  ),
  forContainers(
    'duplicate-env-var',
    ({ env = [] }) => new Set(env.map(({ name }) => name)).size < env.length,
    ({ env }) => void env!.push(env![0]!),
  ),
  forContainers(
    'env-var-secret',
    ({ env = [] }, _, { facts }) =>
      env.some(({ name, value }) => value && (facts.secret.includes(name) || SECRET_NAME.test(name))),
    (container) => {
      const secret = firstSecret(container)!
      delete secret.valueFrom
      secret.value = 'in plain text'
    },
  ),
  forContainers(
    'latest-tag',
    ({ image }) => !/@sha256:|:(?!latest$)[^/:@]+$/.test(image),
    (container) => void (container.image = 'hissa:latest'),
  ),
  forContainers(
    'image-by-digest',
    ({ image }) => !/@sha256:[0-9a-f]{64}$/.test(image),
    (container) => void (container.image = 'hissa:1.2.3'),
  ),
  probe('startupProbe'),
  probe('livenessProbe'),
  probe('readinessProbe'),
  forContainers(
    'probes-have-different-meanings',
    ({ startupProbe, livenessProbe, readinessProbe }, _, { facts: { probes } }) =>
      startupProbe?.httpGet?.path !== probes.live ||
      livenessProbe?.httpGet?.path !== probes.live ||
      readinessProbe?.httpGet?.path !== probes.ready,
    // A liveness probe that asks the engines restarts every replica while one of them is down.
    ({ livenessProbe, readinessProbe }) => void (livenessProbe!.httpGet = { ...readinessProbe!.httpGet! }),
    ['Deployment'],
  ),
  forContainers(
    'three-probes',
    (container) => !(container.startupProbe && container.livenessProbe && container.readinessProbe),
    (container) => void delete container.startupProbe,
    ['Deployment'],
  ),
  forContainers(
    'no-read-only-root-fs',
    ({ securityContext }) => securityContext?.readOnlyRootFilesystem !== true,
    ({ securityContext }) => void delete securityContext!.readOnlyRootFilesystem,
  ),
  forContainers(
    'privilege-escalation-container',
    ({ securityContext }) => securityContext?.allowPrivilegeEscalation !== false,
    ({ securityContext }) => void delete securityContext!.allowPrivilegeEscalation,
  ),
  forContainers(
    'privileged-container',
    ({ securityContext }) => securityContext?.privileged === true,
    ({ securityContext }) => void (securityContext!.privileged = true),
  ),
  forContainers(
    'ssh-port',
    ({ ports = [] }) => ports.some(({ containerPort }) => containerPort === 22),
    ({ ports }) => void ports!.push({ name: 'ssh', containerPort: 22 }),
  ),
  forContainers(
    'unset-cpu-requirements',
    ({ resources }) => !resources?.requests?.['cpu'] || !resources.limits?.['cpu'],
    ({ resources }) => void delete resources!.requests!['cpu'],
  ),
  forContainers(
    'unset-memory-requirements',
    ({ resources }) => !resources?.requests?.['memory'] || !resources.limits?.['memory'],
    ({ resources }) => void delete resources!.limits!['memory'],
  ),
  forContainers(
    'memory-request-is-limit',
    ({ resources }) => resources?.requests?.['memory'] !== resources?.limits?.['memory'],
    ({ resources }) => void (resources!.requests!['memory'] = '64Mi'),
  ),
  forContainers(
    'heap-below-limit',
    (container) => {
      const share = heapOf(container) / megabytes(container.resources?.limits?.['memory'])
      return !(share >= HEAP.least && share <= HEAP.most)
    },
    ({ env }) => void (env!.find(({ name }) => name === 'NODE_OPTIONS')!.value = '--max-old-space-size=4096'),
  ),
  forContainers(
    'setting-exists',
    ({ env = [] }, { labels }, { facts }) =>
      env.some(({ name }) => !facts.settings[labels['app.kubernetes.io/name']!]?.includes(name)),
    ({ env }) => void env!.push({ name: 'MONGO_URL', value: 'of no service' }),
  ),
  forContainers(
    'no-local-setting',
    ({ env = [] }, _, { facts }) => env.some(({ name }) => facts.local.includes(name)),
    ({ env }) => void env!.push({ name: 'LOCAL_MODE', value: '1' }),
  ),
  forContainers(
    'required-settings-given',
    ({ env = [] }, { labels }, { facts }) =>
      (facts.required[labels['app.kubernetes.io/name']!] ?? []).some((key) => !env.some(({ name }) => name === key)),
    ({ env }) => void env!.splice(0, env!.length, ...env!.filter(({ name }) => name !== 'NATS_URL')),
  ),
  {
    id: 'in-production',
    check: (world) =>
      kindOf(world, 'ConfigMap')
        .filter((object) => isSettings(object) && object.data?.['NODE_ENV'] !== 'production')
        .map(describe),
    mutants: (world) =>
      changed(world, (object) => (isSettings(object) ? void (object.data!['NODE_ENV'] = 'development') : false)),
  },
  forContainers(
    'program-exists',
    ({ command = [] }, _, { facts }) => command[0] !== 'node' || !facts.programs.includes(command[1] ?? ''),
    ({ command }) => void (command![1] = 'services/nobody/dist/main.js'),
  ),
  forPods(
    'no-init-container',
    ({ initContainers = [] }) => initContainers.length > 0,
    (pod) => void (pod.initContainers = [pod.containers[0]!]),
  ),
]
