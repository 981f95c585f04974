import { subtractUnits, units as unitsOf, type Units } from '@hissa/money'
import type { Transitions } from '@hissa/kernel'
import type { Address } from 'viem'
import type { SettledReceipt } from '../chain/chain.api.js'

/**
 * - `waiting`: on the share register, not minted yet. `withdrawn`: its order was reversed before it was minted.
 * - `minting`, `minted`: its transaction is in progress, or confirmed.
 * - `burning`, `burned`: the same for the shares of an order that was reversed after they were minted.
 */
export type AllotmentState = 'waiting' | 'withdrawn' | 'minting' | 'minted' | 'burning' | 'burned'

type Command = 'mint' | 'confirm' | 'refuse' | 'loseBlock' | 'reverse' | 'burn' | 'allot'

/**
 * `reverse` of shares that are being minted is remembered in `isReversed`, and carried out once they are minted. A mint
 * that was refused may be executed after a reorganisation (`loseBlock`, `confirm`), also of what was withdrawn since.
 * `allot` follows a reversal that arrived first, if transfers need the shares.
 */
const TRANSITIONS: Transitions<AllotmentState, Command> = {
  waiting: { mint: 'minting', loseBlock: 'minting', confirm: 'minted', reverse: 'withdrawn' },
  withdrawn: { loseBlock: ['minting', 'burning'], confirm: 'minted', allot: 'waiting' },
  minting: { confirm: 'minted', refuse: ['waiting', 'withdrawn'] },
  minted: { loseBlock: 'minting', burn: 'burning', refuse: ['waiting', 'withdrawn'] },
  burning: { confirm: 'burned', refuse: ['minted', 'waiting', 'withdrawn'] },
  burned: { loseBlock: 'burning', refuse: ['minted', 'waiting', 'withdrawn'] },
}

/** Returns whether a command leads from one state to the other. */
export const canBecome = (from: AllotmentState, to: AllotmentState): boolean =>
  from === to || Object.values(TRANSITIONS[from]).flat().includes(to)

/** The shares of one allotted order. */
export interface Allotment {
  /** The order's id. */
  _id: string
  userId: string
  propertyId: string
  units: Units
  account: Address
  state: AllotmentState
  allottedAt: Date
  /** Set once the order was reversed: the shares are burned, or never minted. */
  isReversed?: true
  /**
   * How many units of a reversed order are not burned, because other investors hold them since a transfer. Set, also as 0,
   * if units had been transferred to or from the investor: then the shares are minted before the rest is burned.
   */
  unitsKept?: Units
  /** The transaction that mints, or has minted. */
  transaction?: string
  /** The transaction that burns, or was the latest to try. */
  burning?: string
  minted?: SettledReceipt
  burned?: SettledReceipt
  /** Wall time before which it is not minted or burned, after a refusal. */
  after?: Date
  version: number
}

/** Returns how many units of a reversed order are to be burned. */
export const unitsToBurn = ({ units, unitsKept = unitsOf(0) }: Pick<Allotment, 'units' | 'unitsKept'>): Units =>
  subtractUnits(units, unitsKept)

/** Returns the state of shares that are not minted: those of a reversed order never are, unless transfers need them. */
export const unmintedState = ({ isReversed, unitsKept }: Pick<Allotment, 'isReversed' | 'unitsKept'>) =>
  isReversed && unitsKept === undefined ? ('withdrawn' as const) : ('waiting' as const)
