import { statSync } from 'node:fs'
import type { Connection } from './connection.js'
import type { Readers } from './readers.js'

/** Sizes of the write-ahead log, which SQLite can empty only while no snapshot is open. */
export interface LogLimits {
  /** From this size on, new transactions wait briefly until the open ones have ended and the log is emptied. */
  softBytes: number
  /** At this size all open snapshots are ended; the log exceeds it by one batch at most. */
  hardBytes: number
}

export const LOG_LIMITS: LogLimits = { softBytes: 16 * 1024 * 1024, hardBytes: 64 * 1024 * 1024 }

/** How long new transactions wait for open ones, which otherwise continue until the hard limit. */
const PATIENCE_MS = 250
/** After a failed attempt, the log grows by this fraction of the soft limit before the next one. */
const RETRY_PART = 4

/** Limits the write-ahead log even when transactions overlap continuously. */
export class LogLimit {
  private open: (() => void) | undefined
  private gate: Promise<void> | undefined
  private timer: NodeJS.Timeout | undefined
  private nextBytes: number
  private readonly file: string

  constructor(
    path: string,
    private readonly connection: Connection,
    private readonly readers: Readers,
    private readonly limits: LogLimits,
    private readonly store: {
      /** True when no batch is partly written; its connection also empties the log. */
      canEmpty(): boolean
      /** Ends every open snapshot. */
      endSnapshots(): void
    },
  ) {
    this.file = `${path}-wal`
    this.nextBytes = limits.softBytes
  }

  /** Resolves when a new transaction may take its snapshot; undefined when it need not wait. */
  get admission(): Promise<void> | undefined {
    return this.gate
  }

  /** Called after each commit: empties a large log, or prepares to. */
  committed(): void {
    const bytes = statSync(this.file, { throwIfNoEntry: false })?.size ?? 0
    if (bytes < this.nextBytes) return
    if (bytes >= this.limits.hardBytes && this.readers.busy) this.store.endSnapshots()
    if (this.empty()) return
    this.gate ??= new Promise((resolve) => {
      this.open = resolve
    })
    this.timer ??= setTimeout(() => this.giveUp(bytes), PATIENCE_MS).unref()
  }

  /** Called after a snapshot has ended: after the last one, the log can be emptied. */
  snapshotEnded(): void {
    if (this.gate) this.empty()
  }

  close(): void {
    clearTimeout(this.timer)
    this.open?.()
  }

  private giveUp(bytes: number): void {
    this.nextBytes = Math.min(this.limits.hardBytes, bytes + this.limits.softBytes / RETRY_PART)
    this.letIn()
  }

  private empty(): boolean {
    this.readers.dropLatest()
    if (this.readers.busy || !this.store.canEmpty()) return false
    this.connection.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    this.nextBytes = this.limits.softBytes
    this.letIn()
    return true
  }

  private letIn(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.gate = undefined
    this.open?.()
  }
}
