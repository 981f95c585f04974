import type { Request, ResendConfirmationCodeRequest } from '@hissa/contracts/pool'
import { isDuplicateKey, MONGO, transaction, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { pageLanguage } from '../codes/page-language.js'
import { IDENTITY_CLOCK, type IdentityClock } from '../clock.js'
import { RequestCode } from '../delivery/request-code.js'
import { emailDelivery } from '../delivery/code-delivery.js'
import { Masking } from '../srp/masking.js'
import type { User } from '../users/user.js'
import { UserStore } from '../users/user.store.js'
import { ConfirmationTries } from './confirmation-tries.js'

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
    private readonly tries: ConfirmationTries,
  ) {}

  /**
   * Returns the same response for an unknown or confirmed name as for one that receives a code.
   * Errors: LimitExceeded. Events: identity.code.requested.v1.
   */
  async run(request: Request<typeof ResendConfirmationCodeRequest>) {
    const { Username: name, ClientMetadata: metadata } = request
    const language = pageLanguage(metadata)
    // Counted by name, because each attempt has a different id.
    const subjectId = await this.codes.subjectOf(name)
    await this.codes.admit(subjectId)
    const named = await this.users.findByName(name)
    const known = (await this.attemptNamed(request)) ?? named
    const issue = () =>
      transaction(this.connection, async (session) => {
        await this.tries.reset(subjectId, session)
        const user = await this.users.findById(known?.userId ?? this.masking.placeholderFor(name).userId, session)
        if (user && !user.confirmed) await this.codes.issue(user, { purpose: 'sign-up', language }, session)
        // As many writes, so that the response takes as long.
        else await this.tries.reset(subjectId, session)
      })
    await issue().catch((error: unknown) => {
      // A concurrent first request has created the row.
      if (!isDuplicateKey(error)) throw error
      return issue()
    })
    // As entered: the stored form would reveal that the name is registered.
    return { CodeDeliveryDetails: emailDelivery(name) }
  }

  private async attemptNamed(request: Request<typeof ResendConfirmationCodeRequest>): Promise<User | undefined> {
    const sub = request.ClientMetadata?.sub
    const now = this.clock.now()
    const attempts = sub ? await this.users.attemptsAt(request.Username) : []
    return attempts.find(({ userId, pendingUntil }) => userId === sub && pendingUntil! > now)
  }
}
