import { alpha3Of } from '../countries/compare-nationalities.js'

/** United Nations country names that differ from those in Unicode CLDR, in lower case. Source: UN terminology. */
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

/** Country names of OFAC that differ from those in Unicode CLDR, in lower case. */
const OFAC_NAMES: Record<string, string> = {
  burma: 'MMR',
  'cabo verde': 'CPV',
  'congo, democratic republic of the': 'COD',
  'congo, republic of the': 'COG',
  'korea, north': 'PRK',
  'korea, south': 'KOR',
  'macedonia, the former yugoslav republic of': 'MKD',
  palestinian: 'PSE',
  'the bahamas': 'BHS',
  'the gambia': 'GMB',
  turkey: 'TUR',
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

const LISTED_NAMES: ReadonlyMap<string, string> = new Map(Object.entries({ ...UN_NAMES, ...OFAC_NAMES }))

const NO_NATIONALITY = ['', 'na', 'n/a', 'unknown']

/**
 * Returns a listed nationality as ISO 3166-1 alpha-3. Returns the text unchanged if it isn't a current country, such as
 * `former Soviet Union`, and null if there is none.
 */
export function listedNationality(text: string): string | null {
  const name = text.replace(/[\t;|\s]+/g, ' ').trim()
  if (NO_NATIONALITY.includes(name.toLowerCase())) return null
  return LISTED_NAMES.get(name.toLowerCase()) ?? BY_NAME.get(name.toLowerCase()) ?? name
}
