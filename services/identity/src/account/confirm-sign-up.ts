import type { ConfirmSignUpRequest, Request } from '@hissa/contracts/pool'
import { CLOCK, type Clock } from '@hissa/kernel'
import { Outbox } from '@hissa/messaging'
import { MONGO, transaction, type ClientSession, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { IDENTITY_CLOCK, type IdentityClock } from '../clock.js'
import { closeCode, codeDigits, judgeCode, type CodeVerdict } from '../codes/code.js'
import { codeError } from '../codes/code-error.js'
import { Keyring } from '../crypto/keyring.js'
import { codeMismatch, notAuthorized } from '../errors/pool-error.js'
import { sameText } from '../srp/caldera.js'
import type { User } from '../users/user.js'
import { confirmed, statusChanged } from '../users/user.events.js'
import { UserStore } from '../users/user.store.js'

/** Verdicts in order of precedence, when no sign-up attempt accepts the code. */
const VERDICTS_BY_PRECEDENCE: readonly CodeVerdict[] = ['mismatch', 'exhausted', 'expired']

/** Confirms the sign-up attempt that a code belongs to, with that attempt's password, and deletes the others. */
@Injectable()
export class ConfirmSignUp {
  constructor(
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(IDENTITY_CLOCK) private readonly clock: IdentityClock,
    @Inject(CLOCK) private readonly businessClock: Clock,
    private readonly keys: Keyring,
    private readonly users: UserStore,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Confirms a sign-up attempt of the name, or the one whose `sub` the client sends.
   * Errors: CodeMismatch (also for an unknown name), ExpiredCode, TooManyFailedAttempts, NotAuthorized (confirmed).
   * Events: identity.user.confirmed.v1, identity.userStatus.changed.v1 (`registered`).
   */
  async run(request: Request<typeof ConfirmSignUpRequest>): Promise<object> {
    const { Username: name, ConfirmationCode: code } = request
    await this.assertUnconfirmed(name)
    const wanted = request.ClientMetadata?.sub
    const attempts = (await this.users.attemptsAt(name)).filter(({ userId }) => !wanted || userId === wanted)
    const verdicts = await Promise.all(attempts.map((attempt) => this.judge(attempt, code)))
    const accepted = attempts[verdicts.indexOf('accepted')]
    if (!accepted) {
      // A concurrent call may have closed the code before this one counted its attempt.
      await this.assertUnconfirmed(name)
      throw refusalOf(verdicts)
    }
    await transaction(this.connection, (session) => this.confirm(accepted.userId, session))
    return {}
  }

  /** Counts the attempt before the code is compared. A code expires no later than its sign-up attempt. */
  private async judge({ userId, codes, pendingUntil }: User, code: string): Promise<CodeVerdict> {
    const counted = await this.users.countCodeAttempt(userId, 'sign-up')
    const state = codes['sign-up']
    const matches = sameText(codeDigits(this.keys, userId, 'sign-up', state?.issue ?? 0), code)
    const now = this.clock.now()
    return pendingUntil && pendingUntil <= now ? 'expired' : judgeCode(state, 'sign-up', { counted, matches }, now)
  }

  private async assertUnconfirmed(name: string): Promise<void> {
    if ((await this.users.findByName(name))?.confirmed) throw alreadyConfirmed()
  }

  private async confirm(userId: string, session: ClientSession): Promise<void> {
    const user = await this.users.findById(userId, session)
    // A concurrent call has confirmed this or another sign-up attempt.
    if (!user || user.confirmed) throw alreadyConfirmed()
    const codes = { ...user.codes, 'sign-up': closeCode(user.codes['sign-up']!) }
    const change = { codes, statusVersion: user.statusVersion + 1, updatedAt: this.clock.now() }
    const saved = await this.users.confirm(user, change, session)
    const time = this.businessClock.now()
    await this.outbox.append(session, confirmed(saved, time), statusChanged(saved, time))
  }
}

const alreadyConfirmed = () => notAuthorized('User cannot be confirmed. Current status is CONFIRMED')

function refusalOf(verdicts: readonly CodeVerdict[]) {
  const verdict = VERDICTS_BY_PRECEDENCE.find((weaker) => verdicts.includes(weaker))
  return verdict && verdict !== 'accepted' ? codeError(verdict) : codeMismatch()
}
