import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** What happens to payments that arrive. */
export const MODES = ['pay', 'hold', 'reject', 'return'] as const
export type Mode = (typeof MODES)[number]
export type PaymentState = 'held' | 'paid' | 'rejected' | 'returned'

export interface Instruction {
  endToEndId: string
  /** Decimal text. */
  amount: string
  currency: string
  name: string
  iban: string
  payerIban: string
}

export interface Payment extends Instruction {
  seq: number
  messageId: string
  state: PaymentState
}

/** One entry of a statement. */
export interface Booking {
  seq: number
  kind: 'paid' | 'rejected' | 'returned'
  payment: number
  statement: number
  atMs: number
}

const SCHEMA = `
CREATE TABLE IF NOT EXISTS files (message_id TEXT PRIMARY KEY);
CREATE TABLE IF NOT EXISTS payments (seq INTEGER PRIMARY KEY AUTOINCREMENT, message_id TEXT NOT NULL, state TEXT NOT NULL,
  body TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS bookings (seq INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, payment INTEGER NOT NULL,
  statement INTEGER NOT NULL, at INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);`

interface Row {
  seq: number
  message_id: string
  state: PaymentState
  body: string
}

/** The payments of the bank and what it has booked, in one file. */
export class BankStore {
  private readonly database: DatabaseSync

  constructor(dataDir: string) {
    mkdirSync(dataDir, { recursive: true })
    this.database = new DatabaseSync(join(dataDir, 'bank.sqlite'))
    this.database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;')
    this.database.exec(SCHEMA)
  }

  /** Does the work in one transaction. */
  transaction<T>(work: () => T): T {
    this.database.exec('BEGIN IMMEDIATE')
    try {
      const value = work()
      this.database.exec('COMMIT')
      return value
    } catch (error) {
      this.database.exec('ROLLBACK')
      throw error
    }
  }

  get mode(): Mode {
    const row = this.database.prepare("SELECT value FROM settings WHERE name = 'mode'").get()
    return (row?.['value'] as Mode | undefined) ?? 'pay'
  }

  set mode(mode: Mode) {
    this.database
      .prepare("INSERT INTO settings VALUES ('mode', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value")
      .run(mode)
  }

  /** Records a file; returns false if it is known. */
  addFile(messageId: string): boolean {
    return this.database.prepare('INSERT OR IGNORE INTO files VALUES (?)').run(messageId).changes > 0
  }

  addPayment(messageId: string, instruction: Instruction): number {
    const insert = this.database.prepare('INSERT INTO payments (message_id, state, body) VALUES (?, ?, ?)')
    return Number(insert.run(messageId, 'held', JSON.stringify(instruction)).lastInsertRowid)
  }

  payment(seq: number): Payment | undefined {
    const row = this.database.prepare('SELECT * FROM payments WHERE seq = ?').get(seq)
    return row && paymentOf(row as unknown as Row)
  }

  newest(limit: number): Payment[] {
    const rows = this.database.prepare('SELECT * FROM payments ORDER BY seq DESC LIMIT ?').all(limit)
    return (rows as unknown as Row[]).map(paymentOf)
  }

  /** Books a payment in the statement of this number. */
  book(payment: number, kind: Booking['kind'], statement: number, atMs: number): void {
    this.database.prepare('UPDATE payments SET state = ? WHERE seq = ?').run(kind, payment)
    this.database
      .prepare('INSERT INTO bookings (kind, payment, statement, at) VALUES (?, ?, ?, ?)')
      .run(kind, payment, statement, atMs)
  }

  /** Returns the number of the newest statement; 0 without any. */
  lastStatement(): number {
    return Number(this.database.prepare('SELECT MAX(statement) AS n FROM bookings').get()?.['n'] ?? 0)
  }

  bookingsOf(statement: number): Booking[] {
    const select = 'SELECT seq, kind, payment, statement, at AS atMs FROM bookings WHERE statement = ? ORDER BY seq'
    return this.database.prepare(select).all(statement) as unknown as Booking[]
  }

  close(): void {
    this.database.close()
  }
}

const paymentOf = ({ seq, message_id: messageId, state, body }: Row): Payment => ({
  ...(JSON.parse(body) as Instruction),
  ...{ seq, messageId, state },
})
