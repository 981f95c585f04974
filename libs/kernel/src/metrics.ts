import { Gauge, Registry, collectDefaultMetrics } from 'prom-client'
import type { Clock } from './clock.js'
import { systemTiming, type Timing } from './timing.js'
import { within } from './within.js'

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

export interface MetricNames {
  name: string
  help: string
}

/** Much less than the timeout of a scrape. */
const LONGEST_WAIT_MS = 1_500

/** Publishes a number that is read at each scrape. If it can't be read, there is no sample, so that others are still served. */
export function registerNumber(
  registry: Registry,
  names: MetricNames,
  read: () => Promise<number>,
  timing: Timing = systemTiming,
): void {
  new Gauge({
    ...{ ...names, registers: [registry] },
    async collect() {
      const found = await within(LONGEST_WAIT_MS, read(), timing).catch(() => undefined)
      if (found === undefined) this.remove()
      else this.set(found)
    },
  })
}

/** Returns a read whose callers share one that is in progress, so that all numbers of one scrape cost one; rejects after 1.5 s. */
export function sharedRead<T>(read: () => Promise<T>, timing: Timing = systemTiming): () => Promise<T> {
  let current: Promise<T> | undefined
  return () =>
    (current ??= within(LONGEST_WAIT_MS, read(), timing).finally(() => {
      current = undefined
    }))
}

/** How many items are in progress, and since when the earliest of them is. */
export interface CountAndOldest {
  count: number
  oldest?: Date
}

/** Publishes the number of items in progress, and the age of the earliest in seconds, which is 0 without any. */
export function registerCountAndAge(
  { registry, wall }: { registry: Registry; wall: Clock },
  read: () => Promise<CountAndOldest>,
  { count, age }: { count: MetricNames; age: MetricNames },
): void {
  const ageOf = ({ oldest }: CountAndOldest) =>
    oldest ? Math.max(0, (wall.now().getTime() - oldest.getTime()) / 1_000) : 0
  const shared = sharedRead(read)
  registerNumber(registry, count, async () => (await shared()).count)
  registerNumber(registry, age, async () => ageOf(await shared()))
}
