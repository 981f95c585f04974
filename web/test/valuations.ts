import type { PublishedValuation } from '@hissa/contracts/investment'
import { fils, units } from '@hissa/money'
import type { PropertyValuations } from '../src/api/valuations-api.js'
import { PROPERTY } from './token.js'

/** Returns an approved valuation as everyone sees it. */
export const aValuation = (change: Partial<PublishedValuation> = {}): PublishedValuation => ({
  ...{ date: '2026-09-30', valueFils: fils(162_500_000), valuer: 'Gulf Valuation Surveyors' },
  ...{ method: 'sales_comparison', documentSha256: 'd'.repeat(64), approvedAt: '2026-10-05T08:00:00Z' },
  ...change,
})

/** Returns the valuations of a property with 10,500 shares. */
export const aPropertyValuations = (valuations: readonly PublishedValuation[]): PropertyValuations => ({
  ...{ property: PROPERTY, unitsIssued: units(10_500), valuations: [...valuations] },
  asOf: '2026-11-21T08:00:00Z',
})
