import { equal } from '../bson/compare.js'
import { encode } from '../bson/encode.js'
import { clone, type Doc, type Value } from '../bson/values.js'
import { Code, fail } from '../errors.js'
import { compilePipeline } from '../aggregate/update-pipeline.js'
import { applyModifications } from './apply.js'
import { parseArrayFilters, parseUpdate } from './parse.js'
import { matchedPosition } from './position.js'
import { baseOfFilter, withId } from './upsert.js'

/** A compiled update: the change of a matched document, and the document to insert if none matched. */
export interface Updater {
  replacement: boolean
  apply: (document: Doc) => Doc
  upsert: () => Doc
}

/**
 * Compiles an update statement.
 * @param now the time of `$currentDate` and `$$NOW`
 */
export function compileUpdate(
  filter: Doc,
  update: Value,
  arrayFilters: Value,
  variables: Map<string, Value>,
  now: Date,
): Updater {
  const parsed = parseUpdate(update, now)
  const filters = parseArrayFilters(arrayFilters, parsed)
  if (parsed.kind === 'replacement') {
    return {
      replacement: true,
      apply: (document) => replaced(document, parsed.document),
      upsert: () => upsertedReplacement(filter, parsed.document),
    }
  }
  if (parsed.kind === 'pipeline') {
    const run = compilePipeline(parsed.stages, variables, now)
    const checked = (document: Doc) => keepId(document, run(document))
    return { replacement: false, apply: checked, upsert: () => withId(run(baseOfFilter(filter))) }
  }
  const context = { arrayFilters: filters }
  return {
    replacement: false,
    apply: (document) =>
      applyModifications(document, parsed.modifications, {
        ...context,
        inserting: false,
        position: (prefix) => matchedPosition(filter, document, prefix),
      }),
    upsert: () =>
      withId(
        applyModifications(baseOfFilter(filter), parsed.modifications, {
          ...context,
          inserting: true,
          position: () => undefined,
        }),
      ),
  }
}

/** Returns whether two documents are identical byte for byte, including types and the order of fields. */
export const unchanged = (before: Buffer, after: Doc): boolean => before.equals(encode(after))

function replaced(document: Doc, replacement: Doc): Doc {
  const id = document.get('_id')
  if (replacement.has('_id') && !equal(replacement.get('_id'), id)) return immutable()
  const out: Doc = new Map<string, Value>([['_id', id]])
  for (const [key, value] of replacement) if (key !== '_id') out.set(key, clone(value))
  return out
}

function upsertedReplacement(filter: Doc, replacement: Doc): Doc {
  const base = baseOfFilter(filter)
  if (replacement.has('_id') && base.has('_id') && !equal(replacement.get('_id'), base.get('_id'))) return immutable()
  return withId(clone(replacement), base.get('_id'))
}

function keepId(before: Doc, after: Doc): Doc {
  if (!after.has('_id')) return withId(after, before.get('_id'))
  return equal(before.get('_id'), after.get('_id')) ? after : immutable()
}

const immutable = (): never =>
  fail(Code.ImmutableField, "After applying the update, the (immutable) field '_id' was found to have been altered")
