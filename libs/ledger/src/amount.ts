import type { Fils, Units } from '@hissa/money'

declare const ledgerBrand: unique symbol
type Of<L extends string> = number & { readonly [ledgerBrand]: L }

/** The amounts of each kind of ledger: `money` in minor units of a currency, shares, and counts of anything else. */
interface Amounts {
  money: Fils | Of<'money'>
  units: Units | Of<'units'>
  count: Of<'count'>
}

type LedgerKind = keyof Amounts

/** An amount of one kind of ledger, or of any. Branded, so that a plain number does not compile. */
export type Amount<L extends LedgerKind = LedgerKind> = Amounts[L]

/** Brands a number that is neither fils nor units of `libs/money`. Posting checks it. */
export const amountOf = <L extends LedgerKind>(_ledger: L, value: number): Of<L> => value as Of<L>
