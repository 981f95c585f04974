import type { EventData } from '@hissa/contracts'
import type { OrderRefunded } from '@hissa/contracts/investment'
import { smaller, subtractUnits } from '@hissa/money'
import type { ClientSession } from '@hissa/persistence'
import { Injectable } from '@nestjs/common'
import { zeroAddress } from 'viem'
import { unmintedState } from '../holdings/allotment.js'
import { AllotmentStore } from '../holdings/allotment.store.js'

/**
 * Marks the shares of an order that was reversed after its allotment, to be burned or never minted. What other investors
 * hold since a transfer stays.
 */
@Injectable()
export class TakeBack {
  constructor(private readonly allotments: AllotmentStore) {}

  /**
   * An order whose allotment is not known is recorded too: the event of its allotment may arrive later.
   * @param at business time of the reversal
   */
  async run(order: EventData<typeof OrderRefunded>, at: Date, session: ClientSession): Promise<void> {
    const { orderId, userId, propertyId, units, unitsTakenBack } = order
    // Without any taken back, all its shares remain, at investors who have received them.
    if (order.reason !== 'dispute_lost' || unitsTakenBack === 0) return
    const kept = unitsTakenBack === undefined ? {} : { unitsKept: subtractUnits(units, smaller(units, unitsTakenBack)) }
    const allotment = await this.allotments.byId(orderId, session)
    if (!allotment) {
      const row = { _id: orderId, userId, propertyId, units, account: zeroAddress, allottedAt: at }
      return this.allotments.insert({ ...row, ...kept, state: 'withdrawn', isReversed: true, version: 1 }, session)
    }
    if (allotment.isReversed) return
    const set = { isReversed: true as const, ...kept }
    const state = allotment.state === 'waiting' ? { state: unmintedState(set) } : {}
    await this.allotments.change(allotment, { set: { ...set, ...state } }, session)
  }
}
