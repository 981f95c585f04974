import type { Batch } from './decide.js'

type Entry = Batch['saves'][number]

/** One write of a document, which combines one or several saves of it. */
export interface DocumentWrite {
  id: string
  /** Version that the stored document must have; 0 inserts it. */
  version: number
  /** Number of versions that the saves add. */
  steps: number
  set: Record<string, unknown>
  unset: ReadonlySet<string>
  /** Change of the first save, whose version is compared with the stored one. */
  change: number
  /** Change whose save a unique index can reject. */
  uniqueChange: number
}

interface Draft extends DocumentWrite {
  unset: Set<string>
  isUnique: boolean
  isPlain: boolean
}

/**
 * Folds the saves of one collection into the fewest writes with the same result, in the order to write them.
 * `uniqueFields` are the top-level fields of its unique indexes. A write combines at most one save that touches them,
 * because each may be rejected or may free a value for the next. Pure.
 */
export function foldSaves(saves: readonly Entry[], uniqueFields: ReadonlySet<string>): DocumentWrite[] {
  const last = new Map<string, Draft>()
  const writes = new Set<Draft>()
  for (const entry of saves) {
    const next = draftOf(entry, uniqueFields)
    const before = last.get(next.id)
    if (!before || !canJoin(before, next)) {
      last.set(next.id, next)
      writes.add(next)
      continue
    }
    // Writes that a unique index can reject keep the order of their saves.
    if (next.isUnique && writes.delete(before)) writes.add(before)
    join(before, next)
  }
  return [...writes]
}

/** Returns whether a document is saved more than once. */
export function hasRepeats(saves: readonly Entry[]): boolean {
  return new Set(saves.map(({ save }) => save.id)).size < saves.length
}

function draftOf({ save, change }: Entry, uniqueFields: ReadonlySet<string>): Draft {
  const { id, version, unset = [] } = save
  const fields = [...Object.keys(save.set), ...unset]
  return {
    ...{ id, version, steps: 1, set: { ...save.set }, unset: new Set(unset), change, uniqueChange: change },
    // A unique index also compares documents that lack the field.
    isUnique: uniqueFields.size > 0 && (version === 0 || fields.some((field) => uniqueFields.has(rootOf(field)))),
    isPlain: fields.every((field) => !field.includes('.')),
  }
}

/** A nested path can't be merged with a save of its whole field. */
const canJoin = (before: Draft, next: Draft) => before.isPlain && next.isPlain && !(before.isUnique && next.isUnique)

function join(before: Draft, next: Draft): void {
  before.steps += next.steps
  for (const [field, value] of Object.entries(next.set)) {
    before.set[field] = value
    before.unset.delete(field)
  }
  for (const field of next.unset) {
    delete before.set[field]
    before.unset.add(field)
  }
  if (next.isUnique) before.uniqueChange = next.change
  before.isUnique ||= next.isUnique
}

const rootOf = (path: string) => path.split('.', 1)[0]!

interface UniqueIndex {
  name?: string
  unique?: boolean
  key: object
  partialFilterExpression?: object
}

/** Returns the top-level fields in the keys and filters of a collection's unique indexes, except that of `_id`. */
export function uniqueFieldsOf(indexes: readonly UniqueIndex[]): Set<string> {
  const unique = indexes.filter((index) => index.unique && index.name !== '_id_')
  const paths = unique.flatMap(({ key, partialFilterExpression: filter = {} }) => [
    ...Object.keys(key),
    ...pathsOf(filter),
  ])
  return new Set(paths.map(rootOf))
}

function pathsOf(filter: object): string[] {
  return Object.entries(filter).flatMap(([path, condition]) =>
    path.startsWith('$') ? (condition as object[]).flatMap(pathsOf) : [path],
  )
}
