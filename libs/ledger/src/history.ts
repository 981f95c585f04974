import type { AccountRange, LedgerStore, Side, StoredBalance } from './store.js'
import { EMPTY, InvalidMoment, type Moment } from './types.js'

export interface HistoryParts {
  store: Pick<LedgerStore, 'head' | 'lastOf' | 'nextAccount' | 'openingAfter' | 'timeOf'>
  /** Business time. */
  now: () => Date
  /** Commits a change, so that the head's time advances beyond `at`. */
  passMoment: (at: Date) => Promise<void>
}

/**
 * Reads past balances. Every transfer carries the balances after it, so a balance at any seq needs one row for each
 * side of its account. Transfers are immutable, so a result stays valid.
 */
export class History {
  constructor(private readonly parts: HistoryParts) {}

  /** Returns the seq of the last transfer by a past moment. Errors: InvalidMoment. */
  async seqAt(moment: Moment): Promise<number> {
    if ('at' in moment) return this.seqAtTime(moment.at)
    const { seq } = moment
    const head = await this.parts.store.head()
    if (Number.isSafeInteger(seq) && seq >= 0 && seq <= head.seq) return seq
    throw new InvalidMoment(`The ledger is at ${head.seq}, so it has no state at ${seq}`)
  }

  /** Returns the balance of an account after the transfer `seq`, with the seq of the account's own last transfer. */
  async balanceAt(id: string, seq: number): Promise<StoredBalance> {
    const { store } = this.parts
    const sides = await Promise.all([store.lastOf('debit', id, seq), store.lastOf('credit', id, seq)])
    return newest(...sides) ?? { id, seq: 0, balance: EMPTY }
  }

  /**
   * Yields the accounts of a range that had transfers by `seq`, in order of id. Needs at most four reads for each: its
   * last transfer on either side and, where that is later than `seq`, the last one by `seq`.
   */
  async *accountsAt(range: AccountRange, seq: number): AsyncGenerator<StoredBalance> {
    let [debit, credit] = await Promise.all([this.next('debit', range), this.next('credit', range)])
    while (debit ?? credit) {
      const id = firstOf(debit, credit)
      const rest = { ...range, after: id }
      const isDebited = debit?.id === id
      const isCredited = credit?.id === id
      const [debited, credited, nextDebit, nextCredit] = await Promise.all([
        isDebited ? this.at('debit', debit!, seq) : undefined,
        isCredited ? this.at('credit', credit!, seq) : undefined,
        isDebited ? this.next('debit', rest) : debit,
        isCredited ? this.next('credit', rest) : credit,
      ])
      const last = newest(debited, credited)
      if (last) yield last
      debit = nextDebit
      credit = nextCredit
    }
  }

  private next(side: Side, range: AccountRange): Promise<StoredBalance | undefined> {
    return this.parts.store.nextAccount(side, range)
  }

  private at(side: Side, last: StoredBalance, seq: number): StoredBalance | Promise<StoredBalance | undefined> {
    return last.seq <= seq ? last : this.parts.store.lastOf(side, last.id, seq)
  }

  private async seqAtTime(at: Date): Promise<number> {
    const { store, now, passMoment } = this.parts
    if (!(at < now())) throw new InvalidMoment(`${String(at)} is not in the past`)
    let head = await store.head()
    if (!(head.at > at)) {
      // A batch in flight could still be stamped with that time.
      await passMoment(at)
      head = await store.head()
    }
    const last = ((await store.openingAfter(at)) ?? head.seq + 1) - 1
    return last === 0 || (await this.isBy(at, last)) ? last : this.bisect(at, last)
  }

  private async isBy(at: Date, seq: number): Promise<boolean> {
    const time = await this.parts.store.timeOf(seq)
    return time !== undefined && time <= at
  }

  /** Finds the seq among transfers of earlier releases, which don't mark where a batch begins, in at most 53 reads. */
  private async bisect(at: Date, later: number): Promise<number> {
    let [low, high] = [0, later]
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (await this.isBy(at, middle)) low = middle
      else high = middle
    }
    return low
  }
}

/** Returns the range of ids that begin with a prefix. Errors: RangeError for an empty prefix. */
export function rangeOf(prefix: string, after?: string): AccountRange {
  if (prefix === '') throw new RangeError('The prefix of accounts must not be empty')
  const below = prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1)
  return { from: prefix, below, after }
}

function newest(a: StoredBalance | undefined, b: StoredBalance | undefined): StoredBalance | undefined {
  if (!a || !b) return a ?? b
  return a.seq > b.seq ? a : b
}

function firstOf(a: StoredBalance | undefined, b: StoredBalance | undefined): string {
  if (!a || !b) return (a ?? b)!.id
  return a.id < b.id ? a.id : b.id
}
