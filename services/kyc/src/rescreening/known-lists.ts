import { TIMING, wallNow, type Timing } from '@hissa/kernel'
import { MONGO, type Connection } from '@hissa/persistence'
import { toBuffer } from '@hissa/storage/mongo'
import { Inject, Injectable } from '@nestjs/common'
import { Schema, type Model } from 'mongoose'
import { fingerprintsOf, setOf, type ListVersion } from '../screening/list-version.js'
import type { Screener } from '../screening/sanctions-list.js'

/** A copy of a list that people were screened against. */
interface CopyRow {
  /** The hash of its parties. */
  _id: string
  list: string
  date: string
  /** The fingerprints of its parties, joined. */
  fingerprints: Buffer
}

/** A set of lists that people were screened against. */
interface SetRow {
  /** As `setOf`, or `newest` for the set of the replica that started last. */
  _id: string
  lists?: ListVersion[]
  set?: string
  /** When a replica with the newest set last ran. */
  seenAt?: Date
}

const NEWEST = 'newest'
/** After this time without a run, no replica with the newest set is left. */
const GONE_MS = 10 * 60_000
const copySchema = new Schema<CopyRow>(
  { _id: String, list: String, date: String, fingerprints: Buffer },
  { collection: 'list_copies', versionKey: false },
)
const setSchema = new Schema<SetRow>(
  { _id: String, lists: { type: [Schema.Types.Mixed], default: undefined }, set: String, seenAt: Date },
  { collection: 'list_sets', versionKey: false },
)

/** Returns the model of the copies of lists on a connection. */
export const copyModel = (connection: Connection): Model<CopyRow> => connection.model<CopyRow>('ListCopy', copySchema)
/** Returns the model of the sets of lists on a connection. */
export const setModel = (connection: Connection): Model<SetRow> => connection.model<SetRow>('ListSet', setSchema)

/** Remembers what each copy of a list contained, as hashes, so that a later one can be compared with it. */
@Injectable()
export class KnownLists {
  private readonly copies: Model<CopyRow>
  private readonly sets: Model<SetRow>

  constructor(
    @Inject(MONGO) connection: Connection,
    @Inject(TIMING) private readonly timing: Timing,
  ) {
    this.copies = copyModel(connection)
    this.sets = setModel(connection)
  }

  /** Stores the lists of a screener, and that they are those of the replica that started last. Returns their set. */
  async remember({ lists, sources }: Pick<Screener, 'lists' | 'sources'>): Promise<string> {
    for (const [at, { hash, list, date }] of lists.entries()) {
      if (await this.copies.exists({ _id: hash })) continue
      const row = { list, date, fingerprints: fingerprintsOf(sources[at]!) }
      await this.copies.updateOne({ _id: hash }, { $setOnInsert: row }, { upsert: true })
    }
    const set = setOf(lists)
    await this.sets.updateOne({ _id: set }, { $set: { lists } }, { upsert: true })
    await this.sets.updateOne({ _id: NEWEST }, { $set: { set, seenAt: wallNow(this.timing) } }, { upsert: true })
    return set
  }

  /**
   * Returns whether no replica with other lists that still runs has started since. If the one that started last is gone,
   * as after a restart of a replica that was about to be replaced, the lists of a caller count again.
   */
  async isNewest(set: string): Promise<boolean> {
    const now = wallNow(this.timing)
    const gone = { seenAt: { $not: { $gt: new Date(now.getTime() - GONE_MS) } } }
    const own = { _id: NEWEST, $or: [{ set }, gone] }
    return (await this.sets.updateOne(own, { $set: { set, seenAt: now } })).matchedCount === 1
  }

  /** Returns the fingerprints of every list of a set; undefined if one isn't known. */
  async fingerprintsIn(set: string): Promise<Buffer[] | undefined> {
    const lists = (await this.sets.findOne({ _id: set }).lean<SetRow>())?.lists
    if (!lists) return undefined
    const hashes = [...new Set(lists.map(({ hash }) => hash))]
    const rows = await this.copies.find({ _id: { $in: hashes } }).lean<CopyRow[]>()
    return rows.length === hashes.length ? rows.map(({ fingerprints }) => toBuffer(fingerprints)) : undefined
  }
}
