import type { AttributeCodeRequest, Request, VerifyUserAttributeRequest } from '@hissa/contracts/pool'
import { CLOCK, type Clock } from '@hissa/kernel'
import { Outbox } from '@hissa/messaging'
import { MONGO, isDuplicateKey, transaction, type ClientSession, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { IDENTITY_CLOCK, type IdentityClock } from '../clock.js'
import { closeCode, codeDigits, judgeCode, type CodeState, type CodeVerdict } from '../codes/code.js'
import { codeError } from '../codes/code-error.js'
import { RequestCode } from '../delivery/request-code.js'
import { Keyring } from '../crypto/keyring.js'
import { keepPrevious } from '../emails/previous-emails.js'
import { emailDelivery } from '../delivery/code-delivery.js'
import { aliasExists, invalidParameter } from '../errors/pool-error.js'
import { sameText } from '../srp/caldera.js'
import { AccessTokens } from '../tokens/access-tokens.js'
import { assertNotSuspended } from '../users/assert-not-suspended.js'
import type { User } from '../users/user.js'
import { emailChanged } from '../users/user.events.js'
import { UserStore } from '../users/user.store.js'

/** Verifies a changed email address, which then becomes the sign-in address. */
@Injectable()
export class VerifyUserAttribute {
  constructor(
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(IDENTITY_CLOCK) private readonly clock: IdentityClock,
    private readonly keys: Keyring,
    private readonly tokens: AccessTokens,
    private readonly users: UserStore,
    private readonly codes: RequestCode,
    @Inject(CLOCK) private readonly businessClock: Clock,
    private readonly outbox: Outbox,
  ) {}

  /** Sends another code. Errors: NotAuthorized, InvalidParameter, LimitExceeded. Events: identity.code.requested.v1. */
  async sendCode(request: Request<typeof AttributeCodeRequest>) {
    requireEmail(request.AttributeName)
    const userId = await this.tokens.userIdOf(request.AccessToken)
    await this.codes.admit(userId)
    return transaction(this.connection, async (session) => {
      const user = assertNotSuspended((await this.users.findById(userId, session))!)
      await this.codes.issue(user, { purpose: 'attribute' }, session)
      return { CodeDeliveryDetails: emailDelivery(user.personal.email) }
    })
  }

  /**
   * Verifies the address by its code.
   * Errors: NotAuthorized, InvalidParameter, CodeMismatch, ExpiredCode, TooManyFailedAttempts, AliasExists.
   * Events: identity.email.changed.v1.
   */
  async run(request: Request<typeof VerifyUserAttributeRequest>): Promise<object> {
    requireEmail(request.AttributeName)
    const userId = await this.tokens.userIdOf(request.AccessToken)
    const counted = await this.users.countCodeAttempt(userId, 'attribute')
    try {
      const decide = (session: ClientSession) => this.decide(userId, { code: request.Code, counted }, session)
      const verdict = await transaction(this.connection, decide)
      if (verdict !== 'accepted') throw codeError(verdict)
      return {}
    } catch (error) {
      throw isDuplicateKey(error) ? aliasExists() : error
    }
  }

  private async decide(
    userId: string,
    { code, counted }: { code: string; counted: boolean },
    session: ClientSession,
  ): Promise<CodeVerdict> {
    const user = assertNotSuspended((await this.users.findById(userId, session))!)
    const state = user.codes.attribute
    const matches = sameText(codeDigits(this.keys, userId, 'attribute', state?.issue ?? 0), code)
    const verdict = judgeCode(state, 'attribute', { counted, matches }, this.clock.now())
    if (verdict === 'accepted') await this.accept(user, state!, session)
    return verdict
  }

  /** Makes the address that of the account, and has its owner told at the previous one. */
  private async accept(user: User, state: CodeState, session: ClientSession): Promise<void> {
    const { verifiedEmail: before, ...personal } = user.personal
    const isMoved = before !== undefined && before !== personal.email
    const updatedAt = this.clock.now()
    const { issue } = state
    if (isMoved) personal.previousEmails = keepPrevious(personal.previousEmails, { issue, email: before }, updatedAt)
    const codes = { ...user.codes, attribute: closeCode(state) }
    const change = { personal, codes, updatedAt, alias: personal.email, emailVerified: true }
    const saved = await this.users.save(user, change, session)
    if (isMoved) await this.outbox.append(session, emailChanged(saved, issue, this.businessClock.now()))
  }
}

function requireEmail(attribute: string): void {
  if (attribute !== 'email') throw invalidParameter(`Cannot verify attribute ${attribute}.`)
}
