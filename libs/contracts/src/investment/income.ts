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
import { QuarantinedFile, UPLOAD_GONE, UPLOAD_TOO_LARGE, UPLOAD_TYPE_REFUSED } from '../uploads.js'
import {
  CONFLICT_OF_INTEREST,
  DISTRIBUTION_NOT_POSSIBLE,
  INCOME_FILE_REFUSED,
  INCOME_FUNDS_INSUFFICIENT,
  INCOME_NOT_POSSIBLE,
  INCOME_REFERENCE_USED,
} from './errors.js'
import { RaiseState } from './events.js'
import { propertyRef, PropertyRef } from './views.js'

/** A calendar quarter in Dubai, such as `2026-Q3`. */
export const IncomePeriod = z.string().check(z.regex(/^20\d{2}-Q[1-4]$/))
export type IncomePeriod = z.infer<typeof IncomePeriod>

export const IncomeKind = z.enum([
  /** Rent that the tenant has paid. */
  'rent',
  /** A cost of the property that was paid. */
  'cost',
  /** Days without a tenant. No money moves. */
  'vacancy',
  /** Rent that the tenant owes at the end of the period. No money moves. */
  'arrears',
])
export type IncomeKind = z.infer<typeof IncomeKind>

export const IncomeCategory = z.enum(['serviceCharge', 'management', 'insurance', 'maintenance', 'other'])
export type IncomeCategory = z.infer<typeof IncomeCategory>

/** The number of the bank transfer, invoice or contract; unique in a property. No names. */
const reference = z.string().check(z.trim(), z.minLength(3), z.maxLength(100))
const amountFils = fils.check(z.minimum(1), z.maximum(100_000_000_000))

/** A stored document of entries. Its hash is of its bytes. */
export const IncomeDocument = z.object({
  /** SHA-256 of the stored bytes, in hexadecimal. */
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  contentType: z.enum(['application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'text/csv']),
  sizeBytes: count,
})
export type IncomeDocument = z.infer<typeof IncomeDocument>

/** What an entry states. `cost` has a category; `vacancy` has days instead of an amount. */
export const IncomeFact = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('rent'), amountFils }),
  z.object({ kind: z.literal('cost'), category: IncomeCategory, amountFils }),
  z.object({ kind: z.literal('vacancy'), days: z.int().check(z.minimum(1), z.maximum(92)) }),
  z.object({ kind: z.literal('arrears'), amountFils }),
])
export type IncomeFact = z.infer<typeof IncomeFact>

/** A recorded entry. Entries never change: a mistake is corrected by an entry that reverses it. */
export const IncomeEntryView = z.object({
  entryId: id,
  propertyId: id,
  period: IncomePeriod,
  kind: IncomeKind,
  category: z.optional(IncomeCategory),
  /** Of `rent`, `cost` and `arrears`; negative for an entry that reverses another. */
  amountFils: z.optional(fils),
  /** Of `vacancy`; negative for an entry that reverses another. */
  days: z.optional(z.int()),
  /** The part of a cost that the reserve paid, because the operating account did not have enough. */
  fromReserveFils: z.optional(fils),
  /** The day of the payment, invoice or fact. */
  date: z.iso.date(),
  reference: z.string(),
  document: IncomeDocument,
  /** The entry that this one reverses. */
  reverses: z.optional(id),
  /** The entry that reverses this one. */
  reversedBy: z.optional(id),
  /** Why it was reversed; of a reversing entry. */
  reason: z.optional(z.string()),
  recordedAt: isoDateTime,
  /** User id of the person who recorded it. */
  recordedBy: id,
})
export type IncomeEntryView = z.infer<typeof IncomeEntryView>

/**
 * From gross rent to net income. Amounts in fils, zero or more, except `operatingIncomeFils`, which can be negative.
 * `@hissa/money` computes it (`waterfall`).
 */
export const WaterfallView = z.object({
  grossRentFils: fils,
  /** Of a target only. */
  vacancyFils: fils,
  costs: z.object({ serviceCharge: fils, management: fils, insurance: fils, maintenance: fils, other: fils }),
  /** Costs that the reserve paid. */
  fromReserveFils: fils,
  /** grossRent − vacancy − costs + fromReserve. */
  operatingIncomeFils: fils,
  /** Income that later costs have used, so that it cannot be distributed. */
  usedFils: fils,
  reserveFils: fils,
  platformFeeFils: fils,
  /** operatingIncome − used − reserve − platformFee, or zero. Distributed over all units of the company. */
  netIncomeFils: fils,
})
export type WaterfallView = z.infer<typeof WaterfallView>

