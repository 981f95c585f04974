/**
 * Countries that the Financial Action Task Force names, ISO 3166-1 alpha-3. A new statement is a change of this file and of
 * the rule's version. Source: FATF statements of 2026-02-13, "High-Risk Jurisdictions subject to a Call for Action" and
 * "Jurisdictions under Increased Monitoring".
 */
export const COUNTRY_LIST = {
  date: '2026-02-13',
  /** Enhanced due diligence is called for: high risk. */
  callForAction: ['IRN', 'MMR', 'PRK'],
  /** Their controls are being improved under observation: a reviewer looks. */
  increasedMonitoring: [
    ...['AGO', 'BGR', 'BOL', 'CIV', 'CMR', 'COD', 'DZA', 'HTI', 'KEN', 'KWT', 'LAO'],
    ...['LBN', 'MCO', 'NAM', 'NPL', 'PNG', 'SSD', 'SYR', 'VEN', 'VGB', 'VNM', 'YEM'],
  ],
} as const

export type CountryRisk = 'none' | 'monitored' | 'high'

/** Returns the highest risk of the countries (alpha-3) that a person is of, lives in or holds a document from. */
export function countryRiskOf(countries: readonly (string | null)[]): CountryRisk {
  const isIn = (list: readonly string[]) => countries.some((country) => country !== null && list.includes(country))
  if (isIn(COUNTRY_LIST.callForAction)) return 'high'
  return isIn(COUNTRY_LIST.increasedMonitoring) ? 'monitored' : 'none'
}
