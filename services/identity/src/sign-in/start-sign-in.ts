import { Inject, Injectable } from '@nestjs/common'
import { SETTINGS, type Settings } from '../config.js'
import { invalidParameter, tooManyPasswords } from '../errors/pool-error.js'
import { readPublicValue, toWireHex } from '../srp/caldera.js'
import { Masking } from '../srp/masking.js'
import { PasswordArithmetic } from '../srp/password-arithmetic.js'
import { UserStore } from '../users/user.store.js'
import { ChallengeStore } from './challenge.store.js'
import { FailureStore } from './failure.store.js'

/** Starts an SRP sign-in: takes the client's public value, returns the server's and a single-use challenge. */
@Injectable()
export class StartSignIn {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly users: UserStore,
    private readonly masking: Masking,
    private readonly arithmetic: PasswordArithmetic,
    private readonly challenges: ChallengeStore,
    private readonly failures: FailureStore,
  ) {}

  /**
   * Returns the same kind of response for an unknown name. `name` is the `sub` or the address.
   * Errors: InvalidParameter (public value), NotAuthorized (locked).
   */
  async run(name: string, publicValue: string) {
    if (readPublicValue(publicValue) === undefined) throw invalidParameter('SRP_A is not a valid public value.')
    const signIn = await this.users.findSignIn(name)
    const placeholder = this.masking.placeholderFor(name)
    const userId = signIn?.userId ?? placeholder.userId
    if (await this.failures.isLocked(userId)) throw tooManyPasswords()
    const { salt, v } = signIn?.verifier ?? { salt: placeholder.salt, v: this.masking.v }
    const block = this.challenges.newBlock()
    const serverValue = await this.arithmetic.serverPublicValue(userId, v, this.challenges.exponentOf(block))
    await this.challenges.put(block, { userId, clientId: this.settings.clientId, publicValue })
    return {
      ChallengeName: 'PASSWORD_VERIFIER',
      ChallengeParameters: {
        SALT: salt.toString('hex'),
        SRP_B: toWireHex(serverValue),
        SECRET_BLOCK: block.toString('base64'),
        USERNAME: userId,
        USER_ID_FOR_SRP: userId,
      },
    }
  }
}
