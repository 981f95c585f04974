export const PROPERTY_ID = 'Prop_1_marina_heights'
const both = (en: string, ar: string) => ({ en, ar })

export const EXPECTED_RETURN = {
  basisPoints: 715,
  basis: both(
    'Net rent in the first year, divided by the amount raised',
    'صافي الإيجار في السنة الأولى مقسومًا على المبلغ المجموع',
  ),
  asOf: '2026-11-01',
  kind: 'target',
}

const OFFERING = {
  version: 1,
  unitPriceFils: 10_000,
  unitsTotal: 15_000,
  unitsIssued: 15_000,
  minimumUnits: 11_250,
  unitsAvailable: 9_250,
  unitsPaid: 5_700,
  investors: 112,
  fundedBasisPoints: 3_800,
  minimumFils: 200_000,
  feeBasisPoints: 150,
  expectedReturn: EXPECTED_RETURN,
  termYears: 5,
  deadline: '2027-02-28T20:00:00.000Z',
  publishedAt: '2026-11-01T08:00:00.000Z',
}

/** A property as lists show it. */
export const PROPERTY_SUMMARY = {
  propertyId: PROPERTY_ID,
  id: PROPERTY_ID,
  slug: 'marina-heights',
  title: 'Marina Heights, one-bedroom apartment',
  description: 'A furnished apartment on the 21st floor, five minutes from the tram.',
  translations: {
    ar: {
      title: 'مارينا هايتس، شقة بغرفة نوم واحدة',
      description: 'شقة مفروشة في الطابق الحادي والعشرين، على بعد خمس دقائق من الترام.',
      address: 'شارع المارينا',
      community: 'دبي مارينا',
      district: null,
      city: 'دبي',
      country: 'الإمارات العربية المتحدة',
      features: ['مفروشة'],
    },
  },
  status: 'active',
  propertyType: 'apartment',
  location: {
    address: 'Marina Street',
    community: 'Dubai Marina',
    district: null,
    city: 'Dubai',
    state: 'Dubai',
    country: 'United Arab Emirates',
    coordinates: { latitude: 25.0805, longitude: 55.1403 },
  },
  financial: { price: 1_400_000, currency: 'AED' },
  price: 1_400_000,
  specifications: { area: { total: 72.5, unit: 'sqm' }, furnished: true },
  area: 72.5,
  bedrooms: 1,
  bathrooms: 1,
  images: ['/media/marina-heights.5f1d20c4-1280.webp'],
  pictures: [
    {
      kind: 'maquette',
      illustration: true,
      width: 1_280,
      height: 960,
      widths: [400, 800, 1_280],
      light: '/media/marina-heights.5f1d20c4',
      dark: '/media/marina-heights-night.0b7e93aa',
    },
  ],
  features: ['Furnished'],
  tags: [],
  investmentDetails: {
    minInvestment: 2_000,
    totalTokens: 15_000,
    availableTokens: 9_250,
    expectedReturn: 7.15,
    term: '5 years',
  },
  tokenization: null,
  createdAt: '2026-10-20T08:00:00.000Z',
  updatedAt: '2026-11-20T09:30:00.000Z',
  version: 7,
  offering: OFFERING,
  drawing: { floors: 30, bays: 8, seed: 21 },
  sampleData: true,
}

const source = both('Sale and purchase agreement', 'عقد البيع والشراء')
const ACQUISITION = [
  { kind: 'purchase_price', amountFils: 140_000_000, basis: both('Agreed price', 'السعر المتفق عليه'), source },
  { kind: 'registration_fee', amountFils: 5_600_000, basis: both('4% of the price', '4% من السعر'), source },
  { kind: 'opening_reserve', amountFils: 4_400_000, basis: both('For repairs', 'للصيانة'), source },
  { kind: 'total', amountFils: 150_000_000, basis: both('Sum of the lines above', 'مجموع البنود أعلاه'), source },
]
const tenancy = both('Tenancy contract', 'عقد الإيجار')
const RENT = [
  { kind: 'gross_rent', amountFils: 12_500_000, basis: both('A year’s rent', 'إيجار سنة'), source: tenancy },
  { kind: 'service_charge', amountFils: -1_775_000, basis: both('As invoiced', 'حسب الفاتورة'), source: tenancy },
  {
    kind: 'net_rent',
    amountFils: 10_725_000,
    basis: both('Sum of the lines above', 'مجموع البنود أعلاه'),
    source: tenancy,
  },
]
const SPV = { name: 'Hissa SPV 1 Limited', registrationNumber: 'SPV-000001', jurisdiction: 'ADGM' }
export const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'

/** A property as its page shows it. */
export const PROPERTY = {
  ...PROPERTY_SUMMARY,
  acquisition: ACQUISITION,
  rent: RENT,
  spv: SPV,
  documents: [
    { id: 'key-facts', kind: 'key_facts', title: 'Key facts', version: 1, sizeBytes: 5_120, hash: HASH, locale: 'en' },
  ],
}

export const DISCLOSURE = {
  id: 'risk-warning',
  kind: 'risk_warning',
  version: 3,
  hash: HASH,
  title: 'Risk warning',
  body: 'The value of your investment can fall as well as rise.\n\nYou may get back less than you invested.',
  statement: 'I have read and understood the risk warning.',
  locale: 'en',
  required: true,
}

