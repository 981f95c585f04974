import { type ClientSession, type Connection, isDuplicateKey, transaction } from '@hissa/persistence'
import { type Model, Schema } from 'mongoose'
import type { RegisterBooks } from '@hissa/contracts/investment'
import type { CashEntry, Leaf, RegisterEntry } from './entry.js'
import {
  booksId,
  cashEntryId,
  type Collected,
  entryId,
  entryIds,
  hasItsLeaves,
  newRegister,
  type PublishedRegister,
  type Register,
  type RegisterAnchor,
  REGISTERS,
} from './register.js'

const ENTRIES = 'register_entries'

/** A stored leaf; `index` is set once its register is hashed. */
export type EntryRow<L extends Leaf = Leaf> = L & {
  _id: string
  sequence: number
  index?: number
}

type Indexed<L extends Leaf> = EntryRow<L> & { index: number }

/** What a step of the collection adds to a register. */
interface Chunk {
  entries: ReadonlyArray<RegisterEntry | CashEntry>
  /** The totals after it. */
  books?: RegisterBooks | undefined
}

/** All fields that a leaf may have; those of another kind of leaf are absent. */
type EntryFields = { _id: string; sequence: number; index?: number } & Partial<RegisterEntry & CashEntry> & {
    books?: RegisterBooks
  }

