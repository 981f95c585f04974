import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

interface Documented {
  chart: string
  version: string
  repository: string
  /** Paths of keys; below a path that ends in `.*` everything is allowed. */
  keys: string[]
}

/** The files of values, each with the list of the keys that its chart documents. */
export const charts = [
  { file: 'mongodb.yaml', documented: 'mongodb-kubernetes' },
  { file: 'mongodb-replica-set.yaml', documented: 'mongodbcommunity' },
  { file: 'nats.yaml', documented: 'nats' },
  { file: 'redis-queue.yaml', documented: 'redis-ha' },
  { file: 'redis-cache.yaml', documented: 'redis-ha' },
]

/** Returns the keys of a file that its chart doesn't document, and the words that the file or the guide lack about it. */
export function unknownKeys(
  folder: string,
  { file, documented }: (typeof charts)[number],
  more: object = {},
): string[] {
  const text = readFileSync(join(folder, file), 'utf8')
  const known = JSON.parse(readFileSync(join(folder, 'documented', `${documented}.json`), 'utf8')) as Documented
  const values = { ...(parse(text) as Record<string, unknown>), ...more }
  // A kind of the operator, not values of its chart: only its specification is documented.
  const { apiVersion: _, kind, metadata: __, ...rest } = values
  const paths = pathsOf(kind ? rest : values)
  const guide = readFileSync(join(folder, 'README.md'), 'utf8')
  const words = [`${known.chart} ${known.version}`, known.repository]
  return [
    ...paths.filter((path) => !known.keys.some((key) => covers(key, path))),
    ...words.filter((word) => !guide.includes(word)),
    ...words.filter((word) => !kind && !text.includes(word)),
  ]
}

const covers = (key: string, path: string) =>
  key.endsWith('.*') ? path === key.slice(0, -2) || path.startsWith(key.slice(0, -1)) : path === key

/** Returns the paths of all values; items of a list share the path of the list. */
function pathsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => pathsOf(item, path))
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, path ? `${path}.${key}` : key))
}