export const LEGAL_TEXT = {
  id: 'terms',
  kind: 'terms',
  version: 2,
  hash: HASH,
  effectiveFrom: '2026-11-01',
  title: 'Terms of use',
  sections: [{ title: 'Who we are', paragraphs: ['Hissa offers shares of companies that each own one property.'] }],
  locale: 'en',
}

export const HOME = {
  openOfferings: 12,
  minimumFils: 200_000,
  unitPriceFils: 10_000,
  averageReturn: EXPECTED_RETURN,
  returnRange: { lowestBasisPoints: 560, highestBasisPoints: 820, offerings: 12, asOf: '2026-11-01', kind: 'target' },
  sampleData: true,
}

const {
  fundedBasisPoints: _,
  unitsAvailable: _a,
  unitsPaid: _p,
  investors: _i,
  publishedAt: _at,
  version: _v,
  ...terms
} = OFFERING
export const OFFERING_TERMS = { ...terms, acquisition: ACQUISITION, rent: RENT, spv: SPV }

export const APPROVAL_ID = '0191b8c0-1111-7abc-8def-1234567890ab'
export const PUBLICATION = {
  approvalId: APPROVAL_ID,
  state: 'pending',
  propertyId: PROPERTY_ID,
  slug: 'marina-heights',
  title: both('Marina Heights, one-bedroom apartment', 'مارينا هايتس، شقة بغرفة نوم واحدة'),
  sampleData: true,
  offeringVersion: 2,
  terms: OFFERING_TERMS,
  replaces: null,
  maker: '0191b8c0-2222-7abc-8def-1234567890ab',
  reason: 'The deadline moves by a month, as agreed with the seller',
  requestedAt: '2026-11-22T08:15:00.000Z',
  checker: null,
  checkerReason: null,
  endedAt: null,
}

export const PROPERTY_DETAILS = {
  title: both('Yas Bay, two-bedroom apartment', 'ياس باي، شقة بغرفتي نوم'),
  description: both('An apartment of 118 m² with a balcony.', 'شقة مساحتها 118 م² مع شرفة.'),
  ...{ propertyType: 'apartment', city: 'Abu Dhabi', district: 'Yas Island', community: 'Yas Bay', address: null },
  coordinates: { latitude: 24.46, longitude: 54.6 },
  ...{ bedrooms: 2, bathrooms: 2, areaSqm: 118, priceFils: 140_000_000, furnished: false, amenities: ['balcony'] },
}
export const PICTURE_ID = '3f9c1e7a5b2d4c68a0e4d7b1c9f20586'
export const CAPTION = both('The living room', 'غرفة المعيشة')
const UPLOADED = {
  ...{ kind: 'photo', illustration: false, width: 1_280, height: 853, widths: [400, 800, 1_280] },
  ...{ light: `/api/property-media/${PROPERTY_ID}/${PICTURE_ID}`, dark: null },
  caption: CAPTION,
}
export const PROPERTY_RECORD = {
  ...{ propertyId: PROPERTY_ID, slug: 'yas-bay-two-bedroom-apartment-123456', state: 'draft' },
  ...{ details: PROPERTY_DETAILS, proposal: null, drawing: { floors: 9, bays: 4, seed: 21 }, pictures: [UPLOADED] },
  uploads: [{ ...UPLOADED, pictureId: PICTURE_ID, addedAt: '2026-11-22T08:10:00.000Z' }],
  ...{ sampleData: false, createdAt: '2026-11-22T08:00:00.000Z', updatedAt: '2026-11-22T08:15:00.000Z', version: 2 },
}
export const LISTED_RECORD = {
  ...{ propertyId: PROPERTY_ID, slug: PROPERTY_RECORD.slug, state: 'draft', sampleData: false },
  ...{ title: PROPERTY_DETAILS.title, propertyType: 'apartment', city: 'Abu Dhabi', district: 'Yas Island' },
  ...{ priceFils: PROPERTY_DETAILS.priceFils, updatedAt: PROPERTY_RECORD.updatedAt },
}

const ASSUMED = { years: 1, growthBasisPoints: 200, occupancyBasisPoints: 9_500, exitCostBasisPoints: 200 }
const PROJECTED = {
  years: [{ year: 1, incomeFils: 61_000, valueFils: 969_000, receivedFils: 1_010_620 }],
  paidFils: 1_015_000,
  incomeFils: 61_000,
  proceedsFils: 949_620,
  resultFils: -4_380,
  returnBasisPoints: -44,
  breakEvenYear: null,
}

export const CALCULATION = {
  units: 100,
  amountFils: 1_000_000,
  feeFils: 15_000,
  plannedOccupancyBasisPoints: 9_500,
  assumptions: ASSUMED,
  projection: PROJECTED,
  cases: [{ name: 'base', assumptions: ASSUMED, projection: PROJECTED }],
}

export const LEGAL_VERSION = {
  documentId: 'terms',
  version: 4,
  kind: 'public',
  title: both('Terms of use', 'شروط الاستخدام'),
  hash: '4d0f3a0d8f5b1c6f2f3e0b7a9c1d2e3f4a5b6c7d8e9f00112233445566778899',
  publishedAt: '2026-11-27T08:00:00.000Z',
  effectiveFrom: '2026-11-27',
  state: 'current',
}
