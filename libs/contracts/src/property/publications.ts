import * as z from 'zod/mini'
import {
  APPROVAL_EVIDENCE_CHANGED,
  APPROVAL_NOT_MAKER,
  APPROVAL_NOT_PENDING,
  APPROVAL_PENDING,
  APPROVAL_SAME_PERSON,
} from '../approvals/index.js'
import { cursor, defineRpc, fils, id, isoDateTime, reasonText, units, version } from '../core.js'
import { INVALID_FIELDS, NOT_FOUND, VALIDATION_FAILED } from '../errors.js'
import { pageLimit } from '../query.js'
import { UploadedPicture } from './pictures.js'
import { AcquisitionLine, ExpectedReturn, LocalText, OfferBasis, PropertyCode, RentLine, Spv } from './property.js'

const basisPoints = z.int().check(z.gte(0), z.lte(10_000))
const shortText = z.object({
  en: z.string().check(z.minLength(1), z.maxLength(500)),
  ar: z.string().check(z.minLength(1), z.maxLength(500)),
})
const spvText = z.string().check(z.minLength(1), z.maxLength(200))

/** An independent valuation of the property. `valuedOn` is its date in Dubai. */
export const Valuation = z.object({
  valuedOn: z.iso.date(),
  valuer: spvText,
  reference: spvText,
  amountFils: fils.check(z.positive()),
})

export type Valuation = z.infer<typeof Valuation>

/** The terms of an offering. A published version never changes; a correction is the next version. */
export const OfferingTerms = z.object({
  unitPriceFils: fils.check(z.positive()),
  /** Units offered in this raise. */
  unitsTotal: units.check(z.positive()),
  /** All units issued by the SPV. */
  unitsIssued: units.check(z.positive()),
  /** The units that must be paid for the raise to close. Absent: all units offered. */
  minimumUnits: z.optional(units.check(z.positive())),
  minimumFils: fils.check(z.positive()),
  feeBasisPoints: basisPoints,
  expectedReturn: z.nullable(z.extend(ExpectedReturn, { basisPoints, basis: shortText })),
  termYears: z.nullable(z.int().check(z.gte(1), z.lte(99))),
  deadline: isoDateTime,
  acquisition: z.array(z.extend(AcquisitionLine, { basis: shortText, source: shortText })).check(z.maxLength(20)),
  rent: z.array(z.extend(RentLine, { basis: shortText, source: shortText })).check(z.maxLength(20)),
  spv: z.nullable(z.extend(Spv, { name: spvText, registrationNumber: spvText, jurisdiction: spvText })),
  /** The legal basis of the offer; absent: `licensed-platform`. */
  basis: z.optional(OfferBasis),
  /**
   * The latest independent valuation. Its valuer is unrelated to the seller and the platform. Publishing requires one
   * that is at most 91 days old; terms of earlier releases have none.
   */
  valuation: z.optional(Valuation),
})
export type OfferingTerms = z.infer<typeof OfferingTerms>

/** Terms proposed for publication. */
export const Publication = z.object({
  approvalId: id,
  state: z.enum(['pending', 'approved', 'rejected', 'withdrawn', 'expired']),
  propertyId: id,
  slug: z.string(),
  /** Absent in publications of earlier releases. */
  code: z.optional(PropertyCode),
  title: LocalText,
  sampleData: z.boolean(),
  /** The uploaded pictures that become public with the terms; absent without any. */
  uploads: z.optional(z.array(UploadedPicture)),
  /** The version number that these terms will get. */
  offeringVersion: version,
  terms: OfferingTerms,
  /** The published terms that they replace; null for a first version. */
  replaces: z.nullable(OfferingTerms),
  /** User id of the proposer. */
  maker: id,
  reason: z.string(),
  requestedAt: isoDateTime,
  checker: z.nullable(id),
  checkerReason: z.nullable(z.string()),
  endedAt: z.nullable(isoDateTime),
})
export type Publication = z.infer<typeof Publication>

/** A publication in the staff's list. */
export const ListedPublication = z.extend(Publication, {
  /** Name or address of the proposer; null for a former staff member, and while identity is unavailable. */
  makerName: z.nullable(z.string()),
})
export type ListedPublication = z.infer<typeof ListedPublication>

const staff = ['content', 'admin'] as const

/** Lists publications that await a second person, oldest first. Reading a colleague's name is audited. */
export const ListPublications = defineRpc({
  name: 'property.listPublications',
  access: staff,
  input: z.object({
    limit: z._default(z.int().check(z.gte(1), z.lte(100)), 50),
    cursor: z.optional(cursor),
  }),
  output: z.object({ publications: z.array(ListedPublication), count: z.int(), cursor: z.optional(z.string()) }),
  errors: [VALIDATION_FAILED],
})

/**
 * Proposes to publish terms on a property: its first version or the next one. A next version keeps the unit price and
 * the numbers of units, which are already on offer. Terms that do not add up and a deadline in the past are invalid
 * fields.
 */
export const ProposePublication = defineRpc({
  name: 'property.proposePublication',
  access: staff,
  input: z.object({ propertyId: id, terms: OfferingTerms, reason: reasonText(500) }),
  output: z.object({ publication: Publication }),
  errors: [NOT_FOUND, APPROVAL_PENDING, INVALID_FIELDS],
})

/**
 * Approves or rejects another person's proposal; approved terms become public immediately. A deadline that has passed
 * since the proposal is an invalid field. Events: property.offering.published.v1, property.property.changed.v1.
 */
export const DecidePublication = defineRpc({
  name: 'property.decidePublication',
  access: staff,
  input: z.object({ approvalId: id, verdict: z.enum(['approve', 'reject']), reason: reasonText(500) }),
  output: z.object({ publication: Publication }),
  errors: [NOT_FOUND, APPROVAL_SAME_PERSON, APPROVAL_NOT_PENDING, APPROVAL_EVIDENCE_CHANGED, INVALID_FIELDS],
})

/** Withdraws the caller's proposal. */
export const WithdrawPublication = defineRpc({
  name: 'property.withdrawPublication',
  access: staff,
  input: z.object({ approvalId: id }),
  output: z.object({ publication: Publication }),
  errors: [NOT_FOUND, APPROVAL_NOT_MAKER, APPROVAL_NOT_PENDING],
})

/** `GET /publications` */
export const PublicationsQuery = z.object({
  limit: z.optional(pageLimit),
  cursor: z.optional(cursor),
})
export const PublicationsBody = z.extend(ListPublications.output, { success: z.literal(true) })
export const PublicationBody = z.object({ success: z.literal(true), publication: Publication })

/** `POST /publications` */
export const ProposePublicationBody = ProposePublication.input

/** `POST /publications/{id}/decision` */
export const PublicationDecisionBody = z.object({ verdict: z.enum(['approve', 'reject']), reason: reasonText(500) })
