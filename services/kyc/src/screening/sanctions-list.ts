import { areBornYearsApart } from './listed-dates.js'
import { NameIndex, type FoundName } from './name-index.js'
import { wordsOf } from './normalise-name.js'

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

/** A dated copy of one list. */
export interface SanctionsList {
  list: string
  /** ISO date of publication. */
  date: string
  parties: ListedParty[]
}

export type MatchedOn = 'profile_name' | 'document_name' | 'original_name'

/** `exact`: the same name; `close`: every part of the shorter name is in the other, as `NameIndex` compares them. */
export type NameCloseness = 'exact' | 'close'

export interface Hit {
  list: string
  dataId: string
  reference: string
  listedName: string
  quality: NameQuality
  /** Absent, meaning exact, in cases created before close names were screened. */
  closeness?: NameCloseness
  matchedOn: MatchedOn
  birthDates: string[]
  /** Absent in cases created before nationalities were screened. */
  nationalities?: string[]
}

interface Entry {
  list: string
  party: ListedParty
  quality: NameQuality
  name: string
}

/** Screens names against all loaded lists, for equal and close names. */
export class Screener {
  private readonly index: NameIndex<Entry>

  constructor(readonly lists: readonly SanctionsList[]) {
    const entries = lists.flatMap(({ list, parties }) =>
      parties.flatMap((party) => party.names.map(({ quality, name }): Entry => ({ list, party, quality, name }))),
    )
    const isPerson = ({ party }: Entry) => party.kind === 'individual'
    this.index = new NameIndex(entries.map((entry) => ({ name: entry.name, isPerson: isPerson(entry), of: entry })))
  }

  /**
   * Returns each listed party with a name that equals or is close to one of `names`, once: with an equal name if there
   * is one, else with the best match. A close name is ignored if every listed birth year is more than two years from
   * those of `birthDates` (ISO dates). An equal name matches regardless of birth dates.
   */
  screen(names: Partial<Record<MatchedOn, string>>, birthDates: readonly string[]): Hit[] {
    const hits = new Map<string, Hit>()
    const addHit = (hit: Hit) => {
      const id = `${hit.list}:${hit.dataId}`
      const known = hits.get(id)
      if (!known || isStronger(hit, known)) hits.set(id, hit)
    }
    for (const [matchedOn, name] of Object.entries(names) as [MatchedOn, string][]) {
      for (const found of this.index.find(name)) {
        if (found.closeness === 'exact' || isPlausible(found.of, birthDates)) addHit(toHit(found, matchedOn))
      }
    }
    return [...hits.values()]
  }
}

const STRENGTH: Record<NameQuality, number> = { low: 0, good: 1, original_script: 2, primary: 3 }

// An equal name ranks above a close one, then by the quality of the listed name.
const isStronger = (one: Hit, other: Hit) =>
  one.closeness === other.closeness ? STRENGTH[one.quality] > STRENGTH[other.quality] : one.closeness === 'exact'

// One-word names of entities are mostly abbreviations (LRA, MAK), within one edit of common first names.
const isPlausible = ({ party, name }: Entry, birthDates: readonly string[]) =>
  !(party.kind === 'entity' && wordsOf(name).length < 2) && !areBornYearsApart(party.birthDates, birthDates)

// One word in common is weak evidence, regardless of the quality of the name on the list.
const toHit = (
  { of: { list, party, name, quality }, closeness, isWeak }: FoundName<Entry>,
  matchedOn: MatchedOn,
): Hit => ({
  list,
  dataId: party.dataId,
  reference: party.reference,
  listedName: name,
  quality: isWeak ? 'low' : quality,
  closeness,
  matchedOn,
  birthDates: party.birthDates,
  nationalities: party.nationalities,
})
