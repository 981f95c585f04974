import type { Units } from '@hissa/money'
import type { Address } from 'viem'
import type { SettledReceipt } from '../chain/chain.api.js'

/**
 * - `waiting`: on the share register, not minted yet. `withdrawn`: its order was reversed before it was minted.
 * - `minting`, `minted`: its transaction is under way, or confirmed.
 * - `burning`, `burned`: the same for the shares of an order that was reversed after they were minted.
 */
export type AllotmentState = 'waiting' | 'withdrawn' | 'minting' | 'minted' | 'burning' | 'burned'

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
