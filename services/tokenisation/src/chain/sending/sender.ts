import type { Lease } from '@hissa/messaging'
import { isNodeError, NodeFault } from '../rpc/node-errors.js'
import { SignerFault, SignerUnavailable } from '../signers/signer.js'
import { Outdated } from '../transactions/transaction.store.js'
import { BroadcastSent } from './broadcast-sent.js'
import { FollowSent } from './follow-sent.js'
import type { SenderParts } from './parts.js'
import { ReleaseRequested } from './release-role.js'
import { SettleMined } from './settle-mined.js'
import { SignPlanned } from './sign-planned.js'

/**
 * Carries out the transactions of one role. Every step reads its rows from the store and changes them conditionally, so
 * that it can end anywhere and be continued by another process. Only stored bytes are broadcast: two senders at once
 * broadcast the same bytes.
 */
export class Sender {
  private readonly steps: readonly {
    execute(head: Awaited<ReturnType<SenderParts['follower']['head']>>): Promise<void>
  }[]

  constructor(
    private readonly parts: SenderParts,
    private readonly lease: Pick<Lease, 'hold' | 'release'>,
  ) {
    this.steps = [
      new ReleaseRequested(parts),
      new FollowSent(parts),
      new SettleMined(parts),
      new SignPlanned(parts),
      new BroadcastSent(parts),
    ]
  }

  /**
   * Does what can be done now. Returns false if something outside prevented it; it is reported, and the next pass tries
   * again. Throws for a fault of the program or of the store.
   */
  async pass(): Promise<boolean> {
    const { follower, store, role } = this.parts
    if (!(await this.lease.hold())) return true
    if (!(await store.hasWork(role))) return true
    try {
      const head = await follower.head()
      for (const step of this.steps) await step.execute(head)
      return true
    } catch (error) {
      return this.report(error)
    }
  }

  /** Gives the lease to another replica. */
  end(): Promise<void> {
    return this.lease.release()
  }

  private report(error: unknown): boolean {
    const { reports, role } = this.parts
    if (error instanceof Outdated) return true
    if (error instanceof NodeFault) reports.fault(error.fault, error.message)
    else if (error instanceof SignerFault) reports.alarm('SIGNER_FAULT', { role }, error.message)
    else if (isNodeError(error) || error instanceof SignerUnavailable) reports.waiting(`sending of ${role}`, error)
    else throw error
    return false
  }
}
