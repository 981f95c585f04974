import type { ClientSession } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { IDENTITY_CLOCK, type IdentityClock } from '../clock.js'
import { notAuthorized } from '../errors/pool-error.js'
import { assertNotSuspended } from '../users/assert-not-suspended.js'
import type { User } from '../users/user.js'
import { UserStore } from '../users/user.store.js'
import { FamilyStore, type Family } from './family.store.js'
import { TokenIssuer } from './token-issuer.js'

/** Verifies access tokens for the pool's actions: signature, expiry and revocation. */
@Injectable()
export class AccessTokens {
  constructor(
    private readonly issuer: TokenIssuer,
    private readonly families: FamilyStore,
    private readonly users: UserStore,
    @Inject(IDENTITY_CLOCK) private readonly clock: IdentityClock,
  ) {}

  /** Returns the user's id. Errors: as `familyOf`. */
  async userIdOf(token: string): Promise<string> {
    return (await this.familyOf(token)).userId
  }

  /** Returns the session of a token. Errors: NotAuthorized for a token that is invalid, expired or revoked. */
  async familyOf(token: string): Promise<Family> {
    const { familyId } = await this.issuer.readAccess(token)
    const family = await this.families.findById(familyId)
    if (!family || family.revokedAt || family.expiresAt <= this.clock.now()) {
      throw notAuthorized('Access Token has been revoked')
    }
    return family
  }

  /** Returns the user, read in `session` if given. Errors: as `familyOf`, and NotAuthorized for a suspended user. */
  async userOf(token: string, session?: ClientSession): Promise<User> {
    const user = await this.users.findById(await this.userIdOf(token), session)
    if (!user) throw notAuthorized('Access Token has been revoked')
    return assertNotSuspended(user)
  }
}
