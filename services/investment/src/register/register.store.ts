import { type ClientSession, type Connection, isDuplicateKey } from '@hissa/persistence'
import { type Model, Schema } from 'mongoose'
import type { RegisterEntry } from './entry.js'
import {
  type Collected,
  entryId,
  entryIds,
  type PublishedRegister,
  type Register,
  type RegisterAnchor,
  REGISTERS,
} from './register.js'

const ENTRIES = 'register_entries'

/** A stored entry; `index` is set once its register is hashed. */
export interface EntryRow extends RegisterEntry {
  _id: string
  sequence: number
  index?: number
}

type IndexedEntry = EntryRow & { index: number }

const registerSchema = new Schema<Register>(
  {
    _id: { type: String, required: true },
    sequence: { type: Number, required: true },
    asOf: { type: Date, required: true },
    ledgerSeq: { type: Number, required: true },
    state: { type: String, required: true },
    collected: { type: Schema.Types.Mixed, required: true } as never,
    treeSize: { type: Number, required: true },
    blocks: { type: [String], required: true },
    hashed: String,
    root: String,
    publishedAt: Date,
    anchor: { type: Schema.Types.Mixed } as never,
    version: { type: Number, required: true },
  },
  { versionKey: false },
)
registerSchema.index({ sequence: -1 }, { unique: true, name: 'sequence' })
registerSchema.index({ state: 1, sequence: -1 }, { name: 'state_newest' })

const entrySchema = new Schema<EntryRow>(
  {
    _id: { type: String, required: true },
    sequence: { type: Number, required: true },
    propertyId: { type: String, required: true },
    account: { type: String, default: null },
    holder: { type: String, required: true },
    units: { type: Number, required: true },
    index: Number,
  },
  { versionKey: false },
)
entrySchema.index({ sequence: 1, index: 1 }, { name: 'index' })
entrySchema.index({ sequence: 1, holder: 1, index: 1 }, { name: 'holder' })

const WITHOUT_BLOCKS = { blocks: 0 } as const

/**
 * Stores registers and their entries. What a replica adds to an unpublished register is the same that any other would
 * add, so the first one wins; the commit that publishes a register is the ledger's.
 */
export class RegisterStore {
  private readonly registers: Model<Register>
  private readonly entries: Model<EntryRow>

  constructor(connection: Connection) {
    this.registers = connection.model<Register>('Register', registerSchema, REGISTERS)
    this.entries = connection.model<EntryRow>('RegisterEntry', entrySchema, ENTRIES)
  }

  /** Returns the register with the highest number, in any state. */
  async latest(): Promise<Register | undefined> {
    const [row] = await this.registers
      .find({ sequence: { $gt: 0 } })
      .sort({ sequence: -1 })
      .limit(1)
      .lean<Register[]>()
    return row
  }

  /** Returns a register in any state, with the roots of its blocks. */
  async find(sequence: number): Promise<Register | undefined> {
    return (await this.registers.findOne({ sequence }).lean<Register>()) ?? undefined
  }

  async published(sequence: number): Promise<PublishedRegister | undefined> {
    const filter = { sequence, state: 'published' as const }
    return (await this.registers.findOne(filter, WITHOUT_BLOCKS).lean<PublishedRegister>()) ?? undefined
  }

  /** Lists published registers with a number below `before`, newest first. */
  list(limit: number, before?: number): Promise<PublishedRegister[]> {
    const filter = { state: 'published' as const, ...(before === undefined ? {} : { sequence: { $lt: before } }) }
    return this.registers.find(filter, WITHOUT_BLOCKS).sort({ sequence: -1 }).limit(limit).lean<PublishedRegister[]>()
  }

  /** Begins a register, unless another replica has begun one with its number. */
  async begin(register: Register): Promise<void> {
    await this.registers.create([register]).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error
    })
  }

  /** Adds entries that are not stored yet, then moves the collection on, unless another replica has. */
  async collect(register: Register, entries: readonly RegisterEntry[], to: Collected): Promise<void> {
    const { _id, sequence, collected } = register
    await this.addEntries(sequence, entries)
    await this.registers.updateOne({ _id, state: 'collecting', collected }, { $set: { collected: to } })
  }

  /** Ends the collection: every holding is stored. */
  async endCollection({ _id, collected }: Register): Promise<void> {
    await this.registers.updateOne({ _id, state: 'collecting', collected }, { $set: { state: 'hashing' } })
  }

  /** Returns at most `limit` entries in the order of the register, after the last hashed one. */
  unhashed({ sequence, hashed }: Register, limit: number): Promise<EntryRow[]> {
    const { after, before } = entryIds(sequence)
    const rest = { _id: { $gt: hashed ?? after, $lt: before } }
    return this.entries.find(rest).sort({ _id: 1 }).limit(limit).lean<EntryRow[]>()
  }

  /** Numbers the entries of the next block and stores its root, unless another replica has. */
  async addBlock({ _id, treeSize }: Register, block: readonly EntryRow[], root: string): Promise<void> {
    await this.entries.bulkWrite(
      block.map((entry, at) => ({
        updateOne: { filter: { _id: entry._id }, update: { $set: { index: treeSize + at } } },
      })),
      { ordered: false },
    )
    await this.registers.updateOne(
      { _id, state: 'hashing', treeSize },
      { $set: { hashed: block.at(-1)!._id }, $inc: { treeSize: block.length }, $push: { blocks: root } },
    )
  }

  /** Returns at most `limit` entries of a hashed register from position `from` on. */
  page(sequence: number, from: number, limit: number): Promise<IndexedEntry[]> {
    return this.entries
      .find({ sequence, index: { $gte: from } })
      .sort({ sequence: 1, index: 1 })
      .limit(limit)
      .lean<IndexedEntry[]>()
  }

  /** Returns at most `limit` entries of a holder in a hashed register from position `from` on. */
  ofHolder(sequence: number, holder: string, from: number, limit: number): Promise<IndexedEntry[]> {
    return this.entries
      .find({ sequence, holder, index: { $gte: from } })
      .sort({ sequence: 1, holder: 1, index: 1 })
      .limit(limit)
      .lean<IndexedEntry[]>()
  }

  /** Returns a holder's entry of a property in a hashed register. */
  async entryOf(sequence: number, propertyId: string, holder: string): Promise<IndexedEntry | undefined> {
    return (await this.entries.findById(entryId(sequence, { propertyId, holder })).lean<IndexedEntry>()) ?? undefined
  }

  /** Records where a register is anchored, unless the stored report is as new. */
  async recordAnchor(sequence: number, anchor: RegisterAnchor, session: ClientSession): Promise<void> {
    const { version } = anchor
    const older = { $or: [{ anchor: { $exists: false } }, { 'anchor.version': { $lt: version } }] }
    await this.registers.updateOne({ sequence, state: 'published', ...older }, { $set: { anchor } }, { session })
  }

  private async addEntries(sequence: number, entries: readonly RegisterEntry[]): Promise<void> {
    if (entries.length === 0) return
    await this.entries.bulkWrite(
      entries.map(({ propertyId, account, holder, units }) => ({
        updateOne: {
          filter: { _id: entryId(sequence, { propertyId, holder }) },
          update: { $setOnInsert: { sequence, propertyId, account, holder, units } },
          upsert: true,
        },
      })),
      { ordered: false },
    )
  }
}
