import type { ClientSession } from '@hissa/persistence'

/** Tells whether staff have frozen shares of an investor. */
export abstract class Freezes {
  /** Returns whether any of the investor's shares, also of one property only, are frozen. */
  abstract isAnyFrozen(userId: string, session?: ClientSession): Promise<boolean>
}
