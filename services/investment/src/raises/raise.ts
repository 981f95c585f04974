import type { RaiseFact, RaiseState } from '@hissa/contracts/investment'
import type { Transitions } from '@hissa/kernel'
import type { Balance, TransferInput, View } from '@hissa/ledger'
import { type Fils, sumUnits, type Units, units as unitsOf } from '@hissa/money'
import { accounts } from '../accounts.js'

/**
 * `funded → active`: withdrawals broke the target before the deadline. `→ failed`: the deadline passed below the
 * target.
 */
export const RAISE_TRANSITIONS: Transitions<RaiseState, 'submit' | 'open' | 'fund' | 'reopen' | 'complete' | 'fail'> = {
  draft: { submit: 'in_review' },
  in_review: { open: 'active' },
  active: { fund: 'funded', fail: 'failed' },
  funded: { complete: 'completed', reopen: 'active', fail: 'failed' },
  completed: {},
  failed: {},
}

/** The terms under which units are sold, as published by property. */
export interface OfferingTerms {
  slug: string
  title: string
  /** Missing where the property has no Arabic name. */
  titleAr?: string | undefined
  offeringVersion: number
  unitPriceFils: Fils
  unitsTotal: Units
  /** All units of the holding company, of which a share is a fraction. */
  unitsIssued: Units
  minimumFils: Fils
  feeBasisPoints: number
  expectedReturnBasisPoints: number | null
  deadline: Date
}

export interface Raise extends OfferingTerms {
  /** The property's record id. */
  _id: string
  state: RaiseState
  openedAt: Date
  fundedAt?: Date
  /** When a large reservation was last created. Saved with it, so that two concurrent ones are serialised. */
  largeReservedAt?: Date
  version: number
}

/** Units of one raise, read from its ledger accounts. */
export interface UnitCounts {
  unitsAvailable: Units
  unitsPaid: Units
  investors: number
}

/** Returns the accounts that `countUnits` reads. */
export const countAccounts = (propertyId: string) => [
  accounts.unitsTreasury(propertyId),
  accounts.peopleCounted(propertyId),
]

export function countUnits(propertyId: string, balance: (accountId: string) => Readonly<Balance>): UnitCounts {
  const treasury = balance(accounts.unitsTreasury(propertyId))
  return {
    unitsAvailable: unitsOf(treasury.creditsPosted - treasury.debitsPosted - treasury.debitsPending),
    unitsPaid: unitsOf(treasury.debitsPosted),
    investors: balance(accounts.peopleCounted(propertyId)).creditsPosted,
  }
}

/** Returns the units that were available before a change that reserves `units`, given the view after it. */
export function countReserving(propertyId: string, view: Pick<View, 'balance'>, units: Units): Units {
  return sumUnits(countUnits(propertyId, view.balance).unitsAvailable, units)
}

/** Builds the transfer of all units on offer to the treasury. */
export function issueUnits(propertyId: string, unitsTotal: Units): TransferInput {
  const [debit, credit] = [accounts.unitsIssued(propertyId), accounts.unitsTreasury(propertyId)]
  return { kind: 'single', code: 'units.issue', debit, credit, amount: unitsTotal }
}

export function raiseEventData(raise: Raise, counts: UnitCounts, state: RaiseState, version: number): RaiseFact {
  return { propertyId: raise._id, unitsTotal: raise.unitsTotal, ...counts, state, version }
}

/** Returns true when orders may be placed at `at`. */
export function isOpen(raise: Raise, at: Date): boolean {
  return raise.state === 'active' && at < raise.deadline
}

/**
 * Returns the changes that newer terms make to a running raise: names, fee, minimum, return and deadline. The price and
 * number of units, under which people have bought, never change; `refused` names such fields. Returns undefined when
 * the terms are not newer.
 */
export function amend(raise: Raise, terms: OfferingTerms): { set: OfferingTerms; refused: string[] } | undefined {
  if (terms.offeringVersion <= raise.offeringVersion) return undefined
  const { unitPriceFils, unitsTotal } = raise
  const refused = [
    ...(terms.unitPriceFils === unitPriceFils ? [] : ['unitPriceFils']),
    ...(terms.unitsTotal === unitsTotal ? [] : ['unitsTotal']),
  ]
  return { set: { ...terms, unitPriceFils, unitsTotal }, refused }
}
