import { DatabaseSync, type StatementSync } from 'node:sqlite'

/** Returns the SQL of a statement on table number `table`; `other` is a related table. */
export type TableSql = (id: number, other: number) => string

const WRITER_CACHE_KIB = 65_536
/** A small page cache: a snapshot reads little, and there may be many. */
const READER_CACHE_KIB = 4_096

/** One SQLite connection with its prepared statements. Blobs come back as Buffers through `bufferOf`. */
export class Connection {
  private readonly database: DatabaseSync
  private readonly statements = new Map<string, StatementSync>()
  private readonly tableStatements = new Map<TableSql, Map<number, StatementSync>>()

  /** @param isThrownAway commits don't wait for the disk; otherwise one is acknowledged only after its pages are durable */
  constructor(path: string, readOnly = false, isThrownAway = false) {
    this.database = new DatabaseSync(path, { readOnly })
    const writing = `PRAGMA journal_mode=WAL; PRAGMA synchronous=${isThrownAway ? 'OFF' : 'FULL'}`
    this.database.exec(readOnly ? 'PRAGMA query_only=1' : writing)
    this.database.exec(`PRAGMA cache_size=-${readOnly ? READER_CACHE_KIB : WRITER_CACHE_KIB}`)
    // Savepoints of large batches stay in memory; `LogLimit` empties the write-ahead log.
    this.database.exec('PRAGMA temp_store=MEMORY; PRAGMA wal_autocheckpoint=0')
  }

  /** A prepared statement, compiled once per text. */
  statement(sql: string): StatementSync {
    const known = this.statements.get(sql)
    if (known) return known
    const fresh = this.database.prepare(sql)
    this.statements.set(sql, fresh)
    return fresh
  }

  /** Returns a prepared statement on one table without building its SQL; rows are read and written through these. */
  table(sql: TableSql, id: number, other = 0): StatementSync {
    let known = this.tableStatements.get(sql)
    if (!known) this.tableStatements.set(sql, (known = new Map<number, StatementSync>()))
    const found = known.get(id)
    if (found) return found
    const fresh = this.database.prepare(sql(id, other))
    known.set(id, fresh)
    return fresh
  }

  exec(sql: string): void {
    this.database.exec(sql)
  }

  /** Discards prepared statements, so that those of dropped tables do not accumulate. */
  forget(): void {
    this.statements.clear()
    this.tableStatements.clear()
  }

  close(): void {
    this.forget()
    this.database.close()
  }
}

/** Returns a blob column as a Buffer over the same memory. */
export const bufferOf = (blob: unknown): Buffer => {
  const bytes = blob as Uint8Array
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
