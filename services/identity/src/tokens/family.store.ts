import type { ClientSession, Connection } from '@hissa/persistence'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Schema, type Model } from 'mongoose'
import type { IdentityClock } from '../clock.js'

/** What one sign-in begot: its refresh token and every token got with it. */
export interface Family {
  /** `origin_jti` of the tokens. */
  familyId: string
  userId: string
  clientId: string
  authenticatedAt: Date
  expiresAt: Date
  revokedAt?: Date
}

interface FamilyRow extends Omit<Family, 'familyId'> {
  _id: string
  /** SHA-256 of the refresh token; the token itself is nowhere. */
  refreshHash: string
}

const schema = new Schema<FamilyRow>(
  {
    _id: String,
    userId: { type: String, required: true },
    clientId: { type: String, required: true },
    refreshHash: { type: String, required: true },
    authenticatedAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
    revokedAt: Date,
  },
  { versionKey: false },
)
schema.index({ refreshHash: 1 }, { unique: true, name: 'refreshHash' })
schema.index({ userId: 1 }, { name: 'userId' })
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0, name: 'expiresAt' })

const LIFE_MS = 30 * 86_400_000

/** Token families. They are kept after they are revoked, until their tokens could no longer be alive. */
export class FamilyStore {
  private readonly model: Model<FamilyRow>

  constructor(
    connection: Connection,
    private readonly clock: IdentityClock,
  ) {
    this.model = connection.model<FamilyRow>('families', schema, 'families')
  }

  async start(userId: string, clientId: string): Promise<{ family: Family; refreshToken: string }> {
    const refreshToken = randomBytes(32).toString('base64url')
    const authenticatedAt = this.clock.now()
    const expiresAt = new Date(authenticatedAt.getTime() + LIFE_MS)
    const row = { _id: randomUUID(), userId, clientId, refreshHash: digest(refreshToken), authenticatedAt, expiresAt }
    await this.model.create(row)
    return { family: toFamily(row), refreshToken }
  }

  async findById(familyId: string): Promise<Family | undefined> {
    const row = await this.model.findOne({ _id: familyId }).lean<FamilyRow>()
    return row ? toFamily(row) : undefined
  }

  async findByRefreshToken(token: string): Promise<Family | undefined> {
    const row = await this.model.findOne({ refreshHash: digest(token) }).lean<FamilyRow>()
    return row ? toFamily(row) : undefined
  }

  async revoke(familyId: string): Promise<void> {
    const where = { _id: familyId, revokedAt: { $exists: false } }
    await this.model.updateOne(where, { $set: { revokedAt: this.clock.now() } })
  }

  /** Every sign-in of a user, on every device. */
  async revokeAll(userId: string, session?: ClientSession): Promise<void> {
    const where = { userId, revokedAt: { $exists: false } }
    await this.model.updateMany(where, { $set: { revokedAt: this.clock.now() } }, { session })
  }
}

const digest = (token: string) => createHash('sha256').update(token).digest('base64url')

const toFamily = ({ _id, userId, clientId, authenticatedAt, expiresAt, revokedAt }: FamilyRow): Family => ({
  familyId: _id,
  userId,
  clientId,
  authenticatedAt,
  expiresAt,
  ...(revokedAt ? { revokedAt } : {}),
})
