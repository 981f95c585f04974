/** The namespace of the services, and that of the engines, which charts of others create. */
export const NAMESPACE = 'hissa'
export const ENGINES = 'hissa-engines'

export interface KubernetesObject {
  apiVersion: string
  kind: string
  metadata: { name: string; namespace: string; labels: Record<string, string> }
  [part: string]: unknown
}

/** Returns the labels of what runs a workload, which `k8s/apply.sh` applies last. Preparation jobs have the name of their service, and so its network policies. */
export const labelsOf = (name: string, component: 'service' | 'preparation') => ({
  'app.kubernetes.io/name': name,
  'app.kubernetes.io/component': component,
  'app.kubernetes.io/part-of': 'hissa',
})

/** Returns an object of a kind with its name, labels and other parts. */
export function named(
  apiVersion: string,
  kind: string,
  name: string,
  parts: object,
  labels: Record<string, string> = { 'app.kubernetes.io/part-of': 'hissa' },
  namespace = NAMESPACE,
): KubernetesObject {
  return { apiVersion, kind, metadata: { name, namespace, labels }, ...parts }
}
