import { encode } from '../bson/encode.js'
import { int, isDoc, toNumber, truthy, type Doc, type Value } from '../bson/values.js'
import { Code, fail } from '../errors.js'
import { FIRST_BATCH } from '../limits.js'
import { compileProjection } from '../query/project.js'
import { visitPath } from '../query/path.js'
import { selectParts, type Selection } from '../query/select.js'
import { parseSort } from '../query/sort.js'
import { mapSteps, sortSteps } from '../steps.js'
import { measure } from '../storage/measure.js'
import type { Row } from '../storage/rows.js'
import {
  checkFields,
  countOption,
  docOption,
  namespaceOf,
  refuseCollation,
  refuseOptions,
  textOption,
  variablesOf,
  type Command,
} from './command.js'
import { keyString } from '../index/key-string.js'

export const FIND_OPTIONS = [
  ...['filter', 'sort', 'projection', 'hint', 'skip', 'limit', 'batchSize', 'singleBatch', 'let', 'collation'],
  ...['noCursorTimeout', 'allowPartialResults', 'allowDiskUse', 'oplogReplay'],
  ...['tailable', 'awaitData', 'returnKey', 'showRecordId', 'min', 'max'],
] as const

/** Returns the selection of a `find`. */
export function selectionOf(command: Doc): Selection {
  refuseOptions('find', command, ['tailable', 'awaitData', 'returnKey', 'showRecordId', 'min', 'max'])
  refuseCollation(command)
  const hint = command.get('hint')
  return {
    filter: docOption(command, 'filter'),
    sort: parseSort(docOption(command, 'sort')),
    skip: countOption(command, 'skip') ?? 0,
    limit: countOption(command, 'limit') ?? 0,
    ...(hint === undefined ? {} : { hint }),
    variables: variablesOf(command),
  }
}

export const find: Command = {
  options: FIND_OPTIONS,
  inTransaction: true,
  *run(command, context) {
    const namespace = namespaceOf(command, 'find', context.database)
    const selection = selectionOf(command)
    const projection = docOption(command, 'projection')
    const variables = selection.variables as Map<string, Value>
    const project = projection.size > 0 ? compileProjection(projection, selection.filter) : undefined
    const encoded = ({ document, raw }: Row) =>
      project ? encode(project(document, { root: document, variables })) : raw
    const documents: Buffer[] = []
    for (const rows of selectParts(context.reader, context.reader.catalog.get(namespace), selection)) {
      for (const row of rows) documents.push(encoded(row))
      yield
    }
    const batchSize = countOption(command, 'batchSize') ?? FIRST_BATCH
    return context.cursors.first(namespace, documents, batchSize, truthy(command.get('singleBatch')))
  },
}

export const getMore: Command = {
  options: ['collection', 'batchSize'],
  inTransaction: true,
  run(command, context) {
    const namespace = `${context.database}.${textOption(command, 'collection')}`
    return context.cursors.next(idOf(command.get('getMore')), namespace, countOption(command, 'batchSize') || Infinity)
  },
}

const idOf = (value: Value): bigint => (typeof value === 'bigint' ? value : BigInt(toNumber(value) ?? 0))

export const killCursors: Command = {
  options: ['cursors'],
  inTransaction: true,
  run(command, context) {
    const ids = command.get('cursors')
    if (!Array.isArray(ids)) fail(Code.TypeMismatch, "BSON field 'killCursors.cursors' is missing or not an array")
    const killed = ids.filter((id) => context.cursors.kill(idOf(id)))
    const missing = ids.filter((id) => !killed.includes(id))
    return new Map<string, Value>([
      ['cursorsKilled', killed],
      ['cursorsNotFound', missing],
      ['cursorsAlive', []],
      ['cursorsUnknown', []],
    ])
  },
}

export const count: Command = {
  options: ['query', 'limit', 'skip', 'hint', 'collation', 'fields'],
  *run(command, context) {
    const namespace = namespaceOf(command, 'count', context.database)
    refuseCollation(command)
    const info = context.reader.catalog.get(namespace)
    const filter = docOption(command, 'query')
    const skip = countOption(command, 'skip') ?? 0
    const limit = Math.abs(toNumber(command.get('limit')) ?? 0)
    if (filter.size === 0 && info && !info.pending && !context.transaction) {
      const { count: total } = yield* measure(context.reader.connection, info.id)
      const left = Math.max(0, total - skip)
      return new Map([['n', int(limit > 0 ? Math.min(limit, left) : left)]])
    }
    const hint = command.get('hint')
    const selection = { filter, skip, limit, ...(hint === undefined ? {} : { hint }) }
    let total = 0
    for (const rows of selectParts(context.reader, info, selection)) {
      total += rows.length
      yield
    }
    return new Map([['n', int(total)]])
  },
}

export const distinct: Command = {
  options: ['key', 'query', 'collation', 'hint'],
  inTransaction: true,
  *run(command, context) {
    const namespace = namespaceOf(command, 'distinct', context.database)
    refuseCollation(command)
    const parts = textOption(command, 'key').split('.')
    const seen = new Map<string, Value>()
    const filter = docOption(command, 'query')
    for (const rows of selectParts(context.reader, context.reader.catalog.get(namespace), { filter })) {
      for (const { document } of rows) addLeaves(seen, document, parts)
      yield
    }
    const sorted = yield* sortSteps([...seen], ([a], [b]) => (a < b ? -1 : 1))
    return new Map<string, Value>([['values', yield* mapSteps(sorted, ([, value]) => value)]])
  },
}

function addLeaves(seen: Map<string, Value>, document: Doc, parts: readonly string[]): void {
  visitPath(document, parts, true, (value) => {
    if (value !== undefined && !(Array.isArray(value) && isLeafArray(document, parts, value))) add(seen, value)
    return false
  })
}

/** The first of equal values is kept. */
function add(seen: Map<string, Value>, value: Value): void {
  const key = keyString([value]).toString('latin1')
  if (!seen.has(key)) seen.set(key, value)
}

/** An array at the end of a path yields its elements, not itself; an array inside it is one element. */
function isLeafArray(document: Doc, parts: readonly string[], value: Value[]): boolean {
  let whole = false
  visitPath(document, parts, false, (leaf) => {
    whole ||= leaf === value
    return whole
  })
  return whole
}

/** Checks the fields of one statement of a bulk write. */
export const checkStatement = (where: string, statement: Doc, fields: readonly string[]): void => {
  checkFields(where, statement, fields)
  refuseCollation(statement)
  if (!isDoc(statement.get('q'))) fail(Code.TypeMismatch, `BSON field '${where}.q' is missing or not an object`)
}
