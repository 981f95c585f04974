import { units, type Units } from '@hissa/money'
import type { Address } from 'viem'
import type { AccountAddress } from '../accounts/account-address.js'
import type { MirroredTransfer } from './transfers.js'

/** Holders of a token on which two sources disagree. */
export interface Disagreement {
  /** What was compared with the holdings of this service. */
  with: 'chain' | 'register'
  /** Units there less units in the holdings, in total. */
  unitsDifference: number // eslint-disable-line hissa/branded-money -- signed
  /** The number of holders whose units differ. */
  holders: number
  unitsThere: Units
  unitsHere: Units
}

/** Units of each investor, by id. */
export type Held = ReadonlyMap<string, number>

/**
 * Returns the units that the chain must have at a block, by investor: those of allotted orders that were minted and not
 * burned by then, with the transfers that were carried out by then. Pure.
 */
export function expectedOnChain(issued: Held, transfers: readonly MirroredTransfer[], blockNumber: number): Held {
  return withTransfers(
    issued,
    transfers.filter(({ receipt }) => receipt !== undefined && receipt.blockNumber <= blockNumber),
  )
}

/**
 * Returns the units that the share register must have, by investor: allotted and not taken back, with all transfers, which
 * the register decides. Pure.
 */
export const expectedOnRegister = (allotted: Held, transfers: readonly MirroredTransfer[]): Held =>
  withTransfers(allotted, transfers)

/**
 * Groups the balances of addresses by investor. What an unknown or a closed address holds is no one's: it is returned
 * under the address. Pure.
 */
export function byInvestor(
  balances: ReadonlyMap<Address, number>,
  known: ReadonlyMap<Address, Pick<AccountAddress, 'userId' | 'state'>>,
): Held {
  const held = new Map<string, number>()
  for (const [address, balance] of balances) {
    const owner = known.get(address)
    const holder = owner?.state === 'open' ? owner.userId : address
    held.set(holder, (held.get(holder) ?? 0) + balance)
  }
  return held
}

/** Compares two sources by holder. Returns undefined if they agree. Pure. */
export function compare(
  source: Disagreement['with'],
  there: ReadonlyMap<string, number>,
  here: ReadonlyMap<string, number>,
): Disagreement | undefined {
  const holders = [...new Set([...there.keys(), ...here.keys()])]
  const differing = holders.filter((holder) => (there.get(holder) ?? 0) !== (here.get(holder) ?? 0))
  if (differing.length === 0) return undefined
  const [unitsThere, unitsHere] = [total(there), total(here)]
  return { with: source, unitsDifference: unitsThere - unitsHere, holders: differing.length, unitsThere, unitsHere }
}

/** Returns the sum of a source's units. */
export const total = (source: ReadonlyMap<string, number>): Units =>
  units([...source.values()].reduce((sum, held) => sum + held, 0))

function withTransfers(issued: Held, transfers: readonly MirroredTransfer[]): Held {
  const held = new Map(issued)
  for (const { fromUserId, toUserId, units: moved } of transfers) {
    held.set(fromUserId, (held.get(fromUserId) ?? 0) - moved)
    held.set(toUserId, (held.get(toUserId) ?? 0) + moved)
  }
  return held
}
