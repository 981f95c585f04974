import type { PropertyStatus, PropertySummary } from '@hissa/contracts/property'
import type { AppLocale } from './locale.js'

/** The property's name in the reader's language; English where there is no other. */
export function titleOf(property: Pick<PropertySummary, 'title' | 'translations'>, locale: AppLocale): string {
  return (locale === 'ar' && property.translations?.ar?.title) || property.title
}

export function descriptionOf(
  property: Pick<PropertySummary, 'description' | 'translations'>,
  locale: AppLocale,
): string | null {
  return (locale === 'ar' && property.translations?.ar?.description) || property.description
}

/** Units that are not free: paid or reserved. */
export function unitsTaken({ offering }: Pick<PropertySummary, 'offering'>): number {
  return offering.unitsTotal - offering.unitsAvailable
}

/** The platform's minimum, AED 2,000 (docs/product.md). */
export const PLATFORM_MINIMUM_FILS = 200_000

/** The least one may invest: the larger of the platform's and the offering's minimum, waived when less is left. */
export function effectiveMinimumFils({ offering }: Pick<PropertySummary, 'offering'>): number {
  const least = Math.max(PLATFORM_MINIMUM_FILS, offering.minimumFils)
  return Math.min(least, offering.unitsAvailable * offering.unitPriceFils)
}

/** What a property's offering is to a reader now: one past its deadline takes no orders, whatever becomes of it. */
export type Standing = PropertyStatus | 'closing'
export const standingOf = (
  { status, offering }: { status: PropertyStatus; offering: { deadline: string } },
  nowMs: number,
): Standing => (status === 'active' && Date.parse(offering.deadline) <= nowMs ? 'closing' : status)

/** Where a document of an offering is read, in one of its languages. */
export const documentPath = (propertyId: string, { id, locale }: { id: string; locale: string }): string =>
  `/api/properties/${encodeURIComponent(propertyId)}/documents/${encodeURIComponent(id)}?locale=${locale}`
