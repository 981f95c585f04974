import { LOGGER, type Logger } from '@hissa/kernel'
import { MONGO, type Connection } from '@hissa/persistence'
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common'
import { setTimeout as delay } from 'node:timers/promises'
import { OnboardAccounts } from './accounts/onboard-accounts.js'
import { isNodeError, Lease } from './chain/chain.api.js'
import { BurnShares } from './issuance/burn-shares.js'
import { MintShares } from './issuance/mint-shares.js'
import { PACE, type Pace } from './pace.js'
import { Reconcile } from './reconciliation/reconcile.js'
import { Suite } from './suite/suite.js'
import { DeployTokens } from './tokens/deploy-tokens.js'

/** Plans what is missing on the chain, and compares chain and register, on one replica at a time. */
@Injectable()
export class Work implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stopping = new AbortController()
  private readonly lease: Lease
  private loop: Promise<void> = Promise.resolve()
  private reconciledMs = 0

  constructor(
    private readonly suite: Suite,
    private readonly tokens: DeployTokens,
    private readonly accounts: OnboardAccounts,
    private readonly mint: MintShares,
    private readonly burn: BurnShares,
    private readonly reconcile: Reconcile,
    @Inject(MONGO) connection: Connection,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(PACE) private readonly pace: Pace,
  ) {
    this.lease = new Lease(connection, 'tokenisation-work')
  }

  onApplicationBootstrap(): void {
    this.loop = this.repeat()
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort()
    await this.loop
    await this.lease.release().catch(() => undefined)
  }

  /** Does everything once. Returns false while another replica does it, or the contracts are being deployed. */
  async pass(): Promise<boolean> {
    if (!(await this.lease.hold()) || !(await this.suite.advance())) return false
    for (const part of [this.tokens, this.accounts, this.mint, this.burn]) await this.attempt(() => part.advance())
    if (performance.now() - this.reconciledMs < this.pace.compareMs) return true
    await this.attempt(() => this.reconcile.run())
    this.reconciledMs = performance.now()
    return true
  }

  /** A part that fails doesn't delay the others. */
  private async attempt(work: () => Promise<unknown>): Promise<void> {
    await work().catch((error: unknown) => {
      // The senders report a node that is down.
      if (!isNodeError(error)) this.logger.error({ err: error }, 'a pass over tokens failed and will be repeated')
    })
  }

  private async repeat(): Promise<void> {
    const { signal } = this.stopping
    while (!signal.aborted) {
      await this.attempt(() => this.pass())
      await delay(this.pace.workMs, undefined, { signal }).catch(() => undefined)
    }
  }
}
