import { fils, units } from '@hissa/money'
import { describe, expect, it } from '@jest/globals'
import type { MessageBody, OrderMessage } from '../message.js'
import { noticeOf } from './notice.js'

const at = new Date('2026-11-21T21:05:00Z')
const order = {
  ...{ orderId: 'order-1', propertyId: 'p-1', units: units(20), at },
  ...{ amountFils: fils(200_000), feeFils: fils(3_000), totalFils: fils(203_000) },
}
const of = (message: Partial<OrderMessage>) => noticeOf({ ...order, ...message } as MessageBody)
const about = { orderId: 'order-1', propertyId: 'p-1' }

describe('the notice of an order', () => {
  it.each<[string, Partial<OrderMessage>, object]>([
    ['an ended reservation', { template: 'order-expired' }, { kind: 'lapsed', amountFils: 203_000 }],
    ['registered shares', { template: 'order-allotted' }, { kind: 'allotted', units: 20 }],
    [
      'a cooling-off period',
      { template: 'cooling-off-started', until: at },
      { kind: 'coolingOff', units: 20, until: at },
    ],
    [
      'a part of the fee',
      { template: 'fee-refund-started', feeRefundFils: fils(1_050) },
      { kind: 'feeRefundStarted', amountFils: 1_050 },
    ],
    [
      'a refund of a part',
      { template: 'refund-started', attempt: 1, aboutFils: fils(100_000) },
      { kind: 'started', amountFils: 100_000 },
    ],
    [
      'a cancelled order whose payment had been returned',
      { template: 'order-cancelled', aboutFils: fils(0) },
      { kind: 'cancelledReturned', amountFils: 203_000 },
    ],
    [
      'what the bank returned',
      { template: 'refund-completed', attempt: 1, method: 'dispute', aboutFils: fils(0), disputedFils: fils(5_000) },
      { kind: 'completedByDispute', amountFils: 5_000 },
    ],
  ])('states %s', (_, message, notice) => {
    expect(of(message)).toEqual({ ...about, ...notice })
  })
})

describe('the notice of another event', () => {
  it.each<[MessageBody, object | undefined]>([
    [{ template: 'code', purpose: 'sign-up', issue: 1 }, undefined],
    [{ template: 'code', purpose: 'attribute', issue: 1 }, { kind: 'emailCode' }],
    [{ template: 'email-changed', issue: 1, at }, { kind: 'emailChanged' }],
    [{ template: 'shares-relocated', kind: 'recovery', address: '0x1', at }, { kind: 'recovered' }],
    [{ template: 'relocation-declined', kind: 'return', at }, { kind: 'moveDeclined' }],
    [{ template: 'relocation-cancelled', kind: 'return', at }, { kind: 'moveCancelled' }],
    [{ template: 'kyc-rejected', reasonCodes: ['UNDER_AGE'] }, { kind: 'notVerified' }],
    [{ template: 'kyc-resubmission', reasonCodes: [] }, { kind: 'moreInformation' }],
  ])('has only its kind, without a reason or an address: %j', (body, notice) => {
    expect(noticeOf(body)).toEqual(notice)
  })
})
