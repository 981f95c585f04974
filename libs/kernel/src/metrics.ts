import { Registry, collectDefaultMetrics } from 'prom-client'

export { Counter, Gauge, Histogram } from 'prom-client'
export const METRICS = Symbol('METRICS')
export type { Registry as MetricsRegistry } from 'prom-client'

/** Creates a separate registry for each service, so that several can run in one process. */
export function createMetrics(service: string, withProcessMetrics: boolean): Registry {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  if (withProcessMetrics) collectDefaultMetrics({ register: registry })
  return registry
}
