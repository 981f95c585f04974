import type { Lease } from '@hissa/messaging'
import { isNodeError, NodeFault } from '../rpc/node-errors.js'
import type { Block } from '../rpc/shapes.js'
import { SignerFault, SignerUnavailable } from '../signers/signer.js'
import { Outdated, type RoleWork } from '../transactions/transaction.store.js'
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
  private readonly steps
  /** The head and the rows with which the last pass left nothing to do, until one of them changes. */
  private done: string | undefined

  constructor(
    private readonly parts: SenderParts,
    private readonly lease: Pick<Lease, 'hold' | 'release'>,
  ) {
    this.steps = {
      ...{ release: new ReleaseRequested(parts), follow: new FollowSent(parts), settle: new SettleMined(parts) },
      ...{ sign: new SignPlanned(parts), broadcast: new BroadcastSent(parts) },
    }
  }

  /**
   * Does what can be done now. `found` is what the role has to do, if it has just been read. Returns false if something
   * outside prevented it; it is reported, and the next pass tries again. Throws for a fault of the program or of the store.
   */
  async pass(found?: RoleWork): Promise<boolean> {
    const { follower, store, role } = this.parts
    const work = found ?? (await store.work([role])).get(role)
    if (!work || !(await this.lease.hold())) return true
    try {
      const head = await follower.head()
      const seen = `${head.hash}${work.mark}`
      if (seen === this.done) return true
      this.done = undefined
      if (await this.advance(work, head)) this.done = seen
      return true
    } catch (error) {
      return this.report(error)
    }
  }

  /** Returns whether all that is left follows from a new block or another row. What is not in a block also waits for time. */
  private async advance({ planned, sent }: RoleWork, head: Block): Promise<boolean> {
    const { release, follow, settle, sign, broadcast } = this.steps
    const isOnItsWay = planned > 0 || sent > 0
    if (isOnItsWay) await release.execute()
    if (sent > 0) await follow.execute(head)
    const isDone = await settle.execute(head)
    if (planned > 0) await sign.execute(head)
    if (isOnItsWay || !isDone) await broadcast.execute(head)
    return isDone && !isOnItsWay
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
