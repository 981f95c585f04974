import * as z from 'zod/mini'
import {
  APPROVAL_EVIDENCE_CHANGED,
  APPROVAL_NOT_MAKER,
  APPROVAL_NOT_PENDING,
  APPROVAL_PENDING,
  APPROVAL_SAME_PERSON,
} from '../approvals/index.js'
import { count, cursor, defineRpc, fils, id, isoDateTime, reasonText, units, version } from '../core.js'
import { NOT_FOUND, VALIDATION_FAILED } from '../errors.js'
import { defineError } from '../result.js'
import { CONFLICT_OF_INTEREST } from './errors.js'
import { IncomeDocument } from './income-views.js'
import { propertyRef, PropertyRef } from './views.js'

const staff = ['finance'] as const
const reason = reasonText(500)

/** How a valuer has arrived at the value. */
export const ValuationMethod = z.enum([
  /** From prices of similar properties. */
  'sales_comparison',
  /** From the rent that the property earns. */
  'income',
  /** From the land and what the building would cost today. */
  'cost',
])
export type ValuationMethod = z.infer<typeof ValuationMethod>

/** Why a valuation is not possible: the `why` of VALUATION_NOT_POSSIBLE. */
export const ValuationRefusal = z.enum([
  /** The raise is not completed: no one holds registered shares. */
  'raise_state',
  /** The date is in the future. */
  'date',
  /** The date is before the day on which the raise was completed. */
  'before_completion',
  /** The date is before that of the latest approved valuation. */
  'earlier',
  /** The document is not stored, or is not a PDF. */
  'document',
])
export type ValuationRefusal = z.infer<typeof ValuationRefusal>

export const VALUATION_NOT_POSSIBLE = defineError({
  code: 'VALUATION_NOT_POSSIBLE',
  status: 409,
  extra: { why: ValuationRefusal },
  description: 'The valuation cannot be recorded. `why` is the reason.',
})

const facts = {
  /** The day as of which the property was valued. */
  date: z.iso.date(),
  /** Of the whole property. */
  valueFils: fils.check(z.minimum(1), z.maximum(1_000_000_000_000)),
  /** The name of the valuer. */
  valuer: z.string().check(z.trim(), z.minLength(3), z.maxLength(100)),
  method: ValuationMethod,
}

export const ValuationState = z.enum(['proposed', 'approved', 'rejected', 'withdrawn'])
export type ValuationState = z.infer<typeof ValuationState>

/** A valuation as finance staff see it. */
export const ValuationView = z.object({
  valuationId: id,
  property: PropertyRef,
  ...facts,
  document: IncomeDocument,
  state: ValuationState,
  /** User id of the proposer. */
  maker: id,
  reason: z.string(),
  requestedAt: isoDateTime,
  checker: z.optional(id),
  checkerReason: z.optional(z.string()),
  /** When it was approved or rejected. */
  decidedAt: z.optional(isoDateTime),
  /** Set if the caller holds units of the property: two other people have to decide. */
  own: z.optional(z.literal(true)),
  version,
})
export type ValuationView = z.infer<typeof ValuationView>

/** An approved valuation as everyone sees it. */
export const PublishedValuation = z.object({
  ...facts,
  /** SHA-256 of the valuer's report, in hexadecimal. */
  documentSha256: IncomeDocument.shape.sha256,
  approvedAt: isoDateTime,
})
export type PublishedValuation = z.infer<typeof PublishedValuation>

/**
 * Proposes a valuation of a property; it counts only when another person approves it. The date is not in the future, and
 * not before that of the latest approved one. One of the same date corrects it.
 */
export const ProposeValuation = defineRpc({
  name: 'investment.proposeValuation',
  access: staff,
  input: z.object({
    propertyId: id,
    ...facts,
    /** The hash of a stored PDF of the property. */
    documentSha256: IncomeDocument.shape.sha256,
    reason,
  }),
  output: z.object({ valuation: ValuationView }),
  errors: [NOT_FOUND, CONFLICT_OF_INTEREST, VALUATION_NOT_POSSIBLE, APPROVAL_PENDING],
})

