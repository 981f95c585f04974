import type { Keyring } from '../crypto/keyring.js'
import { foldUsername } from '../identifiers/username.js'
import { powMod, G } from './group.js'
import { SALT_BYTES } from './caldera.js'

/**
 * Masks unknown names: each always has the same salt and user id, and a verifier for the arithmetic. Neither the
 * response nor its timing distinguishes them from registered names.
 */
export class Masking {
  /** One constant verifier, because deriving one per call would be measurable in the response time. */
  readonly v: bigint

  constructor(
    private readonly keys: Keyring,
    private readonly poolId: string,
  ) {
    this.v = powMod(G, keys.digest('mask', 'verifier', poolId))
  }

  /**
   * Returns the placeholder user of a name as typed; case is ignored. A placeholder can be requested by its address or
   * by its user id, like a real user, and has the same salt for both.
   */
  placeholderFor(name: string): { userId: string; salt: Buffer } {
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
