import type { Doc } from '../bson/values.js'
import type { Catalog, CollectionInfo, IndexInfo } from './catalog.js'
import type { Steps } from '../steps.js'
import type { Connection } from './connection.js'
import type { Row } from './rows.js'

/** What a transaction did to one document: the row it saw, and the row it leaves (undefined when deleted). */
export interface Change {
  before: Row | undefined
  after: Row | undefined
}

/** A consistent view of the store to read from. */
export interface ReadUnit {
  readonly catalog: Catalog
  /** Where committed rows are read. */
  readonly connection: Connection
  /** Rows that this view's own transaction has changed, by row id; they hide the committed ones. */
  changesOf(info: CollectionInfo): ReadonlyMap<number, Change> | undefined
}

/** A view that can also write: at once inside the writer's batch, or buffered by a transaction. */
export interface WriteUnit extends ReadUnit {
  /** @throws DocstoreError 11000 for a duplicate key, 112 for a conflict (transactions), Held (others). */
  insert(info: CollectionInfo, document: Doc): void
  replace(info: CollectionInfo, row: Row, after: Doc): void
  remove(info: CollectionInfo, row: Row): void
  /** The collection, made when it does not exist. */
  ensureCollection(namespace: string): CollectionInfo
  createIndexes(info: CollectionInfo, specs: readonly Doc[]): Steps<readonly IndexInfo[]>
}
