import { OrderAllotted } from '@hissa/contracts/investment'
import type { Reaction, ReceivedEvent } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { Injectable } from '@nestjs/common'
import { zeroAddress } from 'viem'
import { AssignAccount } from '../accounts/assign-account.js'
import { AllotmentStore } from '../holdings/allotment.store.js'

/** Records the shares of an allotted order, which are minted once the property's token is live. One row per order. */
@Injectable()
export class PlanMintWhenOrderAllotted implements Reaction<typeof OrderAllotted> {
  readonly on = OrderAllotted
  readonly consumer = 'tokenisation-plan-mint-when-order-allotted'

  constructor(
    private readonly allotments: AllotmentStore,
    private readonly assign: AssignAccount,
  ) {}

  async handle({ data, time }: ReceivedEvent<typeof OrderAllotted>, session: ClientSession): Promise<void> {
    const { orderId, userId, propertyId, units, coolingOffEndsAt } = data
    const known = await this.allotments.byId(orderId, session)
    // A reversal that arrived first: its shares are minted all the same if transfers need them.
    if (known && (known.account !== zeroAddress || known.unitsKept === undefined)) return
    const allottedAt = new Date(time)
    // Investment never allots before cooling-off ends. If it did, nothing may be minted: the event goes to the
    // dead-letter queue for staff.
    if (coolingOffEndsAt === undefined || allottedAt < new Date(coolingOffEndsAt))
      throw new Error(`order ${orderId} was allotted during its cooling-off period`)
    const { address: account } = await this.assign.run(userId, session)
    if (known) {
      const set = { account, allottedAt, state: 'waiting' as const }
      return void (await this.allotments.change(known, { set }, session))
    }
    const row = { _id: orderId, userId, propertyId, units, account, allottedAt }
    await this.allotments.insert({ ...row, state: 'waiting', version: 1 }, session)
  }
}
