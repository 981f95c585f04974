import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { encode } from '../bson/encode.js'
import { MAX_DOCUMENT_BYTES } from '../limits.js'
import { Code, fail, Held } from '../errors.js'
import type { Doc } from '../bson/values.js'
import { documentHold, Holds, keyHold } from '../txn/holds.js'
import {
  collectionInfo,
  dropStoredCollection,
  dropStoredIndex,
  idIndexSpec,
  indexInfo,
  loadCatalog,
  storeCollection,
  storeIndex,
  SYSTEM_TABLES,
  type Catalog,
  type CollectionInfo,
  type IndexInfo,
} from './catalog.js'
import { Connection } from './connection.js'
import { TaskScheduler, type Steps } from '../steps.js'
import { LogLimit, LOG_LIMITS, type LogLimits } from './log-limit.js'
import { lockFolder } from './lock.js'
import { Readers } from './readers.js'
import { fillIndex } from './fill-index.js'
import { deleteRow, insertRow, keyChanges, replaceRow, Row } from './rows.js'
import type { WriteUnit } from './unit.js'
import { Writer } from './writer.js'

const FORMAT = 1

/**
 * The store: one SQLite file, its catalog, its single writer and its snapshot readers. Its read methods return the
 * last commit; its write methods may only be called inside `write`.
 */
export class Store implements WriteUnit {
  /** Includes the changes of the current batch; readers see `committedCatalog`. */
  catalog: Catalog
  committedCatalog: Catalog
  readonly tasks = new TaskScheduler()
  /** Non-transactional reads that hold a snapshot. */
  readonly views = new Set<{ lose(): void }>()
  readonly connection: Connection
  readonly readers: Readers
  readonly holds = new Holds()
  private readonly writer: Writer
  private readonly log: LogLimit
  private readonly unlock: () => void
  private readonly nextRids = new Map<number, number>()
  private touched: string[] = []
  private touchedKeys: Set<string> | undefined
  private lastId: number

