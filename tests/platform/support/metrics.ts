import { createLogger, createMetrics, measureMissingParts, type MetricsRegistry } from '@hissa/kernel'
import { observeBus } from '@hissa/messaging/bus'

/** A metric that a process exports. */
export interface ExportedMetric {
  name: string
  type: string
  labels: readonly string[]
  help: string
  /** `every process`, or the services that export it. */
  services: readonly string[]
}

interface Registered {
  name: string
  help: string
  labelNames: readonly string[]
}

type Prototype = { registerMetric(metric: Registered): void }
const EVERY = 'every process'

/**
 * Records the metrics that the services of this process register from now on.
 * @returns the metrics so far, with those that a process registers itself, sorted by name
 */
export function recordMetrics(serviceNames: readonly string[]): () => ExportedMetric[] {
  const prototype = Object.getPrototypeOf(createMetrics('any', false)) as Prototype
  const register = prototype.registerMetric
  const found = new Map<string, Omit<ExportedMetric, 'services'> & { services: Set<string> }>()
  prototype.registerMetric = function (this: Prototype, metric) {
    const { service = '' } = (this as unknown as { _defaultLabels: { service?: string } })._defaultLabels
    const { name, help, labelNames, constructor } = metric
    const row = found.get(name) ?? {
      name,
      help,
      labels: [...labelNames],
      type: constructor.name.toLowerCase(),
      services: new Set(),
    }
    found.set(name, { ...row, services: row.services.add(service) })
    return register.call(this, metric)
  }
  return () => {
    registerOfProcesses()
    prototype.registerMetric = register
    return [...found.values()]
      .map((row) => ({ ...row, services: namesOf(row.services, serviceNames) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  }
}

/** Registers what only a separate process registers: its own metrics, and those of the operator of the bus. */
function registerOfProcesses(): void {
  const registry: MetricsRegistry = createMetrics(EVERY, true)
  observeBus(createLogger('bus', 'silent'), createMetrics('bus', false))
  measureMissingParts(registry, () => Promise.resolve([]))
}

const namesOf = (services: ReadonlySet<string>, all: readonly string[]) =>
  services.has(EVERY) || all.every((name) => services.has(name)) ? [EVERY] : [...services].sort()

const HEAD = `# Metrics

Every metric that a process serves at \`/metrics\` of its health port, with its labels besides \`service\`. A histogram \`x\` has the series
\`x_bucket\` (with the label \`le\`), \`x_sum\` and \`x_count\`. Labels have a bounded number of values: routes are templates, and no label holds an id.

\`npm test -- journey.spec\` compares this page with what the services register, and with \`HISSA_WRITE_REFERENCE=1\` writes it.

| metric | type | labels | from | meaning |
|---|---|---|---|---|
`

/** Returns the page of the reference that lists metrics. */
export const metricsPage = (metrics: readonly ExportedMetric[]): string =>
  HEAD +
  metrics
    .map(({ name, type, labels, services, help }) => {
      const quoted = labels.map((label) => `\`${label}\``).join(', ')
      return `| \`${name}\` | ${type} | ${quoted} | ${services.join(', ')} | ${help.replaceAll('|', '\\|')} |\n`
    })
    .join('')

/** Reads the page back. Errors: none; other lines are ignored. */
export const readMetricsPage = (page: string): Pick<ExportedMetric, 'name' | 'type' | 'labels'>[] =>
  [...page.matchAll(/^\| `([a-z_:0-9]+)` \| (\w+) \| ([^|]*) \|/gm)].map(([, name, type, labels]) => ({
    name: name!,
    type: type!,
    labels: [...labels!.matchAll(/`(\w+)`/g)].map(([, label]) => label!),
  }))
