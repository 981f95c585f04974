import { LOGGER, type Clock, type Logger } from '@hissa/kernel'
import { isUnavailable } from '@hissa/messaging'
import { Inject, Injectable } from '@nestjs/common'
import type { AccountAddress } from '../accounts/account-address.js'
import { AddressStore } from '../accounts/address.store.js'
import { ScreenAddress } from '../accounts/screen-address.js'
import { PACE, WALL_CLOCK, type Pace } from '../pace.js'

export const SCREENED_EVERY_MS = 24 * 3_600_000
const BATCH = 20

/**
 * Screens wallets in use and requested ones again, daily. A hit is an alarm and is shown to staff, who decide what
 * happens; no shares are moved.
 */
@Injectable()
export class ScreenWallets {
  private waitUntilMs = 0

  constructor(
    private readonly addresses: AddressStore,
    private readonly screen: ScreenAddress,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(PACE) private readonly pace: Pace,
    @Inject(WALL_CLOCK) private readonly wall: Clock,
  ) {}

  async advance(): Promise<void> {
    if (this.wall.now().getTime() < this.waitUntilMs) return
    for (const address of await this.addresses.toScreen(BATCH, this.wall.now())) {
      if (await this.isScreened(address)) continue
      this.waitUntilMs = this.wall.now().getTime() + this.pace.retryMs
      return
    }
  }

  /** Returns false if nothing can be screened at the moment. */
  private async isScreened({ _id, userId, listedAt }: AccountAddress): Promise<boolean> {
    const { result, listDate } = await this.screen.execute(_id).catch((error: unknown) => {
      if (!isUnavailable(error)) throw error
      return { result: 'unavailable', listDate: null } as const
    })
    if (listDate === null) {
      this.logger.error({ alarm: 'WALLETS_NOT_SCREENED', why: result }, 'wallets wait to be screened')
      return false
    }
    if (result === 'listed')
      this.logger.error({ alarm: 'WALLET_LISTED', userId }, 'the wallet of a shareholder is on a sanctions list')
    const now = this.wall.now()
    const screening = { screenAt: new Date(now.getTime() + SCREENED_EVERY_MS), screened: { at: now, listDate } }
    await this.addresses.screened(_id, { ...screening, listedAt: result === 'listed' ? (listedAt ?? now) : null })
    return true
  }
}
