import * as z from 'zod/mini'
import { fils, id, isoDateTime, Locale, units, version } from '../core.js'

/**
 * Names one property for ever, such as `HS-YAS-01`. It is the symbol of its token, unless the token's contract was planned
 * before the property had a code.
 */
export const PropertyCode = z.string().check(z.regex(/^HS-[A-Z]{3}-\d{2,6}$/))

/** Content of a property, written in English and Arabic. French and Spanish readers get the English one. */
export const LocalText = z.object({ en: z.string(), ar: z.string() })
export type LocalText = z.infer<typeof LocalText>

/**
 * `upcoming`: published, the raise is not open yet. `active`: units can be bought until the deadline. `funded`: closed
 * with at least the minimum of units paid. `completed`: allotted. `failed`: the minimum was missed or staff ended the
 * raise, and every payment is refunded.
 */
export const PropertyStatus = z.enum(['upcoming', 'active', 'funded', 'completed', 'failed'])
export type PropertyStatus = z.infer<typeof PropertyStatus>

export const PropertyType = z.enum(['apartment', 'studio', 'penthouse', 'townhouse', 'villa', 'residential'])
export type PropertyType = z.infer<typeof PropertyType>

export const Coordinates = z.object({ latitude: z.number(), longitude: z.number() })

export const PropertyLocation = z.object({
  address: z.nullable(z.string()),
  community: z.nullable(z.string()),
  district: z.nullable(z.string()),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  country: z.nullable(z.string()),
  coordinates: z.nullable(Coordinates),
})

/**
 * The legal basis of an offer. `licensed-platform`: offered by the licensed platform, without the conditions of an
 * exempt offer. `exempt-persons`: fewer than 50 persons in 12 months, professional clients not counted.
 * `exempt-consideration`: at least USD 100,000 from each person. `exempt-professional`: professional clients only.
 */
export const OfferBasis = z.enum(['licensed-platform', 'exempt-persons', 'exempt-consideration', 'exempt-professional'])
export type OfferBasis = z.infer<typeof OfferBasis>

/** A return that has not been paid to any investor yet. Never shown without its basis and date. */
export const ExpectedReturn = z.object({
  basisPoints: z.int(),
  basis: LocalText,
  asOf: z.iso.date(),
  kind: z.literal('target'),
})
export type ExpectedReturn = z.infer<typeof ExpectedReturn>

export const RentLineKind = z.enum(['gross_rent', 'vacancy', 'service_charge', 'management', 'reserve', 'net_rent'])
export type RentLineKind = z.infer<typeof RentLineKind>
export const AcquisitionLineKind = z.enum([
  'purchase_price',
  'registration_fee',
  'agency_fee',
  'spv_costs',
  'opening_reserve',
  'total',
])
export type AcquisitionLineKind = z.infer<typeof AcquisitionLineKind>

/** One line of a waterfall. Costs are negative; the last line is the sum of the lines above. */
const line = <K extends z.ZodMiniType>(kind: K) =>
  z.object({ kind, amountFils: fils, basis: LocalText, source: LocalText })
export const RentLine = line(RentLineKind)
export type RentLine = z.infer<typeof RentLine>
export const AcquisitionLine = line(AcquisitionLineKind)
export type AcquisitionLine = z.infer<typeof AcquisitionLine>

/**
 * The terms of the raise. `unitsAvailable`, `unitsPaid`, `investors` and `fundedBasisPoints` follow the raise's events.
 */
export const Offering = z.object({
  version,
  unitPriceFils: fils,
  /** Units offered in this raise. */
  unitsTotal: units,
  /** All units of the SPV: those offered and those the sponsor keeps. Rent is distributed over all of them. */
  unitsIssued: units,
  /** The units that must be paid for the raise to close; otherwise every payment is refunded. */
  minimumUnits: units,
  unitsAvailable: units,
  unitsPaid: units,
  investors: z.int(),
  /** Paid units as a share of the offered ones, in basis points; 10,000 is all. */
  fundedBasisPoints: z.int(),
  minimumFils: fils,
  feeBasisPoints: z.int(),
  expectedReturn: z.nullable(ExpectedReturn),
  termYears: z.nullable(z.int()),
  /** The current deadline of the raise, also after an extension. */
  deadline: isoDateTime,
  /** When the raise closed with enough units paid; absent while it is open. */
  fundedAt: z.optional(isoDateTime),
  publishedAt: isoDateTime,
})
export type Offering = z.infer<typeof Offering>

export const Spv = z.object({ name: z.string(), registrationNumber: z.string(), jurisdiction: z.string() })
export type Spv = z.infer<typeof Spv>

