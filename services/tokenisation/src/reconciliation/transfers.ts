import type { Units } from '@hissa/money'
import type { ClientSession } from '@hissa/persistence'
import type { SettledReceipt } from '../chain/chain.api.js'

/** A transfer of shares between investors, as the share register has it. */
export interface MirroredTransfer {
  fromUserId: string
  toUserId: string
  units: Units
  /** Set once it is carried out on the chain and confirmed. */
  receipt?: SettledReceipt
}

/** Tells which shares investors have transferred to others. */
export abstract class Transfers {
  /** Returns every transfer of a property that the share register has. */
  abstract ofProperty(propertyId: string): Promise<MirroredTransfer[]>

  /** Returns for each of some properties that has transfers a number that grows with every change of them. */
  abstract revisions(propertyIds: readonly string[]): Promise<Map<string, number>>

  /** Returns whether a transaction that transfers shares from or to the investor is in progress. */
  abstract isInProgress(userId: string, session?: ClientSession): Promise<boolean>

  /** Returns the highest block of a confirmed transfer from or to the investor; 0 without one. */
  abstract highestBlock(userId: string): Promise<number>
}
