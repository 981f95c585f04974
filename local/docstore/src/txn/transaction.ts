import { Code, DocstoreError, fail } from '../errors.js'
import type { Doc } from '../bson/values.js'
import {
  collectionInfo,
  idIndexSpec,
  indexInfo,
  type Catalog,
  type CollectionInfo,
  type IndexInfo,
} from '../storage/catalog.js'
import type { Connection } from '../storage/connection.js'
import { duplicateKey, holderOfKey, keyChanges, type Row } from '../storage/rows.js'
import { rowOf, type Store } from '../storage/store.js'
import { mapSteps, type Steps } from '../steps.js'
import type { Change, WriteUnit } from '../storage/unit.js'
import { documentHold, keyHold, type Holder } from './holds.js'

/**
 * An open multi-document transaction: reads see its snapshot plus its buffered writes. A write to a
 * document that another open transaction wrote, or that was committed after the snapshot, fails immediately
 * with WriteConflict; the same applies to a unique key. Nothing reaches the store before `commit`.
 */
export class Transaction implements WriteUnit, Holder {
  readonly connection: Connection
  readonly snapshotSequence: number
  readonly ended: Promise<void>
  catalog: Catalog
  private readonly changes = new Map<number, { info: CollectionInfo; rows: Map<number, Change> }>()
  private readonly addedKeys = new Map<string, number>()
  private readonly removedKeys = new Set<string>()
  private readonly heldDocuments = new Set<string>()
  private readonly heldKeys = new Set<string>()
  private readonly made: string[] = []
  private finish: () => void = () => undefined
  private open = true
  private committing = false
  private hasSnapshot = true

  constructor(private readonly store: Store) {
    this.connection = store.readers.take(store.holds.sequence)
    this.snapshotSequence = store.holds.sequence
    this.catalog = store.committedCatalog
    this.ended = new Promise((resolve) => {
      this.finish = resolve
    })
    store.holds.begin(this)
  }

  /** True while it accepts statements: neither its client, its lifetime nor the limit of the log has ended it. */
  get isOpen(): boolean {
    return this.open && !this.committing
  }

  /** @throws DocstoreError 251 when it was ended while one of its statements ran. */
  check(): void {
    if (!this.isOpen) throw transactionEnded()
  }

  /** True when it has written anything. */
  get dirty(): boolean {
    return this.changes.size > 0 || this.made.length > 0
  }

  changesOf(info: CollectionInfo): ReadonlyMap<number, Change> | undefined {
    return this.changes.get(info.id)?.rows
  }

  insert(info: CollectionInfo, document: Doc): void {
    const row = rowOf(this.store.nextRid(info), document)
    this.reserve(info, row.rid, undefined, document)
    this.record(info, row.rid, { before: undefined, after: row })
  }

  replace(info: CollectionInfo, row: Row, after: Doc): void {
    this.claim(info, row)
    this.reserve(info, row.rid, row.document, after)
    this.record(info, row.rid, { before: row, after: rowOf(row.rid, after) })
  }

  remove(info: CollectionInfo, row: Row): void {
    this.claim(info, row)
    this.reserve(info, row.rid, row.document, undefined)
    this.record(info, row.rid, { before: row, after: undefined })
  }

  private record(info: CollectionInfo, rid: number, change: Change): void {
    const entry = this.changes.get(info.id) ?? { info, rows: new Map<number, Change>() }
    this.changes.set(info.id, entry)
    const earlier = entry.rows.get(rid)
    entry.rows.set(rid, earlier ? { before: earlier.before, after: change.after } : change)
    this.heldDocuments.add(documentHold(info.id, rid))
    this.store.holds.holdDocument(documentHold(info.id, rid), info.id, this)
  }

  private claim(info: CollectionInfo, row: Row): void {
    const key = documentHold(info.id, row.rid)
    const holder = this.store.holds.holderOfDocument(key)
    if (holder === this) return
    if (holder || this.store.holds.changedSince(key, this) || this.store.isBeingWritten(key)) throw writeConflict()
    if (!info.pending && this.store.catalog.get(info.namespace)?.id !== info.id) throw writeConflict()
  }

  private reserve(info: CollectionInfo, rid: number, before: Doc | undefined, after: Doc | undefined): void {
    for (const index of info.indexes) {
      const { removed, added } = keyChanges(index, before, after)
      if (!index.unique) continue
      for (const key of added.keys) this.addKey(info, index, rid, key, after as Doc)
      for (const key of removed.keys) this.removeKey(index, rid, key)
    }
  }

  private addKey(info: CollectionInfo, index: IndexInfo, rid: number, key: Buffer, document: Doc): void {
    const hold = keyHold(index, key)
    const holder = this.store.holds.holderOfKey(hold)
    if (holder && holder !== this) throw writeConflict()
    const mine = this.addedKeys.get(hold)
    if (mine !== undefined && mine !== rid) throw duplicateKey(info, index, document, key)
    if (!info.pending) this.checkCommitted(info, index, rid, key, document)
    this.addedKeys.set(hold, rid)
    this.hold(hold)
  }

  /**
   * A key that exists in both the snapshot and the last commit is a duplicate; a key in only one of them is a conflict.
   */
  private checkCommitted(info: CollectionInfo, index: IndexInfo, rid: number, key: Buffer, document: Doc): void {
    const current = this.taken(this.store.connection, index, rid, key)
    const seen = this.taken(this.connection, index, rid, key)
    if (current && seen) throw duplicateKey(info, index, document, key)
    if (current || seen) throw writeConflict()
  }

