import { type Balance, type Chart, EMPTY, type Transfer } from './types.js'

export interface CheckReport {
  transfers: number
  accounts: number
  lastSeq: number
  /** Posted sums by ledger. Debits must equal credits. */
  ledgers: Record<string, { debits: number; credits: number }>
  /** Recomputed balances, to be compared with the documents of services. */
  balances: Map<string, Balance>
  /** One line for each fault, at most 100; empty if the ledger is correct. */
  faults: string[]
}

/**
 * Verifies a ledger from its transfers alone, in order of seq: no gaps, balances recompute, debits equal credits in
 * each ledger, limits hold after every transfer, and each pending transfer is resolved at most once, for no more than
 * it reserved.
 */
export async function check(
  transfers: AsyncIterable<Transfer> | Iterable<Transfer>,
  chart: Chart,
): Promise<CheckReport> {
  const checker = new Checker(chart)
  for await (const transfer of transfers) checker.take(transfer)
  return checker.report()
}

class Checker {
  private readonly balances = new Map<string, Balance>()
  private readonly open = new Map<string, Transfer>()
  private readonly faults: string[] = []
  private readonly ids = new Set<string>()
  private seq = 0
  private count = 0

  constructor(private readonly chart: Chart) {}

  take(transfer: Transfer): void {
    this.count += 1
    if (transfer.seq !== this.seq + 1) this.fault(transfer, `follows ${this.seq}`)
    this.seq = transfer.seq
    if (this.ids.has(transfer._id)) this.fault(transfer, 'has an id that was used before')
    this.ids.add(transfer._id)
    if (!Number.isSafeInteger(transfer.amount) || transfer.amount <= 0)
      this.fault(transfer, 'has no whole, positive amount')
    const resolved = this.resolvedAmount(transfer)
    this.move(transfer, resolved)
    this.compare(transfer)
  }

  report(): CheckReport {
    const ledgers: CheckReport['ledgers'] = {}
    for (const [id, balance] of this.balances) {
      const sums = (ledgers[this.chart(id).ledger] ??= { debits: 0, credits: 0 })
      sums.debits += balance.debitsPosted
      sums.credits += balance.creditsPosted
    }
    for (const [ledger, { debits, credits }] of Object.entries(ledgers)) {
      if (debits !== credits) this.faults.push(`ledger ${ledger}: debits ${debits} and credits ${credits}`)
    }
    const { balances, faults, count, seq } = this
    return { transfers: count, accounts: balances.size, lastSeq: seq, ledgers, balances, faults: faults.slice(0, 100) }
  }

  /** Returns the amount that the transfer removes from pending. */
  private resolvedAmount(transfer: Transfer): number {
    if (transfer.kind === 'pending') this.open.set(transfer._id, transfer)
    if (transfer.pendingId === undefined) return 0
    const pending = this.open.get(transfer.pendingId)
    this.open.delete(transfer.pendingId)
    if (!pending) {
      this.fault(transfer, `resolves ${transfer.pendingId}, which is not open`)
      return 0
    }
    if (transfer.amount > pending.amount) this.fault(transfer, 'posts more than was reserved')
    if (transfer.debit !== pending.debit || transfer.credit !== pending.credit)
      this.fault(transfer, 'has other accounts')
    return pending.amount
  }

  private move(transfer: Transfer, resolved: number): void {
    const debit = this.balance(transfer.debit)
    const credit = this.balance(transfer.credit)
    const posts = transfer.kind === 'single' || transfer.kind === 'post'
    const pending = (transfer.kind === 'pending' ? transfer.amount : 0) - resolved
    debit.debitsPending += pending
    credit.creditsPending += pending
    debit.debitsPosted += posts ? transfer.amount : 0
    credit.creditsPosted += posts ? transfer.amount : 0
  }

  private compare(transfer: Transfer): void {
    const sides = [
      [transfer.debit, transfer.debitAfter],
      [transfer.credit, transfer.creditAfter],
    ] as const
    for (const [id, after] of sides) {
      const balance = this.balance(id)
      const { ledger, limit } = this.chart(id)
      if (ledger !== transfer.ledger) this.fault(transfer, `touches ${id} of another ledger`)
      const keys = Object.keys(EMPTY) as Array<keyof Balance>
      if (keys.some((key) => balance[key] !== after[key])) this.fault(transfer, `misstates ${id}`)
      if (keys.some((key) => balance[key] < 0)) this.fault(transfer, `makes ${id} negative`)
      const debits = balance.debitsPosted + balance.debitsPending
      const credits = balance.creditsPosted + balance.creditsPending
      if (limit === 'debits' && debits > balance.creditsPosted) this.fault(transfer, `breaks the limit of ${id}`)
      if (limit === 'credits' && credits > balance.debitsPosted) this.fault(transfer, `breaks the limit of ${id}`)
    }
  }

  private balance(id: string): Balance {
    let balance = this.balances.get(id)
    if (!balance) this.balances.set(id, (balance = { ...EMPTY }))
    return balance
  }

  private fault(transfer: Transfer, what: string): void {
    this.faults.push(`transfer ${transfer.seq} (${transfer._id}) ${what}`)
  }
}
