import type { ClientSession } from '@hissa/persistence'

/** Tells to whom no shares can be minted or transferred, because the contract refuses it, and a batch as a whole. */
export abstract class Holds {
  /** Returns the properties whose token is paused, or may be. */
  abstract tokens(): Promise<Set<string>>

  /** Returns those of some investors who can't receive shares of a token: by decision, or because the chain has it. */
  abstract investors(propertyId: string, userIds: readonly string[], session?: ClientSession): Promise<Set<string>>
}
