import * as z from 'zod/mini'
import {
  APPROVAL_EVIDENCE_CHANGED,
  APPROVAL_NOT_MAKER,
  APPROVAL_NOT_PENDING,
  APPROVAL_PENDING,
  APPROVAL_SAME_PERSON,
} from '../approvals/index.js'
import { count, cursor, defineRpc, fils, id, isoDateTime, reasonText, units } from '../core.js'
import { NOT_FOUND, VALIDATION_FAILED } from '../errors.js'
import { QuarantinedFile, UPLOAD_GONE, UPLOAD_TOO_LARGE, UPLOAD_TYPE_REFUSED } from '../uploads.js'
import { CONFLICT_OF_INTEREST } from './errors.js'
import {
  DISTRIBUTION_NOT_POSSIBLE,
  INCOME_FILE_REFUSED,
  INCOME_FUNDS_INSUFFICIENT,
  INCOME_NOT_POSSIBLE,
  INCOME_REFERENCE_USED,
} from './income-errors.js'
import { RaiseState } from './events.js'
import {
  DistributionState,
  DistributionView,
  IncomeDocument,
  IncomeEntryView,
  IncomeEstimateView,
  IncomeFact,
  IncomePeriod,
  InvestorIncomeView,
  PropertyQuarterView,
  WaterfallView,
} from './income-views.js'
import { propertyRef, PropertyRef } from './views.js'

/** The number of the bank transfer, invoice or contract; unique in a property. No names. */
const reference = z.string().check(z.trim(), z.minLength(3), z.maxLength(100))

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
  errors: [
    NOT_FOUND,
    CONFLICT_OF_INTEREST,
    DISTRIBUTION_NOT_POSSIBLE,
    APPROVAL_SAME_PERSON,
    APPROVAL_NOT_PENDING,
    APPROVAL_EVIDENCE_CHANGED,
  ],
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
