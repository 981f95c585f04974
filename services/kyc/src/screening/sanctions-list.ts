import { versionOf, type ListVersion } from './list-version.js'
import type { ListedParty, NameQuality, SanctionsList } from './listed-party.js'
import { areBornYearsApart } from './listed-dates.js'
import { NameIndex, type FoundName } from './name-index.js'
import { wordsOf } from './normalise-name.js'

export type MatchedOn = 'profile_name' | 'document_name' | 'original_name'

/** `exact`: the same name; `close`: every part of the shorter name is in the other, as `NameIndex` compares them. */
export type NameCloseness = 'exact' | 'close'

export interface Hit {
  list: string
  /** Absent, meaning sanctions, unless the list is one of politically exposed people. */
  kind?: 'pep'
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
  kind: 'pep' | undefined
  party: ListedParty
  quality: NameQuality
  name: string
}

/** Screens names against all loaded lists, for equal and close names. */
export class Screener {
  private readonly index: NameIndex<Entry>

  /** What the names are compared with. */
  readonly lists: readonly ListVersion[]

  constructor(readonly sources: readonly SanctionsList[]) {
    this.lists = sources.map(versionOf)
    const entries = sources.flatMap(({ list, kind, parties }) =>
      parties.flatMap((party) => party.names.map(({ quality, name }): Entry => ({ list, kind, party, quality, name }))),
    )
    const isPerson = ({ party }: Entry) => party.kind === 'individual'
    this.index = new NameIndex(entries.map((entry) => ({ name: entry.name, isPerson: isPerson(entry), of: entry })))
  }

  /**
   * Returns each listed party with a name that equals or is close to one of `names`, once: with an equal name if there
   * is one, else with the best match. A close name is ignored if every listed birth year is more than two years from
   * those of `birthDates` (ISO dates). An equal name matches regardless of birth dates. Lists of politically exposed
   * people are long and none of their entries forbids anything, so a hit on them needs two words in common and a
   * possible birth date, also for an equal name.
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
        if (counts(found, birthDates)) addHit(toHit(found, matchedOn))
      }
    }
    return [...hits.values()]
  }
}

const STRENGTH: Record<NameQuality, number> = { low: 0, good: 1, original_script: 2, primary: 3 }

// An equal name ranks above a close one, then by the quality of the listed name.
const isStronger = (one: Hit, other: Hit) =>
  one.closeness === other.closeness ? STRENGTH[one.quality] > STRENGTH[other.quality] : one.closeness === 'exact'

const counts = ({ of, closeness, isWeak }: FoundName<Entry>, birthDates: readonly string[]) =>
  of.kind === 'pep' ? !isWeak && isPlausible(of, birthDates) : closeness === 'exact' || isPlausible(of, birthDates)

// One-word names of entities are mostly abbreviations (LRA, MAK), within one edit of common first names.
const isPlausible = ({ party, name }: Entry, birthDates: readonly string[]) =>
  !(party.kind === 'entity' && wordsOf(name).length < 2) && !areBornYearsApart(party.birthDates, birthDates)

// One word in common is weak evidence, regardless of the quality of the name on the list.
const toHit = (
  { of: { list, kind, party, name, quality }, closeness, isWeak }: FoundName<Entry>,
  matchedOn: MatchedOn,
): Hit => ({
  list,
  ...(kind ? { kind } : {}),
  dataId: party.dataId,
  reference: party.reference,
  listedName: name,
  quality: isWeak ? 'low' : quality,
  closeness,
  matchedOn,
  birthDates: party.birthDates,
  nationalities: party.nationalities,
})
