import type { Connection } from '@hissa/persistence'
import { type Model, Schema } from 'mongoose'

export const INVESTOR_CARDS = 'investor_cards'

/** A digital card of an investor. The one with the highest issue is current; all others are replaced. */
export interface InvestorCard {
  /** `<userId>:<issue>`, so that concurrent calls issue one. */
  _id: string
  userId: string
  /** 1 for the first. */
  issue: number
  state: 'active' | 'frozen' | 'replaced'
  /** The number, sealed with the investor's key; base64. */
  sealed: string
  /** Keyed hash of the number; unique. */
  numberHash: string
  lastFour: string
  issuedAt: Date
  version: number
}

const schema = new Schema<InvestorCard>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    issue: { type: Number, required: true },
    state: { type: String, required: true },
    sealed: { type: String, required: true },
    numberHash: { type: String, required: true },
    lastFour: { type: String, required: true },
    issuedAt: { type: Date, required: true },
    version: { type: Number, required: true },
  },
  { versionKey: false },
)
schema.index({ userId: 1, issue: -1 }, { name: 'user_newest' })
schema.index({ numberHash: 1 }, { name: 'number', unique: true })

/** Reads digital cards; the ledger's commit writes them. */
export class InvestorCardStore {
  private readonly model: Model<InvestorCard>

  constructor(connection: Connection) {
    this.model = connection.model<InvestorCard>('InvestorCard', schema, INVESTOR_CARDS)
  }

  /** Returns at most `limit` cards of an investor, newest first. */
  newest(userId: string, limit: number): Promise<InvestorCard[]> {
    return this.model.find({ userId }).sort({ issue: -1 }).limit(limit).lean<InvestorCard[]>()
  }

  async current(userId: string): Promise<InvestorCard | undefined> {
    return (await this.newest(userId, 1))[0]
  }

  async byHash(numberHash: string): Promise<InvestorCard | undefined> {
    return (await this.model.findOne({ numberHash }).lean<InvestorCard>()) ?? undefined
  }
}
