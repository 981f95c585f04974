import { isReason } from '@hissa/contracts'
import {
  OfferBasis,
  type AcquisitionLine,
  type LocalText,
  type OfferingTerms,
  type PropertyRecord,
  type RentLine,
} from '@hissa/contracts/property'
import { type Fils, offeringFigures, type OfferingFigures, subtract, toAed, units, ZERO } from '@hissa/money'
import { isCalendarDate } from '../../../lib/birth-date.js'
import { readFils } from '../../../lib/invest-amount.js'
import type { AppLocale } from '../../../lib/locale.js'
import { latinDigits } from '../../../lib/phone.js'

export const COST_FIELDS = ['price', 'registration', 'agency', 'company', 'reserve'] as const
export const RENT_FIELDS = ['grossRent', 'vacancy', 'serviceCharge', 'management', 'setAside'] as const
export const SPV_FIELDS = ['spvName', 'spvNumber', 'spvJurisdiction'] as const
export const WORD_FIELDS = [
  ...(['costsBasisEn', 'costsBasisAr', 'rentBasisEn', 'rentBasisAr', 'sourceEn', 'sourceAr'] as const),
] as const
const FIELDS = [
  ...COST_FIELDS,
  ...RENT_FIELDS,
  ...SPV_FIELDS,
  ...WORD_FIELDS,
  ...(['unitPrice', 'unitsOffered', 'minimumUnits', 'minimum', 'fee', 'termYears', 'deadline', 'basis'] as const),
  ...(['valuedOn', 'valuer', 'valuationReference', 'valuation', 'reason'] as const),
] as const
export type TermsField = (typeof FIELDS)[number]
/** What is in the form, as it was typed. */
export type TermsValues = Record<TermsField, string>
/** Why a value cannot be proposed. Each has a text; those of the server have its codes. */
export const TERMS_FAULTS = [
  ...(['missing', 'number', 'not_arabic', 'too_many', 'not_multiple', 'too_much', 'passed', 'taken'] as const),
  ...(['future', 'outdated', 'sum', 'total', 'loss', 'invalid'] as const),
] as const
export type TermsFault = (typeof TERMS_FAULTS)[number]
export type TermsFaults = Partial<Record<TermsField, TermsFault>>

/** Returns the form of the first terms of a draft: its price, the platform's minimum and share price, and no costs. */
export function startingTerms({ details }: Pick<PropertyRecord, 'details'>): TermsValues {
  const empty = Object.fromEntries(FIELDS.map((field) => [field, ''])) as TermsValues
  return {
    ...empty,
    ...{ price: String(toAed(details.priceFils)), valuation: String(toAed(details.priceFils)) },
    ...{ unitPrice: '100', minimum: '2000', basis: 'licensed-platform' },
  }
}

/** Returns the figures that follow from what is typed so far; an amount that is not one counts as nothing. */
export function figuresOf(values: TermsValues, locale: AppLocale): OfferingFigures | null {
  const amount = (field: TermsField) => readFils(values[field], locale) ?? ZERO
  if (amount('unitPrice') <= 0) return null
  return offeringFigures({
    ...{ unitPriceFils: amount('unitPrice'), priceFils: amount('price'), registrationFils: amount('registration') },
    ...{ agencyFils: amount('agency'), companyFils: amount('company'), reserveFils: amount('reserve') },
    ...{ grossRentFils: amount('grossRent'), vacancyFils: amount('vacancy') },
    ...{ serviceChargeFils: amount('serviceCharge'), managementFils: amount('management') },
    setAsideFils: amount('setAside'),
  })
}

interface Words {
  costsBasis: LocalText
  rentBasis: LocalText
  source: LocalText
}

/** Returns the lines from price to total and from gross to net rent. A cost that there is not has no line. */
function linesOf(
  values: TermsValues,
  figures: OfferingFigures,
  { costsBasis, rentBasis, source }: Words,
  locale: AppLocale,
): Pick<OfferingTerms, 'acquisition' | 'rent'> {
  const amount = (field: TermsField) => readFils(values[field], locale) ?? ZERO
  const spent = (field: TermsField) => subtract(ZERO, amount(field))
  const line = (kind: AcquisitionLine['kind'], amountFils: Fils) => ({ kind, amountFils, basis: costsBasis, source })
  const year = (kind: RentLine['kind'], amountFils: Fils) => ({ kind, amountFils, basis: rentBasis, source })
  const stated = <L extends { amountFils: Fils }>(lines: L[]) => lines.filter(({ amountFils }) => amountFils !== 0)
  return {
    acquisition: [
      ...stated([
        line('purchase_price', amount('price')),
        line('registration_fee', amount('registration')),
        line('agency_fee', amount('agency')),
        line('spv_costs', amount('company')),
        line('opening_reserve', figures.openingReserveFils),
      ]),
      line('total', figures.totalFils),
    ],
    rent: [
      ...stated([
        year('gross_rent', amount('grossRent')),
        year('vacancy', spent('vacancy')),
        year('service_charge', spent('serviceCharge')),
        year('management', spent('management')),
        year('reserve', spent('setAside')),
      ]),
      year('net_rent', figures.netRentFils),
    ],
  }
}

