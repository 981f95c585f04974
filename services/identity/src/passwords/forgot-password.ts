import type { Locale } from '@hissa/contracts'
import type { ForgotPasswordRequest, Request } from '@hissa/contracts/pool'
import { CLOCK, type Clock } from '@hissa/kernel'
import { Outbox } from '@hissa/messaging'
import { MONGO, isDuplicateKey, transaction, type ClientSession, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { pageLanguage } from '../codes/page-language.js'
import { RequestCode } from '../delivery/request-code.js'
import { emailDelivery } from '../delivery/code-delivery.js'
import { Masking } from '../srp/masking.js'
import type { User } from '../users/user.js'
import { codeRequested } from '../users/user.events.js'
import { UserStore } from '../users/user.store.js'
import { ResetCodeStore } from './reset-code.store.js'

/** The owner of a name's reset code: a user who may sign in, or the placeholder of an unknown name. */
export interface ResetSubject {
  subjectId: string
  user?: User | undefined
}

/** Sends a password reset code. */
@Injectable()
export class ForgotPassword {
  constructor(
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(CLOCK) private readonly businessClock: Clock,
    private readonly users: UserStore,
    private readonly masking: Masking,
    private readonly codes: RequestCode,
    private readonly resets: ResetCodeStore,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Returns the same response for an unknown, unconfirmed or suspended name as for one that receives a code.
   * Errors: LimitExceeded. Events: identity.code.requested.v1.
   */
  async run(request: Request<typeof ForgotPasswordRequest>) {
    const { Username: name, ClientMetadata: metadata } = request
    const { subjectId, user } = await this.subjectOf(name)
    await this.codes.admit(subjectId, 'reset')
    const issue = () =>
      transaction(this.connection, (session) => this.issue({ subjectId, user }, pageLanguage(metadata), session))
    await issue().catch((error: unknown) => {
      // A concurrent first request has created the row.
      if (!isDuplicateKey(error)) throw error
      return issue()
    })
    // As entered: the stored form would reveal that the name is registered.
    return { CodeDeliveryDetails: emailDelivery(name) }
  }

  private async issue(
    { subjectId, user }: ResetSubject,
    language: Locale | undefined,
    session: ClientSession,
  ): Promise<void> {
    const { issue } = await this.resets.issue(subjectId, session)
    const time = this.businessClock.now()
    if (user) await this.outbox.append(session, codeRequested(user, { purpose: 'reset', issue, language }, time))
  }

  async subjectOf(name: string): Promise<ResetSubject> {
    const user = await this.users.findByName(name)
    if (user?.confirmed && !user.facts.suspended) return { subjectId: user.userId, user }
    // Counted under the id that sign-in returns: a separate counter would reveal that the account exists.
    return { subjectId: user?.userId ?? this.masking.placeholderFor(name).userId }
  }
}
