import { randomBytes } from 'node:crypto'
import { embed } from '../bson/raw.js'
import { doc, type Doc } from '../bson/values.js'
import { Code, fail } from '../errors.js'
import { CURSOR_IDLE_MS, MAX_REPLY_BATCH_BYTES } from '../limits.js'

interface Cursor {
  namespace: string
  rest: Buffer[]
  usedAtMs: number
}

/** Results too large for one reply, by cursor id. A cursor holds encoded documents and no snapshot. */
export class Cursors {
  private readonly open = new Map<bigint, Cursor>()

  /** Returns the reply to a query: its first batch, and a cursor if there are more documents. */
  first(namespace: string, documents: Buffer[], batchSize: number, single = false): Doc {
    const batch = take(documents, batchSize)
    const rest = single ? [] : documents.slice(batch.length)
    return reply('firstBatch', namespace, batch, rest.length > 0 ? this.keep(namespace, rest) : 0n)
  }

  /** Returns the next batch. @throws DocstoreError 43 when the cursor no longer exists. */
  next(id: bigint, namespace: string, batchSize: number): Doc {
    const cursor = this.open.get(id)
    if (!cursor || cursor.namespace !== namespace) fail(Code.CursorNotFound, `cursor id ${id} not found`)
    const batch = take(cursor.rest, batchSize)
    cursor.rest = cursor.rest.slice(batch.length)
    cursor.usedAtMs = Date.now()
    if (cursor.rest.length === 0) this.open.delete(id)
    return reply('nextBatch', namespace, batch, cursor.rest.length === 0 ? 0n : id)
  }

  /** Closes a cursor; returns false when there is none. */
  kill(id: bigint): boolean {
    return this.open.delete(id)
  }

  /** Closes idle cursors. */
  sweep(nowMs: number): void {
    for (const [id, cursor] of this.open) if (nowMs - cursor.usedAtMs > CURSOR_IDLE_MS) this.open.delete(id)
  }

  private keep(namespace: string, rest: Buffer[]): bigint {
    const id = randomBytes(8).readBigUInt64BE() >> 1n || 1n
    this.open.set(id, { namespace, rest, usedAtMs: Date.now() })
    return id
  }
}

/** Returns as many documents as the batch size and the maximum reply allow, at least one. */
function take(documents: Buffer[], batchSize: number): Buffer[] {
  let bytes = 0
  let count = 0
  for (const document of documents) {
    bytes += document.length
    if (count >= batchSize || (count > 0 && bytes > MAX_REPLY_BATCH_BYTES)) break
    count++
  }
  return documents.slice(0, count)
}

function reply(name: 'firstBatch' | 'nextBatch', namespace: string, batch: Buffer[], id: bigint): Doc {
  return doc({ cursor: doc({ [name]: batch.map(embed), id, ns: namespace }) })
}
