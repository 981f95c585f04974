import { networkOf } from '@hissa/kernel'
import { Inject, Injectable } from '@nestjs/common'
import { SETTINGS, type Settings } from '../config.js'
import { Keyring } from '../crypto/keyring.js'
import { isWrongPassword, limitExceeded, tooManyRequests, type PoolError } from '../errors/pool-error.js'
import { foldUsername } from '../identifiers/username.js'
import { Limiter, type Limit } from './limiter.js'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

interface Share {
  count: number
  windowMs: number
}

interface ActionLimits {
  /** For one client's address. */
  address: Share
  /** For one name, whether somebody has it or not. */
  name?: Share
  refusal: () => PoolError
}

const signIn = {
  address: { count: 300, windowMs: 5 * MINUTE_MS },
  name: { count: 60, windowMs: 5 * MINUTE_MS },
  refusal: tooManyRequests,
}

/** How often an action may be asked for. How many codes one person is sent an hour is limited where they are issued. */
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
  // Apart from signing in: everybody behind one address of a carrier stays signed in, whoever guesses there.
  GetTokensFromRefreshToken: { address: { count: 3_000, windowMs: 5 * MINUTE_MS }, refusal: tooManyRequests },
}

/** Actions without limits of their own, which each cost a look into the store: together, so that they count as one. */
const OTHERS = 'other-actions'
const OTHER_LIMITS: ActionLimits = { address: { count: 1_000, windowMs: 5 * MINUTE_MS }, refusal: tooManyRequests }

const REFRESHING = ['REFRESH_TOKEN_AUTH', 'REFRESH_TOKEN']

/** Under which action's limits a request stands; refreshing has two actions. */
export function limitsOf(action: string, request: unknown): string {
  const { AuthFlow: flow } = (request ?? {}) as { AuthFlow?: string }
  return action === 'InitiateAuth' && REFRESHING.includes(flow ?? '') ? 'GetTokensFromRefreshToken' : action
}

/** Wrong passwords from one address, whosever names it tries: lockouts see each name alone. */
const WRONG_PASSWORDS = { name: 'wrong-passwords', count: 200, windowMs: 15 * MINUTE_MS }

/** Holds back who asks too often, for all replicas together and across restarts. */
@Injectable()
export class RequestLimits {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly limiter: Limiter,
    private readonly keys: Keyring,
  ) {}

  /**
   * Runs one request within an action's limits. `ip` is what the gateway saw; `name` the user named, as typed, and
   * counted as the store would look for it.
   * Errors: those of `act`; LimitExceeded or TooManyRequests, before anything else is looked at.
   */
  async within<T>(action: string, who: { ip: string; name: string | undefined }, act: () => Promise<T>): Promise<T> {
    const limits = LIMITS[action] ?? OTHER_LIMITS
    const address = this.digest('address', networkOf(who.ip))
    if (limits === signIn && (await this.limiter.isSpent(this.scaled(WRONG_PASSWORDS), address))) throw limits.refusal()
    await this.admit(`${limits === OTHER_LIMITS ? OTHERS : action}-address`, limits.address, address, limits)
    if (limits.name && who.name)
      await this.admit(`${action}-name`, limits.name, this.digest('name', foldUsername(who.name)), limits)
    return action === 'RespondToAuthChallenge' ? this.guess(address, limits, act) : act()
  }

  /** A guess is counted before it is looked at, so that many at once are no more than one after the other. */
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
      if (!wrong) await admission.giveBack()
    }
  }

  private async admit(name: string, share: Share, who: string, { refusal }: ActionLimits): Promise<void> {
    if (!(await this.limiter.admit(this.scaled({ name, ...share }), who))) throw refusal()
  }

  private scaled(limit: Limit): Limit {
    return { ...limit, count: limit.count * this.settings.limitFactor }
  }

  /** What is counted by is personal: the rows hold its keyed digest. */
  private digest(kind: string, text: string): string {
    return this.keys.digest('limit', kind, text).toString('base64url').slice(0, 22)
  }
}
