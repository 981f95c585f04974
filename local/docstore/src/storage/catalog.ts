import { randomUUID } from 'node:crypto'
import { decode } from '../bson/decode.js'
import { encode } from '../bson/encode.js'
import { doc, int, isDoc, toNumber, truthy, type Doc } from '../bson/values.js'
import { compileFilter, type Matcher } from '../query/matcher.js'
import { bufferOf, type Connection } from './connection.js'

/**
 * An index: its table is `i<id>`. All catalog versions share this object. `multikey` is set in it and never reset; an
 * older version at worst scans wider bounds.
 */
export interface IndexInfo {
  id: number
  name: string
  fields: readonly { path: string; parts: readonly string[] }[]
  directions: readonly number[]
  unique: boolean
  sparse: boolean
  partialFilter?: Doc
  partial?: Matcher
  expireAfterSeconds?: number
  spec: Doc
  multikey: boolean
}

/** A collection: its table is `c<id>`. Never changed in place. */
export interface CollectionInfo {
  id: number
  database: string
  name: string
  namespace: string
  uuid: Buffer
  indexes: readonly IndexInfo[]
  /** Created by a transaction that has not committed: it has no tables yet. */
  pending?: boolean
}

/** One version of the catalog: its collections, by namespace. Every change creates a new map, so a transaction keeps its version. */
export type Catalog = ReadonlyMap<string, CollectionInfo>

/** The tables of the catalog, and `replies`: the reply to each session's latest retryable write (txn/replies.ts). */
export const SYSTEM_TABLES = `
CREATE TABLE IF NOT EXISTS collections(id INTEGER PRIMARY KEY, namespace TEXT UNIQUE NOT NULL, uuid BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS indexes(id INTEGER PRIMARY KEY, collection INTEGER NOT NULL, spec BLOB NOT NULL, multikey INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS replies(session BLOB PRIMARY KEY, number INTEGER NOT NULL, reply BLOB, at INTEGER NOT NULL) WITHOUT ROWID;
`

/** Splits `db.collection` at its first dot. */
export function splitNamespace(namespace: string): [string, string] {
  const dot = namespace.indexOf('.')
  return [namespace.slice(0, dot), namespace.slice(dot + 1)]
}

/** Reads the catalog and the highest id in use from disk. */
export function loadCatalog(connection: Connection): { catalog: Catalog; lastId: number } {
  const catalog = new Map<string, CollectionInfo>()
  let lastId = 0
  for (const row of connection.statement('SELECT id, namespace, uuid FROM collections ORDER BY id').all()) {
    const indexes = connection
      .statement('SELECT id, spec, multikey FROM indexes WHERE collection=? ORDER BY id')
      .all(row.id as number)
      .map((index) => indexInfo(index.id as number, decode(bufferOf(index.spec)), index.multikey === 1))
    lastId = Math.max(lastId, row.id as number, ...indexes.map((index) => index.id))
    catalog.set(
      row.namespace as string,
      collectionInfo(row.id as number, row.namespace as string, indexes, bufferOf(row.uuid)),
    )
  }
  return { catalog, lastId }
}

/** Describes a collection; a new one gets a random UUID. */
export function collectionInfo(
  id: number,
  namespace: string,
  indexes: readonly IndexInfo[],
  uuid?: Buffer,
): CollectionInfo {
  const [database, name] = splitNamespace(namespace)
  return { id, database, name, namespace, indexes, uuid: uuid ?? Buffer.from(randomUUID().replaceAll('-', ''), 'hex') }
}

/** Describes an index from a validated specification. */
export function indexInfo(id: number, spec: Doc, multikey = false): IndexInfo {
  const key = spec.get('key') as Doc
  const partialFilter = spec.get('partialFilterExpression')
  const expireAfterSeconds = toNumber(spec.get('expireAfterSeconds'))
  return {
    id,
    name: spec.get('name') as string,
    fields: [...key.keys()].map((path) => ({ path, parts: path.split('.') })),
    directions: [...key.values()].map((value) => ((toNumber(value) ?? 1) < 0 ? -1 : 1)),
    unique: truthy(spec.get('unique')) || spec.get('name') === '_id_',
    sparse: truthy(spec.get('sparse')),
    ...(isDoc(partialFilter) ? { partialFilter, partial: compileFilter(partialFilter) } : {}),
    ...(expireAfterSeconds === undefined ? {} : { expireAfterSeconds }),
    spec,
    multikey,
  }
}

/** Returns the specification of the `_id` index, which every collection has. */
export const idIndexSpec = (): Doc => doc({ v: int(2), key: doc({ _id: int(1) }), name: '_id_' })

/** Writes a collection and its indexes to the catalog tables and creates their tables. */
export function storeCollection(connection: Connection, info: CollectionInfo): void {
  connection
    .statement('INSERT INTO collections(id, namespace, uuid) VALUES(?,?,?)')
    .run(info.id, info.namespace, info.uuid)
  connection.exec(`CREATE TABLE c${info.id}(rid INTEGER PRIMARY KEY, doc BLOB NOT NULL)`)
  for (const index of info.indexes) storeIndex(connection, info, index)
}

/** Writes an index to the catalog tables and creates its table. */
export function storeIndex(connection: Connection, info: CollectionInfo, index: IndexInfo): void {
  connection
    .statement('INSERT INTO indexes(id, collection, spec, multikey) VALUES(?,?,?,?)')
    .run(index.id, info.id, encode(index.spec), index.multikey ? 1 : 0)
  connection.exec(`CREATE TABLE i${index.id}(k BLOB NOT NULL, rid INTEGER NOT NULL, PRIMARY KEY(k, rid)) WITHOUT ROWID`)
}

/** Removes an index from the catalog tables, with its table. */
export function dropStoredIndex(connection: Connection, index: IndexInfo): void {
  connection.exec(`DROP TABLE i${index.id}`)
  connection.statement('DELETE FROM indexes WHERE id=?').run(index.id)
}

/** Removes a collection and its indexes from the catalog tables, with their tables. */
export function dropStoredCollection(connection: Connection, info: CollectionInfo): void {
  for (const index of info.indexes) dropStoredIndex(connection, index)
  connection.exec(`DROP TABLE c${info.id}`)
  connection.statement('DELETE FROM collections WHERE id=?').run(info.id)
}
