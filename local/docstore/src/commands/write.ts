import { doc, int, toNumber, truthy, type Doc, type Value } from '../bson/values.js'
import { Code, DocstoreError, fail } from '../errors.js'
import { MAX_BATCH } from '../limits.js'
import { select, type Selection } from '../query/select.js'
import { mapSteps, STEP_ITEMS, type Steps } from '../steps.js'
import type { CollectionInfo } from '../storage/catalog.js'
import type { WriteUnit } from '../storage/unit.js'
import { withId } from '../update/upsert.js'
import { compileUpdate, unchanged } from '../update/update.js'
import { docsOption, namespaceOf, variablesOf, type Command } from './command.js'
import { checkStatement } from './find.js'

/** Smaller steps, because each statement reads and writes several documents. */
const STEP_STATEMENTS = STEP_ITEMS / 4

const WRITE_OPTIONS = ['ordered', 'bypassDocumentValidation', 'let', 'stmtId', 'stmtIds']

/** Runs the statements of a bulk write. A failure is reported with its index and ends an ordered bulk write. */
function* eachStatement(
  command: Doc,
  unit: WriteUnit,
  statements: readonly Doc[],
  run: (statement: Doc, index: number) => Steps<void>,
): Steps<Value[]> {
  if (statements.length === 0 || statements.length > MAX_BATCH) {
    fail(
      Code.InvalidLength,
      `Write batch sizes must be between 1 and ${MAX_BATCH}. Got ${statements.length} operations.`,
    )
  }
  const errors: Value[] = []
  for (const [index, statement] of statements.entries()) {
    try {
      yield* run(statement, index)
    } catch (error) {
      if (!(error instanceof DocstoreError) || error.code === Code.WriteConflict) throw error
      errors.push(writeError(index, error))
      if (command.get('ordered') !== false || 'commit' in unit) break
    }
    if (index % STEP_STATEMENTS === STEP_STATEMENTS - 1) yield
  }
  return errors
}

const writeError = (index: number, error: DocstoreError): Doc =>
  new Map<string, Value>([
    ['index', int(index)],
    ['code', int(error.code)],
    ['errmsg', error.message],
    ...(error.extra ?? []),
  ])

const withErrors = (reply: Doc, errors: Value[]): Doc => (errors.length > 0 ? reply.set('writeErrors', errors) : reply)

export const insert: Command = {
  options: ['documents', ...WRITE_OPTIONS],
  inTransaction: true,
  run(command, context) {
    const namespace = namespaceOf(command, 'insert', context.database)
    const documents = docsOption(command, 'documents')
    return context.write(function* (unit) {
      const info = unit.ensureCollection(namespace)
      let n = 0
      const errors = yield* eachStatement(command, unit, documents, function* (document) {
        unit.insert(info, withId(document))
        n++
      })
      return withErrors(doc({ n: int(n) }), errors)
    })
  },
}

/** One update or delete statement with its context. */
interface Statement {
  filter: Doc
  hint?: Value
  variables: Map<string, Value>
}

function statementOf(statement: Doc, command: Doc): Statement {
  const hint = statement.get('hint')
  return { filter: statement.get('q') as Doc, ...(hint === undefined ? {} : { hint }), variables: variablesOf(command) }
}

/** The outcome of an update. */
export interface Updated {
  matched: number
  modified: number
  upserted?: Value
}

/** Updates the first match or all of them, or inserts a document for an upsert without a match. */
export function* applyUpdate(
  unit: WriteUnit,
  info: CollectionInfo | undefined,
  namespace: string,
  statement: Statement & { update: Doc },
): Steps<Updated> {
  const { update, filter, variables } = statement
  const multi = truthy(update.get('multi'))
  const updater = compileUpdate(filter, update.get('u'), update.get('arrayFilters'), variables, new Date())
  if (multi && updater.replacement)
    fail(Code.FailedToParse, 'multi update is not supported for replacement-style update')
  const rows = yield* select(unit, info, { ...(statement as Selection), limit: multi ? 0 : 1 })
  let modified = 0
  yield* mapSteps(rows, (row) => {
    const after = updater.apply(row.document)
    if (unchanged(row.raw, after)) return
    unit.replace(info as CollectionInfo, row, after)
    modified++
  })
  if (rows.length > 0 || !truthy(update.get('upsert'))) return { matched: rows.length, modified }
  const document = updater.upsert()
  unit.insert(unit.ensureCollection(namespace), document)
  return { matched: 0, modified: 0, upserted: document.get('_id') }
}

export const update: Command = {
  options: ['updates', ...WRITE_OPTIONS],
  inTransaction: true,
  run(command, context) {
    const namespace = namespaceOf(command, 'update', context.database)
    const updates = docsOption(command, 'updates')
    for (const item of updates)
      checkStatement('update.updates', item, ['q', 'u', 'multi', 'upsert', 'arrayFilters', 'hint', 'collation'])
    return context.write(function* (unit) {
      let [n, modified] = [0, 0]
      const upserted: Value[] = []
      const errors = yield* eachStatement(command, unit, updates, function* (item, index) {
        const done = yield* applyUpdate(unit, unit.catalog.get(namespace), namespace, {
          ...statementOf(item, command),
          update: item,
        })
        n += done.matched + (done.upserted === undefined ? 0 : 1)
        modified += done.modified
        if (done.upserted !== undefined) upserted.push(doc({ index: int(index), _id: done.upserted }))
      })
      const reply = doc({ n: int(n), nModified: int(modified) })
      if (upserted.length > 0) reply.set('upserted', upserted)
      return withErrors(reply, errors)
    })
  },
}

export const remove: Command = {
  options: ['deletes', ...WRITE_OPTIONS],
  inTransaction: true,
  run(command, context) {
    const namespace = namespaceOf(command, 'delete', context.database)
    const deletes = docsOption(command, 'deletes')
    for (const item of deletes) {
      checkStatement('delete.deletes', item, ['q', 'limit', 'hint', 'collation'])
      if (![0, 1].includes(toNumber(item.get('limit')) ?? -1))
        fail(Code.FailedToParse, 'The limit field in delete objects must be 0 or 1')
    }
    return context.write(function* (unit) {
      let n = 0
      const errors = yield* eachStatement(command, unit, deletes, function* (item) {
        const info = unit.catalog.get(namespace)
        const rows = yield* select(unit, info, {
          ...statementOf(item, command),
          limit: toNumber(item.get('limit')) ?? 0,
        })
        yield* mapSteps(rows, (row) => unit.remove(info as CollectionInfo, row))
        n += rows.length
      })
      return withErrors(doc({ n: int(n) }), errors)
    })
  },
}

/** Returns whether a reply carries write errors, which end a transaction. */
export const failedWrite = (reply: Doc): boolean => Array.isArray(reply.get('writeErrors'))
