import { TIMING, type Timing } from '@hissa/kernel'
import { MONGO, transaction, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { SETTINGS, type Settings } from '../config.js'
import {
  badCredentials,
  invalidParameter,
  notConfirmed,
  tooManyPasswords,
  unknownDevice,
} from '../errors/pool-error.js'
import { sameText, signature } from '../srp/caldera.js'
import { Masking } from '../srp/masking.js'
import { PasswordArithmetic } from '../srp/password-arithmetic.js'
import { parseTimestamp } from '../srp/timestamp.js'
import type { Device } from '../tokens/device.js'
import { FamilyStore } from '../tokens/family.store.js'
import { TokenIssuer, type AuthenticationResult } from '../tokens/token-issuer.js'
import { assertNotSuspended } from '../users/assert-not-suspended.js'
import { UserStore } from '../users/user.store.js'
import { ChallengeStore, type Challenge } from './challenge.store.js'
import { FailureStore } from './failure.store.js'
import { KeyedMutex } from './keyed-mutex.js'

export interface PasswordAnswer {
  name: string
  secretBlock: string
  signature: string
  timestamp: string
  deviceKey?: string
  /** What signs in, for the list of sessions. */
  device?: Device | undefined
}

const MAX_SKEW_MS = 5 * 60_000

/** Completes an SRP sign-in: verifies the client's proof and starts a token family. */
@Injectable()
export class AnswerPasswordVerifier {
  private readonly mutex = new KeyedMutex()

  constructor(
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly users: UserStore,
    private readonly masking: Masking,
    private readonly arithmetic: PasswordArithmetic,
    private readonly challenges: ChallengeStore,
    private readonly failures: FailureStore,
    private readonly families: FamilyStore,
    private readonly issuer: TokenIssuer,
    @Inject(TIMING) private readonly timing: Timing,
  ) {}

  /**
   * Verifies the proof and issues tokens.
   * Errors: NotAuthorized (proof, challenge, user, lock), InvalidParameter (format of the timestamp), ResourceNotFound
   * (device; the challenge remains valid). Only after a correct proof, so that they reveal nothing to others:
   * UserNotConfirmed and NotAuthorized (suspended).
   */
  async run(answer: PasswordAnswer): Promise<AuthenticationResult> {
    const stated = parseTimestamp(answer.timestamp)
    if (!stated) throw invalidParameter('TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english.')
    // Clients retry once with the same proof, without the device key.
    if (answer.deviceKey) throw unknownDevice()
    const block = Buffer.from(answer.secretBlock, 'base64')
    const challenge = await this.challenges.take(block)
    if (!challenge) throw badCredentials()
    const sealed = await this.mutex.runExclusive(challenge.userId, () => this.judge(challenge, block, answer, stated))
    return this.startSession(challenge, sealed, answer.device)
  }

  /**
   * Verifies one proof and returns the sealed verifier that it matches. Counted before it is verified and serialised
   * per user: concurrent guesses gain nothing, and concurrent sign-ins with the correct password don't lock the user
   * out.
   */
  private async judge(challenge: Challenge, block: Buffer, answer: PasswordAnswer, stated: Date | 'no-date') {
    if ((await this.failures.count(challenge.userId)) === 'locked') throw tooManyPasswords()
    const sealed = await this.verifyProof(challenge, block, answer)
    // Compared with wall time, not with the clock of expiries.
    const timely = stated !== 'no-date' && Math.abs(stated.getTime() - this.timing.wallMs()) <= MAX_SKEW_MS
    if (sealed === undefined || !timely) throw badCredentials()
    await this.failures.forget(challenge.userId)
    return sealed
  }

  /** Starts a session, unless the password was replaced or the account suspended during the sign-in. */
  private async startSession(challenge: Challenge, sealed: string, device?: Device): Promise<AuthenticationResult> {
    const started = await transaction(this.connection, async (session) => {
      const user = await this.users.findById(challenge.userId, session)
      if (!user) throw badCredentials()
      if (!user.confirmed) throw notConfirmed()
      assertNotSuspended(user)
      if (!(await this.users.recordSignIn(user.userId, sealed, session))) throw badCredentials()
      return { user, ...(await this.families.start(user.userId, challenge.clientId, session, device)) }
    })
    return { ...(await this.issuer.issue(started.user, started.family)), RefreshToken: started.refreshToken }
  }

  /** Does the same work for an unknown name: the proof is computed in full and never accepted. */
  private async verifyProof(challenge: Challenge, block: Buffer, answer: PasswordAnswer): Promise<string | undefined> {
    const signIn = await this.users.findSignIn(challenge.userId)
    const b = this.challenges.exponentOf(block)
    const { publicValue, userId } = challenge
    const v = signIn?.verifier.v ?? this.masking.v
    const key = await this.arithmetic.sessionKey(userId, publicValue, v, b)
    const { poolName } = this.settings
    const expected = key && signature(key, poolName, userId, block, answer.timestamp)
    const sameName = await this.isSameUser(answer.name, userId)
    const proven = expected !== undefined && sameText(expected, answer.signature) && sameName
    return proven ? signIn?.sealed : undefined
  }

  /** Accepts the `sub` from the challenge or the name that the user typed, because clients send either. */
  private async isSameUser(name: string, userId: string): Promise<boolean> {
    if (name === userId) return true
    return (await this.users.findSignIn(name))?.userId === userId
  }
}
