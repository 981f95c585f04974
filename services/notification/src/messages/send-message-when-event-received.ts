import type { EventContract, EventData } from '@hissa/contracts'
import { CodeRequested } from '@hissa/contracts/identity'
import { OrderExpired, OrderPaid, OrderRefunded, OrderRefunding } from '@hissa/contracts/investment'
import { CaseApproved, CaseRejected, CaseResubmissionRequested } from '@hissa/contracts/kyc'
import { reaction, type Reaction, type ReactionTable, type ReceivedEvent } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { Injectable } from '@nestjs/common'
import type { MessageBody, OrderAmounts } from './message.js'
import { SendQueue } from './send-queue.js'

/** The template and recipient for each event. */
@Injectable()
export class SendMessageWhenEventReceived implements ReactionTable {
  readonly reactions: readonly Reaction[] = [
    this.send(CodeRequested, 'notification-send-code-when-requested', ({ data: { userId: _, ...code } }) => ({
      template: 'code',
      ...code,
    })),
    this.send(
      OrderPaid,
      'notification-tell-investor-when-order-paid',
      ({ data, time }) => {
        const { orderId, propertyId, units, amountFils, feeFils, totalFils } = data
        const amounts = { units, amountFils, feeFils, totalFils }
        return { template: 'payment-received', orderId, propertyId, ...amounts, paidAt: new Date(time) }
      },
      { lingerMs: 250 },
    ),
    this.send(OrderExpired, 'notification-tell-investor-when-order-expired', (event) => ({
      template: 'order-expired',
      ...amountsOf(event),
    })),
    this.send(OrderRefunding, 'notification-tell-investor-when-refund-started', (event) => ({
      template: 'refund-started',
      attempt: event.data.refundAttempt ?? 1,
      ...amountsOf(event),
    })),
    this.send(OrderRefunded, 'notification-tell-investor-when-refund-completed', (event) => {
      const { refundAttempt: attempt = 1, refundMethod: method } = event.data
      return { template: 'refund-completed', attempt, ...amountsOf(event), ...(method ? { method } : {}) }
    }),
    this.send(CaseApproved, 'notification-tell-applicant-when-kyc-approved', () => ({ template: 'kyc-approved' })),
    this.send(CaseRejected, 'notification-tell-applicant-when-kyc-rejected', ({ data: { reasonCodes } }) => ({
      template: 'kyc-rejected',
      reasonCodes,
    })),
    this.send(
      CaseResubmissionRequested,
      'notification-tell-applicant-when-resubmission-requested',
      ({ data: { reasonCodes } }) => ({
        template: 'kyc-resubmission',
        reasonCodes,
      }),
    ),
  ]

  constructor(private readonly queue: SendQueue) {}

  private send<C extends EventContract>(
    on: C,
    consumer: string,
    bodyOf: (event: ReceivedEvent<C>) => MessageBody,
    options?: Pick<Reaction, 'lingerMs'>,
  ): Reaction {
    const write = async (event: ReceivedEvent<C>, session: ClientSession) =>
      this.queue.write(session, event, (event.data as { userId: string }).userId, bodyOf(event))
    return reaction(on, consumer, write, options)
  }
}

/** Returns the order values of a message from an event, with the event's business time. */
function amountsOf({ data, time }: { data: EventData<typeof OrderExpired>; time: string }): OrderAmounts {
  const { orderId, propertyId, units, amountFils, feeFils, totalFils, reason } = data
  const amounts = { orderId, propertyId, units, amountFils, feeFils, totalFils }
  return { ...amounts, ...(reason ? { reason } : {}), at: new Date(time) }
}
