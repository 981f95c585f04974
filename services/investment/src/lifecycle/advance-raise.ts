import { CLOCK, Deadlines, LOGGER, type Clock, type Logger, type Sweep } from '@hissa/kernel'
import { Committer, type Run, Runs } from '@hissa/ledger'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { type Due, dueFrom } from '../due/due.js'
import { HoldingStore } from '../holdings/holdings.api.js'
import { InvestorStore } from '../investors/investors.api.js'
import { isBlocked, OrderStore } from '../orders/orders.api.js'
import { IDS, type Ids, WALL_CLOCK } from '../ports.js'
import {
  commandAtEnd,
  type Raise,
  raiseCommand,
  type RaiseCommand,
  RAISES,
  RaiseStore,
  type RaiseWork,
  readCounts,
  staleRaise,
} from '../raises/raises.api.js'
import { CancelOrder } from './cancel-order.js'
import { DueRaises } from './due-raises.js'
import { OrdersOfRaise, type OrdersWork, STATES } from './orders-of-raise.js'

const ORDERS_WORK = Object.keys(STATES) as OrdersWork[]
/** How long one sweep processes orders of one raise before the other sweeps run. */
const SLICE_MS = 2_000
/** Delay before a raise that waits for its last reservations is checked again. */
const RESERVED_AGAIN_MS = 1_000
const REMAINING_PAGE = 256

type RunOf = Pick<Raise, '_id' | 'phase' | 'retries'>

/** Returns the id of the run that processes the orders of a raise in its current phase. */
export const raiseRunId = ({ _id, phase = 0, retries }: RunOf, kind: OrdersWork) =>
  `raise:${_id}:${phase}:${kind}${retries ? `:${retries}` : ''}`

/** Returns the ids of the runs that the current phase of a raise, or the two before it, can have begun. */
export const raiseRunIds = ({ phase = 0, ...raise }: RunOf): string[] =>
  [phase, phase - 1, phase - 2]
    .filter((past) => past >= 0)
    .flatMap((past) => ORDERS_WORK.map((kind) => raiseRunId({ ...raise, phase: past }, kind)))

/**
 * Advances raises as time passes: closes or fails them at their deadline, and processes all orders after a raise has
 * closed, reopened or failed, or its deed was filed. Long runs proceed in chunks and resume after a crash.
 */
@Injectable()
export class AdvanceRaise implements Sweep, OnModuleInit {
  readonly name = 'investment-advance-raise'

  constructor(
    private readonly ledger: Committer,
    private readonly runs: Runs,
    private readonly raises: RaiseStore,
    private readonly orders: OrderStore,
    private readonly holdings: HoldingStore,
    private readonly investors: InvestorStore,
    private readonly cancel: CancelOrder,
    private readonly due: DueRaises,
    private readonly deadlines: Deadlines,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(WALL_CLOCK) private readonly wall: Clock,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.deadlines.register(this)
    this.deadlines.registerPending('raises', () => this.inProgress())
  }

  async nextDueAt(): Promise<Date | null> {
    const times = await Promise.all((['deadline', ...ORDERS_WORK] as const).map((kind) => this.due.nextDueAt(kind)))
    return times.reduce((earliest, at) => (at && (!earliest || at < earliest) ? at : earliest), null)
  }

  async sweep(now: Date): Promise<boolean> {
    await this.due.sweep('deadline', now, (raise) => this.end(raise, now))
    let isWorkLeft = false
    const process = async (raise: Raise, kind: OrdersWork) => {
      if (!(await this.process(raise, kind))) isWorkLeft = true
    }
    for (const kind of ORDERS_WORK) await this.due.sweep(kind, now, (raise) => process(raise, kind))
    return isWorkLeft
  }

  /** Returns how many raises have orders to process now. */
  private async inProgress(): Promise<number> {
    const now = this.clock.now()
    const times = await Promise.all(ORDERS_WORK.map((kind) => this.due.nextDueAt(kind)))
    return times.filter((at) => at && at <= now).length
  }

  /** Closes or fails a raise whose deadline has passed or that staff close early, once no reservation is open. */
  private async end(raise: Raise, now: Date): Promise<void> {
    const command = commandAtEnd(raise, await readCounts(this.ledger, raise), now)
    if (command === 'wait') return this.due.putOff(raise, new Date(this.wall.now().getTime() + RESERVED_AGAIN_MS))
    const isActive = raise.state === 'active'
    if (!command) return this.schedule(raise, isActive ? dueFrom('deadline', raise.deadline) : undefined)
    await this.commit(raise, 'end', (current, counts, at) => commandAtEnd(current, counts, at))
  }