  private taken(connection: Connection, index: IndexInfo, rid: number, key: Buffer): boolean {
    const holder = holderOfKey(connection, index, key, rid)
    return holder !== undefined && !this.removedKeys.has(`${holder}:${keyHold(index, key)}`)
  }

  private removeKey(index: IndexInfo, rid: number, key: Buffer): void {
    const hold = keyHold(index, key)
    this.removedKeys.add(`${rid}:${hold}`)
    if (this.addedKeys.get(hold) === rid) this.addedKeys.delete(hold)
    this.hold(hold)
  }

  private hold(key: string): void {
    this.heldKeys.add(key)
    this.store.holds.holdKey(key, this)
  }

  ensureCollection(namespace: string): CollectionInfo {
    const known = this.catalog.get(namespace)
    if (known) return known
    if (this.store.catalog.has(namespace)) throw writeConflict()
    const info = {
      ...collectionInfo(this.store.nextId(), namespace, [indexInfo(this.store.nextId(), idIndexSpec())]),
      pending: true,
    }
    this.catalog = new Map([...this.catalog, [namespace, info]])
    this.made.push(namespace)
    return info
  }

  *createIndexes(info: CollectionInfo, specs: readonly Doc[]): Steps<readonly IndexInfo[]> {
    if (!info.pending || this.changes.has(info.id)) {
      fail(
        Code.OperationNotSupportedInTransaction,
        'Cannot create new indexes on existing collection in a multi-document transaction.',
      )
    }
    const added = specs.map((spec) => indexInfo(this.store.nextId(), spec))
    this.catalog = new Map([...this.catalog, [info.namespace, { ...info, indexes: [...info.indexes, ...added] }]])
    return added
  }

  /**
   * Writes everything in one part of the writer's batch, together with `alongside` (the stored reply for retries).
   * @throws DocstoreError 112 when the catalog has changed since its snapshot.
   */
  async commit(alongside: () => void): Promise<void> {
    this.committing = true
    this.giveSnapshot()
    try {
      const apply = this.apply.bind(this)
      await this.store.write(function* () {
        yield* apply()
        alongside()
      })
    } finally {
      this.close()
    }
  }

  private *apply(): Steps<void> {
    for (const namespace of this.made) {
      if (this.store.catalog.has(namespace)) throw writeConflict()
      const { pending: _, ...info } = this.catalog.get(namespace) as CollectionInfo
      this.store.addCollection(info)
    }
    for (const { info, rows } of this.changes.values()) {
      const current = this.store.catalog.get(info.namespace)
      if (current?.id !== info.id) throw writeConflict()
      yield* this.applyRows(current, rows)
    }
  }

  /** Deletes and changes come before inserts, so that a unique key may move from one document to another. */
  private *applyRows(info: CollectionInfo, rows: Map<number, Change>): Steps<void> {
    const changes = [...rows.values()]
    yield* mapSteps(changes, ({ before, after }) => before && !after && this.store.dropRow(info, before))
    const moved = changes.filter(({ before, after }) => before && after)
    yield* this.applySwaps(info, moved as { before: Row; after: Row }[])
    yield* mapSteps(changes, ({ before, after }) => !before && after && this.store.putRow(info, after))
  }

  /**
   * A unique key that moves between two updated documents must be removed before it is added; retries those that came
   * too early.
   */
  private *applySwaps(info: CollectionInfo, swaps: { before: Row; after: Row }[]): Steps<void> {
    let waiting = swaps
    while (waiting.length > 0) {
      const early: typeof swaps = []
      yield* mapSteps(waiting, (swap) => {
        const blocked = waiting.length > 1 && this.blocked(info, swap)
        if (blocked) early.push(swap)
        else this.store.swapRow(info, swap.before, swap.after)
      })
      if (early.length === waiting.length) return this.rotate(info, early)
      waiting = early
    }
  }

  private blocked(info: CollectionInfo, { before, after }: { before: Row; after: Row }): boolean {
    return info.indexes.some(
      (index) =>
        index.unique &&
        keyChanges(index, before.document, after.document).added.keys.some(
          (key) => holderOfKey(this.store.connection, index, key, before.rid) !== undefined,
        ),
    )
  }

  /** Keys that rotate between documents: remove all the rows, then insert them again. */
  private rotate(info: CollectionInfo, swaps: { before: Row; after: Row }[]): void {
    for (const { before } of swaps) this.store.dropRow(info, before)
    for (const { after } of swaps) this.store.putRow(info, after)
  }

  /** Discards everything it wrote, unless it is being committed. */
  abort(): void {
    if (!this.committing) this.close()
  }

  /** Released early: a commit needs no snapshot, and the log may have to be emptied after it. */
  private giveSnapshot(): void {
    if (!this.hasSnapshot) return
    this.hasSnapshot = false
    this.store.release(this.connection)
  }

  private close(): void {
    if (!this.open) return
    this.open = false
    this.store.holds.end(this, {
      documents: this.heldDocuments,
      keys: this.heldKeys,
      collections: this.changes.keys(),
    })
    this.giveSnapshot()
    this.finish()
  }
}

/** Returns the error of a command in a transaction that has ended; the driver retries the transaction. */
export function transactionEnded(): DocstoreError {
  const error = new DocstoreError(Code.NoSuchTransaction, 'Transaction has been aborted.')
  error.labels.push('TransientTransactionError')
  return error
}

/** Returns the error of a write to a document that another write changed first; the driver retries the transaction. */
export function writeConflict(): DocstoreError {
  return new DocstoreError(
    Code.WriteConflict,
    'WriteConflict error: this operation conflicted with another operation. Please retry your operation or multi-document transaction.',
  )
}
