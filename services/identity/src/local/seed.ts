import { Role, UserStatus } from '@hissa/contracts'
import { CLOCK, parseOrProblem, type Clock } from '@hissa/kernel'
import { LocalCommands, Outbox } from '@hissa/messaging'
import { MONGO, isDuplicateKey, transaction, type Connection } from '@hissa/persistence'
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common'
import * as z from 'zod/mini'
import { IDENTITY_CLOCK, type IdentityClock } from '../clock.js'
import { SETTINGS, type Settings } from '../config.js'
import { statusOf, type StatusFacts } from '../users/user-status.js'
import { PasswordArithmetic } from '../srp/password-arithmetic.js'
import { newUser } from '../users/new-user.js'
import { splitName } from '../identifiers/names.js'
import type { Personal, User } from '../users/user.js'
import { confirmed, registered, statusChanged } from '../users/user.events.js'
import { UserStore } from '../users/user.store.js'

const SeedAccount = z.object({
  email: z.string(),
  password: z.string(),
  fullName: z.string(),
  groups: z._default(z.array(Role), []),
  status: z.optional(UserStatus),
})
type SeedAccount = z.output<typeof SeedAccount>
const SeedRequest = z.object({ accounts: z.array(SeedAccount) })

/** The facts that result in each status. */
const FACTS: Record<UserStatus, StatusFacts> = {
  registered: { profileSaved: false, kyc: 'none', paid: false, suspended: false },
  profile_complete: { profileSaved: true, kyc: 'none', paid: false, suspended: false },
  kyc_pending: { profileSaved: true, kyc: 'pending', paid: false, suspended: false },
  kyc_complete: { profileSaved: true, kyc: 'approved', paid: false, suspended: false },
  investor_active: { profileSaved: true, kyc: 'approved', paid: true, suspended: false },
  suspended: { profileSaved: true, kyc: 'approved', paid: true, suspended: true },
}

const SAMPLE_PROFILE = {
  phone_number: '+971500000000',
  dateOfBirth: '1990-01-01',
  nationality: 'AE',
  countryOfResidence: 'AE',
  address: JSON.stringify({ line1: 'Al Maryah Island', city: 'Abu Dhabi' }),
}

/**
 * Creates demonstration accounts for the local launcher (`local.identity.seed`). The command exists only in local mode.
 */
@Injectable()
export class LocalSeed implements OnApplicationBootstrap {
  constructor(
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(IDENTITY_CLOCK) private readonly clock: IdentityClock,
    @Inject(CLOCK) private readonly businessClock: Clock,
    private readonly users: UserStore,
    private readonly arithmetic: PasswordArithmetic,
    private readonly outbox: Outbox,
    private readonly local: LocalCommands,
  ) {}

  onApplicationBootstrap(): void {
    this.local.on('seed', (request) => this.seed(request))
  }

  /** Creates the confirmed accounts that don't exist yet. Returns the id of each. */
  async seed(request: unknown): Promise<{ accounts: { email: string; userId: string; created: boolean }[] }> {
    const accounts = []
    for (const account of parseOrProblem(SeedRequest, request).accounts) accounts.push(await this.seedOne(account))
    return { accounts }
  }

  private async seedOne(account: SeedAccount): Promise<{ email: string; userId: string; created: boolean }> {
    const { email } = account
    const existing = await this.users.findByName(email)
    if (existing) return { email, userId: existing.userId, created: false }
    try {
      return { email, userId: await this.create(account), created: true }
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
      return { email, userId: (await this.users.findByName(email))!.userId, created: false }
    }
  }

  private async create(account: SeedAccount): Promise<string> {
    const facts = FACTS[account.status ?? 'registered']
    const draft = newUser({
      personal: personalOf(account, facts.profileSaved),
      language: 'en',
      roles: account.groups,
      now: this.clock.now(),
    })
    const verifier = await this.arithmetic.makeVerifier(this.settings.poolName, draft.userId, account.password)
    const status = { facts, userStatus: statusOf(facts), statusVersion: 1 }
    const user: User = {
      ...draft,
      ...status,
      confirmed: true,
      emailVerified: true,
      profileVersion: facts.profileSaved ? 1 : 0,
    }
    const time = this.businessClock.now()
    await transaction(this.connection, async (session) => {
      await this.users.insert(user, verifier, session)
      await this.outbox.append(session, registered(user, time), confirmed(user, time), statusChanged(user, time))
    })
    return user.userId
  }
}

function personalOf({ email, fullName: typed }: SeedAccount, withProfile: boolean): Personal {
  const { fullName, firstName, lastName } = splitName(typed)
  const names = { name: fullName, given_name: firstName, family_name: lastName }
  return { email, ...names, ...(withProfile ? SAMPLE_PROFILE : {}) }
}
