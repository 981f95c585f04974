import { NOT_FOUND, ok, refuse, type ErrorOf, type Result, type Role } from '@hissa/contracts'
import { MONGO, transaction, type ClientSession, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { IDENTITY_CLOCK, type IdentityClock } from '../clock.js'
import { MoveStatus } from '../status/move-status.js'
import { RevokeSessions } from '../tokens/revoke-sessions.js'
import type { User } from '../users/user.js'
import { UserStore } from '../users/user.store.js'

type Changed = Promise<Result<undefined, ErrorOf<typeof NOT_FOUND>>>

/** Suspends an account or lifts its suspension, and changes its roles. */
@Injectable()
export class ChangeStanding {
  constructor(
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(IDENTITY_CLOCK) private readonly clock: IdentityClock,
    private readonly users: UserStore,
    private readonly status: MoveStatus,
    private readonly sessions: RevokeSessions,
  ) {}

  /**
   * Suspends an account and ends every session, or lifts the suspension. Does nothing if the state is unchanged.
   * Events: identity.userStatus.changed.v1, identity.session.revoked.v1.
   */
  suspend(userId: string, suspended: boolean): Changed {
    return this.change(userId, async (user, session) => {
      if (user.facts.suspended !== suspended) await this.saveSuspended(user, suspended ? {} : null, session)
    })
  }

  /**
   * Suspends an account and ends every session, or with null lifts its suspension, in the caller's transaction.
   * @param suspension `by`: the member of staff who suspends it
   */
  async saveSuspended(user: User, suspension: { by?: string } | null, session: ClientSession): Promise<User> {
    const facts = { ...user.facts, suspended: suspension !== null }
    const saved = await this.status.save(user, facts, session, { suspendedBy: suspension?.by ?? null })
    if (suspension) await this.sessions.all(user.userId, 'suspended', session)
    return saved
  }

  /**
   * Sets the roles of an account and ends every session, because tokens contain roles.
   * Events: identity.session.revoked.v1.
   */
  setRoles(userId: string, roles: readonly Role[]): Changed {
    return this.change(userId, async (user, session) => {
      const groups = [...new Set(roles)].sort()
      if (JSON.stringify(groups) === JSON.stringify([...user.groups].sort())) return
      await this.users.save(user, { groups, updatedAt: this.clock.now() }, session)
      await this.sessions.all(userId, 'roles-changed', session)
    })
  }

  private async change(userId: string, act: (user: User, session: ClientSession) => Promise<void>): Changed {
    return transaction(this.connection, async (session) => {
      const user = await this.users.findById(userId, session)
      if (!user?.confirmed) return refuse(NOT_FOUND, 'There is no such user.')
      await act(user, session)
      return ok()
    })
  }
}
