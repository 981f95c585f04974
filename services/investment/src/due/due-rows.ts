import type { Clock, Logger } from '@hissa/kernel'
import { afterFailure, type Due, type RejectedWork } from './due.js'
import type { Clocks, DueRow } from './due.schema.js'
import { isStoreAway, sweepDue } from './sweep-due.js'

export interface DueParts {
  clock: Clock
  wall: Clock
  logger: Logger
}

/** Fields that a failed or postponed attempt writes into its row. */
export type DueOutcome<K extends string> =
  { verb: 'put-off' | 'backoff'; due: Due<K> } | { verb: 'reject'; rejected: RejectedWork<K> }

/** Runs the due work of one collection's rows, and records failed attempts. */
export abstract class DueRows<K extends string, T extends DueRow & { due?: Due<K> }> {
  protected constructor(protected readonly parts: DueParts) {}

  protected abstract read(kind: K, clocks: Clocks, limit: number): Promise<T[]>
  protected abstract readNext(kind: K, clocks: Clocks): Promise<Date | null>
  /** Writes an outcome if the row is still at its version; a newer version takes precedence. */
  protected abstract save(row: T, outcome: DueOutcome<K>): Promise<void>
  /** Returns the processor's code when it rejected the request; undefined for an outage. */
  protected abstract refusalOf(error: unknown): string | undefined

  nextDueAt(kind: K): Promise<Date | null> {
    return this.readNext(kind, this.clocks(this.parts.clock.now()))
  }

  /**
   * Runs `work` on each due row, on `atOnce` rows at the same time. It must advance the row, postpone it, or throw,
   * after which the row backs off. Returns true when it stopped with more work due. Throws LedgerUnavailable.
   */
  sweep(kind: K, now: Date, work: (row: T) => Promise<void>, atOnce?: number): Promise<boolean> {
    return sweepDue(
      (limit) => this.read(kind, this.clocks(now), limit),
      (row) => this.attempt(row, work),
      atOnce,
    )
  }

  /** Postpones a row until wall time `until`, without counting a failure. */
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
    this.parts.logger.error({ ...log, code, alarm: 'WORK_REJECTED' }, 'due work was permanently rejected')
    return this.save(row, { verb: 'reject', ...next })
  }

  private clocks(at: Date): Clocks {
    return { at, wall: this.parts.wall.now() }
  }
}
