import { Registry, collectDefaultMetrics } from 'prom-client'

export { Counter, Gauge, Histogram } from 'prom-client'
export const METRICS = Symbol('METRICS')
export type { Registry as MetricsRegistry } from 'prom-client'

/** A registry of its own for each service, so that several can live in one process. */
export function createMetrics(service: string, withProcessMetrics: boolean): Registry {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  if (withProcessMetrics) collectDefaultMetrics({ register: registry })
  return registry
}