export const DistributionState = z.enum([
  /** Awaits a second person. */
  'proposed',
  'rejected',
  'withdrawn',
  /** Its figures changed before it was decided, and another was proposed. */
  'expired',
  /** Approved: the money is set aside, and each part is being computed. */
  'declared',
  'paying',
  'paid',
])
export type DistributionState = z.infer<typeof DistributionState>

/** A distribution as finance staff see it. */
export const DistributionView = z.object({
  distributionId: id,
  property: PropertyRef,
  period: IncomePeriod,
  /** Who holds units at the end of this day in Dubai receives the distribution. */
  recordDate: z.iso.date(),
  state: DistributionState,
  /** As proposed. */
  waterfall: WaterfallView,
  netIncomeFils: fils,
  /** All units of the company: the net income is divided by them. */
  unitsIssued: units,
  /** User id of the proposer. */
  maker: id,
  reason: z.string(),
  requestedAt: isoDateTime,
  checker: z.optional(id),
  checkerReason: z.optional(z.string()),
  /** When it was approved. */
  declaredAt: z.optional(isoDateTime),
  paidAt: z.optional(isoDateTime),
  /** Set once it is declared. Counts grow until they are complete. */
  progress: z.optional(
    z.object({
      /** Investors with a part; complete once payment begins. */
      investors: count,
      paidInvestors: count,
      /** Paid to investors so far. */
      paidFils: fils,
      /** Owed to the company for units that no investor holds; known once every holding is read. */
      companyFils: z.optional(fils),
    }),
  ),
  /** Of a proposed one: its figures have changed since, so it cannot be approved. */
  outdated: z.optional(z.literal(true)),
  /** Set if the caller holds units of the property: two other people have to decide. */
  own: z.optional(z.literal(true)),
  version,
})
export type DistributionView = z.infer<typeof DistributionView>

/** A distribution of which the caller receives a part, with its derivation. */
export const InvestorIncomeView = z.object({
  distributionId: id,
  property: PropertyRef,
  period: IncomePeriod,
  state: z.enum(['declared', 'paid']),
  /** The caller's units at the end of the record date. */
  units,
  /** All units of the company. */
  unitsIssued: units,
  waterfall: WaterfallView,
  netIncomeFils: fils,
  /** netIncome × units ÷ unitsIssued, rounded by largest remainder. */
  amountFils: fils,
  recordDate: z.iso.date(),
  declaredAt: isoDateTime,
  paidAt: z.optional(isoDateTime),
})
export type InvestorIncomeView = z.infer<typeof InvestorIncomeView>

/** What the caller would receive for a quarter if the property earned its target. Not promised. */
export const IncomeEstimateView = z.object({
  property: PropertyRef,
  /** The first quarter without a distribution, from the one in which the shares were registered. */
  period: IncomePeriod,
  units,
  unitsIssued: units,
  targetNetIncomeFils: fils,
  /** Rounded down. */
  amountFils: fils,
  /** The first day after the quarter. */
  dueFrom: z.iso.date(),
})
export type IncomeEstimateView = z.infer<typeof IncomeEstimateView>

/** One quarter of a property: what was targeted and what was recorded. */
export const PropertyQuarterView = z.object({
  period: IncomePeriod,
  /** A quarter of the offering's target year; null if the offering states none. */
  target: z.nullable(WaterfallView),
  /** Null while nothing is recorded. */
  actual: z.nullable(WaterfallView),
  /** Days without a tenant. */
  vacancyDays: count,
  /** Rent that the tenant owed. */
  arrearsFils: fils,
  distribution: z.optional(
    z.object({
      state: z.enum(['declared', 'paying', 'paid']),
      netIncomeFils: fils,
      recordDate: z.iso.date(),
      declaredAt: isoDateTime,
      paidAt: z.optional(isoDateTime),
    }),
  ),
})
export type PropertyQuarterView = z.infer<typeof PropertyQuarterView>

const staff = ['finance'] as const
const reason = reasonText(500)
const timeoutMs = 20_000
const page = {
  limit: z._default(z.int().check(z.minimum(1), z.maximum(100)), 50),
  cursor: z.optional(cursor),
}

