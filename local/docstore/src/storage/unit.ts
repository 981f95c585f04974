import type { Doc } from '../bson/values.js'
import type { Catalog, CollectionInfo, IndexInfo } from './catalog.js'
import type { Steps } from '../steps.js'
import type { Connection } from './connection.js'
import type { Row } from './rows.js'

/** A transaction's change of one document: the row before, and the row after (undefined when deleted). */
export interface Change {
  before: Row | undefined
  after: Row | undefined
}

/** A consistent view of the store, for reads. */
export interface ReadUnit {
  readonly catalog: Catalog
  /** The connection that reads committed rows. */
  readonly connection: Connection
  /** Rows changed by the transaction of this view, by row id; they hide the committed ones. */
  changesOf(info: CollectionInfo): ReadonlyMap<number, Change> | undefined
}

/** A view that can also write: directly in the writer's batch, or buffered by a transaction. */
export interface WriteUnit extends ReadUnit {
  /** @throws DocstoreError 11000 for a duplicate key, 112 for a conflict (transactions), Held (others). */
  insert(info: CollectionInfo, document: Doc): void
  replace(info: CollectionInfo, row: Row, after: Doc): void
  remove(info: CollectionInfo, row: Row): void
  /** Returns the collection; creates it if it does not exist. */
  ensureCollection(namespace: string): CollectionInfo
  createIndexes(info: CollectionInfo, specs: readonly Doc[]): Steps<readonly IndexInfo[]>
}
