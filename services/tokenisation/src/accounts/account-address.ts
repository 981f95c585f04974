import type { Address } from 'viem'

/**
 * - `requested`: a wallet that its owner has proven; nothing was moved to it yet.
 * - `open`: it may hold shares: the account's address, and both ends of a move.
 * - `closed`: it held shares once. Only the same investor can use it again.
 * - `lost`: a recovery moved the shares out of it. No one can use it again, not even its owner.
 */
export type AccountAddressState = 'requested' | 'open' | 'closed' | 'lost'

/** A screening of a wallet against sanctions lists. */
export interface WalletScreening {
  at: Date
  /** ISO date. */
  listDate: string
}

/** An address that holds or held an investor's shares, or was proven for them. It never belongs to another investor. */
export interface AccountAddress {
  /** In EIP-55 spelling. */
  _id: Address
  userId: string
  /** `custody`: their identity contract. */
  kind: 'custody' | 'wallet'
  state: AccountAddressState
  /** Wall time at which a wallet has to be screened next. */
  screenAt?: Date
  /** The latest screening: its wall time, and the date of the oldest list that it used. */
  screened?: WalletScreening
  /** Wall time at which it was first found on a sanctions list. */
  listedAt?: Date
}

/** Returns whether an investor may use an address that is known already: a wallet of theirs that isn't lost. Pure. */
export const isClaimable = ({ userId, kind, state }: AccountAddress, by: string): boolean =>
  userId === by && kind === 'wallet' && state !== 'lost'
