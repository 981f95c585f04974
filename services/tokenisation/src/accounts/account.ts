import type { Address, Hex } from 'viem'

/**
 * The address that holds an investor's shares: their identity contract. `assigned`: the address is known; `onboarding`: its
 * deployment and registration are planned; `registered`: it can receive shares.
 */
export interface Account {
  /** The investor's id. */
  _id: string
  /** 32 random bytes that determine the address, so that it reveals nothing about the investor. */
  salt: Hex
  address: Address
  state: 'assigned' | 'onboarding' | 'registered'
  /** The transaction that registers it. */
  onboarding?: string
  /** Wall time before which it is not registered, after a refusal or a missing country. */
  after?: Date
  version: number
}
