import type { Keyring } from '../crypto/keyring.js'
import { foldUsername } from '../identifiers/username.js'
import { powMod, G } from './group.js'
import { SALT_BYTES } from './caldera.js'

/**
 * What a name that nobody has looks like from outside: the same salt and user id each time it is asked for, and a
 * verifier to calculate with, so that neither the answer nor the time it takes tells it from a real one.
 */
export class Masking {
  /** One constant verifier, made once: deriving one for each call would show in the time. */
  readonly v: bigint

  constructor(
    private readonly keys: Keyring,
    private readonly poolId: string,
  ) {
    this.v = powMod(G, keys.digest('mask', 'verifier', poolId))
  }

  /**
   * `name` as typed; its case makes no difference. A user id stands for itself, with the salt it had when it was made up
   * for an address: a real user can be asked for by either as well.
   */
  standIn(name: string): { userId: string; salt: Buffer } {
    const folded = foldUsername(name)
    const userId = UUID_V4.test(folded) ? folded : uuidV4(this.keys.digest('mask', 'user', this.poolId, folded))
    return { userId, salt: this.keys.digest('mask', 'salt', this.poolId, userId).subarray(0, SALT_BYTES) }
  }
}

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

function uuidV4(bytes: Buffer): string {
  const uuid = Buffer.from(bytes.subarray(0, 16))
  uuid[6] = (uuid[6]! & 0x0f) | 0x40
  uuid[8] = (uuid[8]! & 0x3f) | 0x80
  const hex = uuid.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
