import { CLOCK, type Clock } from '@hissa/kernel'
import { Outbox } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { IDENTITY_CLOCK, type IdentityClock } from '../clock.js'
import { Limiter } from '../limits/limiter.js'
import { limitExceeded } from '../errors/pool-error.js'
import { foldUsername } from '../identifiers/username.js'
import { Masking } from '../srp/masking.js'
import type { User, UserChange } from '../users/user.js'
import { codeRequested, type WantedCode } from '../users/user.events.js'
import { UserStore } from '../users/user.store.js'
import { issueCode } from '../codes/code.js'

const PER_HOUR = { name: 'codes', count: 5, windowMs: 3_600_000 }
/** Separate limit, so requesting other codes in a user's name doesn't block their password reset. */
const RESETS_PER_HOUR = { ...PER_HOUR, name: 'reset-codes' }

/** Issues codes, at most five an hour per person. Each code invalidates the previous one. */
@Injectable()
export class RequestCode {
  constructor(
    @Inject(IDENTITY_CLOCK) private readonly clock: IdentityClock,
    @Inject(CLOCK) private readonly businessClock: Clock,
    private readonly users: UserStore,
    private readonly outbox: Outbox,
    private readonly limiter: Limiter,
    private readonly masking: Masking,
  ) {}

  /**
   * Returns the id under which codes for confirming a name are counted: one for its address and its `sub`, registered
   * or not, and for all its sign-up attempts.
   */
  async subjectOf(name: string): Promise<string> {
    const isAddress = foldUsername(name).includes('@')
    const { email, verifiedEmail } = (isAddress ? undefined : await this.users.findByName(name))?.personal ?? {}
    return this.masking.placeholderFor(verifiedEmail ?? email ?? name).userId
  }

  /** Counts a request for a code. `subjectId` may be the placeholder id of an unknown name. Errors: LimitExceeded. */
  async admit(subjectId: string, purpose?: 'reset'): Promise<void> {
    if (!(await this.limiter.admit(purpose ? RESETS_PER_HOUR : PER_HOUR, subjectId))) throw limitExceeded()
  }

  /** Issues the next code together with another change of the user. Events: identity.code.requested.v1. */
  async issue(
    user: User,
    wanted: WantedCode & { purpose: 'sign-up' | 'attribute' },
    session: ClientSession,
    change: UserChange = {},
  ): Promise<User> {
    const now = this.clock.now()
    const { purpose } = wanted
    const state = issueCode(user.codes[purpose], now)
    const codes = { ...user.codes, [purpose]: state }
    const saved = await this.users.save(user, { ...change, codes, updatedAt: now }, session)
    const { issue } = state
    await this.outbox.append(session, codeRequested(saved, { ...wanted, issue }, this.businessClock.now()))
    return saved
  }
}
