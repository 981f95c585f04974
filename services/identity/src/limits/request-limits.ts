import { networkOf } from '@hissa/kernel'
import { Inject, Injectable } from '@nestjs/common'
import { SETTINGS, type Settings } from '../config.js'
import { Keyring } from '../crypto/keyring.js'
import { isWrongPassword, limitExceeded, tooManyRequests, type PoolError } from '../errors/pool-error.js'
import { foldUsername } from '../identifiers/username.js'
import { Limiter, type Limit } from './limiter.js'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

interface Quota {
  count: number
  windowMs: number
}

interface ActionLimits {
  /** Per client address. */
  address: Quota
  /** Per name, registered or not. */
  name?: Quota
  refusal: () => PoolError
}

const signIn = {
  address: { count: 300, windowMs: 5 * MINUTE_MS },
  name: { count: 60, windowMs: 5 * MINUTE_MS },
  refusal: tooManyRequests,
}

/** Limits per action. `RequestCode` limits how many codes one person receives in an hour. */
const LIMITS: Readonly<Record<string, ActionLimits>> = {
  SignUp: { address: { count: 60, windowMs: HOUR_MS }, name: { count: 10, windowMs: HOUR_MS }, refusal: limitExceeded },
  ConfirmSignUp: {
    address: { count: 120, windowMs: HOUR_MS },
    name: { count: 30, windowMs: HOUR_MS },
    refusal: limitExceeded,
  },
  ResendConfirmationCode: { address: { count: 60, windowMs: HOUR_MS }, refusal: limitExceeded },
  ForgotPassword: {
    address: { count: 60, windowMs: HOUR_MS },
    name: { count: 10, windowMs: HOUR_MS },
    refusal: limitExceeded,
  },
  ConfirmForgotPassword: {
    address: { count: 120, windowMs: HOUR_MS },
    name: { count: 30, windowMs: HOUR_MS },
    refusal: limitExceeded,
  },
  InitiateAuth: signIn,
  RespondToAuthChallenge: signIn,
  // Separate limit, so guessing behind carrier-grade NAT does not sign other users out.
  GetTokensFromRefreshToken: { address: { count: 3_000, windowMs: 5 * MINUTE_MS }, refusal: tooManyRequests },
}

/** One shared limit for all other actions, because each of them reads the store. */
const OTHERS = 'other-actions'
const OTHER_LIMITS: ActionLimits = { address: { count: 1_000, windowMs: 5 * MINUTE_MS }, refusal: tooManyRequests }

const REFRESH_FLOWS = ['REFRESH_TOKEN_AUTH', 'REFRESH_TOKEN']

/** Returns the action whose limits apply to a request: both ways to refresh tokens share one limit. */
export function limitsOf(action: string, request: unknown): string {
  const { AuthFlow: flow } = (request ?? {}) as { AuthFlow?: string }
  return action === 'InitiateAuth' && REFRESH_FLOWS.includes(flow ?? '') ? 'GetTokensFromRefreshToken' : action
}

/** The actions that verify a password. */
const GUESSES = ['RespondToAuthChallenge', 'ChangePassword']

/** Limits wrong passwords per address across all names, because lockouts count each name separately. */
const WRONG_PASSWORDS = { name: 'wrong-passwords', count: 200, windowMs: 15 * MINUTE_MS }

/** Limits of one signed-in user, from all addresses. Each change of a password computes two verifiers. */
const PER_USER = { ChangePassword: { name: 'ChangePassword-user', count: 10, windowMs: HOUR_MS } } as const

/** Limits request rates, across all replicas and restarts. */
@Injectable()
export class RequestLimits {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly limiter: Limiter,
    private readonly keys: Keyring,
  ) {}

  /**
   * Runs one request within an action's limits. `ip` is the client address that the gateway saw. `name` is the user
   * name as typed; it is folded before it is counted.
   * Errors: those of `act`; LimitExceeded or TooManyRequests, thrown before `act` runs.
   */
  async within<T>(action: string, client: { ip: string; name: string | undefined }, act: () => Promise<T>): Promise<T> {
    const limits = LIMITS[action] ?? OTHER_LIMITS
    const address = this.digest('address', networkOf(client.ip))
    if (limits === signIn && (await this.limiter.isReached(this.scaled(WRONG_PASSWORDS), address)))
      throw limits.refusal()
    await this.admit(`${limits === OTHER_LIMITS ? OTHERS : action}-address`, limits.address, address, limits)
    if (limits.name && client.name)
      await this.admit(`${action}-name`, limits.name, this.digest('name', foldUsername(client.name)), limits)
    return GUESSES.includes(action) ? this.guess(address, limits, act) : act()
  }

  /** Counts one request of a signed-in user. Errors: LimitExceeded. */
  async admitUser(action: keyof typeof PER_USER, userId: string): Promise<void> {
    if (!(await this.limiter.admit(this.scaled(PER_USER[action]), userId))) throw limitExceeded()
  }

  /** Counts a guess before it is checked, so that concurrent guesses cannot exceed the limit. */
  private async guess<T>(address: string, { refusal }: ActionLimits, act: () => Promise<T>): Promise<T> {
    const admission = await this.limiter.admit(this.scaled(WRONG_PASSWORDS), address)
    if (!admission) throw refusal()
    let wrong = false
    try {
      return await act()
    } catch (error) {
      wrong = isWrongPassword(error)
      throw error
    } finally {
      if (!wrong) await admission.release()
    }
  }

  private async admit(name: string, quota: Quota, subject: string, { refusal }: ActionLimits): Promise<void> {
    if (!(await this.limiter.admit(this.scaled({ name, ...quota }), subject))) throw refusal()
  }

  private scaled(limit: Limit): Limit {
    return { ...limit, count: limit.count * this.settings.limitFactor }
  }

  /** Returns the keyed digest to store, because addresses and names are personal data. */
  private digest(kind: string, text: string): string {
    return this.keys.digest('limit', kind, text).toString('base64url').slice(0, 22)
  }
}
