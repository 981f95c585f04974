import type { EventData } from '@hissa/contracts'
import type { OrderRefunded } from '@hissa/contracts/investment'
import type { ClientSession } from '@hissa/persistence'
import { Injectable } from '@nestjs/common'
import { zeroAddress } from 'viem'
import { AllotmentStore } from './allotment.store.js'

/** Marks the shares of an order that was reversed after its allotment, to be burned or never minted. */
@Injectable()
export class TakeBack {
  constructor(private readonly allotments: AllotmentStore) {}

  /** An order whose allotment is not known is recorded too: the event of its allotment may arrive later. */
  async run(order: EventData<typeof OrderRefunded>, session: ClientSession): Promise<void> {
    if (order.reason !== 'dispute_lost') return
    const { orderId, userId, propertyId, units } = order
    const allotment = await this.allotments.byId(orderId, session)
    if (!allotment) {
      const row = { _id: orderId, userId, propertyId, units, account: zeroAddress, allottedAt: new Date() }
      return this.allotments.insert({ ...row, state: 'withdrawn', isReversed: true, version: 1 }, session)
    }
    if (allotment.isReversed) return
    const state = allotment.state === 'waiting' ? { state: 'withdrawn' as const } : {}
    await this.allotments.change(allotment, { set: { isReversed: true, ...state } }, session)
  }
}