  /** Processes orders for one slice. Returns false if more of them can be processed now. */
  private async process(raise: Raise, kind: OrdersWork): Promise<boolean> {
    const { orders, raises, holdings, investors, cancel, ids } = this
    const now = () => this.clock.now()
    const work = new OrdersOfRaise(raise._id, kind, { orders, raises, holdings, investors, cancel, ids, now })
    const id = raiseRunId(raise, kind)
    // Counted once, because counting takes longer the more orders the raise has.
    if (!(await this.runs.find(id))) {
      const total = await orders.countOfRaise(raise._id, STATES[kind])
      await this.runs.begin(id, { kind: `raise.${kind}`, total })
    }
    const untilMs = this.wall.now().getTime() + SLICE_MS
    const { run, resumeAt } = await this.runs.proceed(id, work, {
      shouldStop: () => this.wall.now().getTime() >= untilMs,
    })
    if (resumeAt === null) await this.finish(raise, kind, run)
    else if (resumeAt > this.wall.now()) await this.due.putOff(raise, resumeAt)
    else return false
    return true
  }

  /** Schedules what follows once every order has been processed. */
  private async finish(raise: Raise, kind: OrdersWork, run: Run): Promise<void> {
    if (run.rejected > 0) return this.reject(raise, kind, run)
    if (kind === 'reopen' && raise.extendedAt) return this.schedule(raise, dueFrom('extend', this.clock.now()))
    if (kind === 'reopen' || kind === 'extend') return this.schedule(raise, dueFrom('deadline', raise.deadline))
    if (kind === 'coolingOff') return this.schedule(raise, raise.deed && dueFrom('allot', this.clock.now()))
    if (kind === 'refund' || (await this.isAwaitingAllotment(raise))) return this.schedule(raise, undefined)
    await this.commit(raise, 'complete', () => ({ type: 'complete' }))
  }

  /** Returns whether an order that nothing blocks is not allotted although the run has ended. */
  private async isAwaitingAllotment(raise: Raise): Promise<boolean> {
    let after = ''
    for (;;) {
      const page = await this.orders.ofRaise(raise._id, ['paid', 'cooling_off'], after, REMAINING_PAGE)
      if (page.some((order) => !isBlocked(order))) return true
      if (page.length < REMAINING_PAGE) return false
      after = page.at(-1)!._id
    }
  }

  private async reject(raise: Raise, kind: OrdersWork, run: Run): Promise<void> {
    const log = { propertyId: raise._id, run: run._id, rejected: run.rejected, alarm: 'WORK_REJECTED' }
    this.logger.error(log, 'orders of a raise could not be processed')
    const rejected = { kind, code: 'ORDERS_REJECTED', tries: run.rejected, at: this.clock.now() }
    // A raise ends at its deadline, even if the deadline could not be announced to every investor.
    const due = kind === 'extend' ? { due: dueFrom('deadline' as const, raise.deadline) } : undefined
    await this.save(raise, 'reject', { set: { rejected, ...due }, unset: due ? [] : ['due'] })
  }

  private schedule(raise: Raise, due: Due<RaiseWork> | undefined): Promise<void> {
    return this.save(raise, 'schedule', due ? { set: { due }, unset: [] } : { set: {}, unset: ['due'] })
  }

  /** Saves the raise, unless it has changed since it was read: then the next sweep decides again. */
  private async save(raise: Raise, verb: string, change: { set: Partial<Raise>; unset: string[] }): Promise<void> {
    const key = `raise:${raise._id}:${raise.version}:${verb}`
    const saves = [{ collection: RAISES, id: raise._id, version: raise.version, ...change }]
    await this.ledger.commit({ key, inputHash: verb, transfers: [], saves, events: [] })
  }

  /** Commits the command that the counts at the commit require, if they still require one. */
  private async commit(
    { _id }: Raise,
    verb: string,
    choose: (raise: Raise, counts: Parameters<typeof commandAtEnd>[1], at: Date) => RaiseCommand | 'wait' | undefined,
  ): Promise<void> {
    const outcome = await this.ledger.decideAndCommit(async () => {
      const raise = (await this.raises.byId(_id))!
      const part = raiseCommand(raise, this.ids, (counts, at) => {
        const chosen = choose(raise, counts, at)
        return chosen === 'wait' ? staleRaise(raise) : chosen
      })
      const key = `raise:${_id}:${raise.version}:${verb}`
      return { key, inputHash: this.ids.next(), transfers: [], saves: [], events: [], ...part }
    })
    if ('ok' in outcome && !outcome.ok && outcome.reason !== 'STALE' && outcome.reason !== 'KEY_REUSED')
      throw new Error(`the raise of ${_id} was not advanced: ${outcome.reason}`)
  }
}
