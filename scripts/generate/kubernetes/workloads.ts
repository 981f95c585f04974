import { LOCAL_SETTINGS, probes, settingsOf, type ServiceManifest } from '@hissa/kernel'
import { labelsOf, named, type KubernetesObject } from './objects.js'

const MEGABYTES = 768
const BUS_MEGABYTES = 256
/** Share of the memory limit that the heap may use; buffers, threads and code need the rest. */
const HEAP_SHARE = 0.75
const PRE_STOP_SECONDS = 5
const GRACE_SECONDS = 60

/** A process that the cluster runs: a service, or the operator of the bus. */
export interface Workload {
  name: string
  program: string
  memoryMegabytes: number
  env: object[]
  ports: { name: string; port: number }[]
}

/** Values that are the same wherever the platform runs in a cluster; each service receives those that it declares. */
const VALUES: Readonly<Record<string, string>> = {
  HEALTH_PORT: String(probes.port),
  // The pause before SIGTERM (preStop) takes its place, for services without HTTP too.
  DRAIN_DELAY_MS: '0',
  IDENTITY_HTTP_URL: 'http://identity:9230',
  WEB_DIST: '/app/web/dist',
}

/** What AWS's SDK reads from the environment, for object storage and for keys in KMS. With a role of the pod, nothing. */
export const awsSettings = { plain: ['AWS_REGION'], secret: ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] }

export const usesAws = ({ needs }: ServiceManifest) => needs.includes('storage') || needs.includes('chain')

/** Returns the names of the secrets of a service, each with whether the service needs it. */
export function secretsOf(manifest: ServiceManifest): { name: string; isRequired: boolean }[] {
  const own = settingsOf(manifest).filter(({ name, secret }) => secret && !isLocal(name))
  const aws = usesAws(manifest) ? awsSettings.secret : []
  return [...own, ...aws.map((name) => ({ name, isRequired: false }))]
}

const isLocal = (name: string) => (LOCAL_SETTINGS as readonly string[]).includes(name)

/** Returns the workload of a service: every setting has a fixed value, or comes from `settings` or its own secret. */
export function workloadOf(manifest: ServiceManifest): Workload {
  const { name, ports } = manifest
  const own = Object.fromEntries(
    ports.flatMap(({ setting, hostSetting, port }) => [
      [setting, String(port)],
      [hostSetting, '0.0.0.0'],
    ]),
  )
  const secrets = secretsOf(manifest)
  const settings = settingsOf(manifest).filter((setting) => !isLocal(setting.name) && !setting.secret)
  const plain = settings.map((setting) => {
    const value = own[setting.name] ?? VALUES[setting.name]
    return value === undefined
      ? fromSettings(setting.name, setting.isRequired || setting.name === 'NODE_ENV')
      : { name: setting.name, value }
  })
  const aws = usesAws(manifest) ? awsSettings.plain.map((setting) => fromSettings(setting, false)) : []
  return {
    name,
    program: `services/${name}/dist/main.js`,
    memoryMegabytes: MEGABYTES,
    env: [...plain, ...aws, ...secrets.map((secret) => fromSecret(name, secret.name, secret.isRequired))],
    ports: [...ports.map(({ port }) => ({ name: 'http', port })), { name: 'health', port: probes.port }],
  }
}

/** The operator of the bus, which is no service and has no manifest. */
export const busWorkload: Workload = {
  name: 'bus',
  program: 'libs/messaging/dist/bus/main.js',
  memoryMegabytes: BUS_MEGABYTES,
  env: [
    { name: 'HEALTH_PORT', value: String(probes.port) },
    fromSettings('LOG_LEVEL', false),
    fromSettings('NATS_REPLICAS', false),
    fromSecret('bus', 'NATS_URL', true),
  ],
  ports: [{ name: 'health', port: probes.port }],
}

function fromSettings(name: string, isRequired: boolean) {
  return {
    name,
    valueFrom: { configMapKeyRef: { name: 'settings', key: name, ...(!isRequired && { optional: true }) } },
  }
}

function fromSecret(secret: string, name: string, isRequired: boolean) {
  return { name, valueFrom: { secretKeyRef: { name: secret, key: name, ...(!isRequired && { optional: true }) } } }
}

