import { DistributionDeclared, OrderPaid, WithdrawalChanged } from '@hissa/contracts/investment'
import { reaction, type ReactionTable } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { Injectable } from '@nestjs/common'
import { setOf } from '../screening/list-version.js'
import { Screener } from '../screening/sanctions-list.js'
import { ScreenedPeople } from './screened-people.js'
import { ScreenPerson } from './screen-person.js'

/**
 * Screens an investor against all loaded lists when an order is paid, a withdrawal is requested or a distribution is
 * declared. The money of each moves later, so that a hit holds it.
 */
@Injectable()
export class ScreenInvestorWhenMoneyMoves implements ReactionTable {
  readonly reactions = [
    reaction(OrderPaid, 'kyc-screen-investor-when-order-paid', ({ data }, session) =>
      this.screen(data.userId, session),
    ),
    reaction(WithdrawalChanged, 'kyc-screen-investor-when-withdrawal-changed', async ({ data }, session) => {
      if (data.state === 'requested') await this.screen(data.userId, session)
    }),
    reaction(DistributionDeclared, 'kyc-screen-investor-when-distribution-declared', ({ data }, session) =>
      this.screen(data.userId, session),
    ),
  ]

  constructor(
    private readonly screener: Screener,
    private readonly people: ScreenedPeople,
    private readonly person: ScreenPerson,
  ) {}

  private async screen(userId: string, session: ClientSession): Promise<void> {
    const caseId = await this.people.approvedCaseOf(userId, session)
    if (caseId === undefined) return
    await this.person.screenIn(session, caseId, { screener: this.screener, set: setOf(this.screener.lists) })
  }
}
