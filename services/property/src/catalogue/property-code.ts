import { MONGO, type ClientSession, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { Schema, type Model } from 'mongoose'
import type { Listing } from '../import/listing.js'

interface Counter {
  /** What the codes begin with, such as `HS-YAS`. */
  _id: string
  last: number
}

const schema = new Schema<Counter>(
  { _id: String, last: { type: Number, required: true } },
  { collection: 'property_codes', versionKey: false },
)

/** Returns the model of the counters on a connection. */
export const codeModel = (connection: Connection): Model<Counter> => connection.model<Counter>('PropertyCode', schema)

/** Words that many places share, so that they tell nothing about one. */
const COMMON = new Set(['AL', 'THE'])
const LETTERS = 3

/**
 * Returns what a property's code begins with: `HS-` and the first three letters of its project or, if it has none, of its
 * area. `HS-UAE` for a place without Latin letters. Pure.
 */
export function codePrefixOf({ community, district, city }: Pick<Listing, 'community' | 'district' | 'city'>): string {
  const words = (place: string | null) =>
    (place ?? '')
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toUpperCase()
      .split(/[^A-Z]+/)
      .filter((word) => word !== '')
  const named = [community, district, city].map(words).find((found) => found.length > 0) ?? ['UAE']
  const own = named.filter((word) => !COMMON.has(word))
  const [word] = own.length > 0 ? own : named
  return `HS-${word!.slice(0, LETTERS).padEnd(LETTERS, 'X')}`
}

/** Gives out the codes of properties: each once, in the order in which their offerings are proposed. */
@Injectable()
export class PropertyCodes {
  private readonly model: Model<Counter>

  constructor(@Inject(MONGO) connection: Connection) {
    this.model = codeModel(connection)
  }

  /** Returns the next code of a listing's place. Two transactions at once conflict, and one of them is repeated. */
  async next(listing: Listing, session: ClientSession): Promise<string> {
    const prefix = codePrefixOf(listing)
    const options = { session, upsert: true, returnDocument: 'after' } as const
    const { last } = await this.model.findOneAndUpdate({ _id: prefix }, { $inc: { last: 1 } }, options).lean<Counter>()
    return `${prefix}-${String(last).padStart(2, '0')}`
  }
}
