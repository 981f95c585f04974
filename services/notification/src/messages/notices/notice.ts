import type { Notice as NoticeView, NoticeKind } from '@hissa/contracts/notification'
import type { Fils, Units } from '@hissa/money'
import type { MessageBody, OrderMessage, RelocationMessage, WithdrawalMessage } from '../message.js'
import { kindOf } from '../templates/order-kind.js'

/** What a notice tells: ids, an amount and a time. No personal data. */
export interface NoticeContent {
  kind: NoticeKind
  orderId?: string
  propertyId?: string
  amountFils?: Fils
  units?: Units
  until?: Date
}

/** A notice to one user, caused by one event. */
export interface Notice extends NoticeContent {
  /** `<event id>-<template>`, like the message that the same event creates. */
  _id: string
  userId: string
  /** Position among the notices of its user, in the order of commits. */
  seq: number
  /** The event's business time. */
  at: Date
  /** Absent until it is read. */
  readAt?: Date
}

const MOVED: Record<RelocationMessage['kind'], NoticeKind> = {
  own_wallet: 'movedToWallet',
  return: 'movedBack',
  recovery: 'recovered',
}

const WITHDRAWN: Record<WithdrawalMessage['template'], NoticeKind> = {
  'withdrawal-requested': 'withdrawalRequested',
  'withdrawal-sent': 'withdrawalSent',
  'withdrawal-paid': 'withdrawalPaid',
  'withdrawal-rejected': 'withdrawalRejected',
  'withdrawal-returned': 'withdrawalReturned',
}

/** Order events that are not about money tell how many shares they concern. */
const WITHOUT_AMOUNT: readonly NoticeKind[] = ['allotted', 'issued', 'coolingOff', 'reopened', 'extended', 'held']

/**
 * Returns the notice of a message; undefined for one to someone who may have no account and therefore can't read it.
 */
export function noticeOf(body: MessageBody): NoticeContent | undefined {
  switch (body.template) {
    case 'code':
      if (body.purpose === 'sign-up') return undefined
      return { kind: body.purpose === 'reset' ? 'resetCode' : 'emailCode' }
    // Their readers need not have an account.
    case 'enquiry-received':
    case 'enquiry-for-team':
    case 'waitlist-requested':
    case 'waitlist-confirmed':
      return undefined
    case 'password-changed':
      return { kind: 'passwordChanged' }
    case 'email-changed':
      return { kind: 'emailChanged' }
    case 'payment-received': {
      const { orderId, propertyId, totalFils } = body
      return { kind: 'paymentReceived', orderId, propertyId, amountFils: totalFils }
    }
    case 'shares-received':
    case 'shares-transferred': {
      const { propertyId, units } = body
      return { kind: body.template === 'shares-received' ? 'sharesReceived' : 'sharesTransferred', propertyId, units }
    }
    case 'distribution-paid': {
      const { propertyId, amountFils } = body
      return { kind: 'incomePaid', propertyId, amountFils }
    }
    case 'bank-account-code':
      return { kind: 'bankAccountCode' }
    case 'withdrawal-requested':
    case 'withdrawal-sent':
    case 'withdrawal-paid':
    case 'withdrawal-rejected':
    case 'withdrawal-returned':
      return { kind: WITHDRAWN[body.template], amountFils: body.amountFils }
    case 'shares-relocated':
      return { kind: MOVED[body.kind] }
    case 'relocation-declined':
      return { kind: 'moveDeclined' }
    case 'relocation-cancelled':
      return { kind: 'moveCancelled' }
    case 'kyc-approved':
      return { kind: 'verified' }
    case 'kyc-rejected':
      return { kind: 'notVerified' }
    case 'kyc-resubmission':
      return { kind: 'moreInformation' }
    default:
      return ofOrder(body)
  }
}

function ofOrder(message: OrderMessage): NoticeContent {
  const { orderId, propertyId, units, totalFils, aboutFils = totalFils } = message
  const kind = kindOf(message)
  const amountFils = 'feeRefundFils' in message ? message.feeRefundFils : statedFils(kind, message, aboutFils)
  return {
    ...{ kind, orderId, propertyId },
    ...(WITHOUT_AMOUNT.includes(kind) ? { units } : { amountFils }),
    ...('until' in message && { until: message.until }),
  }
}

/** What the email states too: what the bank returned, or the whole payment if nothing is left to refund. */
function statedFils(kind: NoticeKind, { totalFils, disputedFils }: OrderMessage, aboutFils: Fils): Fils {
  if (kind === 'completedByDispute') return disputedFils ?? aboutFils
  return kind === 'cancelledReturned' ? totalFils : aboutFils
}

/** Returns a notice as its reader sees it. */
export function noticeView(notice: Notice, titles: { title: string; titleAr?: string } | undefined): NoticeView {
  const { _id: noticeId, kind, at, readAt, orderId, propertyId, amountFils, units, until } = notice
  return {
    ...{ noticeId, kind, at: at.toISOString(), isRead: readAt !== undefined },
    ...(orderId !== undefined && { orderId }),
    ...(propertyId !== undefined && { propertyId }),
    ...(titles && { title: titles.title }),
    ...(titles?.titleAr !== undefined && { titleAr: titles.titleAr }),
    ...(amountFils !== undefined && { amountFils }),
    ...(units !== undefined && { units }),
    ...(until && { until: until.toISOString() }),
  }
}
