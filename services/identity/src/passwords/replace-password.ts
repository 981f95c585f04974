import type { ConfirmForgotPasswordRequest, Request } from '@hissa/contracts/pool'
import { CLOCK, type Clock } from '@hissa/kernel'
import { Outbox } from '@hissa/messaging'
import { MONGO, transaction, type ClientSession, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { IDENTITY_CLOCK, type IdentityClock } from '../clock.js'
import { codeDigits, judgeCode } from '../codes/code.js'
import { codeError } from '../codes/code-error.js'
import { SETTINGS, type Settings } from '../config.js'
import { Keyring } from '../crypto/keyring.js'
import { codeMismatch, invalidPassword } from '../errors/pool-error.js'
import { FailureStore } from '../sign-in/failure.store.js'
import { sameText, type Verifier } from '../srp/caldera.js'
import { PasswordArithmetic } from '../srp/password-arithmetic.js'
import { RevokeSessions } from '../tokens/revoke-sessions.js'
import { assertNotSuspended } from '../users/assert-not-suspended.js'
import { passwordChanged } from '../users/user.events.js'
import { UserStore } from '../users/user.store.js'
import { ForgotPassword } from './forgot-password.js'
import { passwordFault } from './policy.js'
import { ResetCodeStore } from './reset-code.store.js'

/** Replaces a forgotten password, ends every session and lifts the lockout. */
@Injectable()
export class ReplacePassword {
  constructor(
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(IDENTITY_CLOCK) private readonly clock: IdentityClock,
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly keys: Keyring,
    private readonly users: UserStore,
    private readonly arithmetic: PasswordArithmetic,
    private readonly resets: ResetCodeStore,
    private readonly forgot: ForgotPassword,
    private readonly failures: FailureStore,
    private readonly sessions: RevokeSessions,
    @Inject(CLOCK) private readonly businessClock: Clock,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Replaces the password. Before the code is verified, the password is checked only against rules that need no
   * account.
   * Errors: InvalidPassword, CodeMismatch (also for an unknown name), ExpiredCode, TooManyFailedAttempts.
   * Events: identity.session.revoked.v1, identity.password.changed.v1.
   */
  async run(request: Request<typeof ConfirmForgotPasswordRequest>): Promise<object> {
    const { Username: name, Password: password } = request
    assertNoFault(passwordFault(password, { email: name }))
    const { subjectId, user } = await this.forgot.subjectOf(name)
    const issue = await this.verifyCode(subjectId, request.ConfirmationCode)
    if (!user) throw codeMismatch()
    assertNoFault(passwordFault(password, user.personal))
    const verifier = await this.arithmetic.makeVerifier(this.settings.poolName, subjectId, password)
    await transaction(this.connection, (session) => this.replace(subjectId, issue, verifier, session))
    await this.failures.forget(subjectId)
    return {}
  }

  /** Verifies the code and returns its issue. Counts the attempt before the code is compared. */
  private async verifyCode(subjectId: string, code: string): Promise<number> {
    const counted = await this.resets.countAttempt(subjectId)
    const state = await this.resets.find(subjectId)
    if (!state) throw codeMismatch()
    const matches = sameText(codeDigits(this.keys, subjectId, 'reset', state.issue), code)
    const verdict = judgeCode(state, 'reset', { counted, matches }, this.clock.now())
    if (verdict !== 'accepted') throw codeError(verdict)
    return state.issue
  }

  private async replace(userId: string, issue: number, verifier: Verifier, session: ClientSession): Promise<void> {
    const user = assertNotSuspended((await this.users.findById(userId, session))!)
    if (!(await this.resets.close(userId, issue, session))) throw codeMismatch()
    const saved = await this.users.save(user, { verifier, updatedAt: this.clock.now() }, session)
    await this.sessions.all(userId, 'password-reset', session)
    await this.outbox.append(session, passwordChanged(saved, this.businessClock.now()))
  }
}

function assertNoFault(fault: string | undefined): void {
  if (fault) throw invalidPassword(fault)
}
