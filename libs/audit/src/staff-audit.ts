import { ok, type Ok, type Result } from '@hissa/contracts'
import { transaction, type ClientSession, type Connection } from '@hissa/persistence'
import type { AuditLog } from './audit-log.js'
import { AUDIT } from './audit-models.js'
import type { AuditEntry, AuditRow } from './audit-row.js'

/** A member of staff, from their token. Access is checked before. */
export interface Actor {
  readonly userId: string
  readonly roles: readonly string[]
}

/** What was done or read, on whom or what. `detail` holds the reason and the outcome. */
export type StaffAction = Pick<AuditEntry, 'action' | 'subject' | 'detail'>

/** The value that a staff action returns, and its audit entry; null if it changed nothing. */
export interface Audited<T> {
  readonly value: T
  readonly done: StaffAction | null
}

/** The result of a staff action after its row is written. */
type Unaudited<R> = R extends Ok<Audited<infer T>> ? Ok<T> : R

/** Returns the success of a staff action. */
export const audited = <T>(value: T, done: StaffAction | null): Ok<Audited<T>> => ok({ value, done })

/** The row of an action in the shape of a save of `@hissa/ledger`. */
interface AuditSave {
  collection: string
  id: string
  version: 0
  set: Omit<AuditRow, '_id'>
}

/** Audits staff actions: an action and its row are committed together, or not at all. */
export class StaffAudit {
  constructor(
    private readonly connection: Connection,
    private readonly log: AuditLog,
  ) {}

  /**
   * Runs an action and writes its row in one transaction. A refusal aborts it and leaves no row. The driver repeats
   * `act` on a transient error, so it must have no effect outside the session.
   */
  async run<R extends Result<Audited<unknown>, unknown>>(
    by: Actor,
    act: (session: ClientSession) => Promise<R>,
  ): Promise<Unaudited<R>> {
    const result = await transaction(this.connection, async (session) => {
      const acted: Result<Audited<unknown>, unknown> = await act(session)
      if (!acted.ok) return acted
      const { value, done } = acted.value
      if (done) await this.log.append(session, entryOf(by, done))
      return ok(value)
    })
    return result as Unaudited<R>
  }

  /** Writes the row of a read. Await it before responding, so that no read goes unrecorded. */
  record(by: Actor, read: StaffAction): Promise<void> {
    return transaction(this.connection, (session) => this.log.append(session, entryOf(by, read)))
  }

  /**
   * Returns the save of an action's row, for a service that commits it through the ledger with the rest of the change.
   */
  save(by: Actor, done: StaffAction): AuditSave {
    const { _id: id, ...set } = this.log.row(entryOf(by, done))
    return { collection: AUDIT, id, version: 0, set }
  }
}

const entryOf = ({ userId: actor, roles }: Actor, done: StaffAction): AuditEntry => ({ actor, roles, ...done })
