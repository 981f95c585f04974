import type { EventContract } from '@hissa/contracts'
import {
  CodeRequested,
  EmailChanged,
  EnquiryReceived,
  PasswordChanged,
  WaitlistConfirmed,
  WaitlistRequested,
} from '@hissa/contracts/identity'
import {
  DistributionPaid,
  BankAccountCodeRequested,
  OrderAllotted,
  OrderCancelled,
  OrderCoolingOff,
  OrderDeadlineExtended,
  OrderDisputed,
  OrderExpired,
  OrderFeeRefunding,
  OrderHeld,
  OrderIssued,
  OrderPaid,
  OrderRefunded,
  OrderRefunding,
  OrderReopened,
  SharesTransferred,
  WithdrawalChanged,
} from '@hissa/contracts/investment'
import { CaseApproved, CaseRejected, CaseResubmissionRequested } from '@hissa/contracts/kyc'
import { RelocationCancelled, RelocationDeclined, SharesRelocated } from '@hissa/contracts/tokenisation'
import { reaction, type Reaction, type ReactionTable, type ReceivedEvent } from '@hissa/messaging'
import type { ClientSession } from '@hissa/persistence'
import { Injectable } from '@nestjs/common'
import type { MessageBody, OrderAmounts, OrderMessage } from './message.js'
import { SendQueue } from './send-queue.js'

