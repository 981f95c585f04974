import { probes, type ServiceManifest } from '@hissa/kernel'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse, stringify } from 'yaml'
import { dashboardFiles } from '../observability/dashboards.js'
import { enginePolicies, networkPolicies } from './network.js'
import { ENGINES, named, NAMESPACE, type KubernetesObject } from './objects.js'
import { scalers } from './scaling.js'
import { busWorkload, objectsOf, preparation, secretsOf, workloadOf } from './workloads.js'

const HEAD = '# Made from the manifests of the services and the contracts by `npm run generate`; change it there.\n'

/** Returns the files below k8s/ that follow from the manifests and the contracts, as text by path. */
export function kubernetesFiles(manifests: readonly ServiceManifest[], root: string): Record<string, string> {
  const workloads = [...manifests.map(workloadOf), busWorkload]
  const stores = manifests.filter(({ needs }) => needs.includes('mongodb'))
  const resources = ['namespaces', ...workloads.map(({ name }) => name), 'jobs']
  return {
    'k8s/base/kustomization.yaml': kustomization(resources),
    'k8s/base/namespaces.yaml': documents(namespaces()),
    ...Object.fromEntries(workloads.map((each) => [`k8s/base/${each.name}.yaml`, documents(objectsOf(each))])),
    'k8s/base/jobs.yaml': documents([
      preparation(busWorkload, 'prepare-streams'),
      ...stores.map((manifest) => preparation(workloadOf(manifest), `migrate-${manifest.name}`)),
    ]),
    'k8s/components/network-policies/services.yaml': documents(networkPolicies(manifests)),
    'k8s/components/network-policies/engines.yaml': documents(enginePolicies(manifests)),
    'k8s/components/autoscaling/scalers.yaml': documents(scalers(manifests)),
    'k8s/components/external-secrets/secrets.yaml': documents([
      ...manifests.map((manifest) => externalSecret(manifest.name, secretsOf(manifest))),
      externalSecret('bus', [{ name: 'NATS_URL', isRequired: true }]),
    ]),
    'k8s/components/monitoring/monitors.yaml': documents([
      monitor(),
      rules(root, 'alerts', 'alerts.yml'),
      rules(root, 'objectives', 'slo.yml'),
    ]),
    'k8s/components/monitoring/dashboards.yaml': documents([dashboards()]),
  }
}

const documents = (objects: object[]) =>
  HEAD +
  objects
    .map((object) => stringify(object, { lineWidth: 0, aliasDuplicateObjects: false, singleQuote: true }))
    .join('---\n')

const kustomization = (names: string[]) =>
  documents([
    {
      apiVersion: 'kustomize.config.k8s.io/v1beta1',
      kind: 'Kustomization',
      resources: names.map((name) => `${name}.yaml`),
    },
  ])

/** The services' namespace admits only restricted pods. Charts decide about the engines', which warns of others. */
function namespaces(): object[] {
  const space = (name: string, enforce: string) => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: {
      name,
      labels: {
        'app.kubernetes.io/part-of': 'hissa',
        'pod-security.kubernetes.io/enforce': enforce,
        'pod-security.kubernetes.io/warn': 'restricted',
      },
    },
  })
  return [space(NAMESPACE, 'restricted'), space(ENGINES, 'baseline')]
}

/** Returns the request for the secrets of a service. Optional ones are added by an overlay that uses them. */
function externalSecret(name: string, secrets: { name: string; isRequired: boolean }[]): KubernetesObject {
  const required = secrets.filter(({ isRequired }) => isRequired)
  const spec = {
    refreshInterval: '1h',
    secretStoreRef: { kind: 'ClusterSecretStore', name: 'hissa' },
    target: { name, creationPolicy: 'Owner' },
    data: required.map(({ name: key }) => ({ secretKey: key, remoteRef: { key: `hissa/${name}`, property: key } })),
  }
  return named('external-secrets.io/v1', 'ExternalSecret', name, { spec })
}

function monitor(): KubernetesObject {
  const spec = {
    namespaceSelector: { matchNames: [NAMESPACE] },
    selector: { matchLabels: { 'app.kubernetes.io/part-of': 'hissa' } },
    endpoints: [{ port: 'health', path: probes.metrics, interval: '30s', scrapeTimeout: '10s' }],
  }
  return named('monitoring.coreos.com/v1', 'ServiceMonitor', 'services', { spec })
}

/** Returns the rules of a file of Prometheus as an object, so that there is one list of alerts. */
function rules(root: string, name: string, file: string): KubernetesObject {
  const { groups } = parse(readFileSync(join(root, 'deploy/observability', file), 'utf8')) as { groups: object[] }
  return named('monitoring.coreos.com/v1', 'PrometheusRule', name, { spec: { groups } })
}

/** Returns the dashboards as a config map for the sidecar of Grafana's chart, which finds it by its label. */
function dashboards(): KubernetesObject {
  const data = Object.fromEntries(Object.entries(dashboardFiles()).map(([path, text]) => [basename(path), text]))
  const object = named('v1', 'ConfigMap', 'dashboards', { data: compact(data) })
  return { ...object, metadata: { ...object.metadata, labels: { ...object.metadata.labels, grafana_dashboard: '1' } } }
}

const compact = (files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [name, JSON.stringify(JSON.parse(text))]))
