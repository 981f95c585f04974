import { UserStatusChanged } from '@hissa/contracts/identity'
import type { Reaction, ReceivedEvent } from '@hissa/messaging'
import { Injectable } from '@nestjs/common'
import { HoldOrders } from './hold-orders.js'
import { ScheduleRelease } from './schedule-release.js'
import { isEligible } from '../rules/rules.api.js'
import { InvestorStore } from '../investors/investors.api.js'

/**
 * Keeps a local copy of who may invest, so that no decision about money depends on a remote read. Reservations of an
 * account that may no longer invest are released, and its paid orders put on hold, after the status is stored, so a
 * concurrent order either reads the new status or is found here.
 */
@Injectable()
export class RecordStatusWhenUserStatusChanged implements Reaction<typeof UserStatusChanged> {
  readonly on = UserStatusChanged
  readonly consumer = 'investment-record-status-when-user-status-changed'
  readonly ownTransaction = true

  constructor(
    private readonly investors: InvestorStore,
    private readonly reservations: ScheduleRelease,
    private readonly holds: HoldOrders,
  ) {}

  async handle({ data }: ReceivedEvent<typeof UserStatusChanged>): Promise<void> {
    await this.investors.apply(data)
    if (!isEligible(await this.investors.statusOf(data.userId)))
      await this.reservations.ofInvestor(data.userId, 'account_not_eligible')
    await this.holds.ofInvestor(data.userId)
  }
}
