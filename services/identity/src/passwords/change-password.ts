import type { ChangePasswordRequest, Request } from '@hissa/contracts/pool'
import { CLOCK, type Clock } from '@hissa/kernel'
import { Outbox } from '@hissa/messaging'
import { MONGO, transaction, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { IDENTITY_CLOCK, type IdentityClock } from '../clock.js'
import { SETTINGS, type Settings } from '../config.js'
import { badCredentials, invalidPassword, tooManyPasswords } from '../errors/pool-error.js'
import { RequestLimits } from '../limits/request-limits.js'
import { FailureStore } from '../sign-in/failure.store.js'
import { KeyedMutex } from '../sign-in/keyed-mutex.js'
import { sameText } from '../srp/caldera.js'
import { PasswordArithmetic } from '../srp/password-arithmetic.js'
import { AccessTokens } from '../tokens/access-tokens.js'
import { RevokeSessions } from '../tokens/revoke-sessions.js'
import { assertNotSuspended } from '../users/assert-not-suspended.js'
import { passwordChanged } from '../users/user.events.js'
import { UserStore } from '../users/user.store.js'
import { passwordFault } from './policy.js'

/** Replaces the password of a signed-in user and ends their other sessions. */
@Injectable()
export class ChangePassword {
  private readonly mutex = new KeyedMutex()

  constructor(
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(IDENTITY_CLOCK) private readonly clock: IdentityClock,
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly limits: RequestLimits,
    private readonly tokens: AccessTokens,
    private readonly users: UserStore,
    private readonly arithmetic: PasswordArithmetic,
    private readonly failures: FailureStore,
    private readonly sessions: RevokeSessions,
    @Inject(CLOCK) private readonly businessClock: Clock,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Replaces the password, if the previous one is right.
   * Errors: NotAuthorized (token, previous password, lock), LimitExceeded, InvalidPassword. Events: identity.session.revoked.v1,
   * identity.password.changed.v1.
   */
  async run(request: Request<typeof ChangePasswordRequest>): Promise<object> {
    const { userId, familyId } = await this.tokens.familyOf(request.AccessToken)
    const { personal } = await this.tokens.userOf(request.AccessToken)
    await this.limits.admitUser('ChangePassword', userId)
    const sealed = await this.mutex.runExclusive(userId, () => this.verify(userId, request.PreviousPassword))
    const fault = passwordFault(request.ProposedPassword, personal)
    if (fault) throw invalidPassword(fault)
    const { poolName } = this.settings
    const verifier = await this.arithmetic.makeVerifier(poolName, userId, request.ProposedPassword)
    await transaction(this.connection, async (session) => {
      const user = assertNotSuspended((await this.users.findById(userId, session))!)
      // Of two changes at once, the second states a password that is no longer the present one.
      if (!(await this.users.hasVerifier(userId, sealed, session))) throw badCredentials()
      const saved = await this.users.save(user, { verifier, updatedAt: this.clock.now() }, session)
      await this.sessions.others(userId, familyId, 'password-reset', session)
      await this.outbox.append(session, passwordChanged(saved, this.businessClock.now()))
    })
    return {}
  }

  /** Verifies a password, counted before it is compared. Returns the sealed verifier that it matches. */
  private async verify(userId: string, password: string): Promise<string> {
    if ((await this.failures.count(userId)) === 'locked') throw tooManyPasswords()
    const stored = (await this.users.findSignIn(userId))!
    const { salt, v } = stored.verifier
    const stated = await this.arithmetic.makeVerifier(this.settings.poolName, userId, password, salt)
    if (!sameText(stated.v.toString(16), v.toString(16))) throw badCredentials()
    await this.failures.forget(userId)
    return stored.sealed
  }
}
