import type { ConfirmSignUpRequest, Request } from '@hissa/contracts/pool'
import { CLOCK, type Clock } from '@hissa/kernel'
import { Outbox } from '@hissa/messaging'
import { MONGO, transaction, type ClientSession, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { IDENTITY_CLOCK, type IdentityClock } from '../clock.js'
import { closeCode, codeDigits, judgeCode, type CodeVerdict } from '../codes/code.js'
import { RequestCode } from '../delivery/request-code.js'
import { Keyring } from '../crypto/keyring.js'
import { codeMismatch, expiredCode, notAuthorized, tooManyAttempts } from '../errors/pool-error.js'
import { sameText } from '../srp/caldera.js'
import { Masking } from '../srp/masking.js'
import type { User } from '../users/user.js'
import { confirmed, statusChanged } from '../users/user.events.js'
import { UserStore } from '../users/user.store.js'
import { ConfirmationTries } from './confirmation-tries.js'

/**
 * Confirms the sign-up attempt that a code belongs to, with that attempt's password, and deletes the others. Whether a
 * name is unknown, awaits its code or is confirmed is revealed only to a client that has its code.
 */
@Injectable()
export class ConfirmSignUp {
  constructor(
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(IDENTITY_CLOCK) private readonly clock: IdentityClock,
    @Inject(CLOCK) private readonly businessClock: Clock,
    private readonly keys: Keyring,
    private readonly users: UserStore,
    private readonly masking: Masking,
    private readonly codes: RequestCode,
    private readonly tries: ConfirmationTries,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Confirms a sign-up attempt of the name, or the one whose `sub` the client sends. Every name has five tries.
   * Errors: CodeMismatch, TooManyFailedAttempts; only for the right code: ExpiredCode, NotAuthorized (confirmed).
   * Events: identity.user.confirmed.v1, identity.userStatus.changed.v1 (`registered`).
   */
  async run(request: Request<typeof ConfirmSignUpRequest>): Promise<object> {
    const { Username: name, ConfirmationCode: code } = request
    const subjectId = await this.codes.subjectOf(name)
    if (!(await this.tries.count(subjectId))) throw tooManyAttempts()
    const wanted = request.ClientMetadata?.sub
    const attempts = (await this.users.attemptsAt(name)).filter(({ userId }) => !wanted || userId === wanted)
    const verdicts = await this.judgeAll(name, attempts, code)
    const accepted = attempts[verdicts.indexOf('accepted')]
    if (!accepted) {
      // A concurrent call may have closed the code before this one counted its attempt.
      if (await this.hasConfirmed(name, code)) throw alreadyConfirmed()
      throw verdicts.includes('expired') ? expiredCode() : codeMismatch()
    }
    await transaction(this.connection, async (session) => {
      await this.confirm(accepted.userId, session)
      // A try less than an unknown name has would reveal the account.
      await this.tries.reset(subjectId, session)
    })
    return {}
  }

  /** Does the work of one attempt for a name without any. */
  private async judgeAll(name: string, attempts: readonly User[], code: string): Promise<CodeVerdict[]> {
    if (attempts.length === 0) await this.users.countCodeAttempt(this.masking.placeholderFor(name).userId, 'sign-up')
    return Promise.all(attempts.map((attempt) => this.judge(attempt, code)))
  }

  /**
   * Counts the attempt before the code is compared. A code expires no later than its sign-up attempt, which is revealed
   * only to a client that has the code.
   */
  private async judge({ userId, codes, pendingUntil }: User, code: string): Promise<CodeVerdict> {
    const counted = await this.users.countCodeAttempt(userId, 'sign-up')
    const state = codes['sign-up']
    const matches = sameText(codeDigits(this.keys, userId, 'sign-up', state?.issue ?? 0), code)
    const now = this.clock.now()
    if (!matches) return 'mismatch'
    return pendingUntil && pendingUntil <= now ? 'expired' : judgeCode(state, 'sign-up', { counted, matches }, now)
  }

  /** Returns whether the account of a name was confirmed with this code. */
  private async hasConfirmed(name: string, code: string): Promise<boolean> {
    const user = await this.users.findByName(name)
    const { userId, codes } = user ?? { ...this.masking.placeholderFor(name), codes: {} }
    const matches = sameText(codeDigits(this.keys, userId, 'sign-up', codes['sign-up']?.issue ?? 0), code)
    return matches && user?.confirmed === true && codes['sign-up'] !== undefined
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
