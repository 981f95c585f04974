import * as z from 'zod/mini'
import { count, cursor, defineRpc, id, isoDateTime, version } from '../core.js'
import { VALIDATION_FAILED } from '../errors.js'
import { pageLimit } from '../query.js'

/** One rule's decision as it was stored, with its meaning in words. */
export const RuleDecisionView = z.object({
  /** Such as `adgm.valuation`. */
  rule: z.string(),
  version: z.int(),
  allowed: z.boolean(),
  /** The inputs that decided, by name. Amounts in fils. */
  inputs: z.record(z.string(), z.unknown()),
  /** The rule and its source in full, for staff. */
  explanation: z.string(),
  /** What the investor is shown when this rule denies an order. */
  investorText: z.object({ en: z.string(), ar: z.string() }),
})
export type RuleDecisionView = z.infer<typeof RuleDecisionView>

/** The decisions about one order, or about a request that was denied. */
export const DecisionRecord = z.object({
  recordId: id,
  kind: z.enum(['order', 'denial']),
  userId: id,
  propertyId: id,
  /** Set for an order. */
  orderId: z.optional(id),
  at: isoDateTime,
  decisions: z.array(RuleDecisionView),
})
export type DecisionRecord = z.infer<typeof DecisionRecord>

/** A quiz of the learning hub that an investor completed: evidence of what they have learned. No rule reads it. */
export const QuizEvidence = z.object({
  quizId: id,
  quizVersion: version,
  correct: count,
  questions: count,
  completedAt: isoDateTime,
})
export type QuizEvidence = z.infer<typeof QuizEvidence>

/** Whose decisions: of one order, or of all orders and denials of an investor. */
const subject = {
  orderId: z.optional(id),
  userId: z.optional(id),
}

const isOne = ({ orderId, userId }: { orderId?: string | undefined; userId?: string | undefined }) =>
  (orderId === undefined) !== (userId === undefined)

/**
 * Lists the decisions about an order (`orderId`), or about an investor's orders and denials (`userId`), newest first.
 * Exactly one of the two is required. Each read is audited.
 */
export const ListDecisions = defineRpc({
  name: 'investment.listDecisions',
  input: z
    .object({
      ...subject,
      limit: z._default(z.int().check(z.minimum(1), z.maximum(100)), 20),
      cursor: z.optional(cursor),
    })
    .check(z.refine(isOne, { error: 'Pass either orderId or userId', path: ['userId'] })),
  output: z.object({
    records: z.array(DecisionRecord),
    count: z.int(),
    cursor: z.optional(z.string()),
    /** The latest quizzes of an investor, newest first; on the first page with `userId`. */
    quizzes: z.optional(z.array(QuizEvidence)),
  }),
  access: ['compliance', 'finance'],
  errors: [VALIDATION_FAILED],
})

/** GET /compliance/decisions. */
export const DecisionsQuery = z.object({ ...subject, limit: z.optional(pageLimit), cursor: z.optional(cursor) })
