import { rowsAfter, type ClientSession, type Connection } from '@hissa/persistence'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Model } from 'mongoose'
import type { IdentityClock } from '../clock.js'
import { expiringSchema } from '../expiring-schema.js'
import type { Device } from './device.js'

/** A token family: the refresh token of one sign-in and all tokens issued with it. */
export interface Family {
  /** `origin_jti` of the tokens. */
  familyId: string
  userId: string
  clientId: string
  authenticatedAt: Date
  /** Absent if its browser didn't say, and for sessions of earlier releases. */
  device?: Device
  expiresAt: Date
  /** Expiry of the last id or access token that was issued. */
  tokensUntil: Date
  revokedAt?: Date
}

interface FamilyRow extends Omit<Family, 'familyId'> {
  _id: string
  /** SHA-256 of the refresh token, which is not stored. */
  refreshHash: string
}

const schema = expiringSchema<FamilyRow>({
  _id: String,
  userId: { type: String, required: true },
  clientId: { type: String, required: true },
  refreshHash: { type: String, required: true },
  authenticatedAt: { type: Date, required: true },
  device: Object,
  tokensUntil: { type: Date, required: true },
  revokedAt: Date,
})
schema.index({ refreshHash: 1 }, { unique: true, name: 'refreshHash' })
schema.index({ userId: 1 }, { name: 'userId' })
schema.index({ tokensUntil: 1, _id: 1 }, { partialFilterExpression: { revokedAt: { $exists: true } }, name: 'revoked' })

/** More sessions are ended by signing out everywhere. */
const MAX_LISTED = 100
const LIFE_MS = 30 * 86_400_000

/** Stores token families. Revoked families are kept until their last token has expired. */
export class FamilyStore {
  private readonly model: Model<FamilyRow>

  constructor(
    connection: Connection,
    private readonly clock: IdentityClock,
    private readonly tokenLifeSeconds: number,
  ) {
    this.model = connection.model<FamilyRow>('families', schema, 'families')
  }

  async start(
    userId: string,
    clientId: string,
    session: ClientSession,
    device?: Device,
  ): Promise<{ family: Family; refreshToken: string }> {
    const refreshToken = randomBytes(32).toString('base64url')
    const authenticatedAt = this.clock.now()
    const expiresAt = new Date(authenticatedAt.getTime() + LIFE_MS)
    const row = {
      _id: randomUUID(),
      userId,
      clientId,
      refreshHash: digest(refreshToken),
      authenticatedAt,
      expiresAt,
      tokensUntil: this.tokensEnd(authenticatedAt),
      ...(device && { device }),
    }
    await this.model.create([row], { session })
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

  /** Returns the open families of a user, the latest used first, with when tokens of each were last issued. */
  async openOf(userId: string): Promise<(Family & { usedAt: Date })[]> {
    const where = { userId, revokedAt: { $exists: false }, expiresAt: { $gt: this.clock.now() } }
    const rows = await this.model.find(where).sort({ tokensUntil: -1 }).limit(MAX_LISTED).lean<FamilyRow[]>()
    const usedAt = ({ tokensUntil }: Family) => new Date(tokensUntil.getTime() - this.tokenLifeSeconds * 1_000)
    return rows.map(toFamily).map((family) => ({ ...family, usedAt: usedAt(family) }))
  }

  /** Records that tokens are about to be issued. Returns false if the family has been revoked. */
  async extend(familyId: string): Promise<boolean> {
    const where = { _id: familyId, revokedAt: { $exists: false } }
    const set = { $set: { tokensUntil: this.tokensEnd(this.clock.now()) } }
    return (await this.model.updateOne(where, set)).matchedCount === 1
  }

  /** Revokes a family and returns it, or undefined if it was already revoked. */
  async revoke(familyId: string, session: ClientSession): Promise<Family | undefined> {
    const where = { _id: familyId, revokedAt: { $exists: false } }
    const set = { $set: { revokedAt: this.clock.now() } }
    const row = await this.model.findOneAndUpdate(where, set, { session, returnDocument: 'after' }).lean<FamilyRow>()
    return row ? toFamily(row) : undefined
  }

  /** Revokes all families of a user, except one if given. Returns those whose tokens may not have expired. */
  async revokeAll(userId: string, session: ClientSession, exceptId?: string): Promise<Family[]> {
    const where = { userId, revokedAt: { $exists: false }, ...(exceptId && { _id: { $ne: exceptId } }) }
    const now = this.clock.now()
    const alive = await this.model.find({ ...where, tokensUntil: { $gt: now } }, null, { session }).lean<FamilyRow[]>()
    await this.model.updateMany(where, { $set: { revokedAt: now } }, { session })
    return alive.map(toFamily).map((family) => ({ ...family, revokedAt: now }))
  }

  /** Returns a page of revoked families whose tokens may not have expired, ordered by expiry, after the given one. */
  async revoked(after: readonly [tokensUntil: Date, familyId: string] | undefined, limit: number): Promise<Family[]> {
    const now = this.clock.now()
    const from = after && after[0] > now ? after[0] : now
    const rows = await this.model
      .find({
        revokedAt: { $exists: true },
        tokensUntil: { $gte: from },
        ...rowsAfter<FamilyRow>('tokensUntil', 1, after),
      })
      .sort({ tokensUntil: 1, _id: 1 })
      .limit(limit)
      .lean<FamilyRow[]>()
    return rows.map(toFamily)
  }

  private tokensEnd(issuedAt: Date): Date {
    return new Date(issuedAt.getTime() + this.tokenLifeSeconds * 1_000)
  }
}

const digest = (token: string) => createHash('sha256').update(token).digest('base64url')

const toFamily = ({
  _id,
  userId,
  clientId,
  authenticatedAt,
  device,
  expiresAt,
  tokensUntil,
  revokedAt,
}: FamilyRow): Family => ({
  familyId: _id,
  userId,
  clientId,
  authenticatedAt,
  expiresAt,
  tokensUntil,
  ...(device && { device }),
  ...(revokedAt ? { revokedAt } : {}),
})
