import type { Property } from '@hissa/contracts/property'
import { toAed } from '@hissa/money'
import { api } from '../api/api.js'
import type { AppServices } from '../api/services.js'
import { QUESTIONS } from '../features/home/protection.js'
import type { MessageId } from '../i18n/i18n.js'
import { localePath, splitLocale, type AppLocale } from '../lib/locale.js'
import { descriptionOf, offeringStatusOf, titleOf } from '../lib/property.js'
import type { PageHeadProps } from '../ui/page-head.js'
import { crumbName } from './layout-rules.js'

/** A node of https://schema.org in JSON-LD. */
export type Node = Readonly<Record<string, unknown>>

interface Context {
  services: Pick<AppServices, 'config' | 'language' | 'nowMs' | 'store'>
  locale: AppLocale
  /** The path without its language. */
  path: string
  head: PageHeadProps
  /** The absolute address of a path in the page's language. */
  at: (path: string) => string
  t: (id: MessageId) => string
}

/**
 * Describes a public page for search engines (https://schema.org): the company, the way to the page, a property with its
 * open offer, and the questions that the page answers. Only what the page shows is stated; nothing for other pages.
 */
export function structuredData(url: string, head: PageHeadProps | null, services: Context['services']): Node[] {
  if (!head || head.private || head.status) return []
  const [locale, rest] = splitLocale(new URL(url, 'http://local').pathname)
  const { config, language } = services
  const context: Context = {
    ...{ services, locale, head },
    path: rest.replace(/(.)\/$/, '$1'),
    at: (path) => new URL(localePath(path, locale), config.publicUrl).href,
    t: (id) => language.i18n._(id),
  }
  const property = propertyOf(context)
  return [
    ...(context.path === '/' ? [organization(context), website(context), questions(context)] : []),
    ...(context.path === '/about' || context.path === '/contact' ? [organization(context)] : []),
    ...breadcrumbs(context, property),
    ...(property ? [listing(context, property)] : []),
  ].map((node) => ({ '@context': 'https://schema.org', ...node }))
}

const PROPERTY_PATH = /^\/properties\/([^/]+)$/

function propertyOf({ path, services }: Context): Property | undefined {
  const id = PROPERTY_PATH.exec(path)?.[1]
  return id === undefined ? undefined : api.endpoints.getProperty.select(decoded(id))(services.store.getState()).data
}

function organization({ services: { config }, at }: Context): Node {
  return {
    '@type': 'Organization',
    '@id': `${at('/')}#organization`,
    name: 'Hissa',
    url: at('/'),
    logo: new URL('/icon-512.png', config.publicUrl).href,
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer support',
      email: config.contactEmail,
      url: at('/contact'),
    },
    areaServed: 'AE',
  }
}

const website = ({ at, locale, head }: Context): Node => ({
  '@type': 'WebSite',
  ...{ name: 'Hissa', url: at('/'), inLanguage: locale, description: head.description },
  publisher: { '@id': `${at('/')}#organization` },
})

const questions = ({ t }: Context): Node => ({
  '@type': 'FAQPage',
  mainEntity: QUESTIONS.map((question) => ({
    '@type': 'Question',
    name: t(`home.protection.${question}.question`),
    acceptedAnswer: { '@type': 'Answer', text: t(`home.protection.${question}.answer`) },
  })),
})

/** Names the pages above this one; a search engine shows them instead of the address. */
function breadcrumbs({ path, head, at, t, locale }: Context, property: Property | undefined): Node[] {
  const segments = path.split('/').filter(Boolean)
  if (segments.length === 0) return []
  const nameOf = (segment: string, isLast: boolean) => {
    const name = crumbName(segment)
    if (isLast) return property ? titleOf(property, locale) : name ? t(name) : head.title
    return name ? t(name) : decoded(segment)
  }
  const items = [
    { name: t('shell.nav.home'), item: at('/') },
    ...segments.map((segment, index) => ({
      name: nameOf(segment, index === segments.length - 1),
      item: at(`/${segments.slice(0, index + 1).join('/')}`),
    })),
    // The path of a showcase has no page of its own.
  ].filter(({ item }) => item !== at('/property-showcase'))
  return [
    {
      '@type': 'BreadcrumbList',
      itemListElement: items.map((item, index) => ({ '@type': 'ListItem', position: index + 1, ...item })),
    },
  ]
}

const HOMES = {
  ...{ apartment: 'Apartment', studio: 'Apartment', penthouse: 'Apartment' },
  ...{ townhouse: 'House', villa: 'SingleFamilyResidence', residential: 'Residence' },
} as const

/** Describes a property. Unknown facts are left out, and only an open offering is offered, at the price of one share. */
function listing(context: Context, property: Property): Node {
  const { at, locale, head, services, t } = context
  const { location, area, bedrooms, bathrooms, propertyType, slug, offering, pictures, sampleData } = property
  const url = at(`/properties/${encodeURIComponent(slug)}`)
  const picture = pictures[0]
  return {
    '@type': 'RealEstateListing',
    ...{ '@id': url, url, name: titleOf(property, locale), inLanguage: locale },
    description: descriptionOf(property, locale) ?? head.description,
    datePosted: offering.publishedAt,
    dateModified: property.updatedAt,
    ...(picture && { image: new URL(`${picture.light}-preview.jpg`, services.config.publicUrl).href }),
    ...(sampleData && { disambiguatingDescription: t('property.sampleData') }),
    about: {
      '@type': HOMES[propertyType ?? 'residential'],
      name: titleOf(property, locale),
      ...(area !== null && { floorSize: { '@type': 'QuantitativeValue', value: area, unitCode: 'MTK' } }),
      ...(bedrooms !== null && { numberOfBedrooms: bedrooms }),
      ...(bathrooms !== null && { numberOfBathroomsTotal: bathrooms }),
      address: {
        '@type': 'PostalAddress',
        ...(location.address !== null && { streetAddress: location.address }),
        addressLocality: location.city ?? undefined,
        addressRegion: location.district ?? location.state ?? undefined,
        addressCountry: 'AE',
      },
      ...(location.coordinates && { geo: { '@type': 'GeoCoordinates', ...location.coordinates } }),
    },
    ...offer(context, property, url),
  }
}

function offer({ at, services }: Context, property: Property, url: string): Node {
  const { offering } = property
  if (offeringStatusOf(property, services.nowMs) !== 'active' || offering.unitsAvailable === 0) return {}
  const price = toAed(offering.unitPriceFils)
  return {
    offers: {
      '@type': 'Offer',
      ...{ url, price, priceCurrency: 'AED', availability: 'https://schema.org/InStock' },
      priceSpecification: { '@type': 'UnitPriceSpecification', price, priceCurrency: 'AED', unitText: 'share' },
      inventoryLevel: { '@type': 'QuantitativeValue', value: offering.unitsAvailable, unitText: 'share' },
      availabilityStarts: offering.publishedAt,
      availabilityEnds: offering.deadline,
      offeredBy: { '@id': `${at('/')}#organization` },
    },
  }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment // Invalid percent-encoding is shown as it is.
  }
}
