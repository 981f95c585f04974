import type { PropertyPicture, PropertyStatus, PropertySummary } from '@hissa/contracts/property'
import type { AppLocale } from './locale.js'

/** Returns the property's name in the user's language; English if there is no translation. */
export function titleOf(property: Pick<PropertySummary, 'title' | 'translations'>, locale: AppLocale): string {
  return (locale === 'ar' && property.translations?.ar?.title) || property.title
}

/** Returns what staff say can be seen in a picture, in a language or else in English; undefined for an illustration. */
export const captionOf = ({ caption }: Pick<PropertyPicture, 'caption'>, locale: AppLocale): string | undefined =>
  caption && (locale === 'ar' ? caption.ar : caption.en)

/** Returns a property's description in a language, or else in English. */
export function descriptionOf(
  property: Pick<PropertySummary, 'description' | 'translations'>,
  locale: AppLocale,
): string | null {
  return (locale === 'ar' && property.translations?.ar?.description) || property.description
}

/**
 * Status of an offering as shown to users: after its deadline an active offering is `closing` and accepts no orders.
 */
export type OfferingStatus = PropertyStatus | 'closing'
/** Returns the status of an offering; `closing` from its deadline until the outcome is known. */
export const offeringStatusOf = (
  { status, offering }: { status: PropertyStatus; offering: { deadline: string } },
  nowMs: number,
): OfferingStatus => (status === 'active' && Date.parse(offering.deadline) <= nowMs ? 'closing' : status)

/** Returns the path of an offering's document in one of its languages. */
export const documentPath = (propertyId: string, { id, locale }: { id: string; locale: string }): string =>
  `/api/properties/${encodeURIComponent(propertyId)}/documents/${encodeURIComponent(id)}?locale=${locale}`

/** Returns the path of the same document as PDF. */
export const documentPdfPath = (propertyId: string, { id, locale }: { id: string; locale: string }): string =>
  `/api/properties/${encodeURIComponent(propertyId)}/documents/${encodeURIComponent(id)}/pdf?locale=${locale}`
