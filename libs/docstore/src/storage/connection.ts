import { DatabaseSync, type StatementSync } from 'node:sqlite'

/** One SQLite connection with its prepared statements. Blobs come back as Buffers through `bufferOf`. */
export class Connection {
  private readonly database: DatabaseSync
  private readonly statements = new Map<string, StatementSync>()

  constructor(path: string, readOnly = false) {
    this.database = new DatabaseSync(path, { readOnly })
    // A transaction is acknowledged only after its pages are on disk.
    this.database.exec(readOnly ? 'PRAGMA query_only=1' : 'PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL')
    this.database.exec('PRAGMA cache_size=-65536; PRAGMA wal_autocheckpoint=4000')
  }

  /** A prepared statement, compiled once per text. */
  statement(sql: string): StatementSync {
    const known = this.statements.get(sql)
    if (known) return known
    const fresh = this.database.prepare(sql)
    this.statements.set(sql, fresh)
    return fresh
  }

  exec(sql: string): void {
    this.database.exec(sql)
  }

  /** Forgets compiled statements, so that dropped tables do not pile up. */
  forget(): void {
    this.statements.clear()
  }

  close(): void {
    this.statements.clear()
    this.database.close()
  }
}

/** A blob column as a Buffer over the same memory. */
export const bufferOf = (blob: unknown): Buffer => {
  const bytes = blob as Uint8Array
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
