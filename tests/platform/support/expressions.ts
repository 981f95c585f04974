import type { ExportedMetric } from './metrics.js'

type Metric = Pick<ExportedMetric, 'name' | 'type' | 'labels'>

/** A series that an expression selects, with the labels that its matchers name. */
interface Selected {
  name: string
  labels: string[]
}

const GROUPING = /\b(by|without|on|ignoring)\s*\(([^)]*)\)/g
const WORDS = new Set(['and', 'or', 'unless', 'offset', 'bool'])
/** What Prometheus and the scrape add to every series. */
const ADDED = ['service', 'pod']

/** Returns the labels by which an expression groups or joins. */
export const groupingOf = (expr: string): string[] => [
  ...new Set([...expr.matchAll(GROUPING)].flatMap(([, , list]) => list!.split(',').map((label) => label.trim()))),
]

/** Returns the series that an expression selects: its names without functions, keywords, groupings and ranges. */
export function seriesIn(expr: string): Selected[] {
  const bare = expr.replace(GROUPING, ' ').replace(/\[[^\]]*\]/g, ' ')
  return [...bare.matchAll(/\b([a-z_:][a-z0-9_:]*)\b\s*(\(|\{([^}]*)\})?/gi)]
    .filter(([, name, next]) => next !== '(' && !WORDS.has(name!))
    .map(([, name, , matchers = '']) => ({
      name: name!,
      labels: [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label]) => label!),
    }))
}

/** Returns the labels of each series that these metrics and recording rules have. */
export function seriesOf(metrics: readonly Metric[], recorded: Readonly<Record<string, string[]>>) {
  const own = metrics.flatMap(({ name, type, labels }): [string, string[]][] =>
    type === 'histogram'
      ? [
          [`${name}_bucket`, [...labels, 'le']],
          [`${name}_sum`, [...labels]],
          [`${name}_count`, [...labels]],
        ]
      : [[name, [...labels]]],
  )
  return new Map([...own, ...Object.entries(recorded), ['up', []] as [string, string[]]])
}

/** Returns what is wrong with an expression: unknown series, and labels that its series do not have. */
export function faultsOf(expr: string, known: ReadonlyMap<string, string[]>): string[] {
  const selected = seriesIn(expr)
  const labelsOf = (name: string) => [...(known.get(name) ?? []), ...ADDED]
  return [
    ...(selected.length === 0 && !expr.startsWith('vector(') ? ['selects no series'] : []),
    ...selected.flatMap(({ name, labels }) =>
      known.has(name)
        ? labels.filter((label) => !labelsOf(name).includes(label)).map((label) => `${name} has no label ${label}`)
        : [`nothing exports ${name}`],
    ),
    ...groupingOf(expr)
      .filter((label) => !selected.some(({ name }) => labelsOf(name).includes(label)))
      .map((label) => `no series has the label ${label}`),
  ]
}