/**
 * Takes a document of entries out of quarantine and stores it, encrypted: a PDF or a picture, unchanged. The same
 * document is stored once.
 */
export const StoreIncomeDocument = defineRpc({
  name: 'investment.storeIncomeDocument',
  access: staff,
  timeoutMs,
  input: z.object({ propertyId: id, ...QuarantinedFile }),
  output: z.object({ document: IncomeDocument }),
  errors: [NOT_FOUND, CONFLICT_OF_INTEREST, INCOME_NOT_POSSIBLE, UPLOAD_GONE, UPLOAD_TYPE_REFUSED, UPLOAD_TOO_LARGE],
})

/** Returns a stored document by its hash. Each read is audited. */
export const GetIncomeDocument = defineRpc({
  name: 'investment.getIncomeDocument',
  access: staff,
  timeoutMs,
  input: z.object({ propertyId: id, sha256: IncomeDocument.shape.sha256 }),
  output: z.object({ ...QuarantinedFile, contentType: IncomeDocument.shape.contentType, sizeBytes: count }),
  errors: [NOT_FOUND],
})

/**
 * Records an entry and books its money: rent into the property's operating account, a cost out of it, and what it
 * lacks out of the property's reserve. Possible from the completion of the raise until the period's distribution is
 * approved.
 */
export const RecordIncomeEntry = defineRpc({
  name: 'investment.recordIncomeEntry',
  access: staff,
  input: z.object({
    propertyId: id,
    period: IncomePeriod,
    fact: IncomeFact,
    date: z.iso.date(),
    reference,
    /** The hash of a stored document. */
    documentSha256: IncomeDocument.shape.sha256,
  }),
  output: z.object({ entry: IncomeEntryView }),
  errors: [NOT_FOUND, CONFLICT_OF_INTEREST, INCOME_NOT_POSSIBLE, INCOME_REFERENCE_USED, INCOME_FUNDS_INSUFFICIENT],
})

/**
 * Reverses an entry with another one of the same period, or of the current period if its own has been distributed. The
 * money moves back to where it came from.
 */
export const ReverseIncomeEntry = defineRpc({
  name: 'investment.reverseIncomeEntry',
  access: staff,
  input: z.object({ entryId: id, reason }),
  output: z.object({ entry: IncomeEntryView }),
  errors: [NOT_FOUND, CONFLICT_OF_INTEREST, INCOME_NOT_POSSIBLE, INCOME_FUNDS_INSUFFICIENT],
})

/** The most rows of an imported file. */
export const INCOME_IMPORT_ROWS = 500
/** The columns of an imported file, in any order. Amounts are AED with at most two decimals. */
export const INCOME_IMPORT_COLUMNS = ['period', 'kind', 'category', 'amount', 'days', 'date', 'reference'] as const

/**
 * Records every row of a CSV file (UTF-8, comma-separated, with a header of `INCOME_IMPORT_COLUMNS`) or none. The file
 * is stored as the document of its entries. INCOME_FILE_REFUSED reports each wrong row.
 */
export const ImportIncomeEntries = defineRpc({
  name: 'investment.importIncomeEntries',
  access: staff,
  timeoutMs,
  input: z.object({ propertyId: id, ...QuarantinedFile }),
  output: z.object({ document: IncomeDocument, entries: z.array(IncomeEntryView), count }),
  errors: [
    NOT_FOUND,
    CONFLICT_OF_INTEREST,
    INCOME_NOT_POSSIBLE,
    INCOME_FILE_REFUSED,
    INCOME_FUNDS_INSUFFICIENT,
    UPLOAD_GONE,
    UPLOAD_TOO_LARGE,
  ],
})

/**
 * Returns a property's period with its waterfall as of now and a page of its entries, newest first. Each read is
 * audited.
 */
export const ListIncomeEntries = defineRpc({
  name: 'investment.listIncomeEntries',
  access: staff,
  input: z.object({ ...page, propertyId: id, period: IncomePeriod }),
  output: z.object({
    property: PropertyRef,
    raiseState: RaiseState,
    period: IncomePeriod,
    /** `closed` once a distribution of the period is approved. */
    periodState: z.enum(['open', 'proposed', 'closed']),
    /** As of now, or as distributed. */
    waterfall: WaterfallView,
    target: z.nullable(WaterfallView),
    vacancyDays: count,
    arrearsFils: fils,
    /** The balances of the property's accounts now. */
    balances: z.object({
      operatingFils: fils,
      reserveFils: fils,
      /** Null if the offering states none. */
      reserveTargetFils: z.nullable(fils),
    }),
    /** The period's distribution that is proposed or approved. */
    distribution: z.optional(DistributionView),
    entries: z.array(IncomeEntryView),
    count,
    cursor: z.optional(z.string()),
  }),
  errors: [NOT_FOUND, VALIDATION_FAILED],
})

