import type { Account, Book, Pending } from './book.js'
import { type Balance, InvalidChange, type Refusal, type Transfer, type TransferInput } from './types.js'

/** The fields that the batch sets on a transfer. */
export interface Stamp {
  id: string
  seq: number
  batchId: string
  at: Date
}

/**
 * Posts one transfer into the book and returns its row, or the reason for a rejection, which changes nothing. Has no
 * side effects except on the book, whose accounts and pending transfers must be loaded. Follows TigerBeetle's rules: a
 * pending transfer reserves the amount on both sides; post moves it to posted; void and expire release it; each pending
 * transfer is resolved once.
 * Errors: InvalidChange for an amount that is not a positive safe integer, or accounts of two ledgers.
 */
export function post(book: Book, input: TransferInput, stamp: Stamp): Transfer | Refusal {
  if (input.kind === 'single' || input.kind === 'pending') return move(book, input, stamp)
  const pending = book.pending(input.pendingId)
  if (!pending) return { reason: 'PENDING_NOT_FOUND', pendingId: input.pendingId }
  if (pending.resolved) return { reason: 'PENDING_RESOLVED', pendingId: pending.id }
  return resolve(book, pending, input, stamp)
}

/** Returns whether a transfer was refused. */
export const isRefusal = (result: Transfer | Refusal): result is Refusal => 'reason' in result

function move(book: Book, input: TransferInput & { kind: 'single' | 'pending' }, stamp: Stamp): Transfer | Refusal {
  const [debit, credit] = sides(book, input.debit, input.credit)
  checkAmount(input.amount)
  const broken = overLimit(debit, credit, input.amount)
  if (broken) return { reason: 'LIMIT', accountId: broken.id }
  book.touch(debit)
  book.touch(credit)
  if (input.kind === 'single') {
    debit.debitsPosted += input.amount
    credit.creditsPosted += input.amount
  } else {
    debit.debitsPending += input.amount
    credit.creditsPending += input.amount
    const { debit: from, credit: to, amount, expiresAt } = input
    book.addPending({ id: stamp.id, debit: from, credit: to, amount, expiresAt, resolved: false })
  }
  return row(input, stamp, debit, credit, input.amount)
}

function resolve(
  book: Book,
  pending: Pending,
  input: TransferInput & { kind: 'post' | 'void' | 'expire' },
  stamp: Stamp,
): Transfer | Refusal {
  const [debit, credit] = sides(book, pending.debit, pending.credit)
  const amount = input.kind === 'post' ? (input.amount ?? pending.amount) : pending.amount
  checkAmount(amount)
  if (amount > pending.amount) return { reason: 'PENDING_EXCEEDED', pendingId: pending.id }
  if (input.kind === 'expire' && pending.expiresAt && stamp.at < pending.expiresAt) {
    return { reason: 'PENDING_NOT_DUE', pendingId: pending.id }
  }
  book.touch(debit)
  book.touch(credit)
  book.resolve(pending)
  debit.debitsPending -= pending.amount
  credit.creditsPending -= pending.amount
  if (input.kind === 'post') {
    debit.debitsPosted += amount
    credit.creditsPosted += amount
  }
  return row(input, stamp, debit, credit, amount)
}

function sides(book: Book, debitId: string, creditId: string): [Account, Account] {
  const debit = book.account(debitId)
  const credit = book.account(creditId)
  if (!debit || !credit) throw new InvalidChange(`account ${debit ? creditId : debitId} is not loaded`)
  if (debit === credit) throw new InvalidChange(`${debitId} is on both sides`)
  if (debit.ledger !== credit.ledger) throw new InvalidChange(`${debitId} and ${creditId} are of different ledgers`)
  return [debit, credit]
}

function checkAmount(amount: number): void {
  if (!Number.isSafeInteger(amount) || amount <= 0)
    throw new InvalidChange(`the amount ${amount} is not a positive safe integer`)
}

/** Returns the first side whose limit or safe range a new amount would exceed. */
function overLimit(debit: Account, credit: Account, amount: number): Account | undefined {
  const debits = debit.debitsPosted + debit.debitsPending + amount
  const credits = credit.creditsPosted + credit.creditsPending + amount
  if (!Number.isSafeInteger(debits) || (debit.limit === 'debits' && debits > debit.creditsPosted)) return debit
  if (!Number.isSafeInteger(credits) || (credit.limit === 'credits' && credits > credit.debitsPosted)) return credit
  return undefined
}

function row(input: TransferInput, stamp: Stamp, debit: Account, credit: Account, amount: number): Transfer {
  debit.seq = stamp.seq
  credit.seq = stamp.seq
  const transfer: Transfer = {
    _id: stamp.id,
    seq: stamp.seq,
    batchId: stamp.batchId,
    at: stamp.at,
    ledger: debit.ledger,
    kind: input.kind,
    code: input.code,
    debit: debit.id,
    credit: credit.id,
    amount,
    debitAfter: sums(debit),
    creditAfter: sums(credit),
  }
  if ('pendingId' in input) transfer.pendingId = input.pendingId
  if ('expiresAt' in input && input.expiresAt) transfer.expiresAt = input.expiresAt
  if (input.ref) transfer.ref = input.ref
  return transfer
}

function sums(account: Account): Balance {
  const { debitsPosted, creditsPosted, debitsPending, creditsPending } = account
  return { debitsPosted, creditsPosted, debitsPending, creditsPending }
}
