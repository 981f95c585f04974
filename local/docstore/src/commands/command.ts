import { compareNumbers } from '../bson/numbers.js'
import { isDoc, isNumber, toNumber, truthy, typeName, type Doc, type Value } from '../bson/values.js'
import { Code, fail, refuse } from '../errors.js'
import type { Access } from '../auth/access.js'
import type { Cursors } from '../query/cursors.js'
import type { Steps } from '../steps.js'
import type { Store } from '../storage/store.js'
import type { ReadUnit, WriteUnit } from '../storage/unit.js'
import type { Session, Sessions } from '../txn/sessions.js'
import type { Transaction } from '../txn/transaction.js'

/** What a server has done since its start. */
export interface Counts {
  /** Commands received, by name. */
  commands: Map<string, number>
  committedTransactions: number
}

/** The context that a command runs in. */
export interface Context {
  store: Store
  access: Access
  cursors: Cursors
  sessions: Sessions
  database: string
  connection: number
  /** `host:port` at which clients reach the server. */
  address: string
  startedAtMs: number
  counts: Counts
  session?: Session
  transaction?: Transaction
  /** The view to read from: the transaction, or the last commit. */
  reader: ReadUnit
  /** Runs a write in the transaction, or in the next batch; a retry of a numbered write returns the first reply. */
  write(work: (unit: WriteUnit) => Doc | Steps<Doc>): Promise<Doc>
}

/** A command: its options, in addition to those of every command, and its implementation. */
export interface Command {
  options: readonly string[]
  /** True when a multi-document transaction may contain it. */
  inTransaction?: boolean
  run(command: Doc, context: Context): Doc | Steps<Doc> | Promise<Doc>
}

/** Options that every command accepts. */
export const GENERIC_OPTIONS: ReadonlySet<string> = new Set([
  ...['$db', '$clusterTime', '$readPreference', 'lsid', 'txnNumber', 'autocommit', 'startTransaction'],
  ...['readConcern', 'writeConcern', 'comment', 'maxTimeMS', 'apiVersion', 'apiStrict', 'apiDeprecationErrors'],
])

/** Rejects unknown options. @throws DocstoreError 40415. */
export function checkOptions(name: string, command: Doc, options: readonly string[]): void {
  for (const key of command.keys()) {
    if (key !== name && !GENERIC_OPTIONS.has(key) && !options.includes(key)) {
      fail(Code.UnknownField, `BSON field '${name}.${key}' is an unknown field.`)
    }
  }
}

/** Rejects unknown fields in a part of a command. @throws DocstoreError 40415. */
export function checkFields(where: string, part: Doc, fields: readonly string[]): void {
  for (const key of part.keys())
    if (!fields.includes(key)) fail(Code.UnknownField, `BSON field '${where}.${key}' is an unknown field.`)
}

/** Rejects by name the unsupported options that would change the result. */
export function refuseOptions(name: string, command: Doc, options: readonly string[]): void {
  for (const option of options) if (truthy(command.get(option))) refuse(`the option ${option} of ${name}`)
}

/** Rejects collations other than the simple one. */
export function refuseCollation(part: Doc): void {
  const collation = part.get('collation')
  if (collation === undefined || (isDoc(collation) && (collation.size === 0 || collation.get('locale') === 'simple')))
    return
  refuse('a collation')
}

/** Reads a document option; empty when it is missing. @throws DocstoreError 14. */
export function docOption(command: Doc, name: string): Doc {
  const value = command.get(name)
  if (value === undefined || value === null) return new Map()
  return isDoc(value)
    ? value
    : fail(Code.TypeMismatch, `BSON field '${name}' is the wrong type '${typeName(value)}', expected type 'object'`)
}

/** Reads a list of documents. @throws DocstoreError 14. */
export function docsOption(command: Doc, name: string): Doc[] {
  const value = command.get(name)
  if (!Array.isArray(value) || !value.every(isDoc))
    fail(Code.TypeMismatch, `BSON field '${name}' is missing or not an array of objects`)
  return value
}

/** Reads an integer that is not negative. @throws DocstoreError 14, 51024. */
export function countOption(command: Doc, name: string): number | undefined {
  const value = command.get(name)
  if (value === undefined || value === null) return undefined
  if (!isNumber(value))
    fail(Code.TypeMismatch, `BSON field '${name}' is the wrong type '${typeName(value)}', expected a number`)
  if (compareNumbers(value, 0) < 0)
    fail(51024, `BSON field '${name}' value must be >= 0, actual value '${toNumber(value)}'`)
  return Math.trunc(toNumber(value) as number)
}

/** Reads a string. @throws DocstoreError 14. */
export function textOption(command: Doc, name: string): string {
  const value: Value = command.get(name)
  return typeof value === 'string' ? value : fail(Code.TypeMismatch, `BSON field '${name}' is missing or not a string`)
}

/** Returns the full name of a command's collection. @throws DocstoreError 73. */
export function namespaceOf(command: Doc, name: string, database: string): string {
  const collection = textOption(command, name)
  if (collection === '' || collection.includes('\0') || collection.includes('$'))
    fail(Code.InvalidNamespace, `Invalid namespace specified '${database}.${collection}'`)
  return `${database}.${collection}`
}

/** Returns the `let` of a command as `$$` variables, whose values are constants here. */
export function variablesOf(command: Doc): Map<string, Value> {
  return new Map<string, Value>([...docOption(command, 'let'), ['NOW', new Date()]])
}
