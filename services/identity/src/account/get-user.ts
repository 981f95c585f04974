import type { AccessTokenRequest, Request } from '@hissa/contracts/pool'
import { Injectable } from '@nestjs/common'
import { investorStatusOf, kycStatusOf } from '../users/user-status.js'
import { AccessTokens } from '../tokens/access-tokens.js'
import { ownAttributes } from '../users/attributes.js'
import type { User } from '../users/user.js'

/** Returns the signed-in user's attributes as texts. */
@Injectable()
export class GetUser {
  constructor(private readonly tokens: AccessTokens) {}

  /** Reads the attributes of the token's user. Errors: NotAuthorized. */
  async run(request: Request<typeof AccessTokenRequest>) {
    const user = await this.tokens.userOf(request.AccessToken)
    return { Username: user.userId, UserAttributes: attributesOf(user) }
  }
}

function attributesOf(user: User): { Name: string; Value: string }[] {
  const { personal } = user
  const values: [string, string | undefined][] = [
    ['sub', user.userId],
    ['email_verified', String(user.emailVerified)],
    ...ownAttributes.map((name): [string, string | undefined] => [name, personal[name]]),
    ['phone_number_verified', personal.phone_number ? String(user.phoneVerified) : undefined],
    ['custom:kyc_status', kycStatusOf(user.userStatus)],
    ['custom:investor_status', investorStatusOf(user.userStatus)],
  ]
  return values.filter(([, value]) => value).map(([Name, value]) => ({ Name, Value: value! }))
}
