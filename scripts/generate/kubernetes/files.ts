import { probes, type ServiceManifest } from '@hissa/kernel'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
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
    'k8s/components/monitoring/monitors.yaml': documents([monitor(), rules(root)]),
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

/** Returns the alert rules as an object, so that there is one list of alerts. */
function rules(root: string): KubernetesObject {
  const { groups } = parse(readFileSync(join(root, 'deploy/observability/alerts.yml'), 'utf8')) as { groups: object[] }
  return named('monitoring.coreos.com/v1', 'PrometheusRule', 'alerts', { spec: { groups } })
}
