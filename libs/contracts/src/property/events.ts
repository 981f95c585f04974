import * as z from 'zod/mini'
import { defineEvent, fils, id, isoDateTime, units, version } from '../core.js'
import { OfferBasis, PropertyCode } from './property.js'

/** The public view of the property has changed, so public caches must drop it. */
export const PropertyChanged = defineEvent({
  type: 'property.property.changed.v1',
  data: z.object({ propertyId: id, version }),
})

/** A year's target from gross rent to net rent. Amounts are positive; rates are shares of the gross rent. */
export const TargetIncome = z.object({
  grossRentFils: fils,
  vacancyFils: fils,
  serviceChargeFils: fils,
  managementFils: fils,
  insuranceFils: z.optional(fils),
  maintenanceFils: z.optional(fils),
  otherFils: z.optional(fils),
  reserveBasisPoints: z.int(),
  /** The balance up to which the reserve is filled. */
  reserveTargetFils: z.optional(fils),
  /** The platform's fee on rent. Absent: none. */
  platformFeeBasisPoints: z.optional(z.int()),
})
export type TargetIncome = z.infer<typeof TargetIncome>

/** A version of an offering's terms was published: a raise may open on it. */
export const OfferingPublished = defineEvent({
  type: 'property.offering.published.v1',
  data: z.object({
    propertyId: id,
    slug: z.string(),
    /** Symbol of the property's token; absent in events of earlier releases. */
    code: z.optional(PropertyCode),
    title: z.string(),
    /** In Arabic; absent in events of earlier releases. */
    titleAr: z.optional(z.string()),
    offeringVersion: version,
    unitPriceFils: fils,
    unitsTotal: units,
    /**
     * All units of the company, including those that the sponsor keeps; rent is distributed over all of them. Absent:
     * only those offered.
     */
    unitsIssued: z.optional(units),
    /** The units that must be paid for the raise to close. Absent: all of them. */
    minimumUnits: z.optional(units),
    minimumFils: fils,
    feeBasisPoints: z.int(),
    expectedReturnBasisPoints: z.nullable(z.int()),
    /** The target of a year's income. Absent if the offering states none, and in events of earlier releases. */
    income: z.optional(TargetIncome),
    deadline: isoDateTime,
    /** The legal basis of the offer; absent: `licensed-platform`. */
    basis: z.optional(OfferBasis),
    /** The date of the independent valuation; absent in events of earlier releases. */
    valuedOn: z.optional(z.iso.date()),
  }),
})

/** A version of a disclosure text is current from now on. `hash` covers all its languages. */
export const DisclosurePublished = defineEvent({
  type: 'property.disclosure.published.v1',
  data: z.object({ documentId: id, version, hash: z.string(), required: z.boolean() }),
})
