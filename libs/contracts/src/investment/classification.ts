import * as z from 'zod/mini'
import {
  APPROVAL_EVIDENCE_CHANGED,
  APPROVAL_NOT_MAKER,
  APPROVAL_NOT_PENDING,
  APPROVAL_PENDING,
  APPROVAL_SAME_PERSON,
} from '../approvals/index.js'
import { cursor, defineRpc, fils, id, isoDateTime, reasonText, version } from '../core.js'
import { NOT_FOUND, VALIDATION_FAILED } from '../errors.js'
import { CLASSIFICATION_NOT_POSSIBLE, CONFLICT_OF_INTEREST } from './errors.js'
import { InvestorClass } from './events.js'

/** Reference to a document outside the platform's records of money. No names and no numbers of identity documents. */
const reference = z.string().check(z.trim(), z.minLength(3), z.maxLength(100))

/** What a class other than retail rests on. */
export const ClassificationEvidence = z.object({
  kind: z.enum(['net_assets', 'regulated_entity', 'large_undertaking']),
  reference,
  /** The date of the evidence. */
  asOf: z.iso.date(),
  /** Of `net_assets` only. Dollars are converted at the fixed rate of 3.6725. */
  netAssetsFils: z.optional(fils),
})
export type ClassificationEvidence = z.infer<typeof ClassificationEvidence>

/**
 * A change of class. Retail needs neither evidence nor expiry and is possible at any time. A higher class needs
 * evidence, the reference of the investor's written request (`optUp`) and an expiry, after which the investor is retail
 * again.
 */
export const Classification = z.object({
  userId: id,
  investorClass: InvestorClass,
  evidence: z.optional(ClassificationEvidence),
  optUp: z.optional(reference),
  expiresAt: z.optional(isoDateTime),
})
export type Classification = z.infer<typeof Classification>

/** A change of class that one person has proposed and another person must decide. */
export const PendingClassification = z.extend(Classification, {
  approvalId: id,
  reason: z.string(),
  /** User id of the proposer. */
  maker: id,
  requestedAt: isoDateTime,
})
export type PendingClassification = z.infer<typeof PendingClassification>

/** An investor's class. `retail` with version 0 without any decision. */
export const ClassificationView = z.object({
  userId: id,
  /** The class that applies now: retail once `expiresAt` has passed. */
  investorClass: InvestorClass,
  /** The last decided class. */
  decidedClass: InvestorClass,
  evidence: z.optional(ClassificationEvidence),
  optUp: z.optional(z.string()),
  expiresAt: z.optional(isoDateTime),
  decidedAt: z.optional(isoDateTime),
  maker: z.optional(id),
  checker: z.optional(id),
  pending: z.optional(PendingClassification),
  version,
})
export type ClassificationView = z.infer<typeof ClassificationView>

const staff = ['compliance'] as const
const reason = reasonText(500)

/** Returns an investor's class with its evidence, and the pending proposal. Each read is audited. */
export const GetClassification = defineRpc({
  name: 'investment.getClassification',
  input: z.object({ userId: id }),
  output: z.object({ classification: ClassificationView }),
  access: staff,
  errors: [],
})

/** Lists the proposals that await a second person, oldest first. Each read is audited. */
export const ListClassifications = defineRpc({
  name: 'investment.listClassifications',
  input: z.object({
    limit: z._default(z.int().check(z.minimum(1), z.maximum(100)), 50),
    cursor: z.optional(cursor),
  }),
  output: z.object({
    classifications: z.array(PendingClassification),
    count: z.int(),
    cursor: z.optional(z.string()),
  }),
  access: staff,
  errors: [VALIDATION_FAILED],
})

/** Proposes an investor's class; it applies only when another person approves it. */
export const ProposeClassification = defineRpc({
  name: 'investment.proposeClassification',
  input: z.extend(Classification, { reason }),
  output: z.object({ pending: PendingClassification }),
  access: staff,
  errors: [NOT_FOUND, CONFLICT_OF_INTEREST, CLASSIFICATION_NOT_POSSIBLE, APPROVAL_PENDING],
})

/** Approves or rejects a proposed class; an approved one applies at once. */
export const DecideClassification = defineRpc({
  name: 'investment.decideClassification',
  input: z.object({ approvalId: id, verdict: z.enum(['approve', 'reject']), reason }),
  output: z.object({ state: z.enum(['approved', 'rejected']) }),
  access: staff,
  errors: [
    NOT_FOUND,
    CONFLICT_OF_INTEREST,
    CLASSIFICATION_NOT_POSSIBLE,
    APPROVAL_SAME_PERSON,
    APPROVAL_NOT_PENDING,
    APPROVAL_EVIDENCE_CHANGED,
  ],
})

/** Withdraws the caller's own proposal. */
export const WithdrawClassification = defineRpc({
  name: 'investment.withdrawClassification',
  input: z.object({ approvalId: id }),
  output: z.object({ state: z.literal('withdrawn') }),
  access: staff,
  errors: [NOT_FOUND, APPROVAL_NOT_MAKER, APPROVAL_NOT_PENDING],
})
