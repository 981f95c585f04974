import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { ParsedMail } from './parse.js'

const SCHEMA = `CREATE TABLE IF NOT EXISTS messages (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, created INTEGER NOT NULL, read INTEGER NOT NULL DEFAULT 0,
  search TEXT NOT NULL, body TEXT NOT NULL)`

export interface StoredMail extends ParsedMail {
  id: string
  read: boolean
  /** Epoch milliseconds of arrival. */
  created: number
}

interface Row {
  id: string
  created: number
  read: number
  body: string
}

const mailOf = (row: Row): StoredMail => ({
  ...(JSON.parse(row.body) as ParsedMail),
  id: row.id,
  read: row.read === 1,
  created: row.created,
})

/**
 * The received messages, in one file. Messages acknowledged over SMTP survive `kill -9`; only a crash of the whole
 * machine can lose the latest.
 */
export class MailStore {
  private readonly database: DatabaseSync

  constructor(dataDir: string) {
    mkdirSync(dataDir, { recursive: true })
    this.database = new DatabaseSync(join(dataDir, 'mail.sqlite'))
    this.database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;')
    this.database.exec(SCHEMA)
  }

  add(id: string, mail: ParsedMail, createdMs: number): void {
    const search = [...mail.to.map((to) => to.Address), mail.from.Address, mail.subject].join('\n').toLowerCase()
    const insert = 'INSERT INTO messages (id, created, search, body) VALUES (?, ?, ?, ?)'
    this.database.prepare(insert).run(id, createdMs, search, JSON.stringify(mail))
  }

  /** Lists messages, newest first. `query` must occur in a recipient, the sender or the subject. */
  list(options: { start: number; limit: number; query: string }): {
    total: number
    unread: number
    matched: number
    mails: StoredMail[]
  } {
    const like = `%${options.query.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
    const where = "WHERE search LIKE ? ESCAPE '\\'"
    const rows = this.all<Row>(
      `SELECT * FROM messages ${where} ORDER BY seq DESC LIMIT ? OFFSET ?`,
      like,
      options.limit,
      options.start,
    )
    return {
      total: this.count('SELECT COUNT(*) AS n FROM messages'),
      unread: this.count('SELECT COUNT(*) AS n FROM messages WHERE read = 0'),
      matched: this.count(`SELECT COUNT(*) AS n FROM messages ${where}`, like),
      mails: rows.map(mailOf),
    }
  }

  get(id: string): StoredMail | null {
    const [row] = this.all<Row>('SELECT * FROM messages WHERE id = ?', id)
    return row ? mailOf(row) : null
  }

  markRead(id: string): void {
    this.database.prepare('UPDATE messages SET read = 1 WHERE id = ?').run(id)
  }

  /** Deletes these messages, or all of them if none is named. */
  remove(ids: readonly string[]): void {
    if (ids.length === 0) this.database.exec('DELETE FROM messages')
    const statement = this.database.prepare('DELETE FROM messages WHERE id = ?')
    for (const id of ids) statement.run(id)
  }

  close(): void {
    this.database.close()
  }

  private all<T>(sql: string, ...values: SQLInputValue[]): T[] {
    return this.database.prepare(sql).all(...values) as T[]
  }

  private count(sql: string, ...values: SQLInputValue[]): number {
    return this.all<{ n: number }>(sql, ...values)[0]?.n ?? 0
  }
}
