import type { Clock, Logger } from '@hissa/kernel'
import { afterFailure, type Due, type RejectedWork } from './due.js'
import type { Clocks, DueRow } from './due.schema.js'
import { isStoreAway, sweepDue } from './sweep-due.js'

export interface DueParts {
  clock: Clock
  wall: Clock
  logger: Logger
}

/** What an attempt that did not finish writes into its row. */
export type DueOutcome<K extends string> =
  { verb: 'put-off' | 'backoff'; due: Due<K> } | { verb: 'reject'; rejected: RejectedWork<K> }

/** Does the due work on the rows of one collection, and records failed attempts. */
export abstract class DueRows<K extends string, T extends DueRow & { due?: Due<K> }> {
  protected constructor(protected readonly parts: DueParts) {}

  protected abstract read(kind: K, clocks: Clocks, limit: number): Promise<T[]>
  protected abstract readNext(kind: K, clocks: Clocks): Promise<Date | null>
  /** Writes an outcome if the row is still at its version: one that has moved on is better than that. */
  protected abstract save(row: T, outcome: DueOutcome<K>): Promise<void>
  /** The processor's code when it refused what was asked; undefined for an outage. */
  protected abstract refusalOf(error: unknown): string | undefined

  nextDueAt(kind: K): Promise<Date | null> {
    return this.readNext(kind, this.clocks(this.parts.clock.now()))
  }

  /** `work` moves a row on, puts it off, or throws, on which it waits longer each time. Errors: LedgerUnavailable. */
  sweep(kind: K, now: Date, work: (row: T) => Promise<void>): Promise<void> {
    return sweepDue(
      (limit) => this.read(kind, this.clocks(now), limit),
      (row) => this.attempt(row, work),
    )
  }

  /** Leaves a row alone until wall time `until`; this counts as no failure. */
  putOff(row: T, until: Date): Promise<void> {
    return this.save(row, { verb: 'put-off', due: { ...row.due!, nextTryAt: until } })
  }

  private async attempt(row: T, work: (row: T) => Promise<void>): Promise<void> {
    try {
      await work(row)
    } catch (error) {
      if (isStoreAway(error)) throw error
      await this.failed(row, error)
    }
  }

  private async failed(row: T, error: unknown): Promise<void> {
    const code = this.refusalOf(error)
    const { kind } = row.due!
    const next = afterFailure(row.due!, code === undefined ? {} : { code }, this.clocks(this.parts.clock.now()))
    const log = { id: row._id, kind }
    if ('due' in next) {
      this.parts.logger.warn({ ...log, err: error, tries: next.due.tries }, 'due work failed')
      return this.save(row, { verb: 'backoff', ...next })
    }
    this.parts.logger.error({ ...log, code, alarm: 'WORK_REJECTED' }, 'due work was rejected for good')
    return this.save(row, { verb: 'reject', ...next })
  }

  private clocks(at: Date): Clocks {
    return { at, wall: this.parts.wall.now() }
  }
}
