import { SystemClock, type Clock } from '@hissa/kernel'
import { afterCommit, type ClientSession } from '@hissa/persistence'
import { EventEmitter } from 'node:events'
import type { Role } from '../roles.js'
import type { FollowUp } from './follow-up.js'
import { checkPlan, InvalidPlan, PlanConflict, rowOf } from './plan.js'
import type { ChainTransaction, Plan } from './transaction.js'
import type { TransactionStore } from './transaction.store.js'

/** Takes plans for transactions on the chain, each of which is executed at most once. */
export class Transactions {
  private readonly followUps = new Map<string, FollowUp>()
  private readonly nudges = new EventEmitter()

  constructor(
    private readonly store: TransactionStore,
    private readonly wall: Clock = new SystemClock(),
  ) {}

  /** Registers who learns the results of a kind. Call it before the service starts to send. */
  register(followUp: FollowUp): void {
    if (this.followUps.has(followUp.kind)) throw new Error(`two follow-ups for ${followUp.kind}`)
    this.followUps.set(followUp.kind, followUp)
  }

  followUpOf(kind: string): FollowUp {
    const found = this.followUps.get(kind)
    if (!found) throw new Error(`no follow-up for ${kind}`)
    return found
  }

  /**
   * Plans a transaction in the caller's Mongo transaction, after the role's earlier ones. Returns false if the same plan
   * exists. Throws PlanConflict for an id that exists with other content, and InvalidPlan. `session` must belong to
   * `transaction` of `@hissa/persistence`.
   */
  async plan(session: ClientSession, plan: Plan): Promise<boolean> {
    checkPlan(plan)
    this.followUpOf(plan.kind)
    const row = rowOf(plan, this.wall.now())
    const existing = await this.store.byId(plan.id, session)
    if (existing && existing.contentHash !== row.contentHash)
      throw new PlanConflict(`transaction ${plan.id} exists with other content`)
    if (existing) return false
    const known = await this.store.statesOf(row.after, session)
    const unknown = row.after.find((id) => !known.has(id))
    if (unknown !== undefined) throw new InvalidPlan(`transaction ${plan.id} is after ${unknown}, which is not planned`)
    await this.store.insert(row, session)
    afterCommit(session, () => this.nudges.emit('planned', plan.role))
    return true
  }

  /**
   * Gives up a transaction in the caller's Mongo transaction, before anything of it could be broadcast. Returns false if it
   * is signed or settled. Its follow-up is not called.
   */
  async withdraw(session: ClientSession, id: string): Promise<boolean> {
    const row = await this.store.byId(id, session)
    if (row?.state !== 'planned') return false
    const change = { state: 'rejected', reason: { code: 'WITHDRAWN' }, settledAt: this.wall.now() } as const
    await this.store.change(row, change, session)
    return true
  }

  /** Returns which of these transactions may still be executed: those that are signed, and whose result isn't final. */
  async inFlight(ids: readonly string[], session?: ClientSession): Promise<Set<string>> {
    if (ids.length === 0) return new Set()
    const states = await this.store.statesOf(ids, session ?? null)
    return new Set([...states].filter(([, state]) => state === 'sent' || state === 'mined').map(([id]) => id))
  }

  /**
   * Returns which of these transactions a reorganisation could still remove; undefined ids are left out. What builds on
   * them names them as `after`: otherwise it could be broadcast again before them, and the chain would refuse it.
   */
  async removable(ids: readonly (string | undefined)[], session?: ClientSession): Promise<string[]> {
    const chosen = [...new Set(ids)].filter((id) => id !== undefined)
    return chosen.length === 0 ? [] : this.store.removable(chosen, session ?? null)
  }

  /** Returns whether a role has transactions whose result isn't final. */
  hasOpen(role: Role): Promise<boolean> {
    return this.store.hasOpen(role)
  }

  /** Returns the data of a role's confirmed transactions, in their order. */
  confirmedRefs(role: Role): Promise<ChainTransaction['ref'][]> {
    return this.store.confirmedRefs(role)
  }

  /** Returns a transaction with its state, or null. */
  find(id: string, session?: ClientSession): Promise<ChainTransaction | null> {
    return this.store.byId(id, session ?? null)
  }

  /** Calls `listener` after each commit of a plan in this process. */
  onPlanned(listener: (role: Role) => void): void {
    this.nudges.on('planned', listener)
  }
}
