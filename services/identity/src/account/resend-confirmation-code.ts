import type { Request, ResendConfirmationCodeRequest } from '@hissa/contracts/pool'
import { MONGO, transaction, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { pageLanguage } from '../codes/page-language.js'
import { IDENTITY_CLOCK, type IdentityClock } from '../clock.js'
import { RequestCode } from '../delivery/request-code.js'
import { emailDelivery } from '../delivery/code-delivery.js'
import { invalidParameter } from '../errors/pool-error.js'
import { Masking } from '../srp/masking.js'
import type { User } from '../users/user.js'
import { UserStore } from '../users/user.store.js'

/**
 * Issues a new confirmation code for the attempt in the request, or for the newest. The previous code is invalidated.
 */
@Injectable()
export class ResendConfirmationCode {
  constructor(
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(IDENTITY_CLOCK) private readonly clock: IdentityClock,
    private readonly users: UserStore,
    private readonly masking: Masking,
    private readonly codes: RequestCode,
  ) {}

  /**
   * Returns the same response for an unknown name as for a known one.
   * Errors: InvalidParameter (already confirmed), LimitExceeded. Events: identity.code.requested.v1.
   */
  async run(request: Request<typeof ResendConfirmationCodeRequest>) {
    const { Username: name, ClientMetadata: metadata } = request
    const language = pageLanguage(metadata)
    const named = await this.users.findByName(name)
    const known = (await this.attemptNamed(request)) ?? named
    // Limited by name, because each attempt has a different id.
    await this.codes.admit(this.masking.placeholderFor(known?.personal.email ?? name).userId)
    if (!known) return { CodeDeliveryDetails: emailDelivery(name) }
    await transaction(this.connection, async (session) => {
      const user = await this.users.findById(known.userId, session)
      if (!user || user.confirmed) throw invalidParameter('User is already confirmed.')
      await this.codes.issue(user, { purpose: 'sign-up', language }, session)
    })
    return { CodeDeliveryDetails: emailDelivery(known.personal.email) }
  }

  private async attemptNamed(request: Request<typeof ResendConfirmationCodeRequest>): Promise<User | undefined> {
    const sub = request.ClientMetadata?.sub
    const now = this.clock.now()
    const attempts = sub ? await this.users.attemptsAt(request.Username) : []
    return attempts.find(({ userId, pendingUntil }) => userId === sub && pendingUntil! > now)
  }
}
