import type { AccessTokenRequest, Request, RevokeTokenRequest } from '@hissa/contracts/pool'
import { MONGO, transaction, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { PoolError } from '../errors/pool-error.js'
import { AccessTokens } from './access-tokens.js'
import { FamilyStore } from './family.store.js'
import { RevokeSessions } from './revoke-sessions.js'

/** Signs out: one session by its refresh token, or all sessions of a user. */
@Injectable()
export class SignOut {
  constructor(
    @Inject(MONGO) private readonly connection: Connection,
    private readonly families: FamilyStore,
    private readonly tokens: AccessTokens,
    private readonly sessions: RevokeSessions,
  ) {}

  /**
   * Revokes the family of a refresh token. Succeeds for an unknown or revoked token (RFC 7009 §2.2).
   * Errors: UnsupportedTokenType (an access or id token), Unauthorized (another client's).
   * Events: identity.session.revoked.v1.
   */
  async revokeToken(request: Request<typeof RevokeTokenRequest>): Promise<object> {
    if (request.Token.split('.').length === 3) {
      throw new PoolError('UnsupportedTokenType', 'Only refresh tokens can be revoked.')
    }
    const family = await this.families.findByRefreshToken(request.Token)
    if (!family) return {}
    if (family.clientId !== request.ClientId)
      throw new PoolError('Unauthorized', 'The token belongs to another client.')
    await transaction(this.connection, (session) => this.sessions.one(family.familyId, 'sign-out', session))
    return {}
  }

  /** Revokes every family of the caller. Errors: NotAuthorized. Events: identity.session.revoked.v1. */
  async everywhere(request: Request<typeof AccessTokenRequest>): Promise<object> {
    const userId = await this.tokens.userIdOf(request.AccessToken)
    await transaction(this.connection, (session) => this.sessions.all(userId, 'sign-out-everywhere', session))
    return {}
  }
}
