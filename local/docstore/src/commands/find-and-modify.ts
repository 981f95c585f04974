import { doc, int, truthy, type Doc, type Value } from '../bson/values.js'
import { Code, fail } from '../errors.js'
import { compileProjection } from '../query/project.js'
import { select } from '../query/select.js'
import { parseSort } from '../query/sort.js'
import type { Steps } from '../steps.js'
import type { CollectionInfo } from '../storage/catalog.js'
import type { Row } from '../storage/rows.js'
import type { WriteUnit } from '../storage/unit.js'
import { compileUpdate, unchanged, type Updater } from '../update/update.js'
import { docOption, namespaceOf, refuseCollation, variablesOf, type Command } from './command.js'

export const FIND_AND_MODIFY_OPTIONS = [
  ...['query', 'sort', 'remove', 'update', 'new', 'fields', 'upsert', 'bypassDocumentValidation', 'collation'],
  ...['arrayFilters', 'hint', 'let', 'stmtId'],
] as const

export const findAndModify: Command = {
  options: FIND_AND_MODIFY_OPTIONS,
  inTransaction: true,
  run(command, context) {
    const name = command.has('findAndModify') ? 'findAndModify' : 'findandmodify'
    const namespace = namespaceOf(command, name, context.database)
    refuseCollation(command)
    checkShape(command)
    return context.write((unit) => modify(unit, namespace, command))
  },
}

function checkShape(command: Doc): void {
  const removing = truthy(command.get('remove'))
  if (removing && command.has('update')) fail(Code.FailedToParse, 'Cannot specify both an update and remove=true')
  if (!removing && !command.has('update')) fail(Code.FailedToParse, 'Either an update or remove=true must be specified')
  if (removing && truthy(command.get('upsert')))
    fail(Code.FailedToParse, 'Cannot specify both upsert=true and remove=true')
  if (removing && truthy(command.get('new')))
    fail(
      Code.FailedToParse,
      "Cannot specify both new=true and remove=true; 'remove' always returns the deleted document",
    )
}

function* modify(unit: WriteUnit, namespace: string, command: Doc): Steps<Doc> {
  const filter = docOption(command, 'query')
  const hint = command.get('hint')
  const variables = variablesOf(command)
  const info = unit.catalog.get(namespace)
  const sort = parseSort(docOption(command, 'sort'))
  const project = projector(command, filter, variables)
  const updater = command.has('update')
    ? compileUpdate(filter, command.get('update'), command.get('arrayFilters'), variables, new Date())
    : undefined
  const [row] = yield* select(unit, info, {
    filter,
    sort,
    limit: 1,
    variables,
    ...(hint === undefined ? {} : { hint }),
  })
  if (!updater) return removed(unit, info, row, project)
  if (row) return updated(unit, info as CollectionInfo, row, updater, truthy(command.get('new')), project)
  if (!truthy(command.get('upsert')))
    return doc({ lastErrorObject: doc({ n: int(0), updatedExisting: false }), value: null })
  return upserted(unit, namespace, updater, truthy(command.get('new')), project)
}

type Project = (document: Doc) => Doc

function projector(command: Doc, filter: Doc, variables: Map<string, Value>): Project {
  const fields = docOption(command, 'fields')
  if (fields.size === 0) return (document) => document
  const project = compileProjection(fields, filter)
  return (document) => project(document, { root: document, variables })
}

function removed(unit: WriteUnit, info: CollectionInfo | undefined, row: Row | undefined, project: Project): Doc {
  if (!row) return doc({ lastErrorObject: doc({ n: int(0) }), value: null })
  unit.remove(info as CollectionInfo, row)
  return doc({ lastErrorObject: doc({ n: int(1) }), value: project(row.document) })
}

function updated(
  unit: WriteUnit,
  info: CollectionInfo,
  row: Row,
  updater: Updater,
  fresh: boolean,
  project: Project,
): Doc {
  const after = updater.apply(row.document)
  if (!unchanged(row.raw, after)) unit.replace(info, row, after)
  return doc({
    lastErrorObject: doc({ n: int(1), updatedExisting: true }),
    value: project(fresh ? after : row.document),
  })
}

function upserted(unit: WriteUnit, namespace: string, updater: Updater, fresh: boolean, project: Project): Doc {
  const document = updater.upsert()
  unit.insert(unit.ensureCollection(namespace), document)
  const last = doc({ n: int(1), updatedExisting: false, upserted: document.get('_id') })
  return doc({ lastErrorObject: last, value: fresh ? project(document) : null })
}
