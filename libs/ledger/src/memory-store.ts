import type { Pending } from './book.js'
import type { Batch, ChangeRow, KnownChange } from './decide.js'
import type { Head, LedgerStore, StoredBalance, Written } from './store.js'
import { InvalidChange, type Refusal, type Save, type Transfer, transferId } from './types.js'

/** `before`/`after`: the process loses contact before or after the batch became durable. */
export type StoreFault = 'none' | 'lost' | 'unknownBefore' | 'unknownAfter' | 'down'

export interface MemoryStoreOptions {
  /** Awaited before each call takes effect, so that a simulation can order the calls as it likes. */
  turn?: () => Promise<void>
  /** What happens to the next write. */
  fault?: () => StoreFault
  /** Unique indexes by collection: the fields of each; documents without all of them are not in it. */
  unique?: Record<string, ReadonlyArray<readonly string[]>>
  /** Writes rows whose ids are taken, which no real store does: for a simulation that plants such a bug. */
  acceptsTakenIds?: () => boolean
}

export type StoredDocument = Record<string, unknown> & { _id: string; version: number }

/** The same promises as the real store, in memory, with faults on demand: for tests and simulations. */
export class MemoryLedgerStore implements LedgerStore {
  readonly transfers: Transfer[] = []
  readonly outbox: Array<{ _id: string }> = []
  readonly collections = new Map<string, Map<string, StoredDocument>>()
  private readonly byId = new Map<string, Transfer>()
  private readonly lastOf = new Map<string, Transfer>()
  private readonly resolved = new Set<string>()
  private readonly changes = new Map<string, ChangeRow>()
  private readonly owners = new Map<string, string>()
  private readonly events = new Set<string>()
  private current: Head = { seq: 0, batchId: '' }

  constructor(private readonly options: MemoryStoreOptions = {}) {}

  collection(name: string): Map<string, StoredDocument> {
    let documents = this.collections.get(name)
    if (!documents) this.collections.set(name, (documents = new Map<string, StoredDocument>()))
    return documents
  }

  async head(): Promise<Head> {
    await this.options.turn?.()
    return { ...this.current }
  }

  async known(keys: readonly string[]): Promise<KnownChange[]> {
    await this.options.turn?.()
    return keys.flatMap((key) => {
      const row = this.byId.get(transferId(key, 0)) ?? this.changes.get(key)
      return row ? [{ key, inputHash: row.inputHash ?? '', batchId: row.batchId, seq: row.seq, at: row.at }] : []
    })
  }

  async balances(accountIds: readonly string[]): Promise<StoredBalance[]> {
    await this.options.turn?.()
    return accountIds.flatMap((id) => {
      const last = this.lastOf.get(id)
      if (!last) return []
      return [{ id, seq: last.seq, balance: { ...(last.debit === id ? last.debitAfter : last.creditAfter) } }]
    })
  }

  async pendings(ids: readonly string[]): Promise<Pending[]> {
    await this.options.turn?.()
    return ids.flatMap((id) => {
      const row = this.byId.get(id)
      if (row?.kind !== 'pending') return []
      const { debit, credit, amount, expiresAt } = row
      return [{ id, debit, credit, amount, expiresAt, resolved: this.resolved.has(id) }]
    })
  }

  async since(seq: number, limit: number): Promise<Transfer[]> {
    await this.options.turn?.()
    return this.transfers.slice(seq, seq + limit)
  }

  async write(batch: Batch, head: Head): Promise<Written> {
    await this.options.turn?.()
    const fault = this.options.fault?.() ?? 'none'
    if (fault === 'down') throw new Error('the store is down')
    if (fault === 'unknownBefore') return { result: 'unknown' }
    if (fault === 'lost' || head.seq !== this.current.seq || head.batchId !== this.current.batchId) {
      return { result: 'lost' }
    }
    const refusals = this.refusals(batch)
    if (refusals.size > 0) return { result: 'refused', changes: refusals }
    if (!this.options.acceptsTakenIds?.()) this.rejectTakenIds(batch)
    this.apply(batch)
    return { result: fault === 'unknownAfter' ? 'unknown' : 'committed' }
  }

  private refusals(batch: Batch): Map<number, Refusal> {
    const refusals = new Map<number, Refusal>()
    const ahead = new Map<string, string | undefined>()
    for (const { save, change } of batch.saves) {
      const { collection, id } = save
      const before = this.collection(collection).get(id)
      if ((before?.version ?? 0) !== save.version) refusals.set(change, { reason: 'STALE', collection, id })
      for (const { name } of this.uniqueKeys(collection, before)) ahead.set(name, undefined)
      for (const { name, fields } of this.uniqueKeys(collection, merge(before, save))) {
        const owner = ahead.has(name) ? ahead.get(name) : this.owners.get(name)
        if (owner !== undefined && owner !== id)
          refusals.set(change, { reason: 'DUPLICATE', collection, id, index: fields.join('_') })
        else ahead.set(name, id)
      }
    }
    return refusals
  }

  private rejectTakenIds(batch: Batch): void {
    const transfers = batch.transfers.map((row) => row._id)
    const events = batch.events.map((row) => row._id)
    const changes = batch.changes.map((row) => row._id)
    const isTaken = (ids: string[], taken: { has(id: string): boolean }) =>
      new Set(ids).size < ids.length || ids.some((id) => taken.has(id))
    if (isTaken(transfers, this.byId) || isTaken(events, this.events) || isTaken(changes, this.changes))
      throw new InvalidChange('an id of this change belongs to another one')
  }

  private uniqueKeys(collection: string, document: StoredDocument | undefined) {
    if (!document) return []
    return (this.options.unique?.[collection] ?? [])
      .filter((fields) => fields.every((field) => document[field] !== undefined))
      .map((fields) => ({ fields, name: JSON.stringify([collection, fields, fields.map((field) => document[field])]) }))
  }

  private apply(batch: Batch): void {
    for (const transfer of batch.transfers) {
      this.transfers.push(transfer)
      this.byId.set(transfer._id, transfer)
      this.lastOf.set(transfer.debit, transfer).set(transfer.credit, transfer)
      if (transfer.pendingId !== undefined) this.resolved.add(transfer.pendingId)
    }
    for (const row of batch.changes) this.changes.set(row._id, row)
    for (const { save } of batch.saves) {
      const documents = this.collection(save.collection)
      const before = documents.get(save.id)
      const after = merge(before, save)
      for (const { name } of this.uniqueKeys(save.collection, before)) this.owners.delete(name)
      for (const { name } of this.uniqueKeys(save.collection, after)) this.owners.set(name, save.id)
      documents.set(save.id, after)
    }
    for (const event of batch.events) this.events.add(event._id)
    this.outbox.push(...batch.events)
    this.current = { seq: batch.toSeq, batchId: batch.batchId }
  }
}

function merge(before: StoredDocument | undefined, { id, version, set, unset = [] }: Save): StoredDocument {
  const after: StoredDocument = { ...before, ...set, _id: id, version: version + 1 }
  for (const field of unset) delete after[field]
  return after
}
