import type { PropertyPicture, Property as PublicProperty, PropertySummary } from '@hissa/contracts/property'
import { toAed } from '@hissa/money'
import { placesOf } from './describe-listing.js'
import {
  deadlineOf,
  fundedBasisPoints,
  minimumUnitsOf,
  statusOf,
  type ListedProperty,
  type Property,
} from './property.js'
import { shownPictures } from './uploaded.js'

/** Returns the property as lists show it; null for a draft, which is not public. */
export function toSummary(property: ListedProperty): PropertySummary | null {
  const { offering, listing, texts, raise } = property
  const status = statusOf(property)
  if (!offering || !status) return null
  const price = toAed(listing.priceFils)
  const pictures = shownPictures(property)
  return {
    propertyId: property.propertyId,
    id: property.propertyId,
    slug: property.slug,
    title: texts.en.title,
    description: texts.en.description,
    translations: { ar: { ...texts.ar, ...placesOf(listing, 'ar') } },
    status,
    propertyType: listing.propertyType,
    location: locationOf(property),
    financial: { price, currency: 'AED' },
    price,
    specifications: { area: { total: listing.areaSqm, unit: 'sqm' }, furnished: listing.furnished },
    area: listing.areaSqm,
    bedrooms: listing.bedrooms,
    bathrooms: listing.bathrooms,
    images: pictures.map(largestFile),
    pictures,
    features: texts.en.features,
    tags: texts.en.features,
    investmentDetails: {
      minInvestment: toAed(offering.minimumFils),
      totalTokens: offering.unitsTotal,
      availableTokens: raise.unitsAvailable,
      expectedReturn: offering.expectedReturn ? offering.expectedReturn.basisPoints / 100 : null,
      term: offering.termYears === null ? null : `${offering.termYears} years`,
    },
    tokenization: {
      totalTokens: offering.unitsTotal,
      availableTokens: raise.unitsAvailable,
      tokenPrice: toAed(offering.unitPriceFils),
      status: 'not_issued',
    },
    createdAt: property.createdAt.toISOString(),
    updatedAt: property.updatedAt.toISOString(),
    version: property.version,
    offering: offeringOf(property, offering),
    drawing: property.drawing,
    sampleData: property.sampleData,
  }
}

/** Returns the property as its page shows it; null for a draft. */
export function toPublic(property: Property): PublicProperty | null {
  const summary = toSummary(property)
  if (!summary || !property.offering) return null
  const { acquisition, rent, spv } = property.offering
  return { ...summary, acquisition, rent, spv, documents: property.documents }
}

/** Returns the largest file of a picture, in the format that every client reads. */
const largestFile = ({ light, widths }: PropertyPicture): string => `${light}-${widths.at(-1)}.webp`

function offeringOf(
  property: ListedProperty,
  offering: NonNullable<ListedProperty['offering']>,
): PropertySummary['offering'] {
  const { unitsAvailable, unitsPaid, investors, fundedAt } = property.raise
  const { version, unitPriceFils, unitsTotal, unitsIssued, minimumFils, feeBasisPoints, expectedReturn, termYears } =
    offering
  return {
    version,
    unitPriceFils,
    unitsTotal,
    unitsIssued,
    minimumUnits: minimumUnitsOf(offering),
    unitsAvailable,
    unitsPaid,
    investors,
    fundedBasisPoints: fundedBasisPoints(property),
    minimumFils,
    feeBasisPoints,
    expectedReturn,
    termYears,
    deadline: deadlineOf(property)!.toISOString(),
    ...(fundedAt ? { fundedAt: fundedAt.toISOString() } : {}),
    publishedAt: offering.publishedAt.toISOString(),
  }
}

function locationOf({ listing }: ListedProperty): PropertySummary['location'] {
  const { address, community, district, city, country, latitude, longitude } = listing
  return {
    address,
    community,
    district,
    city,
    state: emirateOf(city),
    country,
    coordinates: latitude === null || longitude === null ? null : { latitude, longitude },
  }
}

const EMIRATES = ['Abu Dhabi', 'Dubai', 'Sharjah', 'Ajman', 'Umm Al Quwain', 'Ras Al Khaimah', 'Fujairah']
const emirateOf = (city: string | null) =>
  city === 'Al Ain' ? 'Abu Dhabi' : EMIRATES.includes(city ?? '') ? city : null
