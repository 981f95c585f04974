import { LOGGER, TIMING, type Logger, type Timing } from '@hissa/kernel'
import { Lease } from '@hissa/messaging'
import { MONGO, type Connection } from '@hissa/persistence'
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common'
import { OnboardAccounts } from './accounts/onboard-accounts.js'
import { ChainReports, isNodeError, NodeFault } from './chain/chain.api.js'
import { ApplyFreezes } from './enforcement/apply-freezes.js'
import { ClearTargets } from './enforcement/clear-targets.js'
import { PauseTokens } from './enforcement/pause-tokens.js'
import { BurnShares } from './issuance/burn-shares.js'
import { MintShares } from './issuance/mint-shares.js'
import { PACE, type Pace } from './pace.js'
import { Anchors } from './register/anchors.js'
import { Reconcile } from './reconciliation/reconcile.js'
import { MoveShares } from './relocations/relocations.api.js'
import { ReviewRoles } from './suite/review-roles.js'
import { Suite } from './suite/suite.js'
import { CloseLockUps } from './tokens/close-lock-ups.js'
import { DeployTokens } from './tokens/deploy-tokens.js'
import { MirrorTransfers } from './transfers/mirror-transfers.js'
import { ScreenWallets } from './wallets/screen-wallets.js'

/** Plans what is missing on the chain, and compares chain and register, on one replica at a time. */
@Injectable()
export class Work implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stopping = new AbortController()
  private readonly lease: Lease
  private loop: Promise<void> = Promise.resolve()
  private reconciledMs = 0

  constructor(
    private readonly suite: Suite,
    private readonly roles: ReviewRoles,
    private readonly tokens: DeployTokens,
    private readonly lockUps: CloseLockUps,
    private readonly accounts: OnboardAccounts,
    private readonly mint: MintShares,
    private readonly transfers: MirrorTransfers,
    private readonly burn: BurnShares,
    private readonly targets: ClearTargets,
    private readonly move: MoveShares,
    private readonly screen: ScreenWallets,
    private readonly freezes: ApplyFreezes,
    private readonly pauses: PauseTokens,
    private readonly anchors: Anchors,
    private readonly reconcile: Reconcile,
    private readonly reports: ChainReports,
    @Inject(MONGO) connection: Connection,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(PACE) private readonly pace: Pace,
    @Inject(TIMING) private readonly timing: Timing,
  ) {
    this.lease = new Lease(connection, 'tokenisation-work', { nowMs: timing.wallMs })
  }

  onApplicationBootstrap(): void {
    this.loop = this.repeat()
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort()
    await this.loop
    await this.lease.release().catch(() => undefined)
  }

  /** Runs one pass. Returns false while another replica holds the lease, or while the contracts are being deployed. */
  async pass(): Promise<boolean> {
    if (!(await this.lease.hold()) || !(await this.suite.advance())) return false
    const tokens = [this.roles, this.tokens, this.lockUps, this.accounts]
    const shares = [this.mint, this.transfers, this.burn, this.targets, this.move, this.freezes, this.pauses]
    for (const part of [...tokens, ...shares, this.anchors, this.screen]) await this.attempt(() => part.advance())
    if (this.timing.elapsedMs() - this.reconciledMs < this.pace.compareMs) return true
    await this.attempt(() => this.reconcile.run())
    this.reconciledMs = this.timing.elapsedMs()
    return true
  }

  /** A part that fails doesn't delay the others. */
  private async attempt(work: () => Promise<unknown>): Promise<void> {
    await work().catch((error: unknown) => {
      if (error instanceof NodeFault) this.reports.fault(error.fault, error.message)
      // The senders report a node that is down.
      else if (!isNodeError(error)) this.logger.error({ err: error }, 'a pass over tokens failed and will be repeated')
    })
  }

  private async repeat(): Promise<void> {
    const { signal } = this.stopping
    while (!signal.aborted) {
      await this.attempt(() => this.pass())
      await this.timing.sleep(this.pace.workMs, signal)
    }
  }
}
