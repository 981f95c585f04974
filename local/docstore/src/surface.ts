import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/** The event of a driver's command monitor when a command starts. */
export interface CommandStarted {
  commandName: string
  command: Record<string, unknown>
}

/** A client whose commands can be watched: the official driver's MongoClient with `monitorCommands`. */
export interface Monitored {
  on(event: 'commandStarted', listener: (event: CommandStarted) => void): unknown
}

const GENERIC = new Set([
  'lsid',
  '$db',
  '$clusterTime',
  '$readPreference',
  'txnNumber',
  'autocommit',
  'startTransaction',
  'readConcern',
  'writeConcern',
  'comment',
  'maxTimeMS',
])
const FILTERS = new Set(['filter', 'query', 'q', '$match', 'partialFilterExpression', 'arrayFilters'])

/**
 * Returns the server features that one command uses, as sorted names: `command:find`, `option:find.sort`, `query:$in`,
 * `update:$set`, `stage:$match`, `expression:$add`. Values are never part of it.
 */
export function surfaceOf(event: CommandStarted): string[] {
  const { commandName, command } = event
  const found = new Set([`command:${commandName}`])
  for (const [key, value] of Object.entries(command)) {
    if (key === commandName || GENERIC.has(key)) continue
    found.add(`option:${commandName}.${key}`)
    part(key, value, found)
  }
  return [...found].sort()
}

function part(key: string, value: unknown, found: Set<string>): void {
  if (FILTERS.has(key)) operators('query', value, found)
  else if (key === 'update' || key === 'u') update(value, found)
  else if (key === 'pipeline') pipeline(value, found)
  else if (key === 'projection' || key === 'fields') operators('expression', value, found)
  else if (['updates', 'deletes', 'indexes'].includes(key) && Array.isArray(value)) {
    for (const item of value) for (const [inner, content] of entries(item)) part(inner, content, found)
  }
}

const entries = (value: unknown): [string, unknown][] =>
  value !== null && typeof value === 'object' && isPlain(value) ? Object.entries(value) : []

const isPlain = (value: object): boolean =>
  Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null

/** Finds every `$name` in a tree; those below `$expr` are expressions. */
function operators(kind: string, value: unknown, found: Set<string>): void {
  if (Array.isArray(value)) return value.forEach((item) => operators(kind, item, found))
  for (const [key, content] of entries(value)) {
    if (key.startsWith('$')) found.add(`${kind}:${key}`)
    operators(key === '$expr' ? 'expression' : kind, content, found)
  }
}

function update(value: unknown, found: Set<string>): void {
  if (Array.isArray(value)) return pipeline(value, found)
  for (const [key, fields] of entries(value)) {
    if (!key.startsWith('$')) continue
    found.add(`update:${key}`)
    for (const [path, argument] of entries(fields)) {
      for (const positional of path.match(/\$(\[\])?(?=\.|$)|\$\[\w+\]/g) ?? [])
        found.add(`update:${positional.replace(/\[\w+\]/, '[name]')}`)
      if (key === '$push' || key === '$addToSet')
        for (const [modifier] of entries(argument)) if (modifier.startsWith('$')) found.add(`update:${modifier}`)
      if (key === '$pull') operators('query', argument, found)
    }
  }
}

function pipeline(value: unknown, found: Set<string>): void {
  if (!Array.isArray(value)) return
  for (const stage of value) for (const [name, argument] of entries(stage)) stageParts(name, argument, found)
}

function stageParts(name: string, argument: unknown, found: Set<string>): void {
  found.add(`stage:${name}`)
  if (name === '$match') operators('query', argument, found)
  else if (name === '$facet') for (const [, inner] of entries(argument)) pipeline(inner, found)
  else if (name === '$lookup' || name === '$unionWith') {
    for (const [key, inner] of entries(argument)) if (key === 'pipeline') pipeline(inner, found)
  } else if (name === '$group') {
    for (const [field, inner] of entries(argument)) {
      if (field === '_id') operators('expression', inner, found)
      else
        for (const [accumulator, operand] of entries(inner)) {
          found.add(`accumulator:${accumulator}`)
          operators('expression', operand, found)
        }
    }
  } else operators('expression', argument, found)
}

/** Monitors a client for its lifetime and reports each name it uses, once. */
export function recordSurface(client: Monitored, tell: (name: string) => void): void {
  const seen = new Set<string>()
  client.on('commandStarted', (event) => {
    for (const name of surfaceOf(event)) {
      if (seen.has(name)) continue
      seen.add(name)
      tell(name)
    }
  })
}

/** Adds names to a surface file, sorted and unique; replaces the file atomically. @returns the new names */
export function mergeSurface(path: string, seen: Iterable<string>): string[] {
  const known = new Set(JSON.parse(readFileSync(path, 'utf8')) as string[])
  const fresh = [...new Set(seen)].filter((name) => !known.has(name)).sort()
  if (fresh.length === 0) return []
  writeFileSync(`${path}.new`, `${JSON.stringify([...known, ...fresh].sort(), null, 2)}\n`)
  renameSync(`${path}.new`, path)
  return fresh
}
