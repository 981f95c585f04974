import { MONGO, transaction, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { IDENTITY_CLOCK, type IdentityClock } from '../clock.js'
import type { User } from '../users/user.js'
import { UserStore } from '../users/user.store.js'

/** Longer than a submission and the delivery of its event. After a failed submission, the lock expires. */
const LOCKED_MS = 10 * 60_000

/**
 * Reads a user and locks their identity in one transaction. A concurrent change is either read or rejected, so that the
 * name in a case always matches the account.
 */
@Injectable()
export class LockIdentity {
  constructor(
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(IDENTITY_CLOCK) private readonly clock: IdentityClock,
    private readonly users: UserStore,
  ) {}

  /** Returns the user, or undefined if unknown. */
  run(userId: string): Promise<User | undefined> {
    return transaction(this.connection, async (session) => {
      const user = await this.users.findById(userId, session)
      // No case can be submitted without a saved profile, so the name from sign-up may still change.
      if (!user?.facts.profileSaved) return user
      const identityLockedUntil = new Date(this.clock.now().getTime() + LOCKED_MS)
      return this.users.save(user, { identityLockedUntil }, session)
    })
  }
}
