import { MONGO, type ClientSession, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { Schema, type Model, type UpdateQuery } from 'mongoose'
import type { Address } from 'viem'
import type { Settled } from '../chain/chain.api.js'
import type { Token } from './token.js'

const MODEL = 'Token'
const text = { type: String, required: true }
const number = { type: Number, required: true }
const plain = { type: Schema.Types.Mixed, required: false }
const schema = new Schema<Token>(
  {
    ...{ _id: text, slug: text, title: text, symbol: text, unitsTotal: number, offeringVersion: number },
    ...{
      titleHash: String,
      deployment: plain,
      lockUp: plain,
      titleRecordedAt: Date,
      titling: String,
      deployAfter: Date,
      planned: number,
      minting: String,
      mintAfter: Date,
    },
    ...{ differenceId: String, scanned: plain, suspicion: plain, comparison: plain, version: number },
  },
  { versionKey: false, collection: 'tokens' },
)
schema.index({ slug: 1 }, { name: 'slug' })
schema.index({ title: 1, _id: 1 }, { name: 'title' })
schema.index({ 'deployment.address': 1 }, { name: 'contract', sparse: true })
schema.index({ 'deployment.compliance': 1 }, { name: 'compliance', sparse: true })

/** Defines the model. Call it before the service starts, because collections and indexes are created then. */
export const defineTokens = (connection: Connection) => connection.model(MODEL, schema)

/** Stores the token of each property. */
@Injectable()
export class TokenStore {
  private readonly model: Model<Token>

  constructor(@Inject(MONGO) connection: Connection) {
    this.model = connection.model<Token>(MODEL)
  }

  byId(propertyId: string, session: ClientSession | null = null): Promise<Token | null> {
    return this.model.findById(propertyId).session(session).lean<Token>()
  }

  /** Returns the token that a transaction is about. Throws if there is none. */
  async ofCall({ ref }: Pick<Settled, 'ref'>, session: ClientSession): Promise<Token> {
    const token = await this.byId(String(ref['propertyId']), session)
    if (!token) throw new Error(`no token of ${ref['propertyId']}`)
    return token
  }

  /** Returns the tokens of those of these properties that have one. */
  byIds(propertyIds: readonly string[]): Promise<Token[]> {
    const chosen = { _id: { $in: [...propertyIds] } }
    return this.model.find(chosen).sort({ _id: 1 }).lean<Token[]>()
  }

  /** Returns a token by the property's record id, or its slug in any case. */
  byRef(ref: string): Promise<Token | null> {
    return this.model.findOne({ $or: [{ _id: ref }, { slug: ref.toLowerCase() }] }).lean<Token>()
  }

  /** Returns tokens by title, after the given one. */
  page(limit: number, after?: readonly [title: string, propertyId: string]): Promise<Token[]> {
    const [title, id] = after ?? []
    const beyond = after ? { $or: [{ title: { $gt: title } }, { title, _id: { $gt: id } }] } : {}
    return this.model.find(beyond).sort({ title: 1, _id: 1 }).limit(limit).lean<Token[]>()
  }

  /** Returns whether an address is that of a token, or of the rules of one. */
  async isContract(address: Address): Promise<boolean> {
    const either = [{ 'deployment.address': address }, { 'deployment.compliance': address }]
    return (await this.model.exists({ $or: either })) !== null
  }

  count(): Promise<number> {
    return this.model.countDocuments()
  }

  /** Returns what determines the state of each token. */
  states(): Promise<Pick<Token, 'titleHash' | 'titleRecordedAt' | 'deployment' | 'differenceId'>[]> {
    const fields = { titleHash: 1, titleRecordedAt: 1, deployment: 1, differenceId: 1 } as const
    return this.model.find({}, fields).lean<Token[]>()
  }

  /** Returns the tokens whose title is on file. */
  titled(): Promise<Token[]> {
    return this.model
      .find({ titleHash: { $exists: true } })
      .sort({ _id: 1 })
      .lean<Token[]>()
  }

  async insert(token: Token, session: ClientSession): Promise<void> {
    await this.model.create([token], { session })
  }

  /** Changes a token that still has the version that was read. Returns whether it had. */
  async change(
    { _id, version }: Pick<Token, '_id' | 'version'>,
    change: { set?: Partial<Token>; unset?: readonly (keyof Token)[] },
    session: ClientSession | null = null,
  ): Promise<boolean> {
    const { set = {}, unset = [] } = change
    const update = {
      $set: { ...set, version: version + 1 },
      ...(unset.length > 0 && { $unset: Object.fromEntries(unset.map((key) => [key, 1])) }),
    } as UpdateQuery<Token>
    const { modifiedCount } = await this.model.updateOne({ _id, version }, update, session ? { session } : {})
    return modifiedCount > 0
  }
}
