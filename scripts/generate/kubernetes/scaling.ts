import { reactions } from '@hissa/contracts/bus'
import type { ServiceManifest } from '@hissa/kernel'
import { ENGINES, labelsOf, named, type KubernetesObject } from './objects.js'

const LEAST = 2
const MOST = 6
const CPU_PERCENT = '70'
const LAG = '100'
const ACTIVATION_LAG = '10'

/**
 * Returns what scales each service: KEDA by the lag of its durable consumers and by processor time, or without consumers
 * an autoscaler by processor time. Never both for one service.
 */
export function scalers(manifests: readonly ServiceManifest[]): KubernetesObject[] {
  return manifests.map(({ name }) =>
    Object.keys(reactions[name]).length > 0 ? scaledObject(name, Object.entries(reactions[name])) : autoscaler(name),
  )
}

function autoscaler(name: string): KubernetesObject {
  const spec = {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
    minReplicas: LEAST,
    maxReplicas: MOST,
    metrics: [
      {
        type: 'Resource',
        resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: Number(CPU_PERCENT) } },
      },
    ],
  }
  return named('autoscaling/v2', 'HorizontalPodAutoscaler', name, { spec }, labelsOf(name, 'service'))
}

function scaledObject(name: string, consumers: [string, { type: string }][]): KubernetesObject {
  const lag = ([consumer, { type }]: [string, { type: string }]) => ({
    type: 'nats-jetstream',
    metadata: {
      natsServerMonitoringEndpoint: `nats-headless.${ENGINES}.svc:8222`,
      account: '$G',
      stream: `HISSA_${type.slice(0, type.indexOf('.')).toUpperCase()}`,
      consumer,
      lagThreshold: LAG,
      activationLagThreshold: ACTIVATION_LAG,
    },
  })
  const spec = {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
    minReplicaCount: LEAST,
    maxReplicaCount: MOST,
    triggers: [{ type: 'cpu', metricType: 'Utilization', metadata: { value: CPU_PERCENT } }, ...consumers.map(lag)],
  }
  return named('keda.sh/v1alpha1', 'ScaledObject', name, { spec }, labelsOf(name, 'service'))
}
