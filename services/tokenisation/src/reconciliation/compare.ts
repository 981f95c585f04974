import { units, type Units } from '@hissa/money'
import type { Address } from 'viem'
import type { Allotment } from '../issuance/allotment.js'

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

/** Returns the units that the chain must have at a block, by address: minted by then and not burned by then. Pure. */
export function expectedOnChain(allotments: readonly Allotment[], blockNumber: number): Map<Address, number> {
  const isBy = (receipt: { blockNumber: number } | undefined) =>
    receipt !== undefined && receipt.blockNumber <= blockNumber
  const held = allotments.filter(({ minted, burned }) => isBy(minted) && !isBy(burned))
  return sumBy(held, ({ account }) => account)
}

/** Returns the units that the share register must have, by investor: allotted and not taken back. Pure. */
export function expectedOnRegister(allotments: readonly Allotment[]): Map<string, number> {
  return sumBy(
    allotments.filter(({ isReversed }) => !isReversed),
    ({ userId }) => userId,
  )
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

function sumBy<K extends string>(allotments: readonly Allotment[], key: (allotment: Allotment) => K): Map<K, number> {
  const sums = new Map<K, number>()
  for (const allotment of allotments) sums.set(key(allotment), (sums.get(key(allotment)) ?? 0) + allotment.units)
  return sums
}
