import { Inject, Injectable } from '@nestjs/common'
import { isIPv6 } from 'node:net'
import { SETTINGS, type Settings } from '../config.js'
import { Keyring } from '../crypto/keyring.js'
import { PoolError, limitExceeded, tooManyRequests } from '../pool/pool-error.js'
import { Limiter } from './limiter.js'

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
  InitiateAuth: signIn,
  RespondToAuthChallenge: signIn,
}

/** Wrong passwords from one address, whosever names it tries: lockouts see each name alone. The same in local mode. */
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
   * Runs one request of an action within its limits. `ip` is what the gateway saw; `name` the user named, as typed.
   * Errors: those of `act`; LimitExceeded or TooManyRequests, before anything else is looked at.
   */
  async within<T>(action: string, who: { ip: string; name: string | undefined }, act: () => Promise<T>): Promise<T> {
    const limits = LIMITS[action]
    if (!limits) return act()
    const address = this.digest('address', networkOf(who.ip))
    const isSignIn = limits === signIn
    if (isSignIn && (await this.limiter.isSpent(WRONG_PASSWORDS, address))) throw limits.refusal()
    await this.admit(`${action}-address`, limits.address, address, limits)
    if (limits.name && who.name)
      await this.admit(`${action}-name`, limits.name, this.digest('name', who.name.toLowerCase()), limits)
    try {
      return await act()
    } catch (error) {
      if (isSignIn && isWrongPassword(error)) await this.limiter.admit(WRONG_PASSWORDS, address)
      throw error
    }
  }

  private async admit(name: string, share: Share, who: string, { refusal }: ActionLimits): Promise<void> {
    const count = share.count * this.settings.limitFactor
    if (!(await this.limiter.admit({ name, count, windowMs: share.windowMs }, who))) throw refusal()
  }

  /** What is counted by is personal: the rows hold its keyed digest. */
  private digest(kind: string, text: string): string {
    return this.keys.digest('limit', kind, text).toString('base64url').slice(0, 22)
  }
}

const isWrongPassword = (error: unknown) => error instanceof PoolError && error.type === 'NotAuthorized'

/** One customer of a network provider has 2^64 addresses of the newer kind; the older kind may be written as one of them. */
export function networkOf(ip: string): string {
  const older = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (older || !isIPv6(ip)) return older ?? ip
  const [head = '', tail] = ip.split('%')[0]!.split('::')
  const groups = head ? head.split(':') : []
  const after = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - groups.length - after.length
  const all = [...groups, ...Array<string>(Math.max(0, zeros)).fill('0'), ...after]
  return all
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')
}
