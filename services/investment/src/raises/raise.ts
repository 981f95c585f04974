import {
  type RaiseFact,
  RaiseCompleted,
  RaiseExtended,
  RaiseFailed,
  RaiseFunded,
  RaiseReopened,
  type RaiseState,
  RaiseTitled,
} from '@hissa/contracts/investment'
import { ok } from '@hissa/contracts'
import { type Decision, follow, type Transitions } from '@hissa/kernel'
import type { OfferBasis, TargetIncome } from '@hissa/contracts/property'
import type { Balance, TransferInput, View } from '@hissa/ledger'
import { type Fils, subtractUnits, sumUnits, type Units, units as unitsOf } from '@hissa/money'
import { accounts } from '../accounts.js'
import { type Due, dueFrom, type RejectedWork } from '../due/due.js'
import type { DeedVersion } from './deed-version.js'

/** Counted from the closing of a raise; a cancellation before its end is refunded in full. */
export const COOLING_OFF_HOURS = 48
const COOLING_OFF_MS = COOLING_OFF_HOURS * 3_600_000

/**
 * `funded → active`: cancellations left fewer paid units than the minimum before the deadline. `→ failed`: too few
 * units were paid at the deadline, or staff ended the raise.
 */
export const RAISE_TRANSITIONS: Transitions<RaiseState, RaiseCommand['type'] | 'submit' | 'open'> = {
  draft: { submit: 'in_review' },
  in_review: { open: 'active' },
  active: { fund: 'funded', fail: 'failed', beginClosing: 'active', resume: 'active', extend: 'active' },
  funded: { complete: 'completed', reopen: 'active', fail: 'failed', fileDeed: 'funded' },
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
  /** The units that must be paid for the raise to close. Raises of earlier releases lack it: all units. */
  minimumUnits?: Units | undefined
  minimumFils: Fils
  feeBasisPoints: number
  expectedReturnBasisPoints: number | null
  /** The target of a year's income; missing if the offering states none, and in terms of earlier releases. */
  income?: TargetIncome | undefined
  deadline: Date
  /** The legal basis of the offer; missing for `licensed-platform`. */
  basis?: OfferBasis | undefined
  /** The day of the independent valuation, in Dubai. Missing in terms of earlier releases, which cannot be ordered. */
  valuedOn?: string | undefined
}

/**
 * `deadline` closes or fails the raise. The others each process every order of the raise: `coolingOff` after it closed,
 * `reopen` after it opened again, `extend` after its deadline was moved, `allot` once the deed is on file, `refund`
 * after it failed.
 */
export type RaiseWork = 'deadline' | 'coolingOff' | 'reopen' | 'extend' | 'allot' | 'refund'

/** Evidence that the company holds the title. */
export interface Deed {
  number: string
  /** Date in the form YYYY-MM-DD. */
  issuedOn: string
  documentSha256: string
  filedAt: Date
}

export interface Raise extends OfferingTerms {
  /** The property's record id. */
  _id: string
  state: RaiseState
  openedAt: Date
  /** When it closed; absent while it is open. */
  fundedAt?: Date
  /** Set once staff have decided to close it before its deadline; then no order can be placed. */
  closingAt?: Date
  /** When its deadline was last moved. */
  extendedAt?: Date
  failedAt?: Date
  failure?: RaiseFailure
  completedAt?: Date
  deed?: Deed
  /** The stored versions of the deed, oldest first. */
  deedVersions?: readonly DeedVersion[]
  /** Number of changes of its state or terms; equals the ledger's count. Absent in raises of earlier releases: 0. */
  phase?: number
  due?: Due<RaiseWork>
  rejected?: RejectedWork<RaiseWork>
  /** How often staff have retried rejected work. Each retry begins new runs over the orders. */
  retries?: number
  /** When a large reservation was last created. Saved with it, so that two concurrent ones are serialised. */
  largeReservedAt?: Date
  /** When an order of an offer that is limited to a number of persons was last created; saved for the same reason. */
  personCountedAt?: Date
  version: number
}

export type RaiseFailure = 'minimum_missed' | 'ended_by_staff'

export type RaiseCommand =
  /** Closes it with enough units paid. */
  | { type: 'fund' }
  | { type: 'reopen' }
  | { type: 'fail'; failure: RaiseFailure }
  | { type: 'complete' }
  /** Staff close it early: it accepts no orders, and closes once every reservation has ended. */
  | { type: 'beginClosing' }
  /** Too few units were paid to close it early. */
  | { type: 'resume' }
  | { type: 'extend'; deadline: Date }
  | { type: 'fileDeed'; deed: Omit<Deed, 'filedAt'> }

