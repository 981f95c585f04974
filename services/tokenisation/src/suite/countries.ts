import iso from 'iso-3166-1'

/** Countries against which the FATF calls for countermeasures (February 2026): Iran, North Korea, Myanmar. */
const EXCLUDED = new Set(['IR', 'KP', 'MM'])

/** The countries whose residents may hold shares, as ISO 3166-1 numeric codes in ascending order. */
export const ALLOWED_COUNTRIES: readonly number[] = iso
  .all()
  .filter(({ alpha2 }) => !EXCLUDED.has(alpha2))
  .map(({ numeric }) => Number(numeric))
  .sort((a, b) => a - b)

/** The countries whose residents may not hold shares, as ISO 3166-1 alpha-2 codes. */
export const EXCLUDED_COUNTRIES: readonly string[] = [...EXCLUDED]

/** Returns the numeric code of an alpha-2 code, or undefined. */
export function numericOf(alpha2: string): number | undefined {
  const country = iso.whereAlpha2(alpha2)
  return country && Number(country.numeric)
}
