import type { CodePurpose } from '@hissa/contracts/identity'
import type { Locale } from '@hissa/contracts'
import type { OrderReason } from '@hissa/contracts/investment'
import type { Fils, Units } from '@hissa/money'

/** Ids, amounts and reason codes of a message: what its template needs beside the reader. Nothing personal, no code. */
export type MessageBody =
  /** `language`: of the page on which the code was requested, when known; otherwise the reader's applies. */
  | { template: 'code'; purpose: CodePurpose; issue: number; language?: Locale }
  | {
      template: 'payment-received'
      orderId: string
      propertyId: string
      units: Units
      amountFils: Fils
      feeFils: Fils
      totalFils: Fils
      /** Absent in messages of earlier releases. */
      paidAt?: Date
    }
  | ({ template: 'order-expired' } & OrderAmounts)
  | ({ template: 'refund-started'; attempt: number } & OrderAmounts)
  | ({ template: 'refund-completed'; attempt: number; method?: 'bank_transfer' } & OrderAmounts)
  | { template: 'kyc-approved' }
  | { template: 'kyc-rejected'; reasonCodes: string[] }
  | { template: 'kyc-resubmission'; reasonCodes: string[] }

/** Of an order: amounts in fils, and the business time of what the message is about. */
export interface OrderAmounts {
  orderId: string
  propertyId: string
  units: Units
  amountFils: Fils
  feeFils: Fils
  totalFils: Fils
  /** Why it ended, or why its payment is refunded. Absent in messages of earlier releases. */
  reason?: OrderReason
  at: Date
}

export type Template = MessageBody['template']

/**
 * `queued` until the mail server took it (`sent`), until it made no sense any more (`skipped`: the code was superseded,
 * the account is gone), or until it can never be delivered (`failed`).
 */
export type MessageState = 'queued' | 'sent' | 'skipped' | 'failed'

/** A message to one user, caused by one event. */
export interface Message {
  /** `<event id>-<template>`: one event causes a message of a kind once. Also the job's id and the Message-ID. */
  _id: string
  userId: string
  body: MessageBody
  state: MessageState
  /** Trace context of the event that caused it; absent in messages of earlier releases. */
  traceparent?: string
  /** Failed tries so far. */
  tries: number
  /** Why it was skipped or failed: a code, never an address. */
  reason?: string
  createdAt: Date
  /** Wall time at which the sweeper looks whether a job is still there. */
  checkAt?: Date
  settledAt?: Date
}

export const messageId = (eventId: string, template: Template): string => `${eventId}-${template}`

/** Who reads it. */
export interface Reader {
  email: string
  fullName: string
  language: Locale
}

/** A rendered message. */
export interface Mail {
  subject: string
  text: string
  html: string
}