export const DocumentKind = z.enum(['key_facts', 'spv_summary', 'valuation_note'])
export type DocumentKind = z.infer<typeof DocumentKind>
/** One language edition of a document of the offering; `id` is shared by its editions. */
export const PropertyDocument = z.object({
  id,
  kind: DocumentKind,
  title: z.string(),
  version,
  sizeBytes: z.int(),
  /** SHA-256 of the body, hex. */
  hash: z.string(),
  locale: Locale,
})
export type PropertyDocument = z.infer<typeof PropertyDocument>

/** `maquette`: a scale model of the building, `plan`: the unit cut open. */
export const PictureKind = z.enum(['maquette', 'plan', 'map', 'photo'])
export type PictureKind = z.infer<typeof PictureKind>

const pictureFiles = z.string().check(z.regex(/^\/[\w./-]+$/))

/**
 * A picture of a property. Its files are `<light>-<width>.avif` and `.webp` for each of the widths, on the platform's own
 * host, and the same for `dark`. A file never changes. The first picture of a property also has
 * `<light>-preview.jpg`, 1200 × 630, for previews of links.
 */
export const PropertyPicture = z.object({
  kind: PictureKind,
  /** True for a drawing of what is invented, which pages label; false for a photograph or a measured plan. */
  illustration: z.boolean(),
  /** Pixels of the largest files, from which a page knows the shape before they arrive. */
  width: z.int().check(z.gt(0)),
  height: z.int().check(z.gt(0)),
  /** In ascending order. */
  widths: z.array(z.int().check(z.gt(0))).check(z.minLength(1)),
  light: pictureFiles,
  /** The same picture for the dark theme; null if there is one picture for both. */
  dark: z.nullable(pictureFiles),
  /** What can be seen in it, in the words of staff; absent in illustrations. */
  caption: z.optional(LocalText),
})
export type PropertyPicture = z.infer<typeof PropertyPicture>

/** What the generated elevation of a property without pictures is computed from. */
export const Drawing = z.object({ floors: z.int(), bays: z.int(), seed: z.int() })
export type Drawing = z.infer<typeof Drawing>

/**
 * A property as the list shows it. A value without a source is null, and the client decides how to show that. `price`
 * and amounts named in dirhams are AED decimals, `...Fils` are integers. Why:
 * docs/decisions/2026-11-21-missing-figures.md.
 */
export const PropertySummary = z.object({
  propertyId: id,
  id,
  slug: z.string(),
  title: z.string(),
  description: z.nullable(z.string()),
  /** The same texts in Arabic; French and Spanish readers see the fields above. */
  translations: z.object({
    ar: z.object({
      title: z.string(),
      description: z.nullable(z.string()),
      address: z.nullable(z.string()),
      community: z.nullable(z.string()),
      district: z.nullable(z.string()),
      city: z.nullable(z.string()),
      country: z.nullable(z.string()),
      features: z.array(z.string()),
    }),
  }),
  status: PropertyStatus,
  propertyType: z.nullable(PropertyType),
  location: PropertyLocation,
  financial: z.object({ price: z.nullable(z.number()), currency: z.literal('AED') }),
  price: z.nullable(z.number()),
  specifications: z.object({
    area: z.object({ total: z.nullable(z.number()), unit: z.literal('sqm') }),
    furnished: z.nullable(z.boolean()),
  }),
  /** Square metres. */
  area: z.nullable(z.number()),
  bedrooms: z.nullable(z.int()),
  bathrooms: z.nullable(z.int()),
  /** The largest file of each picture, for clients that show one size. */
  images: z.array(z.string()),
  /** The most important first; empty if there is none, and then a page shows the drawing. */
  pictures: z.array(PropertyPicture),
  features: z.array(z.string()),
  tags: z.array(z.string()),
  investmentDetails: z.object({
    minInvestment: z.nullable(z.number()),
    totalTokens: z.nullable(z.int()),
    availableTokens: z.nullable(z.int()),
    /** Per cent per year. */
    expectedReturn: z.nullable(z.number()),
    term: z.nullable(z.string()),
  }),
  tokenization: z.nullable(
    z.object({
      totalTokens: z.int(),
      availableTokens: z.int(),
      tokenPrice: z.number(),
      status: z.literal('not_issued'),
    }),
  ),
  createdAt: isoDateTime,
  updatedAt: isoDateTime,
  version,
  offering: Offering,
  drawing: Drawing,
  /** True for sample data, which the page marks. */
  sampleData: z.boolean(),
})
export type PropertySummary = z.infer<typeof PropertySummary>

/** A property as its page shows it. */
export const Property = z.extend(PropertySummary, {
  /** Price to total raise, by line. Empty if not stated. */
  acquisition: z.array(AcquisitionLine),
  /** A year's gross rent to net rent, by line. Empty if not stated. */
  rent: z.array(RentLine),
  spv: z.nullable(Spv),
  documents: z.array(PropertyDocument),
})
export type Property = z.infer<typeof Property>
