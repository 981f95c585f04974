import { units as unitsOf, type Units } from '@hissa/money'
import { unitsToBurn, type Allotment } from './allotment.js'
import type { Transfer } from './transfer.js'

type Own = Pick<Allotment, 'units' | 'unitsKept' | 'state' | 'minted'>
type Moved = Pick<Transfer, 'fromUserId' | 'toUserId' | 'units' | 'state'>

/**
 * Returns the units at an investor's address that nothing planned takes away: minted or received and confirmed, less
 * those that are burned or moved, or about to be. `own` and `transfers` are the investor's, of one property. Pure.
 */
export function heldAt(userId: string, own: readonly Own[], transfers: readonly Moved[]): number {
  const minted = own.filter((allotment) => allotment.minted !== undefined)
  const burned = own.filter(({ state }) => state === 'burning' || state === 'burned')
  const isIn = ({ toUserId, state }: Moved) => toUserId === userId && state === 'moved'
  const isOut = ({ fromUserId, state }: Moved) => fromUserId === userId && state !== 'waiting'
  return (
    sum(minted.map(({ units }) => units)) -
    sum(burned.map(unitsToBurn)) +
    sum(transfers.filter(isIn).map(({ units }) => units)) -
    sum(transfers.filter(isOut).map(({ units }) => units))
  )
}

/** Returns the units that are left at an investor's address once all transfers from it have moved; may be negative. Pure. */
export function leftAfterTransfers(userId: string, own: readonly Own[], transfers: readonly Moved[]): number {
  const waiting = transfers.filter(({ fromUserId, state }) => fromUserId === userId && state === 'waiting')
  return heldAt(userId, own, transfers) - sum(waiting.map(({ units }) => units))
}

/**
 * Returns the transfers of one investor that can be carried out now. A later one overtakes an earlier one only if the
 * units suffice for both. So the earliest transfer of all can always be carried out, and none blocks another forever:
 * otherwise A → C could take what A → B and B → A still need. Pure.
 */
export function movable<T extends Pick<Transfer, 'units'>>(waiting: readonly T[], heldNow: number): T[] {
  let left = heldNow
  return waiting.filter(({ units }) => (left -= units) >= 0)
}

/**
 * Returns an investor's units of one property as they see them: those on the register whose shares are at their address,
 * and those whose shares are still to come, by a mint or a transfer. Pure.
 */
export function unitsOfInvestor(
  userId: string,
  own: readonly (Own & Pick<Allotment, 'isReversed'>)[],
  transfers: readonly Moved[],
): { units: Units; unitsAwaiting: Units } {
  const allotted = own.map(({ isReversed, units, unitsKept }) => (isReversed ? (unitsKept ?? 0) : units))
  const change = transfers.map(({ toUserId, units }) => (toUserId === userId ? units : 0 - units))
  const registered = Math.max(0, sum(allotted) + sum(change))
  const arrived = Math.min(registered, Math.max(0, leftAfterTransfers(userId, own, transfers)))
  return { units: unitsOf(arrived), unitsAwaiting: unitsOf(registered - arrived) }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
