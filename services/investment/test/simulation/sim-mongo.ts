import type { Turn } from './sim-stores.js'

export type Row = Record<string, unknown> & { _id: string }
type Filter = Record<string, unknown>
interface Update {
  $set?: Record<string, unknown>
  $unset?: Record<string, unknown>
  $inc?: Record<string, number>
}
interface Options {
  upsert?: boolean
  session?: SimSession
}

/** Writes of one transaction, applied together when it commits. */
interface SimSession {
  writes: Array<() => void>
}

const DUPLICATE_KEY = 11000

class StoreDown extends Error {
  override readonly name = 'MongoNetworkError'
}

const compare: Record<string, (value: unknown, operand: unknown) => boolean> = {
  $lt: (value, operand) => value !== undefined && (value as number) < (operand as number),
  $gt: (value, operand) => value !== undefined && (value as number) > (operand as number),
  $gte: (value, operand) => value !== undefined && (value as number) >= (operand as number),
  $in: (value, operand) => (operand as unknown[]).includes(value),
  $nin: (value, operand) => !(operand as unknown[]).includes(value),
}

const isOperators = (condition: unknown): condition is Record<string, unknown> =>
  condition !== null && typeof condition === 'object' && Object.keys(condition).every((key) => key in compare)

function matches(row: Row, filter: Filter): boolean {
  return Object.entries(filter).every(([field, condition]) => {
    if (field === '$or') return (condition as Filter[]).some((branch) => matches(row, branch))
    if (!isOperators(condition)) return row[field] === condition
    return Object.entries(condition).every(([operator, operand]) => compare[operator]!(row[field], operand))
  })
}

function apply(row: Row, { $set = {}, $unset = {}, $inc = {} }: Update): void {
  Object.assign(row, $set)
  for (const field of Object.keys($unset)) delete row[field]
  for (const [field, by] of Object.entries($inc)) row[field] = ((row[field] as number | undefined) ?? 0) + by
}

/** The collection methods that the relay and the inbox call; every call takes a turn and may fail. */
export class SimCollection {
  constructor(
    private readonly rows: Map<string, Row>,
    private readonly turn: Turn,
    private readonly isDown: () => boolean,
  ) {}

  find(filter: Filter) {
    let order: [string, number][] = []
    let count = Infinity
    const cursor = {
      sort: (keys: Record<string, number>) => {
        order = Object.entries(keys)
        return cursor
      },
      limit: (limit: number) => {
        count = limit
        return cursor
      },
      toArray: async () => {
        await this.call()
        const found = [...this.rows.values()].filter((row) => matches(row, filter))
        return found
          .sort((a, b) => sorted(a, b, order))
          .slice(0, count)
          .map((row) => ({ ...row }))
      },
    }
    return cursor
  }

  async findOne(filter: Filter): Promise<Row | null> {
    const [row] = await this.find(filter).limit(1).toArray()
    return row ?? null
  }

  async insertOne(row: Row, { session }: Options = {}): Promise<void> {
    await this.call()
    const write = () => {
      if (this.rows.has(row._id)) throw Object.assign(new Error('duplicate key'), { code: DUPLICATE_KEY })
      this.rows.set(row._id, { ...row })
    }
    this.write(write, session)
  }

  async updateOne(filter: Filter, update: Update, { upsert, session }: Options = {}): Promise<void> {
    await this.call()
    this.write(() => this.change(filter, update, { upsert: upsert ?? false, limit: 1 }), session)
  }

  async updateMany(filter: Filter, update: Update): Promise<{ modifiedCount: number }> {
    await this.call()
    return { modifiedCount: this.change(filter, update, { upsert: false, limit: Infinity }) }
  }

  async bulkWrite(operations: Array<{ updateOne: { filter: Filter; update: Update } }>): Promise<void> {
    for (const { updateOne } of operations) await this.updateOne(updateOne.filter, updateOne.update)
  }

  async deleteOne(filter: Filter): Promise<void> {
    await this.call()
    const row = [...this.rows.values()].find((candidate) => matches(candidate, filter))
    if (row) this.rows.delete(row._id)
  }

  async findOneAndUpdate(filter: Filter, update: Update, options: Options): Promise<Row | null> {
    await this.updateOne(filter, update, options)
    return this.findOne(filter)
  }

  private async call(): Promise<void> {
    await this.turn('write')
    if (this.isDown()) throw new StoreDown('the store is down')
  }

  private write(write: () => void, session: SimSession | undefined): void {
    if (session) session.writes.push(write)
    else write()
  }

  private change(filter: Filter, update: Update, { upsert, limit }: { upsert: boolean; limit: number }): number {
    const found = [...this.rows.values()].filter((row) => matches(row, filter)).slice(0, limit)
    if (found.length === 0 && upsert) {
      const _id = filter['_id'] as string
      if (this.rows.has(_id)) throw Object.assign(new Error('duplicate key'), { code: DUPLICATE_KEY })
      found.push({ _id })
      this.rows.set(_id, found[0]!)
    }
    for (const row of found) apply(row, update)
    return found.length
  }
}

function sorted(a: Row, b: Row, order: readonly [string, number][]): number {
  for (const [field, direction] of order) {
    const [left, right] = [a[field] as never, b[field] as never]
    if (left === right) continue
    if (left === undefined) return -direction
    if (right === undefined) return direction
    if (left < right) return -direction
    if (left > right) return direction
  }
  return 0
}

/** One database of the simulated store, shared by all replicas. */
export class SimDatabase {
  private readonly collections = new Map<string, Map<string, Row>>()

  rows(name: string): Map<string, Row> {
    let rows = this.collections.get(name)
    if (!rows) this.collections.set(name, (rows = new Map<string, Row>()))
    return rows
  }

  /** Returns the connection of one replica, as far as the relay and the inbox use it. */
  connect(turn: Turn, isDown: () => boolean) {
    return {
      collection: (name: string) => new SimCollection(this.rows(name), turn, isDown),
      createCollection: async () => undefined,
      startSession: async () => ({
        writes: [] as Array<() => void>,
        async withTransaction(this: SimSession, work: () => Promise<unknown>) {
          const result = await work()
          await turn('write')
          if (isDown()) throw new StoreDown('the store is down')
          for (const write of this.writes.splice(0)) write()
          return result
        },
        async endSession() {},
      }),
    }
  }
}