  /** Opens the store of a data folder. @throws FolderInUse when another process has it. */
  constructor(folder: string, limits: LogLimits = LOG_LIMITS, isThrownAway = false) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.unlock = lockFolder(folder)
    const path = join(folder, 'docstore.sqlite')
    this.connection = new Connection(path, false, isThrownAway)
    const version = this.connection.statement('PRAGMA user_version').get()?.user_version
    if (version !== 0 && version !== FORMAT)
      throw new Error(
        `the data folder ${folder} has format ${String(version)}, but this docstore reads format ${FORMAT}`,
      )
    this.connection.exec(`BEGIN; ${SYSTEM_TABLES} PRAGMA user_version=${FORMAT}; COMMIT`)
    const loaded = loadCatalog(this.connection)
    this.catalog = this.committedCatalog = loaded.catalog
    this.lastId = loaded.lastId
    this.readers = new Readers(path)
    const state = { mark: () => this.mark(), committed: () => this.committed() }
    this.writer = new Writer(this.connection, state, this.tasks)
    this.log = new LogLimit(path, this.connection, this.readers, limits, {
      canEmpty: () => !this.writer.busy,
      endSnapshots: () => this.endSnapshots(),
    })
  }

  /** Runs `work` in the next batch; see Writer.run. */
  write<T>(work: () => Steps<T>): Promise<T> {
    return this.writer.run(work)
  }

  /** Resolves when a transaction may begin; undefined when it need not wait. */
  get admission(): Promise<void> | undefined {
    return this.log.admission
  }

  /** Releases a snapshot. */
  release(connection: Connection): void {
    this.readers.release(connection)
    this.log.snapshotEnded()
  }

  private endSnapshots(): void {
    for (const view of [...this.views]) view.lose()
    this.holds.endAll()
  }

  close(): void {
    this.writer.stop()
    this.log.close()
    this.readers.close()
    this.connection.close()
    this.unlock()
  }

  private mark(): () => void {
    const { catalog } = this
    const length = this.touched.length
    return () => {
      this.catalog = catalog
      this.touched.length = length
      this.touchedKeys = undefined
    }
  }

  private committed(): void {
    this.committedCatalog = this.catalog
    this.holds.committed(this.touched)
    this.touched = []
    this.touchedKeys = undefined
    this.readers.dropLatest()
    this.log.committed()
  }

  /** Returns whether the current, uncommitted batch has written a document. */
  isBeingWritten(key: string): boolean {
    if (this.touched.length === 0) return false
    this.touchedKeys ??= new Set()
    for (let i = this.touchedKeys.size; i < this.touched.length; i++) this.touchedKeys.add(this.touched[i] as string)
    return this.touchedKeys.has(key)
  }

  changesOf(): undefined {
    return undefined
  }

  /** Returns a row id that the collection hasn't used since this process started. */
  nextRid(info: CollectionInfo): number {
    let next = this.nextRids.get(info.id)
    if (next === undefined) {
      const last = info.pending
        ? undefined
        : this.connection.statement(`SELECT max(rid) AS last FROM c${info.id}`).get()?.last
      next = ((last as number | null | undefined) ?? 0) + 1
    }
    this.nextRids.set(info.id, next + 1)
    return next
  }

  nextId(): number {
    return ++this.lastId
  }

  insert(info: CollectionInfo, document: Doc): void {
    const row = rowOf(this.nextRid(info), document)
    this.assertKeysFree(info, undefined, document)
    this.putRow(info, row)
  }

  replace(info: CollectionInfo, row: Row, after: Doc): void {
    this.assertDocumentFree(info, row)
    this.assertKeysFree(info, row.document, after)
    this.swapRow(info, row, rowOf(row.rid, after))
  }

  remove(info: CollectionInfo, row: Row): void {
    this.assertDocumentFree(info, row)
    this.dropRow(info, row)
  }

  /** Writes a row without checking holds: for the commit of the transaction that holds it. */
  putRow(info: CollectionInfo, row: Row): void {
    insertRow(this.connection, info, row)
    this.touched.push(documentHold(info.id, row.rid))
  }

  swapRow(info: CollectionInfo, before: Row, after: Row): void {
    replaceRow(this.connection, info, before, after)
    this.touched.push(documentHold(info.id, before.rid))
  }

  dropRow(info: CollectionInfo, row: Row): void {
    deleteRow(this.connection, info, row)
    this.touched.push(documentHold(info.id, row.rid))
  }

  /** Throws Held if an open transaction holds the document. */
  private assertDocumentFree(info: CollectionInfo, row: Row): void {
    const holder = this.holds.none ? undefined : this.holds.holderOfDocument(documentHold(info.id, row.rid))
    if (holder) throw new Held(holder.ended)
  }

  /** Throws Held if an open transaction holds a unique key that the change adds. */
  private assertKeysFree(info: CollectionInfo, before: Doc | undefined, after: Doc): void {
    if (this.holds.none) return
    for (const index of info.indexes.filter((candidate) => candidate.unique)) {
      for (const key of keyChanges(index, before, after).added.keys) {
        const holder = this.holds.holderOfKey(keyHold(index, key))
        if (holder) throw new Held(holder.ended)
      }
    }
  }

  /** Throws Held if an open transaction holds the collection. */
  private assertCollectionFree(info: CollectionInfo): void {
    const holder = this.holds.holderOfCollection(info.id)
    if (holder) throw new Held(holder.ended)
  }

  ensureCollection(namespace: string): CollectionInfo {
    const known = this.catalog.get(namespace)
    if (known) return known
    const info = collectionInfo(this.nextId(), namespace, [indexInfo(this.nextId(), idIndexSpec())])
    this.addCollection(info)
    return info
  }

  /** Writes a new collection and adds it to the catalog. */
  addCollection(info: CollectionInfo): void {
    storeCollection(this.connection, info)
    this.catalog = new Map([...this.catalog, [info.namespace, info]])
  }

  *createIndexes(info: CollectionInfo, specs: readonly Doc[]): Steps<readonly IndexInfo[]> {
    this.assertCollectionFree(info)
    const added = specs.map((spec) => indexInfo(this.nextId(), spec))
    for (const index of added) {
      storeIndex(this.connection, info, index)
      yield* fillIndex(this, info, index)
    }
    this.catalog = new Map([...this.catalog, [info.namespace, { ...info, indexes: [...info.indexes, ...added] }]])
    return added
  }

  dropIndexes(info: CollectionInfo, indexes: readonly IndexInfo[]): void {
    this.assertCollectionFree(info)
    for (const index of indexes) dropStoredIndex(this.connection, index)
    const rest = info.indexes.filter((index) => !indexes.includes(index))
    this.catalog = new Map([...this.catalog, [info.namespace, { ...info, indexes: rest }]])
  }

  dropCollection(info: CollectionInfo): void {
    this.assertCollectionFree(info)
    dropStoredCollection(this.connection, info)
    const next = new Map(this.catalog)
    next.delete(info.namespace)
    this.catalog = next
    this.connection.forget()
  }
}

/** Returns a row for a document. @throws DocstoreError 10334 past 16 MB. */
export function rowOf(rid: number, document: Doc): Row {
  const raw = encode(document)
  if (raw.length > MAX_DOCUMENT_BYTES)
    fail(
      Code.BSONObjectTooLarge,
      `object to insert too large. size in bytes: ${raw.length}, max size: ${MAX_DOCUMENT_BYTES}`,
    )
  return new Row(rid, raw, document)
}
