import type { Transfer } from '@hissa/ledger'
import type { Connection } from '@hissa/persistence'
import type { Collection } from 'mongodb'

/** A transfer of an account, and how it ended if it had two phases. */
export interface CashTransfer extends Transfer {
  /** Absent while a transfer of two phases is pending. */
  outcome?: Transfer['kind']
}

/** Transfers that move or reserve money; the others only end a reserved one. */
const MOVING = ['single', 'pending'] as const

/** Transfers that change what is posted. */
const POSTED = ['single', 'post'] as const

/** A part of the ledger: the transfers after one, up to another. */
export interface LedgerPart {
  after: number
  upTo: number
}

/** Reads the movements of an account from the ledger, by its indexes of each side. */
export class MovementStore {
  private readonly transfers: Collection<Transfer>

  constructor(connection: Connection) {
    this.transfers = connection.collection('ledger_transfers') as unknown as Collection<Transfer>
  }

  /**
   * Returns the newest movements of an account, before the transfer `beforeSeq`. The money of a card
   * order and of its refund passes through the account, held all the time, so it is no cash and left out. Orders that
   * the cash itself pays are its movements.
   */
  async of(account: string, limit: number, beforeSeq = Number.MAX_SAFE_INTEGER): Promise<CashTransfer[]> {
    const side = (name: 'debit' | 'credit') =>
      this.transfers
        .find({
          [name]: account,
          seq: { $lt: beforeSeq },
          kind: { $in: [...MOVING] },
          $or: [{ 'ref.orderId': { $exists: false } }, { 'ref.paidFrom': 'cash' }],
        })
        .sort({ seq: -1 })
        .hint({ [name]: 1, seq: -1 })
        .limit(limit)
        .toArray()
    const found = (await Promise.all([side('debit'), side('credit')])).flat()
    const page = found.sort((a, b) => b.seq - a.seq).slice(0, limit)
    const pending = page.flatMap(({ _id, kind }) => (kind === 'pending' ? [_id] : []))
    const ends = pending.length === 0 ? [] : await this.transfers.find({ pendingId: { $in: pending } }).toArray()
    const outcomes = new Map(ends.map(({ pendingId, kind }) => [pendingId, kind]))
    return page.map((transfer) => {
      const outcome = outcomes.get(transfer._id)
      return outcome ? { ...transfer, outcome } : transfer
    })
  }

  /** Returns every posted transfer of an account in a part of the ledger, oldest first, at most `limit`; with `code`, those of one kind. */
  async postedIn(account: string, { after, upTo }: LedgerPart, limit: number, code?: string): Promise<Transfer[]> {
    const side = (name: 'debit' | 'credit') =>
      this.transfers
        .find({
          [name]: account,
          seq: { $gt: after, $lte: upTo },
          kind: { $in: [...POSTED] },
          ...(code ? { code } : {}),
        })
        .sort({ seq: 1 })
        .hint({ [name]: 1, seq: -1 })
        .limit(limit)
        .toArray()
    const found = (await Promise.all([side('debit'), side('credit')])).flat()
    return found.sort((a, b) => a.seq - b.seq).slice(0, limit)
  }

  /** Returns when the first transfer of an account was made. */
  async firstAt(account: string): Promise<Date | undefined> {
    const side = async (name: 'debit' | 'credit') => {
      const options = { sort: { seq: 1 }, projection: { at: 1 }, hint: { [name]: 1, seq: -1 } } as const
      return (await this.transfers.findOne({ [name]: account }, options))?.at
    }
    const found = (await Promise.all([side('debit'), side('credit')])).filter((at) => at !== undefined)
    return found.sort((a, b) => a.getTime() - b.getTime())[0]
  }
}
