import { CloseNames } from './close-names.js'
import { areBornYearsApart } from './listed-dates.js'
import { nameKeys, wordsOf } from './normalise-name.js'

export type NameQuality = 'primary' | 'good' | 'low' | 'original_script'

/** A listed person or body, as far as screening needs it. */
export interface ListedParty {
  dataId: string
  reference: string
  kind: 'individual' | 'entity'
  /** As the list gives them: `1971-02-03`, `1971`, `1968~` (about) or `1960/1965`. */
  birthDates: string[]
  /** ISO 3166-1 alpha-3; empty when the list states none, or one that is no country's name. */
  nationalities: string[]
  names: { quality: NameQuality; name: string }[]
}

/** A dated copy of one list. */
export interface SanctionsList {
  list: string
  /** ISO date of the edition. */
  date: string
  parties: ListedParty[]
}

export type MatchedOn = 'profile_name' | 'document_name' | 'original_name'

/** `exact`: the same name; `close`: every part of the shorter name is in the other, each within one edit. */
export type NameCloseness = 'exact' | 'close'

export interface Hit {
  list: string
  dataId: string
  reference: string
  listedName: string
  quality: NameQuality
  /** Absent in cases from before close names were found: then exact. */
  closeness?: NameCloseness
  matchedOn: MatchedOn
  birthDates: string[]
  /** Absent in cases from before nationalities were read. */
  nationalities?: string[]
}

interface Entry {
  list: string
  party: ListedParty
  quality: NameQuality
  name: string
}

/** Looks names up over all loaded lists: the same name, and close ones. */
export class Screener {
  private readonly entries = new Map<string, Entry[]>()
  private readonly close: CloseNames<Entry>
  /** The oldest edition in use; null while no list is loaded. */
  readonly listDate: string | null

  constructor(readonly lists: readonly SanctionsList[]) {
    this.listDate = lists.map((list) => list.date).sort()[0] ?? null
    const entries = lists.flatMap(({ list, parties }) =>
      parties.flatMap((party) => party.names.map(({ quality, name }): Entry => ({ list, party, quality, name }))),
    )
    for (const entry of entries) this.add(entry)
    this.close = new CloseNames(entries.map((entry) => ({ parts: wordsOf(entry.name), of: entry })))
  }

  /**
   * Returns every listed party one of whose names is one of `names` or close to one, once each: by the same name if
   * there is one, else by the strongest. A close name is none when every listed birth year is more than two away from
   * those of `births` (ISO dates); the same name is one whatever the birth.
   */
  screen(names: Partial<Record<MatchedOn, string>>, births: readonly string[]): Hit[] {
    const hits = new Map<string, Hit>()
    const keep = (hit: Hit) => {
      const id = `${hit.list}:${hit.dataId}`
      const known = hits.get(id)
      if (!known || isStronger(hit, known)) hits.set(id, hit)
    }
    for (const [matchedOn, name] of Object.entries(names) as [MatchedOn, string][]) {
      for (const entry of nameKeys(name).flatMap((key) => this.entries.get(key) ?? [])) {
        keep(toHit(entry, matchedOn, 'exact'))
      }
      for (const entry of this.close.find(wordsOf(name))) {
        if (isPlausible(entry, births)) keep(toHit(entry, matchedOn, 'close', name))
      }
    }
    return [...hits.values()]
  }

  private add(entry: Entry): void {
    for (const key of nameKeys(entry.name)) {
      const known = this.entries.get(key)
      if (known) known.push(entry)
      else this.entries.set(key, [entry])
    }
  }
}

const STRENGTH: Record<NameQuality, number> = { low: 0, good: 1, original_script: 2, primary: 3 }

// The same name counts for more than a close one, then the quality of the listed name.
const isStronger = (one: Hit, other: Hit) =>
  one.closeness === other.closeness ? STRENGTH[one.quality] > STRENGTH[other.quality] : one.closeness === 'exact'

// The one-word names of bodies are mostly abbreviations (LRA, MAK), each within one edit of a common first name.
const isPlausible = ({ party, name }: Entry, births: readonly string[]) =>
  !(party.kind === 'entity' && isOneWord(name)) && !areBornYearsApart(party.birthDates, births)

// A name of one word says too little, whatever the list calls it.
const isOneWord = (name: string) => wordsOf(name).length < 2

const toHit = (
  { list, party, name, quality }: Entry,
  matchedOn: MatchedOn,
  closeness: NameCloseness,
  asked = name,
): Hit => ({
  list,
  dataId: party.dataId,
  reference: party.reference,
  listedName: name,
  quality: isOneWord(name) || isOneWord(asked) ? 'low' : quality,
  closeness,
  matchedOn,
  birthDates: party.birthDates,
  nationalities: party.nationalities,
})
