import type { Logger, Timing } from '@hissa/kernel'
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common'
import type { BlockFollower } from '../block-follower.js'
import type { ChainReports } from '../reports.js'
import { ROLES, type Role } from '../roles.js'
import { isNodeError, NodeFault } from '../rpc/node-errors.js'
import type { TransactionStore } from '../transactions/transaction.store.js'
import type { Transactions } from '../transactions/transactions.js'
import type { Sender } from './sender.js'

/** Twice per poll while transactions are in progress; failures wait longer, up to this factor of the poll. */
const MOST_BACKOFF = 8

interface Parts {
  senders: Readonly<Record<Role, Sender>>
  follower: BlockFollower
  store: Pick<TransactionStore, 'prepare'>
  transactions: Pick<Transactions, 'onPlanned'>
  reports: ChainReports
  logger: Logger
  timing: Timing
  pollMs: number
}

/** Runs the senders of all roles and watches the head, from the start of the service to its end. */
export class Senders implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stopping = new AbortController()
  private readonly wakes = new Map<Role, () => void>()
  private loops: Promise<void>[] = []

  constructor(private readonly parts: Parts) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.parts.store.prepare()
    this.parts.transactions.onPlanned((role) => this.wakes.get(role)?.())
    // Neither waits for the node: a service without it still starts, and answers calls.
    this.loops = [...ROLES.map((role) => this.loop(role)), this.watchHead()]
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort()
    for (const wake of this.wakes.values()) wake()
    await Promise.all(this.loops)
    const leases = Object.values(this.parts.senders).map((sender) => sender.end())
    await Promise.allSettled(leases)
  }

  private async loop(role: Role): Promise<void> {
    let failures = 0
    while (!this.stopping.signal.aborted) {
      const isFine = await this.pass(role)
      failures = isFine ? 0 : failures + 1
      await this.pause(role, this.parts.pollMs * Math.min(2 ** failures, MOST_BACKOFF))
    }
  }

  private async pass(role: Role): Promise<boolean> {
    try {
      return await this.parts.senders[role].pass()
    } catch (error) {
      this.parts.logger.error(
        { err: error, role },
        'a pass over the transactions of a role failed and will be repeated',
      )
      return false
    }
  }

  /** Waits for the next poll, or until a transaction of the role is planned. */
  private async pause(role: Role, ms: number): Promise<void> {
    const woken = new AbortController()
    this.wakes.set(role, () => woken.abort())
    await this.parts.timing.sleep(ms, AbortSignal.any([woken.signal, this.stopping.signal]))
    this.wakes.delete(role)
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
