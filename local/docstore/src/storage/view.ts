import { Code, fail } from '../errors.js'
import type { Catalog } from './catalog.js'
import type { Connection } from './connection.js'
import type { Store } from './store.js'
import type { ReadUnit } from './unit.js'

/** The view of a command outside transactions: one snapshot of the last commit, from its first read to its end. */
export class View implements ReadUnit {
  private taken: { connection: Connection; catalog: Catalog } | undefined
  private lost = false

  constructor(private readonly store: Store) {}

  get catalog(): Catalog {
    return this.snapshot.catalog
  }

  get connection(): Connection {
    return this.snapshot.connection
  }

  changesOf(): undefined {
    return undefined
  }

  private get snapshot(): { connection: Connection; catalog: Catalog } {
    if (this.taken) return this.taken
    const { readers, holds, committedCatalog: catalog } = this.store
    this.taken = { connection: readers.take(holds.sequence), catalog }
    this.store.views.add(this)
    return this.taken
  }

  /** @throws DocstoreError 239 when its snapshot was ended because it held the write-ahead log for too long. */
  check(): void {
    if (this.lost) fail(Code.SnapshotTooOld, 'the snapshot of this read was ended; there was too much to write')
  }

  /** Ends the snapshot of a read that is still running. */
  lose(): void {
    this.lost = true
    this.release()
  }

  /** Releases the snapshot. */
  release(): void {
    const { taken } = this
    if (!taken) return
    this.taken = undefined
    this.store.views.delete(this)
    this.store.readers.release(taken.connection)
  }
}
