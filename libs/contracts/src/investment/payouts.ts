import * as z from 'zod/mini'
import {
  APPROVAL_EVIDENCE_CHANGED,
  APPROVAL_NOT_MAKER,
  APPROVAL_NOT_PENDING,
  APPROVAL_PENDING,
  APPROVAL_SAME_PERSON,
} from '../approvals/index.js'
import { count, cursor, defineRpc, fils, id, isoDateTime, reasonText, version } from '../core.js'
import { NOT_FOUND, VALIDATION_FAILED } from '../errors.js'
import { defineError } from '../result.js'
import { pageLimit } from '../query.js'
import { QuarantinedFile, UPLOAD_GONE } from '../uploads.js'
import { WithdrawalView } from './cash.js'
import { CONFLICT_OF_INTEREST } from './errors.js'

export const NO_PAYOUTS = defineError({
  code: 'NO_PAYOUTS',
  status: 409,
  description:
    'No withdrawal awaits a payment file: none is requested, or the accounts of their investors are suspended.',
})

export const PAYOUTS_NOT_CONFIGURED = defineError({
  code: 'PAYOUTS_NOT_CONFIGURED',
  status: 409,
  description: 'The platform’s client money account is not configured, so no payment file can be made.',
})

export const PAYMENT_FILE_RECALLED = defineError({
  code: 'PAYMENT_FILE_RECALLED',
  status: 409,
  description:
    'An investor in this payment file may no longer be paid. The file must not reach the bank; its withdrawals are requested again.',
})

/** Why a statement can't be read: the `why` of STATEMENT_INVALID. */
export const StatementFault = z.enum([
  /** Larger than 5 MB, or more than 20,000 entries. */
  'size',
  /** Not well-formed XML, nested too deeply, or with a document type. */
  'xml',
  /** Not a camt.053 statement. */
  'format',
  /** A statement of another account. */
  'account',
])
export type StatementFault = z.infer<typeof StatementFault>

export const STATEMENT_INVALID = defineError({
  code: 'STATEMENT_INVALID',
  status: 422,
  extra: { why: StatementFault },
  description: 'The file is not a statement of the client money account. `why` is the reason. Nothing was booked.',
})

/** A withdrawal as finance staff see it: without a name and with a masked account number. */
export const PayoutView = z.extend(WithdrawalView, {
  userId: id,
  fileId: z.optional(id),
  /** The reason code of the bank, for a rejected or returned payment. */
  bankReason: z.optional(z.string()),
})
export type PayoutView = z.infer<typeof PayoutView>

/**
 * A file of payments. `approved`: nobody has it yet. `released`: it was downloaded or is on its way to the bank.
 * `delivered`: the bank has accepted it. `recalled`: it never left, because an investor in it may no longer be paid; its
 * withdrawals are requested again.
 */
export const PaymentFileView = z.object({
  fileId: id,
  state: z.enum(['approved', 'released', 'delivered', 'recalled']),
  payments: count,
  totalFils: fils,
  /** SHA-256 of the file, hex. */
  sha256: z.string(),
  maker: id,
  checker: id,
  approvedAt: isoDateTime,
  deliveredAt: z.optional(isoDateTime),
})
export type PaymentFileView = z.infer<typeof PaymentFileView>

/** A payment file that one person has proposed and another must decide. */
export const PendingPaymentFile = z.object({
  approvalId: id,
  payments: count,
  totalFils: fils,
  maker: id,
  reason: z.string(),
  requestedAt: isoDateTime,
})
export type PendingPaymentFile = z.infer<typeof PendingPaymentFile>

/** What entries of one kind come to. */
const Totals = z.object({ entries: count, totalFils: fils })

/** An uploaded statement that one person has proposed and another must decide. Nothing of it is booked yet. */
export const PendingBankStatement = z.object({
  approvalId: id,
  statementId: z.string(),
  /** SHA-256 of the file, hex. */
  sha256: z.string(),
  entries: count,
  /** Payments that left the account. */
  paid: Totals,
  /** Payments that the bank refused: their money is released to the investors' cash. */
  rejected: Totals,
  /** Payments that came back: their money is credited to the investors' cash. */
  returned: Totals,
  maker: id,
  requestedAt: isoDateTime,
})
export type PendingBankStatement = z.infer<typeof PendingBankStatement>

/** An entry of a bank statement that no withdrawal explains. */
export const PayoutDifferenceView = z.object({
  differenceId: id,
  /**
   * `unknown`: no withdrawal has its reference. `amount`: the withdrawal has another amount. `state`: the withdrawal
   * isn't in the state that the entry presumes, such as a return of an unpaid one.
   */
  why: z.enum(['unknown', 'amount', 'state']),
  entry: z.enum(['paid', 'rejected', 'returned', 'other']),
  direction: z.enum(['in', 'out']),
  amountFils: fils,
  endToEndId: z.optional(z.string()),
  statementId: z.string(),
  state: z.enum(['open', 'resolved']),
  openedAt: isoDateTime,
  version,
})
export type PayoutDifferenceView = z.infer<typeof PayoutDifferenceView>

const staff = ['finance'] as const
const reason = reasonText(500)
const timeoutMs = 20_000

/**
 * Lists withdrawals, oldest first in the view `open` and newest first in `all`. The first page has the files, the
 * pending proposals and the open differences. Each read is audited.
 */
