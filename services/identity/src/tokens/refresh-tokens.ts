import { Inject, Injectable } from '@nestjs/common'
import { IDENTITY_CLOCK, type IdentityClock } from '../clock.js'
import { notAuthorized } from '../errors/pool-error.js'
import { assertNotSuspended } from '../users/assert-not-suspended.js'
import { UserStore } from '../users/user.store.js'
import { FamilyStore } from './family.store.js'
import { TokenIssuer, type AuthenticationResult } from './token-issuer.js'

/** Issues new id and access tokens for a refresh token, which doesn't change, so retries are safe. */
@Injectable()
export class RefreshTokens {
  constructor(
    @Inject(IDENTITY_CLOCK) private readonly clock: IdentityClock,
    private readonly families: FamilyStore,
    private readonly users: UserStore,
    private readonly issuer: TokenIssuer,
  ) {}

  /**
   * Issues the tokens. Errors: NotAuthorized for a token that is unknown, another client's, expired or revoked, or a
   * suspended user's.
   */
  async run(refreshToken: string, clientId: string): Promise<AuthenticationResult> {
    const family = await this.families.findByRefreshToken(refreshToken)
    if (!family || family.clientId !== clientId) throw notAuthorized('Invalid Refresh Token')
    if (family.revokedAt) throw notAuthorized('Refresh Token has been revoked')
    if (family.expiresAt <= this.clock.now()) throw notAuthorized('Refresh Token has expired')
    const user = await this.users.findById(family.userId)
    if (!user) throw notAuthorized('Invalid Refresh Token')
    assertNotSuspended(user)
    if (!(await this.families.extend(family.familyId))) throw notAuthorized('Refresh Token has been revoked')
    return this.issuer.issue(user, family)
  }
}
