import { alpha3Of } from '../countries/compare-nationalities.js'

/** Names of the United Nations that differ from those of the Unicode CLDR, lower case. Source: UN terminology. */
const UN_NAMES: Record<string, string> = {
  'bosnia and herzegovina': 'BIH',
  'central african republic': 'CAF',
  congo: 'COG',
  "democratic people's republic of korea": 'PRK',
  'democratic republic of the congo': 'COD',
  'iran (islamic republic of)': 'IRN',
  myanmar: 'MMR',
  'republic of korea': 'KOR',
  'russian federation': 'RUS',
  'state of palestine': 'PSE',
  'syrian arab republic': 'SYR',
  'trinidad and tobago': 'TTO',
  türkiye: 'TUR',
  'united kingdom of great britain and northern ireland': 'GBR',
  'united republic of tanzania': 'TZA',
  'united states of america': 'USA',
  'viet nam': 'VNM',
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
const BY_NAME: ReadonlyMap<string, string> = new Map(
  letters
    .flatMap((one) => letters.map((two) => one + two))
    .flatMap((alpha2) => {
      const [name, alpha3] = [english.of(alpha2), alpha3Of(alpha2)]
      return name && alpha3 ? [[name.toLowerCase(), alpha3] as const] : []
    }),
)

const UNSTATED = ['', 'na', 'n/a', 'unknown']

/**
 * Returns the nationality that a list states in words as ISO 3166-1 alpha-3; in its own words where that is no country of
 * today, such as `former Soviet Union`; null where it states none.
 */
export function listedNationality(text: string): string | null {
  const name = text.replace(/[\t;|\s]+/g, ' ').trim()
  if (UNSTATED.includes(name.toLowerCase())) return null
  return UN_NAMES[name.toLowerCase()] ?? BY_NAME.get(name.toLowerCase()) ?? name
}