/** Returns everything that runs one workload: account, deployment, service and disruption budget. */
export function objectsOf(workload: Workload): KubernetesObject[] {
  const { name, ports } = workload
  const selector = labelsOf(name, 'service')
  const budget = {
    ...{ maxUnavailable: 1, unhealthyPodEvictionPolicy: 'AlwaysAllow' },
    selector: { matchLabels: selector },
  }
  return [
    named('v1', 'ServiceAccount', name, { automountServiceAccountToken: false }),
    deployment(workload, selector),
    named('v1', 'Service', name, { spec: { selector, ports: ports.map(servicePort) } }),
    named('policy/v1', 'PodDisruptionBudget', name, { spec: budget }),
  ]
}

const servicePort = ({ name, port }: { name: string; port: number }) => ({ name, port, targetPort: name })

function deployment(workload: Workload, labels: Record<string, string>): KubernetesObject {
  const spread = (topologyKey: string, whenUnsatisfiable: string) => ({
    ...{ maxSkew: 1, topologyKey, whenUnsatisfiable, labelSelector: { matchLabels: labels } },
    matchLabelKeys: ['pod-template-hash'],
  })
  const spec = {
    replicas: 2,
    revisionHistoryLimit: 5,
    minReadySeconds: 5,
    progressDeadlineSeconds: 600,
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
    selector: { matchLabels: labels },
    template: {
      metadata: { labels },
      spec: {
        ...podOf(workload, { lifecycle: { preStop: { sleep: { seconds: PRE_STOP_SECONDS } } }, ...probesOf() }, []),
        terminationGracePeriodSeconds: GRACE_SECONDS,
        topologySpreadConstraints: [
          spread('topology.kubernetes.io/zone', 'ScheduleAnyway'),
          spread('kubernetes.io/hostname', 'DoNotSchedule'),
        ],
      },
    },
  }
  return named('apps/v1', 'Deployment', workload.name, { spec }, labels)
}

/** Startup waits for the first answer, liveness asks nothing of an engine, and readiness ends when the process drains. */
function probesOf() {
  const get = (path: string) => ({ httpGet: { path, port: 'health' } })
  return {
    startupProbe: { ...get(probes.live), periodSeconds: 2, timeoutSeconds: 2, failureThreshold: 90 },
    livenessProbe: { ...get(probes.live), periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 6 },
    readinessProbe: { ...get(probes.ready), periodSeconds: 5, timeoutSeconds: 3, failureThreshold: 2 },
  }
}

/** Returns a job that starts a workload with `--prepare`: it creates what is missing, migrates, and exits. */
export function preparation(workload: Workload, name: string): KubernetesObject {
  const labels = labelsOf(workload.name, 'preparation')
  const spec = {
    backoffLimit: 6,
    activeDeadlineSeconds: 900,
    ttlSecondsAfterFinished: 86_400,
    template: { metadata: { labels }, spec: { ...podOf(workload, {}, ['--prepare']), restartPolicy: 'Never' } },
  }
  return named('batch/v1', 'Job', name, { spec }, labels)
}

function podOf({ name, program, memoryMegabytes, env, ports }: Workload, more: object, args: string[]) {
  const heap = Math.floor(memoryMegabytes * HEAP_SHARE)
  const options = `--enable-source-maps --max-semi-space-size=8 --max-old-space-size=${heap}`
  return {
    serviceAccountName: name,
    automountServiceAccountToken: false,
    // They would be in the environment as IDENTITY_PORT and the like, which are names of our settings.
    enableServiceLinks: false,
    securityContext: {
      ...{ runAsNonRoot: true, runAsUser: 1000, runAsGroup: 1000 },
      seccompProfile: { type: 'RuntimeDefault' },
    },
    containers: [
      {
        name,
        image: 'hissa',
        command: ['node', program, ...args],
        env: [{ name: 'NODE_OPTIONS', value: options }, ...env],
        ports: ports.map((port) => ({ name: port.name, containerPort: port.port })),
        resources: {
          requests: { cpu: '250m', memory: `${memoryMegabytes}Mi` },
          limits: { cpu: '2', memory: `${memoryMegabytes}Mi` },
        },
        securityContext: {
          ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
        },
        volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }],
        ...more,
      },
    ],
    volumes: [{ name: 'tmp', emptyDir: { sizeLimit: '256Mi' } }],
  }
}
