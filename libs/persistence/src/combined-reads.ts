import type { Connection } from 'mongoose'

/** A read of a few rows by an index. */
export interface Read {
  from: string
  where: Readonly<Record<string, unknown>>
  sort?: Readonly<Record<string, 1 | -1>>
  limit?: number
  /** Fields to return; all without it. */
  fields?: Readonly<Record<string, 1>>
}

interface Waiting {
  read: Read
  resolve: (rows: never[]) => void
  reject: (error: unknown) => void
}

/** Limits the size of one command and of its result. */
const MOST_TOGETHER = 48

/**
 * Sends reads that are requested together, or while others are in flight, as one command: an aggregation that starts
 * from a row that always exists and looks up the rest. Each read begins after it was requested, and reads are made in
 * the order of their requests, so combining them changes nothing but their number. One command is in flight at a time:
 * use it for short reads only.
 */
export class CombinedReads {
  private waiting: Waiting[] = []
  private isRunning = false

  /** @param anchor a row that always exists; without it every read is a command */
  constructor(
    private readonly connection: Connection,
    private readonly anchor: { from: string; id: string },
  ) {}

  rows<T>(read: Read): Promise<T[]> {
    return new Promise<T[]>((resolve, reject) => {
      this.waiting.push({ read, resolve, reject })
      if (!this.isRunning) void this.run()
    })
  }

  async row<T>(from: string, where: Read['where']): Promise<T | undefined> {
    return (await this.rows<T>({ from, where, limit: 1 }))[0]
  }

  private async run(): Promise<void> {
    this.isRunning = true
    // Lets the rest of this turn of the event loop join.
    await Promise.resolve()
    while (this.waiting.length > 0) await this.answer(this.waiting.splice(0, MOST_TOGETHER))
    this.isRunning = false
  }

  private async answer(together: readonly Waiting[]): Promise<void> {
    try {
      const found = await this.readAll(together.map(({ read }) => read))
      together.forEach(({ resolve }, index) => resolve(found[index]! as never[]))
    } catch (error) {
      for (const { reject } of together) reject(error)
    }
  }

  private async readAll(reads: readonly Read[]): Promise<unknown[][]> {
    if (reads.length > 1) {
      const stages = [{ $match: { _id: this.anchor.id } }, { $project: { _id: 1 } }, ...reads.map(lookup)]
      const [row] = await this.connection.collection(this.anchor.from).aggregate(stages).toArray()
      if (row) return reads.map((_, index) => (row as Record<string, unknown[]>)[nameOf(index)]!)
    }
    const found: unknown[][] = []
    for (const read of reads) found.push(await this.find(read))
    return found
  }

  private find({ from, where, sort = {}, limit = 0, fields }: Read): Promise<unknown[]> {
    const options = { ...(fields ? { projection: fields } : {}) }
    return this.connection.collection(from).find(where, options).sort(sort).limit(limit).toArray()
  }
}

const nameOf = (index: number) => `r${index}`

function lookup({ from, where, sort, limit, fields }: Read, index: number) {
  const pipeline = [
    { $match: where },
    ...(sort ? [{ $sort: sort }] : []),
    ...(limit ? [{ $limit: limit }] : []),
    ...(fields ? [{ $project: fields }] : []),
  ]
  return { $lookup: { from, pipeline, as: nameOf(index) } }
}

const shared = new WeakMap<Connection, CombinedReads>()

/** Returns the combined reads of a connection; all stores of one service share them. */
export function combinedReads(connection: Connection, anchor: { from: string; id: string }): CombinedReads {
  const known = shared.get(connection)
  if (known) return known
  const reads = new CombinedReads(connection, anchor)
  shared.set(connection, reads)
  return reads
}
