import type { Approval } from '@hissa/approvals'
import type { ListedRecord, PropertyRecord } from '@hissa/contracts/property'
import type { Property } from '../catalogue/property.js'
import { shownPictures, toUploaded } from '../catalogue/uploaded.js'
import { detailsOf } from './details.js'

type Proposal = Pick<Approval, 'id' | 'maker' | 'requestedAt'>

const stateOf = ({ offering }: Pick<Property, 'offering'>, isProposed: boolean): PropertyRecord['state'] =>
  offering ? 'published' : isProposed ? 'proposed' : 'draft'

/** Returns a property as staff see it; `pending` is the proposal that awaits a second person. */
export function toRecord(property: Property, pending: Proposal | null): PropertyRecord {
  const { propertyId, slug, code, drawing, uploads = [], sampleData, createdAt, updatedAt, version } = property
  return {
    ...{ propertyId, slug, ...(code && { code }), state: stateOf(property, pending !== null) },
    details: detailsOf(property),
    proposal: pending && {
      ...{ approvalId: pending.id, maker: pending.maker },
      requestedAt: pending.requestedAt.toISOString(),
    },
    ...{ drawing, pictures: shownPictures(property), sampleData, version },
    uploads: uploads.map((each) => toUploaded(propertyId, each)),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

/** Returns a property as the staff's list shows it. */
export function toListed(property: Property, isProposed: boolean): ListedRecord {
  const { propertyId, slug, code, sampleData, updatedAt } = property
  const { title, propertyType, city, district, priceFils } = detailsOf(property)
  return {
    ...{ propertyId, slug, ...(code && { code }), state: stateOf(property, isProposed), sampleData },
    ...{ title, propertyType, city, district, priceFils },
    updatedAt: updatedAt.toISOString(),
  }
}