/** Returns readers of one field each, which note the faults that they find. */
function readersOf(values: TermsValues, locale: AppLocale) {
  const faults: TermsFaults = {}
  const required = (field: TermsField) => {
    const value = values[field].trim()
    if (value === '') faults[field] = 'missing'
    return value
  }
  const words = (en: TermsField, ar: TermsField) => {
    const both = { en: required(en), ar: required(ar) }
    if (both.ar !== '' && !/\p{Script=Arabic}/u.test(both.ar)) faults[ar] = 'not_arabic'
    return both
  }
  const amount = (field: TermsField, { isOptional = false } = {}): Fils => {
    if (values[field].trim() === '') {
      if (!isOptional) faults[field] = 'missing'
      return ZERO
    }
    const read = readFils(values[field], locale)
    if (read === null || (read === 0 && !isOptional)) faults[field] = 'number'
    return read ?? ZERO
  }
  const whole = (field: TermsField, max: number) => {
    const value = latinDigits(values[field].trim()).replaceAll(',', '')
    if (value === '') return null
    const parsed = /^\d+$/.test(value) ? Number(value) : NaN
    if (!(parsed >= 1 && parsed <= max)) faults[field] = 'number'
    return parsed
  }
  const day = (field: TermsField) => {
    const value = required(field)
    if (value !== '' && !isCalendarDate(value)) faults[field] = 'invalid'
    return value
  }
  return { faults, required, words, amount, whole, day }
}

type Read = { ok: true; terms: OfferingTerms } | { ok: false; faults: TermsFaults }

/** Reads the form at a business day in Dubai, `YYYY-MM-DD`. The server checks all of it again. */
export function readTerms(values: TermsValues, today: string, locale: AppLocale): Read {
  const { faults, required, words, amount, whole, day } = readersOf(values, locale)
  const unitPriceFils = amount('unitPrice')
  for (const field of ['price', 'grossRent'] as const) amount(field)
  for (const field of [...COST_FIELDS.slice(1), ...RENT_FIELDS.slice(1)]) amount(field, { isOptional: true })
  const [costsBasis, rentBasis] = [words('costsBasisEn', 'costsBasisAr'), words('rentBasisEn', 'rentBasisAr')]
  const source = words('sourceEn', 'sourceAr')
  const figures = figuresOf(values, locale)
  if (figures && figures.netRentFils < 0) faults.grossRent ??= 'loss'
  const issued = figures?.unitsIssued ?? units(1)
  const offered = whole('unitsOffered', Number.MAX_SAFE_INTEGER) ?? issued
  if (offered > issued) faults.unitsOffered = 'too_many'
  const needed = whole('minimumUnits', Number.MAX_SAFE_INTEGER)
  if (needed !== null && needed > offered) faults.minimumUnits = 'too_many'
  const minimumFils = amount('minimum')
  if (unitPriceFils > 0 && minimumFils % unitPriceFils !== 0) faults.minimum = 'not_multiple'
  const fee = latinDigits(values.fee.trim()).replace('\u066B', '.')
  if (fee === '') faults.fee = 'missing'
  else if (!/^\d{1,2}(\.\d{1,2})?$/.test(fee)) faults.fee = 'number'
  const deadline = day('deadline')
  if (!faults.deadline && deadline < today) faults.deadline = 'passed'
  const valuedOn = day('valuedOn')
  if (!faults.valuedOn && valuedOn > today) faults.valuedOn = 'future'
  const valuationFils = amount('valuation')
  const termYears = whole('termYears', 99)
  const spv = {
    name: required('spvName'),
    registrationNumber: required('spvNumber'),
    jurisdiction: required('spvJurisdiction'),
  }
  const valuer = { valuer: required('valuer'), reference: required('valuationReference') }
  if (!isReason(values.reason)) faults.reason = 'missing'
  if (Object.keys(faults).length > 0 || !figures) return { ok: false, faults }
  const terms: OfferingTerms = {
    ...{ unitPriceFils, unitsTotal: units(offered), unitsIssued: issued, minimumFils },
    ...(needed === null ? {} : { minimumUnits: units(needed) }),
    feeBasisPoints: Math.round(Number(fee) * 100),
    expectedReturn: { basisPoints: figures.targetBasisPoints, basis: rentBasis, asOf: valuedOn, kind: 'target' },
    termYears,
    // The end of the day in Dubai, which is four hours ahead of UTC all year.
    deadline: `${deadline}T19:59:59.000Z`,
    ...linesOf(values, figures, { costsBasis, rentBasis, source }, locale),
    spv,
    basis: OfferBasis.options.find((each) => each === values.basis) ?? 'licensed-platform',
    valuation: { valuedOn, ...valuer, amountFils: valuationFils },
  }
  return { ok: true, terms }
}

const POINTERS: readonly (readonly [pointer: string, field: TermsField])[] = [
  ['/terms/unitPriceFils', 'unitPrice'],
  ['/terms/unitsTotal', 'unitsOffered'],
  ['/terms/unitsIssued', 'unitPrice'],
  ['/terms/minimumUnits', 'minimumUnits'],
  ['/terms/minimumFils', 'minimum'],
  ['/terms/feeBasisPoints', 'fee'],
  ['/terms/termYears', 'termYears'],
  ['/terms/expectedReturn', 'grossRent'],
  ['/terms/deadline', 'deadline'],
  ['/terms/acquisition', 'price'],
  ['/terms/rent', 'grossRent'],
  ['/terms/spv', 'spvNumber'],
  ['/terms/valuation', 'valuedOn'],
  ['/terms/basis', 'basis'],
  ['/reason', 'reason'],
]

/** Returns the server's faults by field; a code that has no text of its own is `invalid`. */
export function serverTermsFaults(errors: readonly { path: string; code: string }[]): TermsFaults {
  const faults: TermsFaults = {}
  for (const { path, code } of errors) {
    const field = POINTERS.find(([pointer]) => path === pointer || path.startsWith(`${pointer}/`))?.[1]
    if (field) faults[field] ??= TERMS_FAULTS.find((each) => each === code) ?? 'invalid'
  }
  return faults
}
