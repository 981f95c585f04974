import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS objects (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, status TEXT, due INTEGER, body TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS objects_by_kind ON objects (kind, seq);
  CREATE INDEX IF NOT EXISTS objects_by_due ON objects (kind, status, due);
  CREATE TABLE IF NOT EXISTS notes (id TEXT PRIMARY KEY, body TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, hash TEXT NOT NULL, status INTEGER NOT NULL, body TEXT NOT NULL, at INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS deliveries (event TEXT PRIMARY KEY, attempts INTEGER NOT NULL, next INTEGER, delivered INTEGER, first INTEGER NOT NULL);
  CREATE INDEX IF NOT EXISTS deliveries_by_next ON deliveries (next) WHERE next IS NOT NULL;
  CREATE TABLE IF NOT EXISTS attempts (seq INTEGER PRIMARY KEY AUTOINCREMENT, event TEXT NOT NULL, at INTEGER NOT NULL, status INTEGER, error TEXT);
`

export interface StripeObject {
  id: string
  object: string
}

export interface Answer {
  hash: string
  status: number
  body: string
}

export interface Delivery {
  event: string
  attempts: number
  /** Epoch milliseconds of the next attempt; null after delivery and after the last attempt. */
  next: number | null
  delivered: number | null
  first: number
}

export interface Attempt {
  event: string
  at: number
  status: number | null
  error: string | null
}

/**
 * The sandbox's file: Stripe's objects, data stored beside them, responses by idempotency key, and webhook deliveries.
 */
export class Store {
  private readonly database: DatabaseSync
  private readonly statements = new Map<string, StatementSync>()
  private depth = 0

  constructor(dataDir: string) {
    mkdirSync(dataDir, { recursive: true })
    this.database = new DatabaseSync(join(dataDir, 'payments.sqlite'))
    // Survives `kill -9`. Only a crash of the whole machine can lose the latest transactions of this sandbox.
    this.database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;')
    this.database.exec(SCHEMA)
  }

  /** Runs `work` in one transaction. Calls may nest; the outermost commits. */
  transaction<T>(work: () => T): T {
    if (this.depth > 0) return work()
    this.database.exec('BEGIN IMMEDIATE')
    this.depth++
    try {
      const result = work()
      this.database.exec('COMMIT')
      return result
    } catch (error) {
      this.database.exec('ROLLBACK')
      throw error
    } finally {
      this.depth--
    }
  }

  /** Writes an object; sweeps query `status` and `due` (seconds). */
  put<T extends StripeObject>(object: T, index: { status?: string | null; due?: number } = {}): T {
    this.run(
      `INSERT INTO objects (id, kind, status, due, body) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET status = excluded.status, due = excluded.due, body = excluded.body`,
      object.id,
      object.object,
      index.status ?? null,
      index.due ?? null,
      JSON.stringify(object),
    )
    return object
  }

  get<T>(kind: string, id: string): T | null {
    const row = this.one<{ body: string }>('SELECT body FROM objects WHERE id = ? AND kind = ?', id, kind)
    return row && (JSON.parse(row.body) as T)
  }

  find<T>(id: string): T | null {
    const row = this.one<{ body: string }>('SELECT body FROM objects WHERE id = ?', id)
    return row && (JSON.parse(row.body) as T)
  }

  /**
   * Lists objects, newest first. `where` compares top-level fields; `created` limits their time in Unix seconds, both ends
   * included; `after` and `before` are ids, as in Stripe's lists.
   */
  list<T>(
    kind: string,
    options: {
      limit: number
      where?: Record<string, string | null>
      created?: { from: number; to: number }
      after?: string | null
      before?: string | null
    },
  ): T[] {
    const where = Object.entries(options.where ?? {}).filter((entry): entry is [string, string] => entry[1] !== null)
    const seqOf = 'COALESCE((SELECT seq FROM objects WHERE id = ?), 0)'
    const clauses = ['kind = ?', ...where.map(() => 'json_extract(body, ?) = ?')]
    const values: SQLInputValue[] = [kind, ...where.flatMap(([key, value]) => [`$.${key}`, value])]
    if (options.created) {
      clauses.push("json_extract(body, '$.created') BETWEEN ? AND ?")
      values.push(options.created.from, options.created.to)
    }
    if (options.after) {
      clauses.push(`seq < ${seqOf}`)
      values.push(options.after)
    }
    if (options.before) {
      clauses.push(`seq > ${seqOf}`)
      values.push(options.before)
    }
    const order = options.before ? 'ASC' : 'DESC'
    const rows = this.all<{ body: string }>(
      `SELECT body FROM objects WHERE ${clauses.join(' AND ')} ORDER BY seq ${order} LIMIT ?`,
      ...values,
      options.limit,
    )
    const found = rows.map((row) => JSON.parse(row.body) as T)
    return options.before ? found.reverse() : found
  }

  /** Returns the ids of objects of a kind and status whose `due` is not after `now`, both in seconds. */
  dueIds(kind: string, status: string, now: number): string[] {
    const rows = this.all<{ id: string }>(
      'SELECT id FROM objects WHERE kind = ? AND status = ? AND due <= ?',
      kind,
      status,
      now,
    )
    return rows.map((row) => row.id)
  }

  putNote(id: string, body: unknown): void {
    this.run(
      'INSERT INTO notes VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body',
      id,
      JSON.stringify(body),
    )
  }

  note<T>(id: string): T | null {
    const row = this.one<{ body: string }>('SELECT body FROM notes WHERE id = ?', id)
    return row && (JSON.parse(row.body) as T)
  }

  answer(key: string): Answer | null {
    return this.one<Answer>('SELECT hash, status, body FROM answers WHERE key = ?', key)
  }

  putAnswer(key: string, answer: Answer, atMs: number): void {
    this.run('INSERT INTO answers VALUES (?, ?, ?, ?, ?)', key, answer.hash, answer.status, answer.body, atMs)
  }

  dropAnswersBefore(atMs: number): void {
    this.run('DELETE FROM answers WHERE at < ?', atMs)
  }

  putDelivery(event: string, nowMs: number): void {
    this.run('INSERT INTO deliveries VALUES (?, 0, ?, NULL, ?)', event, nowMs, nowMs)
  }

  delivery(event: string): Delivery | null {
    return this.one<Delivery>('SELECT * FROM deliveries WHERE event = ?', event)
  }

  dueDeliveries(nowMs: number, limit: number): Delivery[] {
    return this.all<Delivery>('SELECT * FROM deliveries WHERE next <= ? ORDER BY next, rowid LIMIT ?', nowMs, limit)
  }

  nextDeliveryAt(): number | null {
    return this.one<{ at: number | null }>('SELECT MIN(next) AS at FROM deliveries WHERE next IS NOT NULL')?.at ?? null
  }

  resend(event: string, nowMs: number): void {
    this.run('UPDATE deliveries SET next = ?, first = ? WHERE event = ?', nowMs, nowMs, event)
  }

  recordAttempt(attempt: Attempt, next: number | null): void {
    this.transaction(() => {
      this.run(
        'INSERT INTO attempts (event, at, status, error) VALUES (?, ?, ?, ?)',
        attempt.event,
        attempt.at,
        attempt.status,
        attempt.error,
      )
      const delivered = attempt.error === null ? attempt.at : null
      this.run(
        'UPDATE deliveries SET attempts = attempts + 1, next = ?, delivered = COALESCE(?, delivered) WHERE event = ?',
        next,
        delivered,
        attempt.event,
      )
    })
  }

  attempts(event: string): Attempt[] {
    return this.all<Attempt>(
      'SELECT event, at, status, error FROM attempts WHERE event = ? ORDER BY seq DESC LIMIT 20',
      event,
    )
  }

  close(): void {
    this.database.close()
  }

  private run(sql: string, ...values: SQLInputValue[]): void {
    this.statement(sql).run(...values)
  }

  private one<T>(sql: string, ...values: SQLInputValue[]): T | null {
    return (this.statement(sql).get(...values) as T | undefined) ?? null
  }

  private all<T>(sql: string, ...values: SQLInputValue[]): T[] {
    return this.statement(sql).all(...values) as T[]
  }

  /** Prepares each statement once. */
  private statement(sql: string): StatementSync {
    const known = this.statements.get(sql) ?? this.database.prepare(sql)
    this.statements.set(sql, known)
    return known
  }
}
