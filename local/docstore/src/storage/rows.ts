import { decode } from '../bson/decode.js'
import { display } from '../bson/display.js'
import { doc, type Doc } from '../bson/values.js'
import { Code, DocstoreError } from '../errors.js'
import { keyRows, keysOf, type DocumentKeys } from '../index/keys.js'
import type { CollectionInfo, IndexInfo } from './catalog.js'
import type { Connection, TableSql } from './connection.js'

/** A stored document: its row id, its bytes, and the document decoded on first use. */
export class Row {
  private decoded: Doc | undefined
  constructor(
    readonly rid: number,
    readonly raw: Buffer,
    document?: Doc,
  ) {
    this.decoded = document
  }

  get document(): Doc {
    return (this.decoded ??= decode(this.raw))
  }
}

const HOLDER: TableSql = (id) => `SELECT rid FROM i${id} WHERE k=? AND rid<>? LIMIT 1`
const ADD_ROW: TableSql = (id) => `INSERT INTO c${id}(rid, doc) VALUES(?,?)`
const SET_ROW: TableSql = (id) => `UPDATE c${id} SET doc=? WHERE rid=?`
const DELETE_ROW: TableSql = (id) => `DELETE FROM c${id} WHERE rid=?`
const ADD_KEY: TableSql = (id) => `INSERT INTO i${id}(k, rid) VALUES(?,?)`
const DELETE_KEY: TableSql = (id) => `DELETE FROM i${id} WHERE k=? AND rid=?`
const MULTIKEY = 'UPDATE indexes SET multikey=1 WHERE id=? AND multikey=0'

/** Returns the id of the row with this key in a unique index, other than `except`. */
export function holderOfKey(connection: Connection, index: IndexInfo, key: Buffer, except: number): number | undefined {
  const found = connection.table(HOLDER, index.id).get(key, except)
  return found?.rid as number | undefined
}

/** Inserts a document with its index keys; writes nothing if it fails. @throws DocstoreError 11000, 171. */
export function insertRow(connection: Connection, info: CollectionInfo, row: Row): void {
  const added = info.indexes.map((index) => ({ index, keys: keysOf(index, row.document) }))
  for (const { index, keys } of added) checkKeys(connection, info, index, row, keys.keys)
  for (const { index, keys } of added) addKeys(connection, index, row.rid, keys)
  connection.table(ADD_ROW, info.id).run(row.rid, row.raw)
}

/** Replaces a document and updates only the keys that changed; writes nothing if it fails. @throws as insertRow. */
export function replaceRow(connection: Connection, info: CollectionInfo, before: Row, after: Row): void {
  const changes = info.indexes.map((index) => ({ index, ...keyChanges(index, before.document, after.document) }))
  for (const { index, added } of changes) checkKeys(connection, info, index, after, added.keys)
  for (const { index, removed, added } of changes) {
    removeKeys(connection, index, before.rid, removed.keys)
    addKeys(connection, index, after.rid, added)
  }
  connection.table(SET_ROW, info.id).run(after.raw, before.rid)
}

/** Deletes a document with its index keys. */
export function deleteRow(connection: Connection, info: CollectionInfo, row: Row): void {
  for (const index of info.indexes) removeKeys(connection, index, row.rid, keysOf(index, row.document).keys)
  connection.table(DELETE_ROW, info.id).run(row.rid)
}

/** Returns the keys that a change removes from an index and adds to it. */
export function keyChanges(
  index: IndexInfo,
  before: Doc | undefined,
  after: Doc | undefined,
): { removed: DocumentKeys; added: DocumentKeys } {
  const old = before ? keysOf(index, before) : { keys: [], multikey: false }
  const fresh = after ? keysOf(index, after) : { keys: [], multikey: false }
  if (old.keys.length === 1 && fresh.keys.length === 1 && (old.keys[0] as Buffer).equals(fresh.keys[0] as Buffer)) {
    return { removed: { keys: [], multikey: false }, added: { keys: [], multikey: fresh.multikey } }
  }
  const without = (keys: Buffer[], others: Buffer[]) => keys.filter((key) => !others.some((other) => other.equals(key)))
  return {
    removed: { keys: without(old.keys, fresh.keys), multikey: false },
    added: { keys: without(fresh.keys, old.keys), multikey: fresh.multikey },
  }
}

/** Rejects a key of a unique index that another document has. @throws DocstoreError 11000. */
export function checkKeys(
  connection: Connection,
  info: CollectionInfo,
  index: IndexInfo,
  row: Row,
  keys: Buffer[],
): void {
  if (!index.unique) return
  for (const key of keys) {
    if (holderOfKey(connection, index, key, row.rid) !== undefined) throw duplicateKey(info, index, row.document, key)
  }
}

/** Adds the keys of a document to an index. */
export function addKeys(connection: Connection, index: IndexInfo, rid: number, keys: DocumentKeys): void {
  if (keys.multikey) {
    index.multikey = true
    // On every write: a failed part of the batch has rolled the flag back on disk, but not in memory.
    connection.statement(MULTIKEY).run(index.id)
  }
  for (const key of keys.keys) connection.table(ADD_KEY, index.id).run(key, rid)
}

function removeKeys(connection: Connection, index: IndexInfo, rid: number, keys: Buffer[]): void {
  for (const key of keys) connection.table(DELETE_KEY, index.id).run(key, rid)
}

/** Returns the duplicate-key error, with keyPattern and keyValue as the server reports them. */
export function duplicateKey(info: CollectionInfo, index: IndexInfo, document: Doc, key: Buffer): DocstoreError {
  const values = keyRows(index, document, key)
  const keyValue: Doc = new Map(index.fields.map((field, i) => [field.path, values[i] ?? null]))
  const shown = [...keyValue].map(([path, value]) => `${path}: ${display(value)}`).join(', ')
  const message = `E11000 duplicate key error collection: ${info.namespace} index: ${index.name} dup key: { ${shown} }`
  return new DocstoreError(Code.DuplicateKey, message, doc({ keyPattern: index.spec.get('key'), keyValue }))
}
