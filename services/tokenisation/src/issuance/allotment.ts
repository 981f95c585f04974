import type { Units } from '@hissa/money'
import type { Transitions } from '@hissa/kernel'
import type { Address } from 'viem'
import type { SettledReceipt } from '../chain/chain.api.js'

/**
 * - `waiting`: on the share register, not minted yet. `withdrawn`: its order was reversed before it was minted.
 * - `minting`, `minted`: its transaction is in progress, or confirmed.
 * - `burning`, `burned`: the same for the shares of an order that was reversed after they were minted.
 */
export type AllotmentState = 'waiting' | 'withdrawn' | 'minting' | 'minted' | 'burning' | 'burned'

type Command = 'mint' | 'confirm' | 'refuse' | 'loseBlock' | 'reverse' | 'burn'

/**
 * `reverse` of shares that are being minted is remembered in `isReversed`, and carried out once they are minted. A mint
 * that was refused may be executed after a reorganisation (`loseBlock`, `confirm`), also of what was withdrawn since.
 */
const TRANSITIONS: Transitions<AllotmentState, Command> = {
  waiting: { mint: 'minting', loseBlock: 'minting', confirm: 'minted', reverse: 'withdrawn' },
  withdrawn: { loseBlock: ['minting', 'burning'], confirm: 'minted' },
  minting: { confirm: 'minted', refuse: ['waiting', 'withdrawn'] },
  minted: { loseBlock: 'minting', burn: 'burning', refuse: ['waiting', 'withdrawn'] },
  burning: { confirm: 'burned', refuse: ['minted', 'withdrawn'] },
  burned: { loseBlock: 'burning', refuse: ['minted', 'withdrawn'] },
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
