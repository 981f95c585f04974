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
import { FamilyStore } from '../tokens/family.store.js'
import { TokenIssuer, type AuthenticationResult } from '../tokens/token-issuer.js'
import { refuseSuspended } from '../users/refuse-suspended.js'
import { UserStore } from '../users/user.store.js'
import { ChallengeStore, type Challenge } from './challenge.store.js'
import { FailureStore } from './failure.store.js'
import { Turns } from './turns.js'

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
  private readonly turns = new Turns()

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
    const sealed = await this.turns.take(challenge.userId, () => this.judge(challenge, block, answer, stated))
    return this.begin(challenge, sealed)
  }

  /**
   * One answer of a user at a time, each counted before it is looked at: as many at once get as far as one after the
   * other, and signing in on several devices with the right password locks no one out. Answers the sealed verifier
   * that the proof holds for.
   */
  private async judge(challenge: Challenge, block: Buffer, answer: PasswordAnswer, stated: Date | 'no-date') {
    if ((await this.failures.count(challenge.userId)) === 'locked') throw tooManyPasswords()
    const sealed = await this.provenFor(challenge, block, answer)
    // The client's clock against ours, whatever the clock of the expiries says.
    const timely = stated !== 'no-date' && Math.abs(stated.getTime() - Date.now()) <= MAX_SKEW_MS
    if (sealed === undefined || !timely) throw badCredentials()
    await this.failures.forget(challenge.userId)
    return sealed
  }

  /** Starts a session, unless the password has just been replaced or the account suspended. */
  private async begin(challenge: Challenge, sealed: string): Promise<AuthenticationResult> {
    const started = await transaction(this.connection, async (session) => {
      const user = await this.users.findById(challenge.userId, session)
      if (!user) throw badCredentials()
      if (!user.confirmed) throw notConfirmed()
      refuseSuspended(user)
      if (!(await this.users.noteSignIn(user.userId, sealed, session))) throw badCredentials()
      return { user, ...(await this.families.start(user.userId, challenge.clientId, session)) }
    })
    return { ...(await this.issuer.issue(started.user, started.family)), RefreshToken: started.refreshToken }
  }

  /** The same work for a name that nobody has: its proof is calculated in full, and is never right. */
  private async provenFor(challenge: Challenge, block: Buffer, answer: PasswordAnswer): Promise<string | undefined> {
    const signIn = await this.users.findSignIn(challenge.userId)
    const b = this.challenges.exponentOf(block)
    const { publicValue, userId } = challenge
    const v = signIn?.verifier.v ?? this.masking.v
    const key = await this.arithmetic.sessionKey(userId, publicValue, v, b)
    const { poolName } = this.settings
    const expected = key && signature(key, poolName, userId, block, answer.timestamp)
    const sameName = await this.names(answer.name, userId)
    const proven = expected !== undefined && sameText(expected, answer.signature) && sameName
    return proven ? signIn?.sealed : undefined
  }

  /** A client names itself by the sub it was given or by what its user typed. */
  private async names(name: string, userId: string): Promise<boolean> {
    if (name === userId) return true
    return (await this.users.findSignIn(name))?.userId === userId
  }
}
