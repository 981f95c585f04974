import { CLOCK, type Clock } from '@hissa/kernel'
import { Outbox } from '@hissa/messaging'
import { MONGO, transaction, type ClientSession, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { IDENTITY_CLOCK, type IdentityClock } from '../clock.js'
import { codeDigits, judgeCode, type CodeVerdict } from '../codes/code.js'
import { refuseCode } from '../codes/refuse-code.js'
import { Keyring } from '../crypto/keyring.js'
import { codeMismatch, notAuthorized } from '../pool/pool-error.js'
import type { ConfirmSignUpRequest, Request } from '../pool/requests.js'
import { sameText } from '../srp/caldera.js'
import type { User } from './user.js'
import { confirmed, statusChanged } from './user.events.js'
import { UserStore } from './user.store.js'

/** Confirms an account by the code that its address received. */
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
   * Errors: CodeMismatch (also for a name that nobody has), ExpiredCode, TooManyFailedAttempts, NotAuthorized (confirmed).
   * Events: identity.user.confirmed.v1, identity.userStatus.changed.v1 (`registered`).
   */
  async run(request: Request<typeof ConfirmSignUpRequest>): Promise<object> {
    const verdict = await transaction(this.connection, (session) => this.decide(request, session))
    if (verdict === 'confirmed') throw notAuthorized('User cannot be confirmed. Current status is CONFIRMED')
    if (verdict !== 'accepted') throw refuseCode(verdict)
    return {}
  }

  /** A wrong try is an outcome, not an error: it has to be counted in the commit. */
  private async decide(
    request: Request<typeof ConfirmSignUpRequest>,
    session: ClientSession,
  ): Promise<CodeVerdict | 'confirmed'> {
    const user = await this.users.findByName(request.Username, session)
    if (!user) throw codeMismatch()
    if (user.confirmed) return 'confirmed'
    const state = user.codes['sign-up']
    const digits = codeDigits(this.keys, user.userId, 'sign-up', state?.issue ?? 0)
    const now = this.clock.now()
    const { verdict, next } = judgeCode(state, 'sign-up', sameText(digits, request.ConfirmationCode), now)
    const codes = { ...user.codes, 'sign-up': next }
    if (verdict === 'mismatch') await this.users.save(user, { codes, updatedAt: now }, session)
    if (verdict === 'accepted') await this.confirm(user, codes, session)
    return verdict
  }

  private async confirm(user: User, codes: User['codes'], session: ClientSession): Promise<void> {
    const change = { codes, confirmed: true, emailVerified: true, statusVersion: user.statusVersion + 1 }
    const saved = await this.users.save(user, { ...change, updatedAt: this.clock.now() }, session)
    const time = this.businessClock.now()
    await this.outbox.append(session, confirmed(saved, time), statusChanged(saved, time))
  }
}
