import type { Connection } from '@hissa/persistence'
import { createHash, randomBytes } from 'node:crypto'
import type { Model } from 'mongoose'
import type { IdentityClock } from '../clock.js'
import { expiringSchema } from '../expiring-schema.js'
import type { Keyring } from '../crypto/keyring.js'

/** The state of an SRP exchange between its two requests. */
export interface Challenge {
  userId: string
  clientId: string
  /** The client's public value, hex. */
  publicValue: string
}

interface ChallengeRow extends Challenge {
  /** SHA-256 of the secret block. */
  _id: string
  expiresAt: Date
}

const schema = expiringSchema<ChallengeRow>({
  _id: String,
  userId: { type: String, required: true },
  clientId: { type: String, required: true },
  publicValue: { type: String, required: true },
})

const LIFE_MS = 3 * 60_000
const BLOCK_BYTES = 96

/** Stores single-use challenges, shared by all replicas. The server's exponent is derived from the secret block. */
export class ChallengeStore {
  private readonly model: Model<ChallengeRow>

  constructor(
    connection: Connection,
    private readonly keys: Keyring,
    private readonly clock: IdentityClock,
  ) {
    this.model = connection.model<ChallengeRow>('challenges', schema, 'challenges')
  }

  newBlock(): Buffer {
    return randomBytes(BLOCK_BYTES)
  }

  /** Returns the exponent b of the exchange of this block, 32 bytes. */
  exponentOf(block: Buffer): Buffer {
    return this.keys.digest('challenge', block.toString('base64'))
  }

  async put(block: Buffer, challenge: Challenge): Promise<void> {
    const expiresAt = new Date(this.clock.now().getTime() + LIFE_MS)
    await this.model.create({ _id: idOf(block), ...challenge, expiresAt })
  }

  /** Deletes and returns a challenge, so that it is used once. Returns undefined if it is unknown, used or expired. */
  async take(block: Buffer): Promise<Challenge | undefined> {
    const row = await this.model.findOneAndDelete({ _id: idOf(block) }).lean<ChallengeRow>()
    return row && row.expiresAt > this.clock.now() ? row : undefined
  }
}

const idOf = (block: Buffer) => createHash('sha256').update(block).digest('base64url')