/** The template and recipient for each event. */
@Injectable()
export class SendMessageWhenEventReceived implements ReactionTable {
  readonly reactions: readonly Reaction[] = [
    this.send(CodeRequested, 'notification-send-code-when-requested', ({ data: { userId: _, ...code } }) => ({
      template: 'code',
      ...code,
    })),
    this.send(PasswordChanged, 'notification-email-user-when-password-changed', ({ time }) => ({
      template: 'password-changed',
      at: new Date(time),
    })),
    this.send(EmailChanged, 'notification-email-user-when-email-changed', ({ data: { issue }, time }) => ({
      template: 'email-changed',
      issue,
      at: new Date(time),
    })),
    this.send(
      OrderPaid,
      'notification-tell-investor-when-order-paid',
      ({ data, time }) => {
        const { orderId, propertyId, units, amountFils, feeFils, totalFils } = data
        const amounts = { units, amountFils, feeFils, totalFils }
        const paid = { paidAt: new Date(time), ...(data.paidFrom ? { paidFrom: data.paidFrom } : {}) }
        return { template: 'payment-received', orderId, propertyId, ...amounts, ...paid }
      },
      { lingerMs: 250 },
    ),
    ...this.ofOrders(),
    this.ofTransfers(),
    this.send(DistributionPaid, 'notification-tell-investor-when-distribution-paid', ({ data, time }) => {
      const { distributionId, propertyId, period, units, unitsIssued, netIncomeFils, amountFils } = data
      const derivation = { period, units, unitsIssued, netIncomeFils, amountFils }
      return { template: 'distribution-paid', distributionId, propertyId, ...derivation, at: new Date(time) }
    }),
    this.send(
      BankAccountCodeRequested,
      'notification-send-bank-account-code-when-requested',
      ({ data: { bankAccountId, issue, language } }) => {
        return { template: 'bank-account-code', bankAccountId, issue, ...(language ? { language } : {}) }
      },
    ),
    this.send(WithdrawalChanged, 'notification-tell-investor-when-withdrawal-changed', ({ data, time }) => {
      const { withdrawalId, amountFils, state, version } = data
      // The investor has just cancelled it on our page.
      if (state === 'cancelled') return undefined
      // A recalled payment file: what the investor asked for hasn't changed.
      if (state === 'requested' && version > 1) return undefined
      return { template: `withdrawal-${state}`, withdrawalId, amountFils, at: new Date(time) }
    }),
    ...this.ofForms(),
    this.send(SharesRelocated, 'notification-tell-investor-when-shares-relocated', ({ data, time }) => {
      const { kind, address } = data
      return { template: 'shares-relocated', kind, address, at: new Date(time) }
    }),
    this.send(RelocationDeclined, 'notification-tell-investor-when-relocation-declined', ({ data: { kind }, time }) => {
      return { template: 'relocation-declined', kind, at: new Date(time) }
    }),
    this.send(RelocationCancelled, 'notification-tell-investor-when-relocation-cancelled', ({ data, time }) => {
      const { kind, address } = data
      return { template: 'relocation-cancelled', kind, address, at: new Date(time) }
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

  private ofOrders(): Reaction[] {
    const of = (
      on: OrderEvent,
      consumer: string,
      bodyOf: (event: ReceivedEvent<OrderEvent>) => MessageBody | undefined,
    ) => this.send(on, consumer, bodyOf)
    return [
      of(OrderExpired, 'notification-tell-investor-when-order-expired', (event) => ({
        template: 'order-expired',
        ...amountsOf(event),
      })),
      of(OrderCoolingOff, 'notification-tell-investor-when-cooling-off-started', (event) => {
        const until = timeOf(event.data.coolingOffEndsAt)
        return { template: 'cooling-off-started', until, ...amountsOf(event) }
      }),
      of(OrderReopened, 'notification-tell-investor-when-order-reopened', (event) => ({
        template: 'offering-reopened',
        ...amountsOf(event),
      })),
      of(OrderDeadlineExtended, 'notification-tell-investor-when-deadline-extended', (event) => {
        return { template: 'deadline-extended', until: timeOf(event.data.raiseDeadline), ...amountsOf(event) }
      }),
      of(OrderCancelled, 'notification-tell-investor-when-order-cancelled', (event) =>
        // What cash paid is returned at once, and that event sends the email.
        event.data.paidFrom ? undefined : { template: 'order-cancelled', ...amountsOf(event) },
      ),
      of(OrderAllotted, 'notification-tell-investor-when-order-allotted', (event) => ({
        template: 'order-allotted',
        ...amountsOf(event),
      })),
      of(OrderIssued, 'notification-tell-investor-when-order-issued', (event) => ({
        template: 'order-issued',
        ...amountsOf(event),
      })),
      of(OrderDisputed, 'notification-tell-investor-when-order-disputed', disputed),
      of(OrderHeld, 'notification-tell-investor-when-order-held', (event) => ({
        template: 'order-held',
        ...amountsOf(event),
      })),
      of(OrderFeeRefunding, 'notification-tell-investor-when-fee-refund-started', feeRefundStarted),
      of(OrderRefunding, 'notification-tell-investor-when-refund-started', refundStarted),
      of(OrderRefunded, 'notification-tell-investor-when-refund-completed', (event) => {
        const { refundAttempt: attempt = 1, refundMethod, paidFrom: method = refundMethod } = event.data
        return { template: 'refund-completed', attempt, ...amountsOf(event), ...(method ? { method } : {}) }
      }),
    ]
  }

  /** Both investors of a transfer get a message. */
  private ofTransfers(): Reaction {
    const write = async (event: ReceivedEvent<typeof SharesTransferred>, session: ClientSession) => {
      const { transferId, propertyId, fromUserId, toUserId, units, basis } = event.data
      const body = { transferId, propertyId, units, basis, at: new Date(event.time) }
      this.queue.write(session, event, fromUserId, { template: 'shares-transferred', ...body })
      this.queue.write(session, event, toUserId, { template: 'shares-received', ...body })
    }
    return reaction(SharesTransferred, 'notification-tell-investors-when-shares-transferred', write)
  }

  /** A message to the team is sent to its mailbox, and acknowledged to its sender. */
  private ofForms(): Reaction[] {
    const enquiry = async (
      { id, time, data: { enquiryId } }: ReceivedEvent<typeof EnquiryReceived>,
      session: ClientSession,
    ) => {
      this.queue.write(session, { id, time }, enquiryId, { template: 'enquiry-for-team', enquiryId })
      this.queue.write(session, { id, time }, enquiryId, { template: 'enquiry-received', enquiryId })
    }
    const place =
      (template: 'waitlist-requested' | 'waitlist-confirmed') =>
      async ({ id, time, data: { entryId } }: ReceivedEvent<typeof WaitlistRequested>, session: ClientSession) =>
        this.queue.write(session, { id, time }, entryId, { template, entryId })
    return [
      reaction(EnquiryReceived, 'notification-email-team-and-sender-when-enquiry-received', enquiry),
      reaction(WaitlistRequested, 'notification-email-person-when-waitlist-requested', place('waitlist-requested')),
      reaction(WaitlistConfirmed, 'notification-email-person-when-waitlist-confirmed', place('waitlist-confirmed')),
    ]
  }

  /** Returns a reaction that writes the message of an event, unless `bodyOf` returns none. */
  private send<C extends EventContract>(
    on: C,
    consumer: string,
    bodyOf: (event: ReceivedEvent<C>) => MessageBody | undefined,
    options?: Pick<Reaction, 'lingerMs'>,
  ): Reaction {
    const write = async (event: ReceivedEvent<C>, session: ClientSession) => {
      const body = bodyOf(event)
      if (body) this.queue.write(session, event, (event.data as { userId: string }).userId, body)
    }
    return reaction(on, consumer, write, options)
  }
}

/** One of the `investment.order.…` events; they differ in name only. */
type OrderEvent = typeof OrderExpired
type OrderStepEvent = ReceivedEvent<OrderEvent>

/** A cancelled order's email has announced its refund already; only a later attempt is a new message. */
function refundStarted(event: OrderStepEvent): OrderMessage | undefined {
  const { refundAttempt: attempt = 1, cancelledAt } = event.data
  return cancelledAt && attempt === 1 ? undefined : { template: 'refund-started', attempt, ...amountsOf(event) }
}

/** Throws if an event lacks the amount that its message is about. */
function feeRefundStarted(event: OrderStepEvent): OrderMessage {
  const { feeRefundFils } = event.data
  if (feeRefundFils === undefined) throw new Error('the event lacks the refunded part of the fee')
  return { template: 'fee-refund-started', feeRefundFils, ...amountsOf(event) }
}

/** A lost dispute reverses the order, and the refund that is published with it sends the email. */
function disputed(event: OrderStepEvent): OrderMessage | undefined {
  const { dispute, disputedFils } = event.data
  if (dispute === 'lost') return undefined
  const about = disputedFils === undefined ? {} : { aboutFils: disputedFils }
  return { template: dispute === 'won' ? 'dispute-won' : 'dispute-opened', ...amountsOf(event), ...about }
}

/** Throws if an event lacks the time that its message is about. */
function timeOf(time: string | undefined): Date {
  if (time === undefined) throw new Error('the event lacks its time')
  return new Date(time)
}

/** Returns the order values of a message from an event, with the event's business time. */
function amountsOf({ data, time }: OrderStepEvent): OrderAmounts {
  const { orderId, propertyId, units, amountFils, feeFils, totalFils, reason } = data
  const { leftFils, refundFils: aboutFils = leftFils, disputedFils, paidFrom } = data
  const amounts = {
    ...(paidFrom ? { paidFrom } : {}),
    ...{ orderId, propertyId, units, amountFils, feeFils, totalFils },
    ...(aboutFils === undefined ? {} : { aboutFils }),
    ...(disputedFils === undefined ? {} : { disputedFils }),
  }
  return { ...amounts, ...(reason ? { reason } : {}), at: new Date(time) }
}
