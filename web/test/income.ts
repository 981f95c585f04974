import type { Income, PropertyIncome } from '../src/api/income-api.js'
import type { InvestorIncomeView, PropertyQuarterView } from '@hissa/contracts/investment'
import { costsWith, fils, units, waterfall, ZERO } from '@hissa/money'
import { PROPERTY } from './token.js'

/** Returns the waterfall of a rent with a service charge and a management fee of a tenth each, and 5% for the reserve. */
export const aWaterfall = (rent: number) =>
  waterfall(
    {
      ...{ grossRentFils: fils(rent), vacancyFils: ZERO, fromReserveFils: ZERO },
      costs: costsWith({ serviceCharge: fils(rent / 10), management: fils(rent / 10) }),
    },
    { reserveBasisPoints: 500, platformFeeBasisPoints: 0 },
  )

/** Returns the user's part of a quarter's distribution: 100 of 10,500 shares. */
export function anIncome(change: Partial<InvestorIncomeView> = {}): InvestorIncomeView {
  const of = aWaterfall(2_000_000)
  return {
    ...{ distributionId: 'd-1', property: PROPERTY, period: '2026-Q3', state: 'paid', waterfall: of },
    ...{ units: units(100), unitsIssued: units(10_500), netIncomeFils: of.netIncomeFils, amountFils: fils(14_286) },
    ...{ recordDate: '2026-09-30', declaredAt: '2026-10-05T08:00:00Z', paidAt: '2026-10-06T08:00:00Z' },
    ...change,
  }
}

/** Returns the user's income with one paid distribution and one estimate. */
export const anIncomeList = (change: Partial<Income> = {}): Income => ({
  income: [anIncome()],
  totals: { receivedFils: fils(14_286), declaredFils: ZERO, cashFils: fils(14_286) },
  next: [
    {
      ...{ property: PROPERTY, period: '2026-Q4', units: units(100), unitsIssued: units(10_500) },
      ...{ targetNetIncomeFils: fils(1_575_000), amountFils: fils(15_000), dueFrom: '2027-01-01' },
    },
  ],
  ...change,
})

/** Returns a quarter whose target and rent are given. */
export function aQuarter(change: Partial<PropertyQuarterView> = {}): PropertyQuarterView {
  return {
    ...{ period: '2026-Q3', target: aWaterfall(2_100_000), actual: aWaterfall(2_000_000) },
    ...{ vacancyDays: 0, arrearsFils: ZERO },
    ...change,
  }
}

/** Returns the income of a property whose raise is completed. */
export const aPropertyIncome = (change: Partial<PropertyIncome> = {}): PropertyIncome => ({
  ...{ property: PROPERTY, raiseState: 'completed', targetYear: aWaterfall(8_400_000) },
  ...{ reserveTargetFils: fils(3_000_000), reserveFils: fils(100_000), unitsIssued: units(10_500) },
  ...{ quarters: [aQuarter()], asOf: '2026-11-21T08:00:00Z' },
  ...change,
})
