import { evidenceOf, type Approval } from '@hissa/approvals'
import type { OfferingTerms, Publication } from '@hissa/contracts/property'
import type { Property } from '../catalogue/property.js'
import { pictureEvidence, toUploaded } from '../catalogue/uploaded.js'
import type { Terms } from '../offerings/terms.js'

/** The action of every approval in this service; at most one is pending per property. */
export const PUBLISH = 'property.offering.publish'

/** The proposed terms, as stored with the approval. */
export type PublicationProposal = { propertyId: string; offeringVersion: number; terms: OfferingTerms }

/** Converts the terms of a call into the terms that the service computes with. */
export const toTerms = ({ deadline, ...terms }: OfferingTerms): Terms => ({ ...terms, deadline: new Date(deadline) })
/** Converts stored terms into those of a call. */
export const fromTerms = (terms: Terms): OfferingTerms => {
  const { unitPriceFils, unitsTotal, unitsIssued, minimumFils, feeBasisPoints, expectedReturn, termYears } = terms
  const { minimumUnits, deadline, acquisition, rent, spv, basis, valuation } = terms
  return {
    ...{ unitPriceFils, unitsTotal, unitsIssued, minimumFils, feeBasisPoints, expectedReturn, termYears },
    ...(minimumUnits === undefined ? {} : { minimumUnits }),
    ...{ deadline: deadline.toISOString(), acquisition, rent, spv },
    ...(basis ? { basis } : {}),
    ...(valuation ? { valuation } : {}),
  }
}

/** Returns the version number of newly published terms. */
export const nextVersionOf = ({ offering }: Property): number => (offering?.version ?? 0) + 1

/**
 * Hashes the evidence of a publication: the record that documents are rendered from, its uploaded pictures, and the published terms. The state
 * of the raise is not part of it; the proposed terms are in the approval, where they never change.
 */
export function publicationEvidence(property: Property): string {
  const { propertyId, slug, listing, texts, sampleData, offering } = property
  const published = offering && { version: offering.version, terms: fromTerms(offering) }
  const pictures = pictureEvidence(property)
  return evidenceOf({ propertyId, slug, listing, texts, sampleData, published, ...(pictures && { pictures }) })
}

/**
 * Returns a publication as staff see it. `property` is the current record, so an approved publication no longer shows
 * the terms that it replaced.
 */
export function toPublication(approval: Approval<PublicationProposal>, property: Property): Publication {
  const { id: approvalId, state, maker, reason, requestedAt, checker, checkerReason, endedAt, proposal } = approval
  const { propertyId, slug, code, texts, sampleData, offering, uploads = [] } = property
  return {
    approvalId,
    state,
    propertyId,
    slug,
    ...(code && { code }),
    title: { en: texts.en.title, ar: texts.ar.title },
    sampleData,
    ...(uploads.length > 0 && { uploads: uploads.map((each) => toUploaded(propertyId, each)) }),
    offeringVersion: proposal.offeringVersion,
    terms: proposal.terms,
    replaces: state === 'pending' && offering ? fromTerms(offering) : null,
    maker,
    reason,
    requestedAt: requestedAt.toISOString(),
    checker,
    checkerReason,
    endedAt: endedAt?.toISOString() ?? null,
  }
}
