export type NameQuality = 'primary' | 'good' | 'low' | 'original_script'

/** A listed person or entity, with the data that screening needs. */
export interface ListedParty {
  dataId: string
  reference: string
  kind: 'individual' | 'entity'
  /** In the format of the list: `1971-02-03`, `1971`, `1968~` (approximate) or `1960/1965`. */
  birthDates: string[]
  /** ISO 3166-1 alpha-3, or the listed text of a former country. Empty if the list has none. */
  nationalities: string[]
  names: { quality: NameQuality; name: string }[]
}

/** What being on a list means. A politically exposed person (`pep`) is not sanctioned: their case needs two reviewers. */
export type ListKind = 'sanctions' | 'pep'

/** A dated copy of one list. */
export interface SanctionsList {
  list: string
  /** ISO date of publication. */
  date: string
  /** Absent, meaning sanctions, in all lists but those of politically exposed people. */
  kind?: 'pep'
  parties: ListedParty[]
}