/** Approves or rejects a proposed valuation. */
export const DecideValuation = defineRpc({
  name: 'investment.decideValuation',
  access: staff,
  input: z.object({ valuationId: id, verdict: z.enum(['approve', 'reject']), reason }),
  output: z.object({ state: z.enum(['approved', 'rejected']) }),
  errors: [NOT_FOUND, CONFLICT_OF_INTEREST, APPROVAL_SAME_PERSON, APPROVAL_NOT_PENDING, APPROVAL_EVIDENCE_CHANGED],
})

/** Withdraws the caller's own proposal. */
export const WithdrawValuation = defineRpc({
  name: 'investment.withdrawValuation',
  access: staff,
  input: z.object({ valuationId: id }),
  output: z.object({ state: z.literal('withdrawn') }),
  errors: [NOT_FOUND, APPROVAL_NOT_MAKER, APPROVAL_NOT_PENDING],
})

/** Lists valuations, newest first. Each read is audited. */
export const ListValuations = defineRpc({
  name: 'investment.listValuations',
  access: staff,
  input: z.object({
    limit: z._default(z.int().check(z.minimum(1), z.maximum(100)), 50),
    cursor: z.optional(cursor),
    state: z.optional(ValuationState),
    propertyId: z.optional(id),
  }),
  output: z.object({ valuations: z.array(ValuationView), count, cursor: z.optional(z.string()) }),
  errors: [VALIDATION_FAILED],
})

/**
 * Returns a property's approved valuations, newest first; at most 40. Of one date, only the one that was approved last.
 * `id` is its id or slug.
 */
export const GetPropertyValuations = defineRpc({
  name: 'investment.getPropertyValuations',
  access: 'public',
  input: z.object({ id: propertyRef }),
  output: z.object({
    property: PropertyRef,
    /** All units of the company: a unit is worth the value divided by them. */
    unitsIssued: units,
    valuations: z.array(PublishedValuation),
    asOf: isoDateTime,
  }),
  errors: [NOT_FOUND],
})

/** What happened to the value of an investor's holdings, with the amount that it was about. */
export const ValueEvent = z.object({
  /** The day in Dubai. */
  day: z.iso.date(),
  kind: z.enum([
    /** Shares were paid; `amountFils` is their cost, without the fee. */
    'purchase',
    /** Shares of a cancelled or disputed order were taken back; `amountFils` is their cost. */
    'returned',
    /** Registered shares came from, or went to, another investor; `amountFils` is the cost that moved with them. */
    'transfer_in',
    'transfer_out',
    /** The property was valued; `amountFils` is what the caller's shares were worth. */
    'valuation',
    /** Net income was paid to the caller. */
    'distribution',
  ]),
  property: PropertyRef,
  amountFils: fils,
})
export type ValueEvent = z.infer<typeof ValueEvent>

/** The value of all holdings from a day on, until the next step. */
export const ValueStep = z.object({
  day: z.iso.date(),
  /** Each holding at its latest valuation up to that day, and without one at cost. */
  valueFils: fils,
  /** The cost of the shares that were held, without fees. */
  contributedFils: fils,
})
export type ValueStep = z.infer<typeof ValueStep>

/**
 * The returns of all holdings from the first contribution to a day, in basis points. `isAnnual`: a year's, as the period has
 * at least 365 days; otherwise the whole period's.
 */
export const Returns = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  isAnnual: z.boolean(),
  /** How the shares did, whatever was paid in when; income counts, fees don't. */
  timeWeightedBasisPoints: z.int(),
  /** What the caller's money earned since it was paid in, after the platform's fees. */
  moneyWeightedBasisPoints: z.int(),
})
export type Returns = z.infer<typeof Returns>

/**
 * Returns what the caller's holdings were worth over time, as steps from the first contribution on, oldest first, with
 * what happened and the returns that follow. Nothing is interpolated: a value stays the same until the next step. There are
 * no returns before the day after the first contribution.
 */
export const GetValueOverTime = defineRpc({
  name: 'investment.getValueOverTime',
  access: 'user',
  input: z.object({}),
  output: z.object({
    steps: z.array(ValueStep),
    events: z.array(ValueEvent),
    returns: z.optional(Returns),
    asOf: isoDateTime,
  }),
  errors: [],
})
