import {
  CITIES,
  DISTRICTS,
  type City,
  type OfferingTerms,
  type PropertyDetails,
  type PropertyRecord,
  type PropertySummary,
} from '@hissa/contracts/property'
import { fils, toAed, units } from '@hissa/money'
import { useLocale, useT, type MessageId } from '../../../i18n/i18n.js'
import { PropertyCard } from '../card.js'

/** What a preview knows: while a form is filled in, some of it may be missing. */
export interface Previewed {
  details: Omit<PropertyDetails, 'propertyType' | 'city'> & {
    propertyType: PropertyDetails['propertyType'] | null
    city: string | null
  }
  record?: PropertyRecord | undefined
  terms?: Pick<
    OfferingTerms,
    'unitPriceFils' | 'unitsTotal' | 'unitsIssued' | 'minimumFils' | 'feeBasisPoints' | 'expectedReturn' | 'deadline'
  >
  nowIso: string
}

const isKnown = (district: string) => Object.values(DISTRICTS).some((names) => names.includes(district))

const DRAWING = { floors: 8, bays: 4, seed: 21 }

/** Shows the card of the property as investors will see it. Nothing in it can be pressed. */
export function CardPreview({ of, note }: { of: Previewed; note?: string | undefined }) {
  const t = useT()
  const locale = useLocale()
  const { city, district, community } = of.details
  const isCity = CITIES.some((each) => each === city)
  // As the service names them in Arabic: a community without an Arabic name is shown as its district.
  const districtName = district && isKnown(district) ? t(`offerings.district.${district}` as MessageId) : district
  const cityName = isCity ? t(`offerings.city.${city as City}`) : city
  const own = { district: districtName, city: cityName, community: districtName ?? community }
  return (
    <section aria-labelledby="preview-title" className="flex flex-col gap-3">
      <h2 id="preview-title" className="text-18">
        {t('offerings.preview')}
      </h2>
      <div inert className="max-w-[380px]">
        <PropertyCard property={summaryOf(of, locale === 'ar' ? own : undefined)} headingLevel={3} />
      </div>
      {note && <p className="max-w-[380px] text-13 text-ink-2">{note}</p>}
    </section>
  )
}

/** Returns the public view that the details and terms would have. Before there are terms, it has no figures of them. */
export function summaryOf(
  { details, record, terms, nowIso }: Previewed,
  arabic?: { city: string | null; district: string | null; community: string | null },
): PropertySummary {
  const { title, description, coordinates, district, community, address, city, areaSqm, priceFils } = details
  const price = toAed(priceFils)
  const offered = terms?.unitsTotal ?? units(1)
  const places = { address, community, district, city, country: 'UAE' }
  return {
    ...{ propertyId: record?.propertyId ?? 'new', id: record?.propertyId ?? 'new', slug: record?.slug ?? 'new' },
    ...{ title: title.en, description: description.en },
    translations: { ar: { title: title.ar, description: description.ar, ...places, ...arabic, features: [] } },
    ...{ status: terms ? 'active' : 'upcoming', propertyType: details.propertyType },
    location: { ...places, state: city, coordinates },
    ...{ financial: { price, currency: 'AED' }, price, area: areaSqm },
    specifications: { area: { total: areaSqm, unit: 'sqm' }, furnished: details.furnished },
    ...{ bedrooms: details.bedrooms, bathrooms: details.bathrooms, images: [], pictures: record?.pictures ?? [] },
    ...{ features: [], tags: [] },
    investmentDetails: {
      ...{ minInvestment: null, totalTokens: null, availableTokens: null, expectedReturn: null, term: null },
    },
    ...{ tokenization: null, createdAt: nowIso, updatedAt: nowIso, version: record?.version ?? 1 },
    offering: {
      ...{ version: 1, unitPriceFils: terms?.unitPriceFils ?? fils(10_000), unitsTotal: offered },
      ...{ unitsIssued: terms?.unitsIssued ?? offered, minimumUnits: offered, unitsAvailable: offered },
      ...{ unitsPaid: units(0), investors: 0, fundedBasisPoints: 0, minimumFils: terms?.minimumFils ?? fils(200_000) },
      ...{ feeBasisPoints: terms?.feeBasisPoints ?? 0, expectedReturn: terms?.expectedReturn ?? null, termYears: null },
      ...{ deadline: terms?.deadline ?? nowIso, publishedAt: nowIso },
    },
    ...{ drawing: record?.drawing ?? DRAWING, sampleData: record?.sampleData ?? false },
  }
}
