import { MONGO, transaction, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { IDENTITY_CLOCK, type IdentityClock } from '../clock.js'
import type { User } from '../users/user.js'
import { UserStore } from '../users/user.store.js'

/** Longer than a submission and its event take; a submission that fails keeps the lock until then. */
const LOCKED_MS = 10 * 60_000

/**
 * Reads a person and locks who they are, in one transaction: a change at the same moment either is read or is rejected,
 * so that no case is decided on another name than the account has.
 */
@Injectable()
export class LockIdentity {
  constructor(
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(IDENTITY_CLOCK) private readonly clock: IdentityClock,
    private readonly users: UserStore,
  ) {}

  /** Returns undefined for an unknown user. */
  run(userId: string): Promise<User | undefined> {
    return transaction(this.connection, async (session) => {
      const user = await this.users.findById(userId, session)
      // Without a saved profile nothing is submitted, and the name of the sign-up may still be corrected.
      if (!user?.facts.profileSaved) return user
      const identityLockedUntil = new Date(this.clock.now().getTime() + LOCKED_MS)
      return this.users.save(user, { identityLockedUntil }, session)
    })
  }
}
