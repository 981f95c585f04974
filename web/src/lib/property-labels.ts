import type { PropertySummary, PropertyType } from '@hissa/contracts/property'
import type { MessageId } from '../i18n/i18n.js'
import type { AppLocale } from './locale.js'
import type { OfferingStatus } from './property.js'
import type { Tone } from '../ui/status.js'

/** The label and tone of each status. */
export const STATUS: Record<OfferingStatus, { label: MessageId; tone: Tone }> = {
  upcoming: { label: 'properties.status.upcoming', tone: 'info' },
  active: { label: 'properties.status.active', tone: 'good' },
  closing: { label: 'properties.status.closing', tone: 'neutral' },
  funded: { label: 'properties.status.funded', tone: 'neutral' },
  completed: { label: 'properties.status.completed', tone: 'neutral' },
  failed: { label: 'properties.status.failed', tone: 'bad' },
}

export const TYPE_LABELS: Record<PropertyType, MessageId> = {
  apartment: 'properties.type.apartment',
  studio: 'properties.type.studio',
  penthouse: 'properties.type.penthouse',
  townhouse: 'properties.type.townhouse',
  villa: 'properties.type.villa',
  residential: 'properties.type.residential',
}

const JURISDICTIONS = new Map<string, MessageId>([
  ['Abu Dhabi Global Market', 'property.jurisdiction.adgm'],
  ['Dubai International Financial Centre', 'property.jurisdiction.difc'],
])

/** Returns the message id of a jurisdiction's name; null if the name is shown as it is. */
export function jurisdictionOf(name: string): MessageId | null {
  return JURISDICTIONS.get(name) ?? null
}

/** Returns the property's location in the user's language: the most precise name in the record, and the city. */
export function placesOf(
  { location, translations }: Pick<PropertySummary, 'location' | 'translations'>,
  locale: AppLocale,
): { near: string | null; city: string | null } {
  const named = locale === 'ar' ? { ...location, ...present(translations.ar) } : location
  return { near: named.community ?? named.district, city: named.city ?? named.address }
}

/** Removes empty texts, so that a missing translation doesn't hide the record's original. */
function present<T extends object>(texts: T): Partial<T> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== null)) as Partial<T>
}

type Translate = (id: MessageId, values?: Record<string, string | number>) => string

/** Returns the short description of a property, such as `Al Reem Island`, `2 bed`, `118 m²`, without missing values. */
export function shortFacts(property: PropertySummary, locale: AppLocale, t: Translate): string[] {
  const { bedrooms, area } = property
  const { near, city } = placesOf(property, locale)
  return [
    near ?? city,
    bedrooms === null ? null : t('properties.beds', { count: bedrooms }),
    area === null ? null : t('properties.area', { area: Math.round(area) }),
  ].filter((part): part is string => Boolean(part))
}
