import type { RegisterBooks } from '@hissa/contracts/investment'
import type { StoredBalance } from '@hissa/ledger'
import { fils, sum, type Fils } from '@hissa/money'
import { accounts } from '../accounts.js'
import { cashHolderOf, cashSecretOf, type CashEntry } from './entry.js'

/** The powers of ten that a safe integer of fils can have. */
export const POWERS = Array.from({ length: 16 }, (_, power) => power)

const INVESTOR = accounts.investorCash('')
const HELD: readonly string[] = [accounts.bank(), accounts.cardClearing()]
const MISSING: readonly string[] = [accounts.suspenseOut()]

/** Returns the books of a register before any account is added. */
export const newBooks = (register: { sequence: number; asOf: Date; ledgerSeq: number }): RegisterBooks => ({
  ...{ format: 2, sequence: register.sequence, asOf: register.asOf.toISOString(), ledgerSeq: register.ledgerSeq },
  ...{ shareEntries: 0, cashEntries: 0 },
  ...{ investorsFils: fils(0), otherFils: fils(0), heldFils: fils(0), missingFils: fils(0) },
})

/**
 * Returns an amount by its decimal digits: 1 to 9 times each power of ten that it has. An exact balance would be
 * recognised in the next register, and after a distribution that anyone can compute; a digit is shared by many.
 */
export function digitsOf(amount: Fils): Array<{ power: number; amountFils: Fils }> {
  const digits = [...String(amount)].reverse()
  return digits.flatMap((digit, power) =>
    digit === '0' ? [] : [{ power, amountFils: fils(Number(digit) * 10 ** power) }],
  )
}

/**
 * Adds accounts of client money to the books of a register. Returns the entries of the investors among them, and the
 * books with their amounts. Posted amounts count: money that is only reserved for a withdrawal is still the investor's.
 */
export function addAccounts(
  key: Buffer,
  books: RegisterBooks,
  balances: readonly StoredBalance[],
): { entries: CashEntry[]; books: RegisterBooks } {
  const next = { ...books }
  const entries: CashEntry[] = []
  for (const { id, balance } of balances) {
    const owed = fils(balance.creditsPosted - balance.debitsPosted)
    if (HELD.includes(id)) next.heldFils = fils(next.heldFils - owed)
    else if (MISSING.includes(id)) next.missingFils = fils(next.missingFils - owed)
    else if (!id.startsWith(INVESTOR)) next.otherFils = sum(next.otherFils, owed)
    else if (owed > 0) {
      next.investorsFils = sum(next.investorsFils, owed)
      entries.push(...entriesOf(key, books.sequence, id.slice(INVESTOR.length), owed))
    }
  }
  next.cashEntries += entries.length
  return { entries, books: next }
}

const entriesOf = (key: Buffer, sequence: number, userId: string, amount: Fils): CashEntry[] =>
  digitsOf(amount).map(({ power, amountFils }) => {
    return { holder: cashHolderOf(cashSecretOf(key, { sequence, power, userId }), userId), amountFils }
  })