/** One of the `investment.raise.…` events; they differ in name only, except that `titled` also states the deed. */
export type RaiseEvent = typeof RaiseFunded | typeof RaiseTitled

interface RaiseChanges {
  set: Partial<Raise>
  unset: Array<keyof Raise>
}

export interface RaiseStep extends RaiseChanges {
  events: readonly RaiseEvent[]
}

/** Units of one raise, read from its ledger accounts. */
export interface UnitCounts {
  unitsAvailable: Units
  unitsPaid: Units
  investors: number
}

type Sold = Pick<Raise, '_id' | 'unitsTotal'>

/** Returns the units that must be paid for the raise to close. */
export const minimumUnitsOf = ({ minimumUnits, unitsTotal }: Pick<Raise, 'minimumUnits' | 'unitsTotal'>): Units =>
  minimumUnits ?? unitsTotal

/** Returns when the orders of a closed raise can no longer be cancelled; undefined while it is open. */
export const coolingOffEnd = ({ fundedAt }: Pick<Raise, 'fundedAt'>): Date | undefined =>
  fundedAt && new Date(fundedAt.getTime() + COOLING_OFF_MS)

/** Returns the accounts that `countUnits` reads. */
export const countAccounts = (propertyId: string) => [
  accounts.unitsTreasury(propertyId),
  accounts.peopleCounted(propertyId),
]

/** Returns the units that are available and paid, and the number of investors, from the balances of the raise. */
export function countUnits({ _id, unitsTotal }: Sold, balance: (accountId: string) => Readonly<Balance>): UnitCounts {
  const treasury = balance(accounts.unitsTreasury(_id))
  const left = treasury.creditsPosted - treasury.debitsPosted
  return {
    unitsAvailable: unitsOf(left - treasury.debitsPending),
    // Before the units are issued, none are left and none are paid.
    unitsPaid: unitsOf(treasury.creditsPosted === 0 ? 0 : unitsTotal - left),
    investors: balance(accounts.peopleCounted(_id)).creditsPosted - balance(accounts.peopleCounted(_id)).debitsPosted,
  }
}

/** Returns the units in unpaid reservations. */
export const unitsReserved = ({ unitsTotal }: Sold, { unitsAvailable, unitsPaid }: UnitCounts): Units =>
  subtractUnits(unitsTotal, sumUnits(unitsAvailable, unitsPaid))

/** Returns the units that were available before a change that reserves `units`, given the view after it. */
export function countReserving(raise: Sold, view: Pick<View, 'balance'>, units: Units): Units {
  return sumUnits(countUnits(raise, view.balance).unitsAvailable, units)
}

/** Builds the transfer of all units on offer to the treasury. */
export function issueUnits(propertyId: string, unitsTotal: Units): TransferInput {
  const [debit, credit] = [accounts.unitsIssued(propertyId), accounts.unitsTreasury(propertyId)]
  return { kind: 'single', code: 'units.issue', debit, credit, amount: unitsTotal }
}

/** Returns the data of an event about a raise; `version` is the ledger's seq. */
export function raiseEventData(raise: Raise, counts: UnitCounts, version: number): RaiseFact {
  const { _id: propertyId, unitsTotal, state, deadline, fundedAt } = raise
  const times = { deadline: deadline.toISOString(), ...(fundedAt ? { fundedAt: fundedAt.toISOString() } : {}) }
  return { propertyId, unitsTotal, ...counts, state, ...times, version }
}

/** Returns what the event about a filed deed states besides the raise. */
export const titleEventData = ({ documentSha256, filedAt }: Deed) => ({
  documentSha256,
  filedAt: filedAt.toISOString(),
})

/** Returns true when orders may be placed at `at`. */
export function isOpen(raise: Raise, at: Date): boolean {
  return raise.state === 'active' && !raise.closingAt && at < raise.deadline
}

/**
 * Returns the command that new counts of units require at `at`, or undefined. The last paid unit closes a raise. A
 * closed one with fewer paid units than its minimum opens again before its deadline, and fails after it. Pure.
 */
export function commandFor(raise: Raise, { unitsPaid }: UnitCounts, at: Date): RaiseCommand | undefined {
  if (raise.state === 'active') return unitsPaid === raise.unitsTotal ? { type: 'fund' } : undefined
  // Once the deed is filed, the company holds the title that the money has paid for: a lost dispute changes nothing.
  if (raise.state !== 'funded' || raise.deed || unitsPaid >= minimumUnitsOf(raise)) return undefined
  return at < raise.deadline ? { type: 'reopen' } : { type: 'fail', failure: 'minimum_missed' }
}

