import { INCOME_DOCUMENT } from './income.js'
import { PROPERTY_REF } from './investing.js'
import { INVESTOR_ID } from './investors.js'
import { APPROVAL_ID } from './property.js'

export const VALUATION_FACTS = {
  date: '2027-03-31',
  valueFils: 162_500_000,
  valuer: 'Gulf Valuation Surveyors',
  method: 'sales_comparison',
}

export const PROPOSED_VALUATION = {
  ...{ valuationId: APPROVAL_ID, property: PROPERTY_REF, ...VALUATION_FACTS, document: INCOME_DOCUMENT },
  ...{ state: 'proposed', maker: INVESTOR_ID, reason: 'The report of March', version: 1 },
  requestedAt: '2027-04-02T08:00:00.000Z',
}

export const VALUATION = {
  ...PROPOSED_VALUATION,
  ...{ state: 'approved', checker: INVESTOR_ID, checkerReason: 'Agrees with the report', version: 2 },
  decidedAt: '2027-04-02T10:00:00.000Z',
}
