import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { parseAllDocuments } from 'yaml'

export type Labels = Record<string, string>

export interface Env {
  name: string
  value?: string
  valueFrom?: { configMapKeyRef?: KeyRef; secretKeyRef?: KeyRef }
}
interface KeyRef {
  name: string
  key: string
  optional?: boolean
}

export interface Probe {
  httpGet?: { path: string; port: string | number }
}

export interface Container {
  name: string
  image: string
  command?: string[]
  env?: Env[]
  ports?: { name?: string; containerPort: number }[]
  volumeMounts?: { name: string; mountPath: string }[]
  resources?: { requests?: Labels; limits?: Labels }
  securityContext?: {
    allowPrivilegeEscalation?: boolean
    privileged?: boolean
    readOnlyRootFilesystem?: boolean
    capabilities?: { drop?: string[] }
  }
  lifecycle?: { preStop?: { sleep?: { seconds: number } } }
  startupProbe?: Probe
  livenessProbe?: Probe
  readinessProbe?: Probe
}

export interface Pod {
  serviceAccount?: string
  serviceAccountName?: string
  automountServiceAccountToken?: boolean
  enableServiceLinks?: boolean
  hostIPC?: boolean
  hostNetwork?: boolean
  hostPID?: boolean
  restartPolicy?: string
  terminationGracePeriodSeconds?: number
  securityContext?: {
    runAsNonRoot?: boolean
    runAsUser?: number
    seccompProfile?: { type: string }
    sysctls?: { name: string; value: string }[]
  }
  topologySpreadConstraints?: { topologyKey: string; whenUnsatisfiable: string }[]
  containers: Container[]
  initContainers?: Container[]
  volumes?: { name: string; hostPath?: { path: string } }[]
}

interface Peer {
  podSelector?: { matchLabels?: Labels; matchExpressions?: { values: string[] }[] }
  namespaceSelector?: { matchLabels?: Labels }
  ipBlock?: { cidr: string }
}
export interface Rule {
  from?: Peer[]
  to?: Peer[]
  ports?: { port: number }[]
}

/** An object of the cluster, with the parts that the policies read. */
export interface KubernetesObject {
  apiVersion: string
  kind: string
  metadata: { name: string; namespace?: string; labels?: Labels }
  automountServiceAccountToken?: boolean
  data?: Labels
  spec: {
    replicas?: number
    strategy?: { type?: string; rollingUpdate?: { maxUnavailable?: number | string } }
    selector?: { matchLabels?: Labels } & Labels
    template?: { metadata: { labels: Labels }; spec: Pod }
    ports?: { name: string; port: number; targetPort: string | number }[]
    maxUnavailable?: number | string
    minAvailable?: number | string
    unhealthyPodEvictionPolicy?: string
    backoffLimit?: number
    ttlSecondsAfterFinished?: number
    scaleTargetRef?: { kind: string; name: string }
    minReplicas?: number
    minReplicaCount?: number
    triggers?: { type: string; metadata: Labels }[]
    policyTypes?: string[]
    podSelector?: { matchLabels?: Labels }
    ingress?: Rule[]
    egress?: Rule[]
    target?: { name: string }
    parentRefs?: { name: string; sectionName: string }[]
    rules?: { backendRefs?: { name: string; port: number }[] }[]
    listeners?: { name: string }[]
    endpoints?: { port: string; path: string }[]
    data?: { secretKey: string }[]
  }
}

/** Parses documents of YAML. */
export const parsed = (text: string): KubernetesObject[] =>
  parseAllDocuments(text).map((document) => document.toJS() as KubernetesObject)

/** Renders an overlay as the cluster would receive it. */
export const rendered = (folder: string): KubernetesObject[] =>
  parsed(execFileSync('kubectl', ['kustomize', folder], { encoding: 'utf8', maxBuffer: 2 ** 26 }))

/** Returns a function that lists the ways in which an object differs from the schema of its kind. */
export function schemaErrorsOf(folder: string): (object: KubernetesObject) => string[] {
  const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as object
  const index = read('index.json') as Record<string, { definition?: string; file?: string }>
  const ajv = new Ajv({ strict: false, allErrors: true, useDefaults: true })
  ;(formats as unknown as (to: Ajv) => void)(ajv)
  ajv.addSchema(read('definitions.json'), 'd')
  const compiled = new Map<string, ReturnType<Ajv['compile']>>()
  return (object) => {
    const kind = `${object.apiVersion}/${object.kind}`
    const { definition, file } = index[kind] ?? {}
    if (!definition && !file) return [`${kind}: unknown kind`]
    const check = compiled.get(kind) ?? ajv.compile(file ? read(file) : { $ref: `d#/definitions/${definition}` })
    compiled.set(kind, check)
    if (check(structuredClone(object))) return []
    return (check.errors ?? []).map(
      ({ instancePath, message }) => `${kind} ${object.metadata?.name}${instancePath} ${message}`,
    )
  }
}