/**
 * Returns the command that ends an active raise at its deadline, or after staff decided to close it early; undefined if
 * neither applies. Returns `wait` until every reservation has ended. Pure.
 */
export function commandAtEnd(raise: Raise, counts: UnitCounts, at: Date): RaiseCommand | 'wait' | undefined {
  const isOver = at >= raise.deadline
  if (raise.state !== 'active' || !(isOver || raise.closingAt)) return undefined
  if (unitsReserved(raise, counts) > 0) return 'wait'
  if (counts.unitsPaid > 0 && counts.unitsPaid >= minimumUnitsOf(raise)) return { type: 'fund' }
  return isOver ? { type: 'fail', failure: 'minimum_missed' } : { type: 'resume' }
}

/** Decides what a command does to a raise at business time `at`. Pure. Errors: ILLEGAL_TRANSITION. */
export function decideRaise(raise: Raise, command: RaiseCommand, at: Date): Decision<RaiseChanges, RaiseEvent> {
  const next = follow(RAISE_TRANSITIONS, raise.state, command.type)
  if (!next.ok) return next
  const { set, unset = [], events = [] } = effectOf(raise, command, at)
  const state = next.value === raise.state ? {} : { state: next.value }
  return ok({ set: { ...set, ...state, phase: (raise.phase ?? 0) + 1 }, unset, events })
}

function effectOf(raise: Raise, command: RaiseCommand, at: Date): Pick<RaiseStep, 'set'> & Partial<RaiseStep> {
  switch (command.type) {
    case 'fund':
      return { set: { fundedAt: at, due: dueFrom('coolingOff', at) }, unset: ['closingAt'], events: [RaiseFunded] }
    case 'reopen':
      return { set: { due: dueFrom('reopen', at) }, unset: ['fundedAt'], events: [RaiseReopened] }
    case 'fail': {
      const { failure } = command
      return {
        set: { failedAt: at, failure, due: dueFrom('refund', at) },
        ...{ unset: ['closingAt', 'rejected'], events: [RaiseFailed] },
      }
    }
    case 'complete':
      return { set: { completedAt: at }, unset: ['due', 'rejected'], events: [RaiseCompleted] }
    case 'beginClosing':
      return { set: { closingAt: at, due: dueFrom('deadline', at) } }
    case 'resume':
      return { set: { due: dueFrom('deadline', raise.deadline) }, unset: ['closingAt'] }
    case 'extend': {
      const { deadline } = command
      // Orders that return to `paid` are processed first; `reopen` is followed by `extend`.
      const due = raise.due?.kind === 'reopen' ? raise.due : dueFrom('extend' as const, at)
      return { set: { deadline, extendedAt: at, due }, events: [RaiseExtended] }
    }
    case 'fileDeed': {
      const deed = { ...command.deed, filedAt: at }
      // A run that is still starting the cooling-off period is followed by the allotment.
      const isBegun = raise.due?.kind !== 'coolingOff'
      const due = isBegun ? { due: dueFrom('allot' as const, at) } : {}
      return { set: { deed, ...due }, events: [RaiseTitled] }
    }
  }
}

/**
 * Returns the changes that newer terms make to a running raise: names, fee, minimum, return and a later deadline. The
 * price and number of units, and the units needed to close, under which people have bought, never change, and the
 * deadline never moves to an earlier time: finance may have extended it, and closes a raise early. `refused` names such
 * fields. Returns undefined when the terms are not newer.
 */
export function amend(
  raise: Raise,
  terms: OfferingTerms,
): { set: OfferingTerms & Partial<Raise>; refused: string[] } | undefined {
  if (terms.offeringVersion <= raise.offeringVersion) return undefined
  const { unitPriceFils, unitsTotal } = raise
  const deadline = terms.deadline < raise.deadline ? raise.deadline : terms.deadline
  const refused = [
    ...(terms.unitPriceFils === unitPriceFils ? [] : ['unitPriceFils']),
    ...(terms.unitsTotal === unitsTotal ? [] : ['unitsTotal']),
    ...(minimumUnitsOf(terms) === minimumUnitsOf(raise) ? [] : ['minimumUnits']),
    ...(deadline === terms.deadline ? [] : ['deadline']),
  ]
  const due = raise.due?.kind === 'deadline' && !raise.closingAt ? { due: dueFrom('deadline', deadline) } : {}
  const kept = { unitPriceFils, unitsTotal, minimumUnits: minimumUnitsOf(raise), deadline }
  return { set: { ...terms, ...kept, ...due }, refused }
}
