import { Inject, Injectable } from '@nestjs/common'
import { SETTINGS, type Settings } from '../config.js'
import { badCredentials, invalidParameter, notConfirmed, tooManyPasswords, unknownDevice } from '../pool/pool-error.js'
import { readPublicValue, sameText, sessionKey, signature } from '../srp/caldera.js'
import { Masking } from '../srp/masking.js'
import { parseTimestamp } from '../srp/timestamp.js'
import { FamilyStore } from '../tokens/family.store.js'
import { TokenIssuer, type AuthenticationResult } from '../tokens/token-issuer.js'
import type { User } from '../users/user.js'
import { refuseSuspended } from '../users/refuse-suspended.js'
import { UserStore } from '../users/user.store.js'
import { ChallengeStore, type Challenge } from './challenge.store.js'
import { FailureStore } from './failure.store.js'

export interface PasswordAnswer {
  name: string
  secretBlock: string
  signature: string
  timestamp: string
  deviceKey?: string
}

const MAX_SKEW_MS = 5 * 60_000

/** Second half of an SRP sign-in: checks the client's proof and begins a token family. */
@Injectable()
export class AnswerPasswordVerifier {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly users: UserStore,
    private readonly masking: Masking,
    private readonly challenges: ChallengeStore,
    private readonly failures: FailureStore,
    private readonly families: FamilyStore,
    private readonly issuer: TokenIssuer,
  ) {}

  /**
   * Errors: NotAuthorized (proof, challenge, user, lock), and only after a right proof, so that they tell strangers nothing,
   * UserNotConfirmed and NotAuthorized (suspended), InvalidParameter (form of the time), ResourceNotFound (device; the challenge stays).
   */
  async run(answer: PasswordAnswer): Promise<AuthenticationResult> {
    const stated = parseTimestamp(answer.timestamp)
    if (!stated) throw invalidParameter('TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english.')
    // Clients repeat the same proof without the device key after this one refusal.
    if (answer.deviceKey) throw unknownDevice()
    const block = Buffer.from(answer.secretBlock, 'base64')
    const challenge = await this.challenges.take(block)
    if (!challenge) throw badCredentials()
    const proven = await this.isProven(challenge, block, answer)
    // The client's clock against ours, whatever the clock of the expiries says.
    const timely = Math.abs(stated.getTime() - Date.now()) <= MAX_SKEW_MS
    if (!proven || !timely) return this.refuse(challenge.userId)
    const user = await this.admit(challenge.userId)
    const { family, refreshToken } = await this.families.start(user.userId, challenge.clientId)
    return { ...(await this.issuer.issue(user, family)), RefreshToken: refreshToken }
  }

  /** The same work for a name that nobody has: its proof is calculated in full, and is never right. */
  private async isProven(challenge: Challenge, block: Buffer, answer: PasswordAnswer): Promise<boolean> {
    const signIn = await this.users.findSignIn(challenge.userId)
    const b = this.challenges.exponentOf(block)
    const key = keyOrNothing(challenge.publicValue, signIn?.verifier.v ?? this.masking.v, b)
    const { poolName } = this.settings
    const expected = key && signature(key, poolName, challenge.userId, block, answer.timestamp)
    const sameName = await this.names(answer.name, challenge.userId)
    return signIn !== undefined && expected !== undefined && sameText(expected, answer.signature) && sameName
  }

  /** A right password opens neither a locked account, nor one that nobody has confirmed, nor a suspended one. */
  private async admit(userId: string): Promise<User> {
    if (await this.failures.isLocked(userId)) throw tooManyPasswords()
    await this.failures.forget(userId)
    const user = await this.users.findById(userId)
    if (!user) throw badCredentials()
    if (!user.confirmed) throw notConfirmed()
    return refuseSuspended(user)
  }

  /** A client names itself by the sub it was given or by what its user typed. */
  private async names(name: string, userId: string): Promise<boolean> {
    if (name === userId) return true
    return (await this.users.findSignIn(name))?.userId === userId
  }

  private async refuse(userId: string): Promise<never> {
    throw (await this.failures.record(userId)) === 'locked' ? tooManyPasswords() : badCredentials()
  }
}

/** Nothing for a public value outside the group, which an honest client never sends. */
function keyOrNothing(publicValue: string, v: bigint, b: Buffer): Buffer | undefined {
  try {
    return sessionKey(readPublicValue(publicValue)!, v, b)
  } catch {
    return undefined
  }
}
