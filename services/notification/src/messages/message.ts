import type { CodePurpose, QuietableTopic } from '@hissa/contracts/identity'
import type { Locale } from '@hissa/contracts'
import type { OrderReason, TransferBasis } from '@hissa/contracts/investment'
import type { RelocationKind } from '@hissa/contracts/tokenisation'
import type { Fils, Units } from '@hissa/money'

/**
 * Ids, amounts and reason codes of a message: what its template needs besides the reader. No personal data and no code.
 */
export type MessageBody =
  /** `language`: of the page on which the code was requested, if known; otherwise the reader's applies. */
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
      /** Set if the investor's cash paid. */
      paidFrom?: 'cash'
    }
  | SecurityMessage
  | OrderMessage
  | TransferMessage
  | DistributionMessage
  | RelocationMessage
  | EndedRelocationMessage
  | BankAccountCodeMessage
  | WithdrawalMessage
  | FormMessage
  | { template: 'kyc-approved' }
  | { template: 'kyc-rejected'; reasonCodes: string[] }
  | { template: 'kyc-resubmission'; reasonCodes: string[] }

/**
 * For a notice that protects an account. `issue`: which change of the address; the notice goes to the previous one. `at`:
 * the event's business time.
 */
export type SecurityMessage =
  { template: 'password-changed'; at: Date } | { template: 'email-changed'; issue: number; at: Date }

/** For an email about what a form of the public pages sent; its text and addresses are asked of identity. */
export type FormMessage =
  | { template: 'enquiry-received' | 'enquiry-for-team'; enquiryId: string }
  | { template: 'waitlist-requested' | 'waitlist-confirmed'; entryId: string }

/** For a message to the receiver or the sender of transferred shares. `at`: the event's business time. */
export interface TransferMessage {
  template: 'shares-received' | 'shares-transferred'
  transferId: string
  propertyId: string
  units: Units
  basis: TransferBasis
  at: Date
}

/** For a message about an investor's part of a property's net income. `at`: the event's business time. */
export interface DistributionMessage {
  template: 'distribution-paid'
  distributionId: string
  propertyId: string
  /** A calendar quarter in Dubai, such as `2026-Q3`. */
  period: string
  units: Units
  /** All units of the company. */
  unitsIssued: Units
  netIncomeFils: Fils
  amountFils: Fils
  at: Date
}

/** For the code that confirms a bank account. `language`: of the page on which it was requested, if known. */
export interface BankAccountCodeMessage {
  template: 'bank-account-code'
  bankAccountId: string
  issue: number
  language?: Locale
}

/** For a message about a step of a withdrawal of cash. `at`: the event's business time. */
export interface WithdrawalMessage {
  template:
    'withdrawal-requested' | 'withdrawal-sent' | 'withdrawal-paid' | 'withdrawal-rejected' | 'withdrawal-returned'
  withdrawalId: string
  amountFils: Fils
  at: Date
}

/** For a message about shares that have moved to another blockchain address of the investor. */
export interface RelocationMessage {
  template: 'shares-relocated'
  kind: RelocationKind
  /** The address that holds the shares now. */
  address: string
  at: Date
}

/** For a message that a move of shares has ended without them. `at`: the event's business time. */
export interface EndedRelocationMessage {
  template: 'relocation-declined' | 'relocation-cancelled'
  kind: RelocationKind
  /** Where the shares are; only if the move had begun. */
  address?: string
  at: Date
}

/** The messages about steps of an order. `until`: the end of the cooling-off period, or the new deadline. */
export type OrderMessage = OrderAmounts &
  (
    | { template: 'order-expired' | 'order-cancelled' | 'order-allotted' | 'order-issued' | 'offering-reopened' }
    | { template: 'dispute-opened' | 'dispute-won' | 'order-held' }
    | { template: 'cooling-off-started' | 'deadline-extended'; until: Date }
    | { template: 'fee-refund-started'; feeRefundFils: Fils }
    | { template: 'refund-started'; attempt: number }
    | { template: 'refund-completed'; attempt: number; method?: 'bank_transfer' | 'dispute' | 'cash' }
  )

/** For messages about orders: amounts in fils, and the business time of the event. */
export interface OrderAmounts {
  orderId: string
  propertyId: string
  units: Units
  amountFils: Fils
  feeFils: Fils
  totalFils: Fils
  /** The amount that the message is about, if it isn't the total: what is refunded, disputed or left of the payment. */
  aboutFils?: Fils
  /** Set if the investor's cash paid. */
  paidFrom?: 'cash'
  /** How much of the payment is or was disputed. */
  disputedFils?: Fils
  /** Why the order ended, or why its payment is refunded. Absent in messages of earlier releases. */
  reason?: OrderReason
  at: Date
}

export type Template = MessageBody['template']

/**
 * `queued` until the mail server accepts it (`sent`), until it is obsolete (`skipped`: the code was superseded, the
 * account was removed, or its owner has switched such emails off), or until it can never be delivered (`failed`).
 */
export type MessageState = 'queued' | 'sent' | 'skipped' | 'failed'

/** A message to one reader, caused by one event. */
export interface Message {
  /**
   * `<event id>-<template>`: an event creates at most one message per template. Also the job's id and the Message-ID.
   */
  _id: string
  /** The user, or the id of what a form sent. */
  userId: string
  body: MessageBody
  state: MessageState
  /** Trace context of the event; absent in messages of earlier releases. */
  traceparent?: string
  /** Failed send attempts so far. */
  tries: number
  /** Why it was skipped or failed: a code, never an address. */
  reason?: string
  createdAt: Date
  /** Wall time at which the sweeper next checks whether the message still has a job. */
  checkAt?: Date
  settledAt?: Date
}

/** Returns the id of the message that an event creates from a template. */
export const messageId = (eventId: string, template: Template): string => `${eventId}-${template}`

/** The recipient, as identity describes them. */
export interface Reader {
  email: string
  fullName: string
  language: Locale
  /** The topic of an email that can be switched off, and the token with which its reader does so. */
  unsubscribe?: { topic: QuietableTopic; token: string }
}

/** A rendered message. */
export interface Mail {
  subject: string
  text: string
  html: string
}