export const ListPayouts = defineRpc({
  name: 'investment.listPayouts',
  input: z.object({
    view: z._default(z.enum(['open', 'all']), 'open'),
    limit: z._default(z.int().check(z.minimum(1), z.maximum(100)), 50),
    cursor: z.optional(cursor),
  }),
  output: z.object({
    payouts: z.array(PayoutView),
    count,
    cursor: z.optional(z.string()),
    /** What the next file would contain. */
    ready: z.object({ payments: count, totalFils: fils }),
    pending: z.optional(PendingPaymentFile),
    pendingBankStatement: z.optional(PendingBankStatement),
    files: z.optional(z.array(PaymentFileView)),
    differences: z.optional(z.array(PayoutDifferenceView)),
  }),
  access: staff,
  errors: [VALIDATION_FAILED],
})

/** Proposes a payment file of every requested withdrawal, at most 500; another person approves it. */
export const ProposePaymentFile = defineRpc({
  name: 'investment.proposePaymentFile',
  input: z.object({ reason }),
  output: z.object({ pending: PendingPaymentFile }),
  access: staff,
  errors: [NO_PAYOUTS, PAYOUTS_NOT_CONFIGURED, CONFLICT_OF_INTEREST, APPROVAL_PENDING],
})

/**
 * Approves or rejects a proposed payment file. Approving writes the file and moves its withdrawals to `sent`, so that
 * none can be cancelled any more. Events: `investment.withdrawal.changed.v1`.
 */
export const DecidePaymentFile = defineRpc({
  name: 'investment.decidePaymentFile',
  input: z.object({ approvalId: id, verdict: z.enum(['approve', 'reject']), reason }),
  output: z.object({ state: z.enum(['approved', 'rejected']), file: z.optional(PaymentFileView) }),
  access: staff,
  timeoutMs,
  errors: [NOT_FOUND, CONFLICT_OF_INTEREST, APPROVAL_SAME_PERSON, APPROVAL_NOT_PENDING, APPROVAL_EVIDENCE_CHANGED],
})

/** Withdraws the caller's own proposal. */
export const WithdrawPaymentFile = defineRpc({
  name: 'investment.withdrawPaymentFile',
  input: z.object({ approvalId: id }),
  output: z.object({ state: z.literal('withdrawn') }),
  access: staff,
  errors: [NOT_FOUND, APPROVAL_NOT_MAKER, APPROVAL_NOT_PENDING],
})

/**
 * Returns a payment file (pain.001.001.03). The first read releases it, unless an investor in it may no longer be paid.
 * Each read is audited: it has names and account numbers.
 */
export const GetPaymentFile = defineRpc({
  name: 'investment.getPaymentFile',
  input: z.object({ fileId: id }),
  output: z.object({ ...QuarantinedFile, contentType: z.literal('application/xml'), sizeBytes: count }),
  access: staff,
  timeoutMs,
  errors: [NOT_FOUND, PAYMENT_FILE_RECALLED],
})

/** What an import of a statement did. `known` entries had been imported before. */
export const StatementResult = z.object({
  statementId: z.string(),
  entries: count,
  booked: count,
  known: count,
  /** Entries that match nothing: differences that were opened. */
  differences: count,
})
export type StatementResult = z.infer<typeof StatementResult>

/**
 * Takes a bank statement (camt.053) out of quarantine and proposes to book it. Another person has to approve it, because
 * a forged statement would credit money that the bank never returned.
 */
export const ProposeBankStatement = defineRpc({
  name: 'investment.proposeBankStatement',
  input: z.object({ ...QuarantinedFile }),
  output: z.object({ pending: PendingBankStatement }),
  access: staff,
  timeoutMs,
  errors: [PAYOUTS_NOT_CONFIGURED, UPLOAD_GONE, STATEMENT_INVALID, CONFLICT_OF_INTEREST, APPROVAL_PENDING],
})

/**
 * Approves or rejects a proposed statement. Approving books it: a paid withdrawal is posted, a rejected one released, and
 * a returned one credited to the investor's cash again. An entry is booked at most once, and one that matches nothing
 * opens a difference. Events: `investment.withdrawal.changed.v1`.
 */
export const DecideBankStatement = defineRpc({
  name: 'investment.decideBankStatement',
  input: z.object({ approvalId: id, verdict: z.enum(['approve', 'reject']), reason }),
  output: z.object({ state: z.enum(['approved', 'rejected']), statement: z.optional(StatementResult) }),
  access: staff,
  timeoutMs,
  errors: [NOT_FOUND, CONFLICT_OF_INTEREST, APPROVAL_SAME_PERSON, APPROVAL_NOT_PENDING],
})

/** Withdraws the caller's own proposal of a statement; nothing of it is booked. */
export const WithdrawBankStatement = defineRpc({
  name: 'investment.withdrawBankStatement',
  input: z.object({ approvalId: id }),
  output: z.object({ state: z.literal('withdrawn') }),
  access: staff,
  errors: [NOT_FOUND, APPROVAL_NOT_MAKER, APPROVAL_NOT_PENDING],
})

/** `GET /finance/payouts` */
export const PayoutsQuery = z.object({
  view: z.optional(z.enum(['open', 'all'])),
  limit: z.optional(pageLimit),
  cursor: z.optional(cursor),
})

/** POST /finance/payment-files */
export const ProposePaymentFileBody = ProposePaymentFile.input
/** POST /finance/payment-files/{approvalId}/decision */
export const DecidePaymentFileBody = z.object({ verdict: z.enum(['approve', 'reject']), reason })
/** POST /finance/bank-statements/{approvalId}/decision */
export const DecideBankStatementBody = z.omit(DecideBankStatement.input, { approvalId: true })
/** POST /finance/bank-statements: a form with the file. */
export const StatementForm = z.object({ file: z.file() })