/** Lists distributions, newest first. Each read is audited. */
export const ListDistributions = defineRpc({
  name: 'investment.listDistributions',
  access: staff,
  input: z.object({ ...page, state: z.optional(DistributionState), propertyId: z.optional(id) }),
  output: z.object({
    distributions: z.array(DistributionView),
    /** Quarters that ended over 30 days ago with income that is not distributed. At most 100. */
    overdue: z.array(z.object({ property: PropertyRef, period: IncomePeriod, netIncomeFils: fils })),
    count,
    cursor: z.optional(z.string()),
  }),
  errors: [VALIDATION_FAILED],
})

/** Returns a distribution with its progress. Each read is audited. */
export const GetDistribution = defineRpc({
  name: 'investment.getDistribution',
  access: staff,
  input: z.object({ distributionId: id }),
  output: z.object({ distribution: DistributionView }),
  errors: [NOT_FOUND],
})

/**
 * Proposes to distribute the net income of a period that has ended; it is set aside only when another person approves
 * it. The record date is a day that has ended, in or after the last day of the period.
 */
export const ProposeDistribution = defineRpc({
  name: 'investment.proposeDistribution',
  access: staff,
  input: z.object({ propertyId: id, period: IncomePeriod, recordDate: z.iso.date(), reason }),
  output: z.object({ distribution: DistributionView }),
  errors: [NOT_FOUND, CONFLICT_OF_INTEREST, DISTRIBUTION_NOT_POSSIBLE, APPROVAL_PENDING],
})

/** Approves or rejects a proposed distribution. An approved one is declared at once, and then paid. */
export const DecideDistribution = defineRpc({
  name: 'investment.decideDistribution',
  access: staff,
  input: z.object({ distributionId: id, verdict: z.enum(['approve', 'reject']), reason }),
  output: z.object({ state: z.enum(['declared', 'rejected']) }),
  errors: [NOT_FOUND, CONFLICT_OF_INTEREST, APPROVAL_SAME_PERSON, APPROVAL_NOT_PENDING, APPROVAL_EVIDENCE_CHANGED],
})

/** Withdraws the caller's own proposal. */
export const WithdrawDistribution = defineRpc({
  name: 'investment.withdrawDistribution',
  access: staff,
  input: z.object({ distributionId: id }),
  output: z.object({ state: z.literal('withdrawn') }),
  errors: [NOT_FOUND, APPROVAL_NOT_MAKER, APPROVAL_NOT_PENDING],
})

/** Lists the caller's distributions, newest first, with totals and estimates of the next ones. */
export const ListIncome = defineRpc({
  name: 'investment.listIncome',
  access: 'user',
  input: z.object(page),
  output: z.object({
    income: z.array(InvestorIncomeView),
    totals: z.object({
      /** Paid to the caller's cash balance, over all time. */
      receivedFils: fils,
      /** Declared and not paid yet. */
      declaredFils: fils,
      /** The caller's cash balance. */
      cashFils: fils,
    }),
    /** One for each property with registered shares and a target. */
    next: z.array(IncomeEstimateView),
    count,
    cursor: z.optional(z.string()),
  }),
  errors: [VALIDATION_FAILED],
})

/**
 * Returns a property's income by quarter, target beside actual, newest first; at most 40 quarters. For every property
 * with a raise, whatever became of it. `id` is its id or slug.
 */
export const GetPropertyIncome = defineRpc({
  name: 'investment.getPropertyIncome',
  access: 'public',
  input: z.object({ id: propertyRef }),
  output: z.object({
    property: PropertyRef,
    raiseState: RaiseState,
    /** Of a year, as the offering states it; null if it states none. */
    targetYear: z.nullable(WaterfallView),
    /** Null if the offering states none. */
    reserveTargetFils: z.nullable(fils),
    reserveFils: fils,
    unitsIssued: units,
    quarters: z.array(PropertyQuarterView),
    asOf: isoDateTime,
  }),
  errors: [NOT_FOUND],
})
