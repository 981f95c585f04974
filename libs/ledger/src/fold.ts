import type { Batch } from './decide.js'

type Entry = Batch['saves'][number]

/** One write of a document: what one or several saves of it come to. */
export interface DocumentWrite {
  id: string
  /** That the stored document must have; 0 inserts it. */
  version: number
  /** How far the saves move the version. */
  steps: number
  set: Record<string, unknown>
  unset: ReadonlySet<string>
  /** The change of the first save, whose version the stored document meets. */
  change: number
  /** The change whose save a unique index can refuse. */
  uniqueChange: number
}

interface Draft extends DocumentWrite {
  unset: Set<string>
  isUnique: boolean
  isPlain: boolean
}

/**
 * Folds the saves of one collection into as few writes as give the same result as one by one, in an order in which they
 * can be written. `uniqueFields` are the top-level fields that its unique indexes look at: of saves that touch them a
 * write has one at most, because each of them may be refused, or may free a value for the next. Pure.
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
    // What can meet a unique index stays in its place among the others.
    if (next.isUnique && writes.delete(before)) writes.add(before)
    join(before, next)
  }
  return [...writes]
}

/** Whether a document is saved more than once. */
export function hasRepeats(saves: readonly Entry[]): boolean {
  return new Set(saves.map(({ save }) => save.id)).size < saves.length
}

function draftOf({ save, change }: Entry, uniqueFields: ReadonlySet<string>): Draft {
  const { id, version, unset = [] } = save
  const fields = [...Object.keys(save.set), ...unset]
  return {
    ...{ id, version, steps: 1, set: { ...save.set }, unset: new Set(unset), change, uniqueChange: change },
    // A field that an inserted document lacks is a value to an index too.
    isUnique: uniqueFields.size > 0 && (version === 0 || fields.some((field) => uniqueFields.has(rootOf(field)))),
    isPlain: fields.every((field) => !field.includes('.')),
  }
}

/** A path inside a field cannot be merged with the field itself. */
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

/** Returns the top-level fields that the unique indexes of a collection look at, but for the one of `_id`. */
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
