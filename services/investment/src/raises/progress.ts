import { RaiseProgressed, RaiseTitled } from '@hissa/contracts/investment'
import { legalOrThrow } from '@hissa/kernel'
import {
  amountOf,
  type Change,
  type Derived,
  type Refusal,
  type Save,
  type TransferInput,
  type View,
} from '@hissa/ledger'
import { newEvent, outboxRow } from '@hissa/messaging'
import type { Units } from '@hissa/money'
import { accounts } from '../accounts.js'
import type { Ids } from '../ports.js'
import {
  commandFor,
  countAccounts,
  countUnits,
  decideRaise,
  type Raise,
  type RaiseCommand,
  type RaiseEvent,
  raiseEventData,
  type RaiseStep,
  titleEventData,
  type UnitCounts,
} from './raise.js'
import { RAISES } from './raise.store.js'

const ONE = amountOf('count', 1)

/** The units that a change moves to or from an investor, because of a paid order or a transfer. */
export interface MovedUnits {
  userId: string
  units: Units
  /** `paid`: to the investor, from the treasury or the sender. `returned`: from them, to the treasury or the receiver. */
  how: 'paid' | 'returned'
}

/** What a change that depends on a raise reads and derives. */
export type RaisePart = Required<Pick<Change, 'reads' | 'derive'>>

/**
 * Returns what a change adds that is valid only in the raise's current state. The change is refused as STALE if that
 * state has changed since the raise was read, and must then be decided again.
 */
export function inPhase(raise: Raise): RaisePart {
  return { reads: [accounts.phasesPassed(raise._id)], derive: (view) => ifCurrent(raise, view, () => ({})) }
}

/**
 * Returns what a change that moves units of `raise` adds: an event with the raise's new counts, read from the ledger
 * after the change's own transfers, of which there is at least one; its investors counted; and the raise's next state,
 * if the counts require one. Only the last counts of a raise in one batch are published. Refused as STALE like `inPhase`.
 */
export function raiseProgress(raise: Raise, ids: Ids, ...moved: readonly MovedUnits[]): RaisePart {
  // Drawn once: deciding again must not change the ids of events.
  const eventIds = [ids.next(), ids.next()] as const
  const holders = moved.flatMap(({ userId }) => [
    accounts.unitsOf(raise._id, userId),
    accounts.unitsHeld(raise._id, userId),
  ])
  return {
    reads: [...raiseAccounts(raise._id), ...holders],
    derive: (view) =>
      ifCurrent(raise, view, () => {
        const counts = countUnits(raise, view.balance)
        const people = moved.flatMap((each) => countPeople(raise._id, each, counts, view))
        const command = commandFor(raise, counts, view.at)
        const counted = { ...view, seq: view.seq + people.length }
        const changed = command && raiseChange(raise, command, counts, counted, eventIds[1])
        const progressed = eventRow(RaiseProgressed, { ...raise, ...changed?.step.set }, counts, view, eventIds[0])
        return {
          transfers: [...people, ...(changed?.transfers ?? [])],
          saves: changed?.saves ?? [],
          events: [{ row: progressed, coalesce: `raise:${raise._id}` }, ...(changed?.events ?? [])],
        }
      }),
  }
}

/**
 * Returns what a command about the raise itself adds. `choose` returns it from the counts at the commit, or undefined
 * if it is no longer needed. Refused as STALE like `inPhase`.
 */
export function raiseCommand(
  raise: Raise,
  ids: Ids,
  choose: (counts: UnitCounts, at: Date) => RaiseCommand | Refusal | undefined,
): RaisePart {
  const eventId = ids.next()
  return {
    reads: raiseAccounts(raise._id),
    derive: (view) =>
      ifCurrent(raise, view, () => {
        const counts = countUnits(raise, view.balance)
        const chosen = choose(counts, view.at)
        if (chosen && 'reason' in chosen) return { refusal: chosen }
        return chosen ? raiseChange(raise, chosen, counts, view, eventId) : {}
      }),
  }
}

const raiseAccounts = (propertyId: string) => [
  ...countAccounts(propertyId),
  accounts.peoplePool(propertyId),
  accounts.phasesPool(propertyId),
  accounts.phasesPassed(propertyId),
]

/** Returns the refusal of a change that was decided on an older state of the raise. */
export const staleRaise = (raise: Raise): Refusal => ({ reason: 'STALE', collection: RAISES, id: raise._id })

function ifCurrent(raise: Raise, view: View, derive: () => Derived): Derived {
  const passed = view.balance(accounts.phasesPassed(raise._id)).creditsPosted
  return passed === (raise.phase ?? 0) ? derive() : { refusal: staleRaise(raise) }
}

/** @param view the ledger just before the change's last transfer, which counts the raise's new phase */
function raiseChange(raise: Raise, command: RaiseCommand, counts: UnitCounts, view: View, eventId: string) {
  const step = legalOrThrow(decideRaise(raise, command, view.at))
  const phase = countPhase(raise._id, command.type)
  const after = { ...raise, ...step.set }
  for (const field of step.unset) delete after[field]
  const events = step.events.map((event) => ({
    row: eventRow(event, after, counts, { ...view, seq: view.seq + 1 }, eventId),
  }))
  return { step, transfers: [phase], saves: [raiseSave(raise, step)], events }
}

/** Builds the transfer that counts a change of a raise's state or terms. */
export function countPhase(propertyId: string, what: string): TransferInput {
  const [debit, credit] = [accounts.phasesPool(propertyId), accounts.phasesPassed(propertyId)]
  return { kind: 'single', code: `raise.${what}`, debit, credit, amount: ONE }
}

function raiseSave(raise: Raise, { set, unset }: Pick<RaiseStep, 'set' | 'unset'>): Save {
  return { collection: RAISES, id: raise._id, version: raise.version, set, unset }
}

/** Builds an event whose version is the seq of the last transfer that it counts, so that versions of a raise grow. */
function eventRow(
  event: RaiseEvent,
  raise: Raise,
  counts: UnitCounts,
  { seq, at }: Pick<View, 'seq' | 'at'>,
  eventId: string,
) {
  const data = raiseEventData(raise, counts, seq)
  const about = { aggregateId: raise._id, version: seq, time: at, eventId }
  if (event.type !== RaiseTitled.type) return outboxRow(newEvent(event, { ...about, data }))
  return outboxRow(newEvent(RaiseTitled, { ...about, data: { ...data, ...titleEventData(raise.deed!) } }))
}

/** Counts an investor with the first units, and no longer once the last ones are gone. Changes `counts`. */
function countPeople(
  propertyId: string,
  { userId, units, how }: MovedUnits,
  counts: UnitCounts,
  { balance }: View,
): TransferInput[] {
  const heldBy = (account: string) => balance(account).creditsPosted - balance(account).debitsPosted
  const held = heldBy(accounts.unitsOf(propertyId, userId)) + heldBy(accounts.unitsHeld(propertyId, userId))
  const isFirst = how === 'paid' && held === units
  const isLast = how === 'returned' && held === 0
  if (!isFirst && !isLast) return []
  counts.investors += isFirst ? 1 : -1
  const [pool, counted] = [accounts.peoplePool(propertyId), accounts.peopleCounted(propertyId)]
  const [debit, credit] = isFirst ? [pool, counted] : [counted, pool]
  return [{ kind: 'single', code: 'raise.investor', debit, credit, amount: ONE }]
}
