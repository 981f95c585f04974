import { MONGO, type ClientSession, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { Schema, type Model } from 'mongoose'

/** A published register. */
export interface Published {
  sequence: number
  root: string
  treeSize: number
}

interface Row extends Omit<Published, 'sequence'> {
  /** The register's sequence number. */
  _id: number
  /** Set while the contract has another root, or none, for its number or an earlier waiting one, which is used up. */
  isRefused?: true
}

const MODEL = 'WaitingAnchor'
const schema = new Schema<Row>(
  {
    ...{ _id: Number, isRefused: Boolean },
    ...{ root: { type: String, required: true }, treeSize: { type: Number, required: true } },
  },
  { versionKey: false, collection: 'waiting_anchors' },
)

/** Defines the model. Call it before the service starts, because collections are created then. */
export const defineWaitingAnchors = (connection: Connection) => connection.model(MODEL, schema)

/** Stores the registers that wait for their turn to be anchored, or for the contract to accept their numbers. */
@Injectable()
export class WaitingAnchorStore {
  private readonly model: Model<Row>

  constructor(@Inject(MONGO) connection: Connection) {
    this.model = connection.model<Row>(MODEL)
  }

  /** Returns the waiting registers in their order. */
  async list(session: ClientSession | null = null): Promise<Published[]> {
    const rows = await this.model.find().sort({ _id: 1 }).session(session).lean<Row[]>()
    return rows.map(({ _id: sequence, root, treeSize }) => ({ sequence, root, treeSize }))
  }

  /** Counts registers that aren't known to be refused. */
  countDue(): Promise<number> {
    return this.model.countDocuments({ isRefused: { $exists: false } })
  }

  countRefused(): Promise<number> {
    return this.model.countDocuments({ isRefused: true })
  }

  /** Marks all waiting registers, because the number of the first is used up. */
  async refuseAll(session: ClientSession): Promise<void> {
    await this.model.updateMany({}, { $set: { isRefused: true } }, { session })
  }

  async add({ sequence, ...content }: Published, session: ClientSession): Promise<void> {
    await this.model.updateOne({ _id: sequence }, { $set: content }, { session, upsert: true })
  }

  async remove({ sequence }: Pick<Published, 'sequence'>, session: ClientSession): Promise<void> {
    await this.model.deleteOne({ _id: sequence }, { session })
  }
}
