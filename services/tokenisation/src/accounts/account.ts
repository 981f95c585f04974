import type { Address, Hex } from 'viem'

/**
 * Where an investor's shares are held: at first at their identity contract, in custody, later perhaps at a wallet of their
 * own. `assigned`: the identity's address is known; `onboarding`: its deployment and registration are planned;
 * `registered`: it can receive shares.
 */
export interface Account {
  /** The investor's id. */
  _id: string
  /** 32 random bytes that determine the identity's address, so that it reveals nothing about the investor. */
  salt: Hex
  /** The address that holds all shares, and receives new ones. */
  address: Address
  /** The identity contract. Absent in rows from before own wallets: then it is `address`. */
  identity?: Address
  state: 'assigned' | 'onboarding' | 'registered'
  /** The transaction that registers it. */
  onboarding?: string
  /** Wall time before which it is not registered, after a refusal or a missing country. */
  after?: Date
  /** The relocation that moves the shares now. Until it ends, nothing is minted to, burned from or transferred for the account. */
  moving?: string
  /** Counts what was planned with the address, so that it conflicts with the start of a relocation. */
  uses?: number
  /** Grows with each change of the address. */
  version: number
}

/** Returns the address of an investor's identity contract, which holds their shares in custody. */
export const identityOf = ({ identity, address }: Pick<Account, 'identity' | 'address'>): Address => identity ?? address

/** Returns whether the platform holds the shares, so that the investor has no key to keep. */
export const isCustodial = (account: Pick<Account, 'identity' | 'address'>): boolean =>
  account.address === identityOf(account)
