import { forContainers, forKind, forPods, isIn, kindOf, type Policy } from './policy.js'

const SENSITIVE = /^\/(boot|dev|etc|lib|proc|sys|usr)?$/
const SAFE_SYSCTLS = ['net.ipv4.ip_local_port_range', 'net.ipv4.tcp_syncookies']
const LONGEST_DRAIN_SECONDS = 40

const hostPath = (id: string, isBad: (path: string) => boolean, path: string): Policy =>
  forPods(
    id,
    ({ volumes = [] }) => volumes.some((volume) => isBad(volume.hostPath?.path ?? '')),
    (pod) => void (pod.volumes = [...(pod.volumes ?? []), { name: 'host', hostPath: { path } }]),
  )
const host = (id: string, key: 'hostIPC' | 'hostNetwork' | 'hostPID'): Policy =>
  forPods(
    id,
    (pod) => pod[key] === true,
    (pod) => void (pod[key] = true),
  )
const spread = (id: string, topologyKey: string): Policy =>
  forPods(
    id,
    ({ topologySpreadConstraints: all = [] }) => !all.some((constraint) => constraint.topologyKey === topologyKey),
    (pod) =>
      void (pod.topologySpreadConstraints = pod.topologySpreadConstraints!.filter(
        (c) => c.topologyKey !== topologyKey,
      )),
    ['Deployment'],
  )

/** Policies for pods, and for the deployments and jobs that make them. */
export const podPolicies: Policy[] = [
  forPods(
    'deprecated-service-account-field',
    ({ serviceAccount }) => serviceAccount !== undefined,
    (pod) => void (pod.serviceAccount = 'default'),
  ),
  hostPath('docker-sock', (path) => path.endsWith('docker.sock'), '/var/run/docker.sock'),
  hostPath('sensitive-host-mounts', (path) => path !== '' && SENSITIVE.test(path), '/etc'),
  host('host-ipc', 'hostIPC'),
  host('host-network', 'hostNetwork'),
  host('host-pid', 'hostPID'),
  forKind(
    'mismatching-selector',
    'Deployment',
    ({ spec }) => !isIn(spec.selector?.matchLabels, spec.template?.metadata.labels),
    ({ spec }) => void (spec.selector!.matchLabels = { 'app.kubernetes.io/name': 'nobody' }),
  ),
  spread('no-anti-affinity', 'kubernetes.io/hostname'),
  spread('spread-over-zones', 'topology.kubernetes.io/zone'),
  forPods(
    'non-existent-service-account',
    ({ serviceAccountName }, _, world) =>
      !kindOf(world, 'ServiceAccount').some(({ metadata }) => metadata.name === serviceAccountName),
    (pod) => void (pod.serviceAccountName = 'nobody'),
  ),
  forPods(
    'run-as-non-root',
    ({ securityContext }) => securityContext?.runAsNonRoot !== true || !(Number(securityContext.runAsUser) > 0),
    ({ securityContext }) => void (securityContext!.runAsUser = 0),
  ),
  forPods(
    'unsafe-sysctls',
    ({ securityContext }) => (securityContext?.sysctls ?? []).some(({ name }) => !SAFE_SYSCTLS.includes(name)),
    ({ securityContext }) => void (securityContext!.sysctls = [{ name: 'kernel.msgmax', value: '1' }]),
  ),
  forPods(
    'seccomp-runtime-default',
    ({ securityContext }) => securityContext?.seccompProfile?.type !== 'RuntimeDefault',
    ({ securityContext }) => void delete securityContext!.seccompProfile,
  ),
  forPods(
    'no-token-mounted',
    ({ automountServiceAccountToken }) => automountServiceAccountToken !== false,
    (pod) => void delete pod.automountServiceAccountToken,
  ),
  forPods(
    'no-service-links',
    ({ enableServiceLinks }) => enableServiceLinks !== false,
    (pod) => void delete pod.enableServiceLinks,
  ),
  forContainers(
    'pause-before-termination',
    ({ lifecycle }) => lifecycle?.preStop?.sleep?.seconds !== 5,
    (container) => void delete container.lifecycle,
    ['Deployment'],
  ),
  forPods(
    'drains-inside-the-grace-period',
    ({ terminationGracePeriodSeconds: seconds = 30, containers }) =>
      containers.some(({ lifecycle }) => seconds < (lifecycle?.preStop?.sleep?.seconds ?? 0) + LONGEST_DRAIN_SECONDS),
    (pod) => void (pod.terminationGracePeriodSeconds = 10),
    ['Deployment'],
  ),
  forKind(
    'rolls-without-a-missing-replica',
    'Deployment',
    ({ spec: { strategy } }) => strategy?.type !== 'RollingUpdate' || strategy.rollingUpdate?.maxUnavailable !== 0,
    ({ spec }) => void (spec.strategy = { type: 'Recreate' }),
  ),
  forKind(
    'job-ttl-seconds-after-finished',
    'Job',
    ({ spec }) => !(Number(spec.ttlSecondsAfterFinished) > 0),
    ({ spec }) => void delete spec.ttlSecondsAfterFinished,
  ),
  forKind(
    'job-is-repeatable',
    'Job',
    ({ spec }) =>
      !(Number(spec.backoffLimit) > 0) ||
      spec.template?.spec.restartPolicy !== 'Never' ||
      !spec.template.spec.containers[0]?.command?.includes('--prepare'),
    ({ spec }) => void spec.template!.spec.containers[0]!.command!.pop(),
  ),
]
