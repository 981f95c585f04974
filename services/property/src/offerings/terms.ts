import type {
  AcquisitionLine,
  ExpectedReturn,
  LocalText,
  OfferBasis,
  RentLine,
  Spv,
  TargetIncome,
  Valuation,
} from '@hissa/contracts/property'
import { basisPointsOf, fils, type Fils, subtract, sum, times, type Units, units, unitsFor, ZERO } from '@hissa/money'
import type { Listing } from '../import/listing.js'
import { sampleText } from '../texts/sample.js'

/** The terms of an offering. A published version never changes; a correction is the next version. */
export interface Terms {
  unitPriceFils: Fils
  unitsTotal: Units
  unitsIssued: Units
  /** The units that must be paid for the raise to close. Absent in terms of earlier releases: all units offered. */
  minimumUnits?: Units | undefined
  minimumFils: Fils
  feeBasisPoints: number
  expectedReturn: ExpectedReturn | null
  termYears: number | null
  deadline: Date
  acquisition: AcquisitionLine[]
  rent: RentLine[]
  spv: Spv | null
  /** The legal basis of the offer; missing for `licensed-platform`. */
  basis?: OfferBasis | undefined
  /** The latest independent valuation; missing in terms of earlier releases. */
  valuation?: Valuation | undefined
}

/** A row of the kit's table of districts. */
export interface District {
  name: string
  areaType: string
  grossYieldBasisPoints: number
}

/** The sponsor's choices for a sample offering; all other terms follow from the record. */
export interface OfferingPlan {
  deadline: Date
  termYears: number
  spv: Spv
  /** The day of the sample valuation, in Dubai. */
  valuedOn: string
  /** Units offered if the sponsor keeps the rest; without it all units are offered. */
  unitsOffered?: Units
  /** The percentage of the units offered that must be paid for the raise to close. */
  minimumPercent: number
}

export const UNIT_PRICE_FILS = fils(10_000)
const MINIMUM_FILS = fils(200_000)
const FEE_BASIS_POINTS = 150
const REGISTRATION_BASIS_POINTS = 200
const AGENCY_BASIS_POINTS = 200
const SPV_COSTS_FILS = fils(1_500_000)
const OPENING_RESERVE_BASIS_POINTS = 100
const VACANCY_BASIS_POINTS = 500
const MANAGEMENT_BASIS_POINTS = 600
const RESERVE_BASIS_POINTS = 300
/** AED per square metre and year, by kind of area; houses pay half, because they share less. */
const SERVICE_CHARGE_FILS_PER_SQM: Record<string, number> = { island: 15_000, waterfront: 14_000, central: 12_000 }
const SERVICE_CHARGE_ELSEWHERE_FILS_PER_SQM = 10_000
const HOUSES: readonly (string | null)[] = ['villa', 'townhouse']
/** Date of the newest listing in the sample file: no figure is more recent. `sample.districts` states it in words. */
export const SAMPLE_AS_OF = '2026-05-31'

const ASSUMED = sampleText('sample.assumed')

/**
 * Returns the terms of a sample offering for a listing and its district: the purchase costs, the net rent of a year,
 * and the target net yield = net rent ÷ total raised, in basis points, rounded down. Amounts in fils.
 */
export function sampleTerms(listing: Listing, district: District, plan: OfferingPlan): Terms {
  const acquisition = acquisitionOf(listing.priceFils)
  const totalFils = acquisition.at(-1)!.amountFils
  const rent = rentOf(listing, district)
  const unitsIssued = unitsFor(totalFils, UNIT_PRICE_FILS)
  const unitsTotal = plan.unitsOffered ?? unitsIssued
  return {
    unitPriceFils: UNIT_PRICE_FILS,
    unitsIssued,
    unitsTotal,
    minimumUnits: units(Math.ceil((unitsTotal * plan.minimumPercent) / 100)),
    minimumFils: MINIMUM_FILS,
    feeBasisPoints: FEE_BASIS_POINTS,
    expectedReturn: {
      basisPoints: Math.floor((rent.at(-1)!.amountFils * 10_000) / totalFils),
      basis: sampleText('sample.target'),
      asOf: SAMPLE_AS_OF,
      kind: 'target',
    },
    termYears: plan.termYears,
    deadline: plan.deadline,
    acquisition,
    rent,
    spv: plan.spv,
    basis: 'licensed-platform',
    valuation: {
      valuedOn: plan.valuedOn,
      valuer: 'Sample Valuation LLC',
      reference: `SAMPLE-VALUATION-${listing.sourceId}`,
      amountFils: listing.priceFils,
    },
  }
}

