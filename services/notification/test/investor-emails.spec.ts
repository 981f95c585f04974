import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
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
  OrderRefunded,
  OrderRefunding,
  OrderReopened,
  SharesTransferred,
  WithdrawalChanged,
} from '@hissa/contracts/investment'
import { CaseApproved, CaseRejected, CaseResubmissionRequested } from '@hissa/contracts/kyc'
import { OfferingPublished } from '@hissa/contracts/property'
import { RelocationCancelled, RelocationDeclined, SharesRelocated } from '@hissa/contracts/tokenisation'
import { fils, units } from '@hissa/money'
import { eventOf, Notification, offering, order, userId } from './harness.js'
import { subjectOf } from './smtp-stub.js'

describe('notification', () => {
  let service: Notification
  beforeAll(async () => {
    service = await Notification.start()
  })
  afterAll(() => service?.stop())
  afterEach(() => service.reset())

  it.each([
    ['requested', 'You asked to withdraw AED 500.00'],
    ['sent', 'AED 500.00 is on its way to your bank'],
    ['paid', 'AED 500.00 was paid to your bank account'],
    ['rejected', 'The bank didn’t accept your withdrawal of AED 500.00'],
    ['returned', 'Your bank returned AED 500.00'],
  ] as const)('emails an investor once when a withdrawal is %s, however often and late', async (state, subject) => {
    const data = { withdrawalId: '0191b7aa-7b2c-7d3e-9f4a-5b6c7d8e9f0a', userId, amountFils: fils(50_000), version: 2 }
    const event = eventOf(WithdrawalChanged, { ...data, state, ...(state === 'requested' ? { version: 1 } : {}) })
    await Promise.all([service.publish(event), service.publish(event)])
    await service.settled('sent')
    // A payment file was recalled, which changes nothing for the investor.
    await service.publish(eventOf(WithdrawalChanged, { ...data, state: 'requested', version: 3 }))
    // The investor cancels on our own page, which needs no email.
    await service.publish(eventOf(WithdrawalChanged, { ...data, state: 'cancelled' }))
    const marker = eventOf(CaseApproved, { caseId: 'case-1', userId })
    await service.publish(marker)
    await service.settled('sent', 2)
    const mail = service.smtp.mails.find(({ messageId }) => messageId === `<${event.id}-withdrawal-${state}@localhost>`)
    expect(service.smtp.mails).toHaveLength(2)
    expect(subjectOf(mail!.raw)).toContain(subject)
  })

  it('emails the latest code of a bank account, and none that was replaced', async () => {
    const data = { userId, bankAccountId: 'b1', version: 1 }
    await service.publish(eventOf(BankAccountCodeRequested, { ...data, issue: 1 }))
    await service.settled('skipped')
    const event = eventOf(BankAccountCodeRequested, { ...data, issue: 2 })
    await Promise.all([service.publish(event), service.publish(event)])
    await service.settled('sent')
    expect(service.smtp.mails.map(({ messageId }) => messageId)).toEqual([`<${event.id}-bank-account-code@localhost>`])
    expect(subjectOf(service.smtp.mails[0]!.raw)).toContain('Your code for a new bank account')
    expect(service.smtp.mails[0]!.raw).toContain('604118')
  })

  it.each([
    ['ended unpaid', OrderExpired, 'order-expired', 'Your reservation of AED 2,030.00 has ended'],
    ['is being refunded', OrderRefunding, 'refund-started', 'We’re refunding your payment of AED 2,030.00'],
    ['is refunded', OrderRefunded, 'refund-completed', 'Refund complete: AED 2,030.00'],
    ['cools off', OrderCoolingOff, 'cooling-off-started', 'The offering has closed. You can cancel until'],
    ['can be paid for by others again', OrderReopened, 'offering-reopened', 'The offering is open again'],
    ['has a later deadline', OrderDeadlineExtended, 'deadline-extended', 'new deadline is'],
    ['is cancelled', OrderCancelled, 'order-cancelled', 'Your order is cancelled: refund of AED 2,030.00'],
    ['is allotted', OrderAllotted, 'order-allotted', 'Your shares are registered'],
    ['is issued', OrderIssued, 'order-issued', 'Your shares are issued'],
    ['has a part of its fee refunded', OrderFeeRefunding, 'fee-refund-started', 'We’re refunding AED 10.00 of your'],
    ['is on hold', OrderHeld, 'order-held', 'Your order of AED 2,030.00 is on hold'],
    ['is disputed', OrderDisputed, 'dispute-opened', 'AED 2,030.00 of your payment is disputed'],
  ] as const)('emails an investor once when an order %s', async (_case, contract, template, subject) => {
    await service.publish(eventOf(OfferingPublished, offering))
    const times = { coolingOffEndsAt: '2026-11-23T21:05:00Z', raiseDeadline: '2026-12-23T21:05:00Z' }
    const event = eventOf(contract, { ...order, ...times, feeRefundFils: fils(1_000), refundAttempt: 1 })
    await Promise.all([service.publish(event), service.publish(event), service.publish(event)])
    await service.settled('sent')
    const marker = eventOf(CaseApproved, { caseId: 'case-1', userId })
    await service.publish(marker)
    await service.settled('sent', 2)
    expect(service.smtp.mails.map((mail) => mail.messageId).sort()).toEqual(
      [`<${event.id}-${template}@localhost>`, `<${marker.id}-kyc-approved@localhost>`].sort(),
    )
    const mail = service.smtp.mails.find(({ messageId }) => messageId.startsWith(`<${event.id}`))!
    expect(subjectOf(mail.raw)).toContain(subject)
  })

  const cancellation = { reason: 'cancelled', cancelledAt: '2026-11-22T10:00:00Z', refundAttempt: 1 } as const
  it.each([
    ['the refund that a cancellation announced', OrderRefunding, cancellation, OrderCancelled, 'order-cancelled'],
    [
      'a lost dispute, whose refund follows',
      OrderDisputed,
      { reason: 'dispute_lost', dispute: 'lost', refundMethod: 'dispute' },
      OrderRefunded,
      'refund-completed',
    ],
  ] as const)('sends no second email about %s', async (_case, silent, data, contract, template) => {
    await service.publish(eventOf(OfferingPublished, offering))
    await service.publish(eventOf(silent, { ...order, ...data }))
    const event = eventOf(contract, { ...order, ...data })
    await service.publish(event)
    await service.handled()
    await service.settled('sent')
    expect(service.smtp.mails.map((mail) => mail.messageId)).toEqual([`<${event.id}-${template}@localhost>`])
  })

  it('emails the sender and the receiver of transferred shares once each', async () => {
    await service.publish(eventOf(OfferingPublished, offering))
    const parties = { fromUserId: userId, toUserId: 'user-2', propertyId: order.propertyId }
    const transfer = {
      ...parties,
      transferId: 'transfer-1',
      units: units(7),
      basis: 'court_order' as const,
      version: 1,
    }
    const event = eventOf(SharesTransferred, transfer)
    await Promise.all([service.publish(event), service.publish(event)])
    await service.settled('sent', 2)
    await service.publish(eventOf(CaseApproved, { caseId: 'case-1', userId }))
    await service.settled('sent', 3)
    const ids = service.smtp.mails.map((mail) => mail.messageId)
    expect(ids).toHaveLength(3)
    expect(ids).toContain(`<${event.id}-shares-transferred@localhost>`)
    expect(ids).toContain(`<${event.id}-shares-received@localhost>`)
    const of = async (template: string) => (await service.rows().findOne({ 'body.template': template }))?.userId
    expect([await of('shares-transferred'), await of('shares-received')]).toEqual([userId, 'user-2'])
    const subjects = service.smtp.mails.map(({ raw }) => subjectOf(raw))
    expect(subjects).toContain('Shares of Al Reem 2 bed were transferred to you')
    expect(subjects).toContain('Shares of Al Reem 2 bed were transferred to another investor')
  })

  it('emails an investor once about each paid distribution, also a late one, and continues after a broken event', async () => {
    await service.publish(eventOf(OfferingPublished, offering))
    const part = {
      ...{ distributionId: 'distribution-1', userId, propertyId: order.propertyId, period: '2026-Q3', version: 3 },
      ...{ units: units(40), unitsIssued: units(15_000), netIncomeFils: fils(2_313_000), amountFils: fils(6_168) },
      recordDate: '2026-09-30',
    }
    const event = eventOf(DistributionPaid, part)
    await service.publish({ ...eventOf(DistributionPaid, part), data: { userId } } as never)
    await Promise.all([service.publish(event), service.publish(event)])
    const late = eventOf(DistributionPaid, { ...part, distributionId: 'distribution-0', period: '2026-Q2', version: 2 })
    await service.publish(late)
    await service.settled('sent', 2)
    expect(service.smtp.mails.map((mail) => mail.messageId).sort()).toEqual(
      [event, late].map(({ id }) => `<${id}-distribution-paid@localhost>`).sort(),
    )
    for (const { raw } of service.smtp.mails)
      expect(subjectOf(raw)).toBe('You received AED 61.68 of rent from Al Reem 2 bed')
  })

  it.each([
    ['own_wallet', false, 'Your shares are in your own wallet'],
    ['return', true, 'Hissa holds your shares again'],
    ['recovery', true, 'Your shares are recovered'],
  ] as const)('emails an investor whose shares have moved by %s', async (kind, isCustodial, subject) => {
    const address = `0x${'ab'.repeat(20)}`
    const moved = { relocationId: 'relocation-1', userId, kind, address, isCustodial, version: 2 }
    await service.publish(eventOf(SharesRelocated, moved))
    await service.settled('sent')
    expect(subjectOf(service.smtp.mails[0]!.raw)).toBe(subject)
    expect(service.smtp.mails[0]!.raw.replace(/=\r?\n/g, '')).toContain(address)
  })

  it('emails an investor once whose move was declined, or cancelled', async () => {
    const move = { relocationId: 'relocation-1', userId, kind: 'own_wallet' as const, version: 2 }
    const declined = eventOf(RelocationDeclined, move)
    await Promise.all([service.publish(declined), service.publish(declined)])
    await service.settled('sent')
    const address = `0x${'ab'.repeat(20)}`
    await service.publish(eventOf(RelocationCancelled, { ...move, address, isCustodial: true }))
    await service.settled('sent', 2)
    expect(service.smtp.mails.map(({ raw }) => subjectOf(raw))).toEqual([
      'We didn’t approve your request to move shares',
      'We cancelled the move of your shares',
    ])
    expect(service.smtp.mails[1]!.raw.replace(/=\r?\n/g, '')).toContain(address)
  })

  it('emails the second attempt of the refund of a cancelled order', async () => {
    await service.publish(eventOf(OfferingPublished, offering))
    await service.publish(eventOf(OrderRefunding, { ...order, ...cancellation, refundAttempt: 2 }))
    await service.settled('sent')
    expect(subjectOf(service.smtp.mails[0]!.raw)).toContain('We’re sending your refund of AED 2,030.00 again')
  })

  it('emails the reversal of an order even if it is delivered before the dispute was opened', async () => {
    await service.publish(eventOf(OfferingPublished, offering))
    await service.publish(eventOf(OrderRefunded, { ...order, reason: 'dispute_lost', refundMethod: 'dispute' }))
    await service.settled('sent')
    await service.publish(eventOf(OrderDisputed, { ...order, dispute: 'open' }))
    await service.settled('sent', 2)
    const subjects = service.smtp.mails.map(({ raw }) => subjectOf(raw))
    expect(subjects).toEqual(['Your order is reversed: AED 2,030.00', 'AED 2,030.00 of your payment is disputed'])
  })

  it.each([
    ['cancelled', OrderCancelled, { refundFils: fils(153_000) }, 'Your order is cancelled: refund of AED 1,530.00'],
    ['refunded', OrderRefunded, { refundFils: fils(153_000) }, 'Refund complete: AED 1,530.00'],
    ['disputed', OrderDisputed, { disputedFils: fils(153_000) }, 'AED 1,530.00 of your payment is disputed'],
  ] as const)(
    'states the amount that the event is about when an order is %s',
    async (_case, contract, about, subject) => {
      await service.publish(eventOf(OfferingPublished, offering))
      await service.publish(eventOf(contract, { ...order, ...about }))
      await service.settled('sent')
      expect(subjectOf(service.smtp.mails[0]!.raw)).toBe(subject)
    },
  )

  it('states what is left of the payment when an order cools off', async () => {
    await service.publish(eventOf(OfferingPublished, offering))
    const times = { coolingOffEndsAt: '2026-11-23T21:05:00Z', leftFils: fils(153_000) }
    await service.publish(eventOf(OrderCoolingOff, { ...order, ...times }))
    await service.settled('sent')
    const text = service.smtp.mails[0]!.raw.replace(/=\r?\n/g, '').replace(/\s+/g, ' ')
    expect(text).toContain('a full refund of AED 1,530.00')
  })

  it('passes on why a reservation ended: an account that may not invest is not invited to reserve again', async () => {
    await service.publish(eventOf(OfferingPublished, offering))
    await service.publish(eventOf(OrderExpired, { ...order, reason: 'account_not_eligible' }))
    await service.settled('sent')
    expect(await service.rows().findOne({})).toMatchObject({ body: { reason: 'account_not_eligible' } })
    const raw = service.smtp.mails[0]!.raw.replace(/=\r?\n/g, '').replace(/\s+/g, ' ')
    expect(raw).toContain('We ended your reservation of AED 2,030.00')
    expect(raw).not.toContain('reserve again')
  })

  it.each([
    ['approved', CaseApproved, 'Your identity verification: You’re verified'],
    ['rejected', CaseRejected, 'Your identity verification: We couldn’t verify your identity'],
    ['asked to submit again', CaseResubmissionRequested, 'Your identity verification: We need more information'],
  ] as const)('emails an applicant who was %s', async (_case, contract, subject) => {
    await service.publish(eventOf(contract, { caseId: 'case-1', userId, reasonCodes: ['DOCUMENT_UNREADABLE'] }))
    await service.settled('sent')
    expect(subjectOf(service.smtp.mails[0]?.raw ?? '')).toBe(subject)
  })
})