const registerSchema = new Schema<Register>(
  {
    _id: { type: String, required: true },
    sequence: { type: Number, required: true },
    asOf: { type: Date, required: true },
    ledgerSeq: { type: Number, required: true },
    state: { type: String, required: true },
    collected: { type: Schema.Types.Mixed, required: true } as never,
    books: { type: Schema.Types.Mixed } as never,
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

const entrySchema = new Schema<EntryFields>(
  {
    _id: { type: String, required: true },
    sequence: { type: Number, required: true },
    propertyId: String,
    account: String,
    holder: String,
    units: Number,
    amountFils: Number,
    books: { type: Schema.Types.Mixed } as never,
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
  private readonly entries: Model<EntryFields>

  constructor(private readonly connection: Connection) {
    this.registers = connection.model<Register>('Register', registerSchema, REGISTERS)
    this.entries = connection.model<EntryFields>('RegisterEntry', entrySchema, ENTRIES)
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
    const row = await this.registers.findOne(filter, WITHOUT_BLOCKS).lean<PublishedRegister>()
    return row ? readable(row) : undefined
  }

  /** Lists published registers with a number below `before`, newest first. */
  async list(limit: number, before?: number): Promise<PublishedRegister[]> {
    const filter = { state: 'published' as const, ...(before === undefined ? {} : { sequence: { $lt: before } }) }
    const newest = this.registers.find(filter, WITHOUT_BLOCKS).sort({ sequence: -1 }).limit(limit)
    return (await newest.lean<PublishedRegister[]>()).map(readable)
  }

  /** Begins a register, unless another replica has begun one with its number. */
  async begin(register: Register): Promise<void> {
    await this.registers.create([register]).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error
    })
  }

  /** Adds entries that are not stored yet, then moves the collection on, unless another replica has. */
  async collect(register: Register, { entries, books }: Chunk, to: Collected): Promise<void> {
    const { _id, sequence, collected, version } = register
    await this.addEntries(sequence, entries)
    const set = { collected: to, ...(books ? { books } : {}) }
    await this.registers.updateOne({ _id, state: 'collecting', collected, version }, { $set: set })
  }

  /** Adds the last entries and the totals, if the register has any, and ends the collection: everything is stored. */
  async endCollection({ _id, sequence, collected, version }: Register, { entries, books }: Chunk): Promise<void> {
    await this.addEntries(sequence, entries)
    const row = { _id: booksId(sequence) }
    if (books) await this.entries.updateOne(row, { $setOnInsert: { sequence, books } }, { upsert: true })
    const set = { state: 'hashing' as const, ...(books ? { books } : {}) }
    await this.registers.updateOne({ _id, state: 'collecting', collected, version }, { $set: set })
  }

  /** Returns at most `limit` leaves in the order of the register, after the last hashed one. */
  unhashed({ sequence, hashed }: Register, limit: number): Promise<EntryRow[]> {
    const { after, before } = entryIds(sequence)
    const rest = { _id: { $gt: hashed ?? after, $lt: before } }
    return this.entries.find(rest).sort({ _id: 1 }).limit(limit).lean<EntryRow[]>()
  }

  /** Numbers the leaves of the next block and stores its root, unless another replica has. */
  async addBlock({ _id, treeSize, version }: Register, block: readonly EntryRow[], root: string): Promise<void> {
    await this.entries.bulkWrite(
      block.map((entry, at) => ({
        updateOne: { filter: { _id: entry._id }, update: { $set: { index: treeSize + at } } },
      })),
      { ordered: false },
    )
    await this.registers.updateOne(
      { _id, state: 'hashing', treeSize, version },
      { $set: { hashed: block.at(-1)!._id }, $inc: { treeSize: block.length }, $push: { blocks: root } },
    )
  }

  /** Deletes what is stored of a hashed register and begins its collection again, unless another replica has. */
  async restart({ _id, sequence, asOf, ledgerSeq, version }: Register): Promise<void> {
    const { version: _, ...set } = newRegister(sequence, asOf, ledgerSeq)
    const change = { $set: set, $unset: { hashed: 1 as const }, $inc: { version: 1 } }
    await transaction(this.connection, async (session) => {
      const hashed = { _id, state: 'hashing' as const, version }
      const { matchedCount } = await this.registers.updateOne(hashed, change, { session })
      if (matchedCount > 0) await this.entries.deleteMany({ sequence }, { session })
    })
  }

  /** Returns at most `limit` leaves of a hashed register from position `from` on. */
  page<L extends Leaf = Leaf>(sequence: number, from: number, limit: number): Promise<Array<Indexed<L>>> {
    return this.entries
      .find({ sequence, index: { $gte: from } })
      .sort({ sequence: 1, index: 1 })
      .limit(limit)
      .lean<Array<Indexed<L>>>()
  }

  /** Returns at most `limit` entries of a holder in a hashed register from position `from` on. */
  ofHolder(sequence: number, holder: string, from: number, limit: number): Promise<Array<Indexed<RegisterEntry>>> {
    return this.entries
      .find({ sequence, holder, index: { $gte: from } })
      .sort({ sequence: 1, holder: 1, index: 1 })
      .limit(limit)
      .lean<Array<Indexed<RegisterEntry>>>()
  }

  /** Returns a holder's entry of a property in a hashed register. */
  async entryOf(sequence: number, propertyId: string, holder: string): Promise<Indexed<RegisterEntry> | undefined> {
    const row = this.entries.findById(entryId(sequence, { propertyId, holder }))
    return (await row.lean<Indexed<RegisterEntry>>()) ?? undefined
  }

  /** Returns the cash entries of these pseudonyms in a hashed register, in its order. */
  cashOf(sequence: number, holders: readonly string[]): Promise<Array<Indexed<CashEntry>>> {
    const ids = holders.map((holder) => cashEntryId(sequence, { holder }))
    return this.entries
      .find({ _id: { $in: ids } })
      .sort({ _id: 1 })
      .lean<Array<Indexed<CashEntry>>>()
  }

  /** Records where a register is anchored, unless the stored report is as new. */
  async recordAnchor(sequence: number, anchor: RegisterAnchor, session: ClientSession): Promise<void> {
    const { version } = anchor
    const older = { $or: [{ anchor: { $exists: false } }, { 'anchor.version': { $lt: version } }] }
    await this.registers.updateOne({ sequence, state: 'published', ...older }, { $set: { anchor } }, { session })
  }

  private async addEntries(sequence: number, entries: Chunk['entries']): Promise<void> {
    if (entries.length === 0) return
    await this.entries.bulkWrite(
      entries.map((entry) => {
        const _id = 'units' in entry ? entryId(sequence, entry) : cashEntryId(sequence, entry)
        return { updateOne: { filter: { _id }, update: { $setOnInsert: { sequence, ...entry } }, upsert: true } }
      }),
      { ordered: false },
    )
  }
}

/** A replica of an earlier release may have published totals that don't count its leaves: they are none. */
function readable(register: PublishedRegister): PublishedRegister {
  if (hasItsLeaves(register)) return register
  const { books: _, ...holdings } = register
  return holdings
}