function acquisitionOf(price: Fils): AcquisitionLine[] {
  const registration = wholeDirhams(basisPointsOf(price, REGISTRATION_BASIS_POINTS))
  const agency = wholeDirhams(basisPointsOf(price, AGENCY_BASIS_POINTS))
  const reserve = wholeDirhams(basisPointsOf(price, OPENING_RESERVE_BASIS_POINTS))
  const costs = sum(price, registration, agency, SPV_COSTS_FILS)
  // Units are whole, so the amount is rounded up to the next unit and the difference is added to the reserve.
  const total = times(UNIT_PRICE_FILS, Math.ceil(sum(costs, reserve) / UNIT_PRICE_FILS))
  const line = (
    kind: AcquisitionLine['kind'],
    amountFils: Fils,
    basis: LocalText,
    source = ASSUMED,
  ): AcquisitionLine => ({ kind, amountFils, basis, source })
  const ofPrice = (percent: string) => sampleText('sample.ofPrice', { percent })
  return [
    line('purchase_price', price, sampleText('sample.listingPrice'), sampleText('sample.listing')),
    line('registration_fee', registration, ofPrice('2%')),
    line('agency_fee', agency, ofPrice('2%')),
    line('spv_costs', SPV_COSTS_FILS, sampleText('sample.fixed')),
    line('opening_reserve', subtract(total, costs), sampleText('sample.openingReserve')),
    line('total', total, sampleText('sample.sum'), sampleText('sample.calculated')),
  ]
}

/**
 * Returns the target of a year's income as the offering's event states it: nothing if the terms have no rent. The rate of
 * the reserve is its share of the gross rent, in basis points, and its target is the opening reserve.
 */
export function targetIncomeOf({ rent, acquisition }: Pick<Terms, 'rent' | 'acquisition'>): { income?: TargetIncome } {
  const lineOf = (kind: RentLine['kind']) => fils(Math.abs(rent.find((line) => line.kind === kind)?.amountFils ?? 0))
  const grossRentFils = lineOf('gross_rent')
  if (grossRentFils === 0) return {}
  const reserveTargetFils = acquisition.find(({ kind }) => kind === 'opening_reserve')?.amountFils
  return {
    income: {
      ...{ grossRentFils, vacancyFils: lineOf('vacancy') },
      ...{ serviceChargeFils: lineOf('service_charge'), managementFils: lineOf('management') },
      reserveBasisPoints: Math.round((lineOf('reserve') * 10_000) / grossRentFils),
      ...(reserveTargetFils === undefined ? {} : { reserveTargetFils }),
    },
  }
}

/**
 * Rounds an amount of fils. Assumptions are not more exact than that, and the sums stay correct when fils are not
 * shown.
 */
const wholeDirhams = (amount: number): Fils => fils(Math.round(amount / 100) * 100)

function rentOf(listing: Listing, district: District): RentLine[] {
  const gross = wholeDirhams(basisPointsOf(listing.priceFils, district.grossYieldBasisPoints))
  const perSqm = SERVICE_CHARGE_FILS_PER_SQM[district.areaType] ?? SERVICE_CHARGE_ELSEWHERE_FILS_PER_SQM
  const rateFils = fils(HOUSES.includes(listing.propertyType) ? perSqm / 2 : perSqm)
  const costs = {
    vacancy: wholeDirhams(basisPointsOf(gross, VACANCY_BASIS_POINTS)),
    service_charge: wholeDirhams((listing.areaSqm ?? 0) * rateFils),
    management: wholeDirhams(basisPointsOf(gross, MANAGEMENT_BASIS_POINTS)),
    reserve: wholeDirhams(basisPointsOf(gross, RESERVE_BASIS_POINTS)),
  }
  const net = subtract(gross, sum(...Object.values(costs)))
  const ofRent = (percent: string) => sampleText('sample.ofRent', { percent })
  const yieldPercent = `${district.grossYieldBasisPoints / 100}%`
  const cost = (kind: keyof typeof costs, basis: LocalText): RentLine => ({
    kind,
    amountFils: subtract(ZERO, costs[kind]),
    basis,
    source: ASSUMED,
  })
  return [
    {
      kind: 'gross_rent',
      amountFils: gross,
      basis: sampleText('sample.yield', { percent: yieldPercent }),
      source: sampleText('sample.districts'),
    },
    cost('vacancy', ofRent('5%')),
    cost('service_charge', sampleText('sample.perSqm', { rate: rateFils / 100 })),
    cost('management', ofRent('6%')),
    cost('reserve', ofRent('3%')),
    {
      kind: 'net_rent',
      amountFils: net,
      basis: sampleText('sample.netRent'),
      source: sampleText('sample.calculated'),
    },
  ]
}
