import type { IndexInfo } from '../storage/catalog.js'

/** The holder of documents or keys: an open transaction, and a promise of its end. */
export interface Holder {
  readonly ended: Promise<void>
  readonly snapshotSequence: number
  /** Aborts it, unless it is being committed. */
  abort(): void
}

/**
 * Uncommitted writes of open transactions: documents, unique keys, collections. Also the documents that were changed
 * after the oldest open snapshot, so that the first committer wins.
 */
export class Holds {
  private readonly documents = new Map<string, Holder>()
  private readonly keys = new Map<string, Holder>()
  private readonly collections = new Map<number, Set<Holder>>()
  private readonly open = new Set<Holder>()
  private readonly changedAt = new Map<string, number>()
  private current = 0

  /** The number of the last committed batch. */
  get sequence(): number {
    return this.current
  }

  begin(holder: Holder): void {
    this.open.add(holder)
  }

  end(
    holder: Holder,
    held: { documents: Iterable<string>; keys: Iterable<string>; collections: Iterable<number> },
  ): void {
    this.open.delete(holder)
    for (const key of held.documents) if (this.documents.get(key) === holder) this.documents.delete(key)
    for (const key of held.keys) if (this.keys.get(key) === holder) this.keys.delete(key)
    for (const id of held.collections) this.collections.get(id)?.delete(holder)
    if (this.open.size === 0) this.changedAt.clear()
  }

  /** Ends every open transaction that is not being committed. */
  endAll(): void {
    for (const holder of [...this.open]) holder.abort()
  }

  /** Records the documents of a committed batch. */
  committed(documents: Iterable<string>): void {
    this.current++
    if (this.open.size === 0) return
    for (const key of documents) this.changedAt.set(key, this.current)
    if (this.changedAt.size > 50_000) this.prune()
  }

  private prune(): void {
    const oldest = Math.min(...[...this.open].map((holder) => holder.snapshotSequence))
    for (const [key, sequence] of this.changedAt) if (sequence <= oldest) this.changedAt.delete(key)
  }

  holderOfDocument(key: string): Holder | undefined {
    return this.documents.get(key)
  }

  holderOfKey(key: string): Holder | undefined {
    return this.keys.get(key)
  }

  /** Returns an open transaction that has written to a collection, if any. */
  holderOfCollection(id: number): Holder | undefined {
    return this.collections.get(id)?.values().next().value
  }

  /** True when a commit that the holder's snapshot does not show has changed a document. */
  changedSince(key: string, holder: Holder): boolean {
    return (this.changedAt.get(key) ?? 0) > holder.snapshotSequence
  }

  holdDocument(key: string, collection: number, holder: Holder): void {
    this.documents.set(key, holder)
    const holders = this.collections.get(collection) ?? new Set()
    this.collections.set(collection, holders.add(holder))
  }

  holdKey(key: string, holder: Holder): void {
    this.keys.set(key, holder)
  }

  /** True when nothing is held, so that writers need not build keys to check. */
  get none(): boolean {
    return this.documents.size === 0 && this.keys.size === 0
  }
}

export const documentHold = (collection: number, rid: number): string => `${collection}:${rid}`
export const keyHold = (index: IndexInfo, key: Buffer): string => `${index.id}:${key.toString('latin1')}`
