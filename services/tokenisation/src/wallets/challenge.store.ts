import { isDuplicateKey, MONGO, type ClientSession, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { Schema, type Model } from 'mongoose'
import { MOST_ATTEMPTS, MOST_CHALLENGES, type Challenge } from './challenge.js'

const MODEL = 'WalletChallenge'
const text = { type: String, required: true }
const number = { type: Number, required: true }
const schema = new Schema<Challenge>(
  {
    ...{ _id: text, userId: text, slot: number, address: text, message: text, attempts: number, usedAt: Date },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false, collection: 'wallet_challenges' },
)
schema.index({ userId: 1, slot: 1 }, { name: 'slot', unique: true })
schema.index({ expiresAt: 1 }, { name: 'expiresAt', expireAfterSeconds: 0 })

/** Defines the model. Call it before the service starts, because collections and indexes are created then. */
export const defineChallenges = (connection: Connection) => connection.model(MODEL, schema)

/** Stores challenges until they expire, a limited number for each investor. */
@Injectable()
export class ChallengeStore {
  private readonly model: Model<Challenge>

  constructor(@Inject(MONGO) connection: Connection) {
    this.model = connection.model<Challenge>(MODEL)
  }

  /** Stores a challenge. Returns the time from which on the investor may have another if there are too many. */
  async put(challenge: Omit<Challenge, 'slot' | 'attempts'>, now: Date): Promise<Date | undefined> {
    const { userId } = challenge
    // Another request may take the chosen slot, at most once for each slot.
    for (let turn = 0; turn <= MOST_CHALLENGES; turn += 1) {
      await this.model.deleteMany({ userId, expiresAt: { $lte: now } })
      const live = await this.model.find({ userId }, { slot: 1, expiresAt: 1 }).lean<Challenge[]>()
      const taken = new Set(live.map(({ slot }) => slot))
      const slot = Array.from({ length: MOST_CHALLENGES }, (_, n) => n).find((n) => !taken.has(n))
      if (slot === undefined) return new Date(Math.min(...live.map(({ expiresAt }) => expiresAt.getTime())))
      if (await this.insert({ ...challenge, slot, attempts: 0 })) return undefined
    }
    return challenge.expiresAt
  }

  /** Counts an attempt to use a challenge. Returns null if it is another's, has expired, was used, or tried too often. */
  attempt(id: string, userId: string, now: Date): Promise<Challenge | null> {
    const open = { _id: id, userId, usedAt: { $exists: false }, expiresAt: { $gt: now } }
    return this.model
      .findOneAndUpdate({ ...open, attempts: { $lt: MOST_ATTEMPTS } }, { $inc: { attempts: 1 } })
      .lean<Challenge>()
  }

  /** Uses a challenge up. Returns false if it was used before. */
  async consume(id: string, now: Date, session: ClientSession): Promise<boolean> {
    const open = { _id: id, usedAt: { $exists: false } }
    return (await this.model.updateOne(open, { $set: { usedAt: now } }, { session })).modifiedCount > 0
  }

  private async insert(challenge: Challenge): Promise<boolean> {
    try {
      await this.model.create([challenge])
      return true
    } catch (error) {
      if (isDuplicateKey(error, 'slot')) return false
      throw error
    }
  }
}
