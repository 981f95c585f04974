import type { Book } from './book.js'
import { isRefusal, post } from './posting.js'
import {
  type Change,
  InvalidChange,
  type OutgoingEvent,
  type Outcome,
  type Refusal,
  type Save,
  type Transfer,
  transferId,
  type TransferInput,
  type View,
} from './types.js'

/** The stored record of a change's key. */
export interface KnownChange {
  key: string
  inputHash: string
  batchId: string
  seq: number
  at: Date
}

/** Record of a change without transfers. */
export interface ChangeRow {
  _id: string
  inputHash: string
  batchId: string
  seq: number
  at: Date
}

/** Everything that one transaction writes. */
export interface Batch {
  batchId: string
  at: Date
  /** The head's seq before and after. */
  fromSeq: number
  toSeq: number
  transfers: Transfer[]
  /** In the order of the changes; a repeated save of a document continues from the version of the previous one. */
  saves: Array<{ save: Save; change: number }>
  events: Array<OutgoingEvent['row']>
  changes: ChangeRow[]
}

export interface Decision {
  batch: Batch
  /** One for each change, in order. Final only once the store has accepted the batch. */
  outcomes: Decided[]
}

/** `fault`: an error of the program, reported only to the caller of this change. */
export type Decided = Outcome | { ok: false; reason: 'FAULT'; fault: unknown }

export interface Moment {
  seq: number
  batchId: string
  at: Date
  known: ReadonlyMap<string, KnownChange>
  /** Batches of this process whose commit was in doubt. Their changes count as new, not as replayed. */
  own: ReadonlySet<string>
}

/**
 * Decides a batch in memory: each change in turn, all or nothing. The book then holds the state after the batch. A
 * rejected change doesn't affect the others. Has no side effects except on the book.
 */
export function decide(book: Book, changes: readonly Change[], moment: Moment): Decision {
  const draft = new Draft(book, moment)
  const outcomes = changes.map((change, index) => draft.take(change, index))
  return { batch: draft.batch(), outcomes }
}

class Draft {
  private readonly transfers: Transfer[] = []
  private readonly saves: Batch['saves'] = []
  private readonly events: OutgoingEvent[] = []
  private readonly rows: ChangeRow[] = []
  /** Versions of each document after each of its saves in this batch, so that a rollback restores the previous one. */
  private readonly versions = new Map<string, number[]>()
  private readonly accepted = new Map<string, KnownChange>()

  constructor(
    private readonly book: Book,
    private readonly moment: Moment,
  ) {}

  take(change: Change, index: number): Decided {
    const known = this.moment.known.get(change.key) ?? this.accepted.get(change.key)
    if (known) return this.replay(change, known)
    const mark = { book: this.book.mark(), transfers: this.transfers.length, saves: this.saves.length }
    const events = this.events.length
    const refusal = this.attempt(change, index)
    if (refusal) {
      this.book.rollback(mark.book)
      this.transfers.length = mark.transfers
      for (const { save } of this.saves.splice(mark.saves)) this.versions.get(nameOf(save))!.pop()
      this.events.length = events
      return { ok: false, ...refusal }
    }
    return this.accept(change, mark.transfers)
  }

  batch(): Batch {
    const { batchId, at, seq } = this.moment
    if (this.transfers[0]) this.transfers[0].opens = true
    const last = new Map<string, OutgoingEvent>()
    for (const event of this.events) if (event.coalesce) last.set(event.coalesce, event)
    const events = this.events.filter((event) => !event.coalesce || last.get(event.coalesce) === event)
    return {
      batchId,
      at,
      fromSeq: seq,
      toSeq: seq + this.transfers.length,
      transfers: this.transfers,
      saves: this.saves,
      events: events.map((event) => event.row),
      changes: this.rows,
    }
  }

  private replay(change: Change, known: KnownChange): Outcome {
    if (known.inputHash !== change.inputHash) return { ok: false, reason: 'KEY_REUSED' }
    return { ok: true, replayed: !this.moment.own.has(known.batchId), seq: known.seq, at: known.at }
  }

  private attempt(change: Change, index: number): Refusal | { reason: 'FAULT'; fault: unknown } | undefined {
    try {
      return this.apply(change, index)
    } catch (fault) {
      return { reason: 'FAULT', fault }
    }
  }

  private apply(change: Change, index: number): Refusal | undefined {
    const first = this.transfers.length
    const refusal = this.add(change, change.transfers, first) ?? this.addSaves(change.saves, index)
    if (refusal) return refusal
    this.events.push(...change.events)
    if (!change.derive) return undefined
    const derived = change.derive(this.view(change))
    if (derived.refusal) return derived.refusal
    this.events.push(...(derived.events ?? []))
    return this.add(change, derived.transfers ?? [], first) ?? this.addSaves(derived.saves ?? [], index)
  }

  private add(change: Change, inputs: readonly TransferInput[], first: number): Refusal | undefined {
    const { batchId, at, seq } = this.moment
    for (const input of inputs) {
      const id = transferId(change.key, this.transfers.length - first)
      const result = post(this.book, input, { id, seq: seq + this.transfers.length + 1, batchId, at })
      if (isRefusal(result)) return result
      if (this.transfers.length === first) result.inputHash = change.inputHash
      this.transfers.push(result)
    }
    return undefined
  }

  private addSaves(saves: readonly Save[], change: number): Refusal | undefined {
    for (const save of saves) {
      const name = nameOf(save)
      const versions = this.versions.get(name) ?? []
      // Only the first save of a document in a batch is checked against the stored version, by the store.
      const version = versions.at(-1) ?? save.version
      if (save.version !== version) return { reason: 'STALE', collection: save.collection, id: save.id }
      versions.push(version + 1)
      this.versions.set(name, versions)
      this.saves.push({ save, change })
    }
    return undefined
  }

  private accept(change: Change, first: number): Outcome {
    const { batchId, at, seq } = this.moment
    const row = { inputHash: change.inputHash, batchId, seq: seq + this.transfers.length, at }
    if (this.transfers.length === first) this.rows.push({ _id: change.key, ...row })
    this.accepted.set(change.key, { key: change.key, ...row })
    return { ok: true, replayed: false, seq: row.seq, at }
  }

  private view(change: Change): View {
    return {
      at: this.moment.at,
      seq: this.moment.seq + this.transfers.length,
      balance: (id) => {
        const account = this.book.account(id)
        if (!account)
          throw new InvalidChange(`${change.key} reads ${id}, which is not listed in its transfers or reads`)
        return account
      },
    }
  }
}

const nameOf = (save: Save) => `${save.collection}/${save.id}`

/** Ids of the accounts and pending transfers that must be in the book before `changes` can be decided. */
export function needs(changes: readonly Change[]): { accounts: Set<string>; pendings: Set<string> } {
  const accounts = new Set<string>()
  const pendings = new Set<string>()
  for (const change of changes) {
    for (const id of change.reads ?? []) accounts.add(id)
    for (const transfer of change.transfers) {
      if ('pendingId' in transfer) pendings.add(transfer.pendingId)
      else accounts.add(transfer.debit).add(transfer.credit)
    }
  }
  return { accounts, pendings }
}
