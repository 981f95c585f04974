import type { Pending } from './book.js'
import type { Batch, ChangeRow, KnownChange } from './decide.js'
import { merge, Rehearsal, type StoredDocument } from './rehearsal.js'
import type { AccountRange, Head, LedgerStore, Side, StoredBalance, Written } from './store.js'
import { InvalidChange, type Refusal, type Transfer, transferId } from './types.js'

/** `before`/`after`: contact is lost before or after the batch became durable. */
export type StoreFault = 'none' | 'lost' | 'unknownBefore' | 'unknownAfter' | 'down'

export interface MemoryStoreOptions {
  /** Awaited before each call takes effect, so that a simulation can order the calls. */
  turn?: () => Promise<void>
  /** Returns the fault of the next write. */
  fault?: () => StoreFault
  /** Fields of the unique indexes by collection. Documents that lack one of the fields aren't indexed. */
  unique?: Record<string, ReadonlyArray<readonly string[]>>
  /** Makes the store overwrite existing ids, which no real store does: for a simulation of that bug. */
  acceptsTakenIds?: () => boolean
}

/** Gives the same guarantees as the real store, in memory, with injected faults: for tests and simulations. */
export class MemoryLedgerStore implements LedgerStore {
  readonly transfers: Transfer[] = []
  readonly outbox: Array<{ _id: string }> = []
  readonly collections = new Map<string, Map<string, StoredDocument>>()
  private readonly byId = new Map<string, Transfer>()
  private readonly bySide = { debit: new Map<string, Transfer[]>(), credit: new Map<string, Transfer[]>() }
  private readonly resolved = new Set<string>()
  private readonly changes = new Map<string, ChangeRow>()
  private readonly owners = new Map<string, string>()
  private readonly events = new Set<string>()
  private current: Head = { seq: 0, batchId: '', at: new Date(0) }

  constructor(private readonly options: MemoryStoreOptions = {}) {}

  /** Returns a store with the same contents, so that several futures of one state can be tried. */
  copy(): MemoryLedgerStore {
    const copy = new MemoryLedgerStore(this.options)
    copy.transfers.push(...this.transfers)
    copy.outbox.push(...this.outbox)
    for (const [name, documents] of this.collections) copy.collections.set(name, new Map(documents))
    for (const side of ['debit', 'credit'] as const)
      for (const [id, rows] of this.bySide[side]) copy.bySide[side].set(id, [...rows])
    for (const map of ['byId', 'changes', 'owners'] as const)
      for (const [id, row] of this[map]) (copy[map] as Map<string, unknown>).set(id, row)
    for (const id of this.resolved) copy.resolved.add(id)
    for (const id of this.events) copy.events.add(id)
    copy.current = { ...this.current }
    return copy
  }

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
      const [debited, credited] = [this.last('debit', id), this.last('credit', id)]
      return ((debited?.seq ?? 0) > (credited?.seq ?? 0) ? debited : credited) ?? []
    })
  }

  async lastOf(side: Side, accountId: string, seq: number): Promise<StoredBalance | undefined> {
    await this.options.turn?.()
    return this.last(side, accountId, seq)
  }

  async nextAccount(side: Side, { from, below, after }: AccountRange): Promise<StoredBalance | undefined> {
    await this.options.turn?.()
    const inRange = (id: string) => (after === undefined ? id >= from : id > after) && id < below
    const [first] = [...this.bySide[side].keys()].filter(inRange).sort()
    return first === undefined ? undefined : this.last(side, first)
  }

  async openingAfter(at: Date): Promise<number | undefined> {
    await this.options.turn?.()
    return this.transfers.find((transfer) => transfer.opens && transfer.at > at)?.seq
  }

  async timeOf(seq: number): Promise<Date | undefined> {
    await this.options.turn?.()
    return this.transfers[seq - 1]?.at
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

  private refusals(batch: Batch): ReadonlyMap<number, Refusal> {
    return new Rehearsal(
      {
        document: (collection, id) => this.collection(collection).get(id),
        owner: (name) => this.owners.get(name),
        uniqueKeys: (collection, document) => this.uniqueKeys(collection, document),
      },
      batch.saves,
    ).refusals
  }

  private last(side: Side, id: string, seq = Infinity): StoredBalance | undefined {
    const row = this.bySide[side].get(id)?.findLast((transfer) => transfer.seq <= seq)
    return row && { id, seq: row.seq, balance: { ...row[`${side}After`] } }
  }

  private rejectTakenIds(batch: Batch): void {
    const transfers = batch.transfers.map((row) => row._id)
    const events = batch.events.map((row) => row._id)
    const changes = batch.changes.map((row) => row._id)
    const isTaken = (ids: string[], taken: { has(id: string): boolean }) =>
      new Set(ids).size < ids.length || ids.some((id) => taken.has(id))
    if (isTaken(transfers, this.byId) || isTaken(events, this.events) || isTaken(changes, this.changes))
      throw new InvalidChange('an id of this change belongs to another change')
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
      for (const side of ['debit', 'credit'] as const) {
        const own = this.bySide[side].get(transfer[side])
        if (own) own.push(transfer)
        else this.bySide[side].set(transfer[side], [transfer])
      }
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
    this.current = { seq: batch.toSeq, batchId: batch.batchId, at: batch.at }
  }
}
