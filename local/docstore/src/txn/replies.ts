import { decode } from '../bson/decode.js'
import { encode } from '../bson/encode.js'
import type { Doc } from '../bson/values.js'
import { bufferOf, type Connection } from '../storage/connection.js'

/** The reply to a session's latest retryable write; a committed transaction has none. */
export interface StoredReply {
  number: bigint
  reply: Doc | undefined
}

/** Returns the record of a session's latest write or commit, which survives a restart. */
export function storedReply(connection: Connection, session: Buffer): StoredReply | undefined {
  const row = connection.statement('SELECT number, reply FROM replies WHERE session=?').get(session)
  if (!row) return undefined
  return { number: BigInt(row.number as number), reply: row.reply === null ? undefined : decode(bufferOf(row.reply)) }
}

/** Stores the reply in the same SQLite transaction as the write, so that a retry returns it and writes nothing. */
export function storeReply(connection: Connection, session: Buffer, number: bigint, reply: Doc | undefined): void {
  connection
    .statement('INSERT OR REPLACE INTO replies(session, number, reply, at) VALUES(?,?,?,?)')
    .run(session, number, reply ? encode(reply) : null, Date.now())
}

/** Deletes replies that no live session can request. */
export function dropReplies(connection: Connection, beforeMs: number): void {
  connection.statement('DELETE FROM replies WHERE at<?').run(beforeMs)
}
