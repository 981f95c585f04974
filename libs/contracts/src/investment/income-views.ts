import * as z from 'zod/mini'
import { count, fils, id, isoDateTime, units, version } from '../core.js'
import { PropertyRef } from './views.js'

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
