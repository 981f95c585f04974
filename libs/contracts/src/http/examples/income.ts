import { PROPERTY_REF } from './investing.js'
import { INVESTOR_ID } from './investors.js'
import { APPROVAL_ID } from './property.js'

export const ENTRY_ID = '0197c2d0-5b1e-7000-8000-0000000000e1'
export const INCOME_DOCUMENT = { sha256: 'd'.repeat(64), contentType: 'application/pdf', sizeBytes: 91_204 }

export const INCOME_ENTRY = {
  entryId: ENTRY_ID,
  propertyId: PROPERTY_REF.propertyId,
  period: '2027-Q1',
  kind: 'rent',
  amountFils: 2_900_000,
  date: '2027-01-04',
  reference: 'Transfer 20270104-118',
  document: INCOME_DOCUMENT,
  recordedAt: '2027-01-05T08:30:00.000Z',
  recordedBy: INVESTOR_ID,
}

export const WATERFALL = {
  grossRentFils: 2_900_000,
  vacancyFils: 0,
  costs: { serviceCharge: 300_000, management: 174_000, insurance: 0, maintenance: 26_000, other: 0 },
  fromReserveFils: 0,
  operatingIncomeFils: 2_400_000,
  usedFils: 0,
  reserveFils: 87_000,
  platformFeeFils: 0,
  netIncomeFils: 2_313_000,
}

export const DISTRIBUTION = {
  distributionId: APPROVAL_ID,
  property: PROPERTY_REF,
  period: '2027-Q1',
  recordDate: '2027-03-31',
  state: 'paid',
  waterfall: WATERFALL,
  netIncomeFils: WATERFALL.netIncomeFils,
  unitsIssued: 15_000,
  maker: INVESTOR_ID,
  reason: 'The quarter is reconciled with the bank',
  requestedAt: '2027-04-02T08:00:00.000Z',
  checker: INVESTOR_ID,
  checkerReason: 'Agrees with the bank statement',
  declaredAt: '2027-04-02T10:00:00.000Z',
  paidAt: '2027-04-02T10:00:02.000Z',
  progress: { investors: 42, paidInvestors: 42, paidFils: 2_313_000, companyFils: 0 },
  version: 5,
}

export const INVESTOR_INCOME = {
  distributionId: APPROVAL_ID,
  property: PROPERTY_REF,
  period: '2027-Q1',
  state: 'paid',
  units: 40,
  unitsIssued: 15_000,
  waterfall: WATERFALL,
  netIncomeFils: WATERFALL.netIncomeFils,
  amountFils: 6_168,
  recordDate: '2027-03-31',
  declaredAt: '2027-04-02T10:00:00.000Z',
  paidAt: '2027-04-02T10:00:02.000Z',
}

export const INCOME_ESTIMATE = {
  property: PROPERTY_REF,
  period: '2027-Q2',
  units: 40,
  unitsIssued: 15_000,
  targetNetIncomeFils: 2_400_000,
  amountFils: 6_400,
  dueFrom: '2027-07-01',
}

export const INCOME_QUARTER = {
  period: '2027-Q1',
  target: { ...WATERFALL, vacancyFils: 150_000, operatingIncomeFils: 2_250_000, netIncomeFils: 2_163_000 },
  actual: WATERFALL,
  vacancyDays: 0,
  arrearsFils: 0,
  distribution: {
    state: 'paid',
    netIncomeFils: WATERFALL.netIncomeFils,
    recordDate: '2027-03-31',
    declaredAt: '2027-04-02T10:00:00.000Z',
    paidAt: '2027-04-02T10:00:02.000Z',
  },
}
