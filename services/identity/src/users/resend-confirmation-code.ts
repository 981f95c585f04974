import { MONGO, transaction, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { RequestCode } from '../codes/request-code.js'
import { emailDelivery } from '../pool/code-delivery.js'
import { invalidParameter } from '../pool/pool-error.js'
import type { Request, ResendConfirmationCodeRequest } from '../pool/requests.js'
import { Masking } from '../srp/masking.js'
import { UserStore } from './user.store.js'

/** Issues a new confirmation code; the one before stops working. */
@Injectable()
export class ResendConfirmationCode {
  constructor(
    @Inject(MONGO) private readonly connection: Connection,
    private readonly users: UserStore,
    private readonly masking: Masking,
    private readonly codes: RequestCode,
  ) {}

  /**
   * A name that nobody has is answered as if a code were under way.
   * Errors: InvalidParameter (already confirmed), LimitExceeded. Events: identity.code.requested.v1.
   */
  async run(request: Request<typeof ResendConfirmationCodeRequest>) {
    const name = request.Username
    const known = await this.users.findByName(name)
    await this.codes.admit(known?.userId ?? this.masking.standIn(name).userId)
    if (!known) return { CodeDeliveryDetails: emailDelivery(name) }
    await transaction(this.connection, async (session) => {
      const user = await this.users.findById(known.userId, session)
      if (!user || user.confirmed) throw invalidParameter('User is already confirmed.')
      await this.codes.issue(user, 'sign-up', session)
    })
    return { CodeDeliveryDetails: emailDelivery(known.personal.email) }
  }
}
