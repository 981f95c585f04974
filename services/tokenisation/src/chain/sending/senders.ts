import type { Logger, Timing } from '@hissa/kernel'
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common'
import type { BlockFollower } from '../block-follower.js'
import type { ChainReports } from '../reports.js'
import type { Role } from '../roles.js'
import { isNodeError, NodeFault } from '../rpc/node-errors.js'
import type { RoleWork, TransactionStore } from '../transactions/transaction.store.js'
import type { Transactions } from '../transactions/transactions.js'
import type { Sender } from './sender.js'

/** A role whose passes fail waits longer, up to this factor of the poll. */
const MOST_BACKOFF = 8

interface Parts {
  senders: Readonly<Record<Role, Pick<Sender, 'pass' | 'end'>>>
  follower: Pick<BlockFollower, 'head'>
  store: Pick<TransactionStore, 'prepare' | 'work'>
  transactions: Pick<Transactions, 'onPlanned'>
  reports: ChainReports
  logger: Logger
  timing: Timing
  pollMs: number
}

/**
 * Runs the senders of all roles and watches the head, from the start of the service to its end. Once a poll, and when a
 * transaction is planned here, one query tells which roles have work; the others cost nothing.
 */
export class Senders implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stopping = new AbortController()
  private woken = new AbortController()
  private readonly passing = new Map<Role, Promise<void>>()
  /** Roles for which a transaction was planned during their pass. */
  private readonly again = new Set<Role>()
  private readonly failed = new Map<Role, { times: number; untilMs: number }>()
  private loops: Promise<void>[] = []

  constructor(private readonly parts: Parts) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.parts.store.prepare()
    this.parts.transactions.onPlanned((role) => this.wake(role))
    // Neither waits for the node: a service without it still starts, and answers calls.
    this.loops = [this.watchWork(), this.watchHead()]
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort()
    await Promise.all(this.loops)
    await Promise.all(this.passing.values())
    const leases = Object.values(this.parts.senders).map((sender) => sender.end())
    await Promise.allSettled(leases)
  }

  private wake(role: Role): void {
    this.failed.delete(role)
    if (this.passing.has(role)) this.again.add(role)
    else this.woken.abort()
  }

  private async watchWork(): Promise<void> {
    const { timing, pollMs } = this.parts
    while (!this.stopping.signal.aborted) {
      this.woken = new AbortController()
      for (const [role, work] of await this.work()) this.start(role, work)
      await timing.sleep(pollMs, AbortSignal.any([this.woken.signal, this.stopping.signal]))
    }
  }

  private async work(): Promise<ReadonlyMap<Role, RoleWork>> {
    try {
      return await this.parts.store.work()
    } catch (error) {
      this.parts.logger.error({ err: error }, 'the transactions to send could not be read, and will be read again')
      return new Map()
    }
  }

  /** Starts a pass of a role, unless one runs or has failed a moment ago. */
  private start(role: Role, work: RoleWork): void {
    const isWaiting = this.parts.timing.elapsedMs() < (this.failed.get(role)?.untilMs ?? 0)
    if (isWaiting || this.passing.has(role) || this.stopping.signal.aborted) return
    const passing = this.pass(role, work).then((isFine) => {
      this.passing.delete(role)
      if (isFine) this.failed.delete(role)
      else this.postpone(role)
      if (this.again.delete(role)) this.wake(role)
    })
    this.passing.set(role, passing)
  }

  private postpone(role: Role): void {
    const { timing, pollMs } = this.parts
    const times = (this.failed.get(role)?.times ?? 0) + 1
    this.failed.set(role, { times, untilMs: timing.elapsedMs() + pollMs * Math.min(2 ** times, MOST_BACKOFF) })
  }

  private async pass(role: Role, work: RoleWork): Promise<boolean> {
    try {
      return await this.parts.senders[role].pass(work)
    } catch (error) {
      this.parts.logger.error(
        { err: error, role },
        'a pass over the transactions of a role failed and will be repeated',
      )
      return false
    }
  }

  /** Reads the head even without transactions, so that a wrong or missing node is noticed at once. */
  private async watchHead(): Promise<void> {
    const { follower, reports, logger, timing, pollMs } = this.parts
    while (!this.stopping.signal.aborted) {
      await follower.head().catch((error: unknown) => {
        if (error instanceof NodeFault) reports.fault(error.fault, error.message)
        else if (isNodeError(error)) reports.waiting('reading the head of the chain', error)
        else logger.error({ err: error }, 'the head of the chain could not be read')
      })
      await timing.sleep(pollMs * 2, this.stopping.signal)
    }
  }
}
