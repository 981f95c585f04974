/**
 * Countries listed by the Financial Action Task Force, ISO 3166-1 alpha-3. After a new statement, change this file and
 * the version of the rule. Source: FATF statements of 2026-02-13, "High-Risk Jurisdictions subject to a Call for
 * Action" and "Jurisdictions under Increased Monitoring".
 */
export const COUNTRY_LIST = {
  date: '2026-02-13',
  /** Countries that require enhanced due diligence: high risk. */
  callForAction: ['IRN', 'MMR', 'PRK'],
  /** Countries under increased monitoring: cases go to review. */
  increasedMonitoring: [
    ...['AGO', 'BGR', 'BOL', 'CIV', 'CMR', 'COD', 'DZA', 'HTI', 'KEN', 'KWT', 'LAO'],
    ...['LBN', 'MCO', 'NAM', 'NPL', 'PNG', 'SSD', 'SYR', 'VEN', 'VGB', 'VNM', 'YEM'],
  ],
} as const

export type CountryRisk = 'none' | 'monitored' | 'high'

/** Returns the highest risk of the countries (alpha-3). */
export function countryRiskOf(countries: readonly (string | null)[]): CountryRisk {
  const isIn = (list: readonly string[]) => countries.some((country) => country !== null && list.includes(country))
  if (isIn(COUNTRY_LIST.callForAction)) return 'high'
  return isIn(COUNTRY_LIST.increasedMonitoring) ? 'monitored' : 'none'
}
