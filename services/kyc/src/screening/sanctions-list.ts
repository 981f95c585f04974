import { nameKeys } from './normalise-name.js'

export type NameQuality = 'primary' | 'good' | 'low' | 'original_script'

/** A listed person or body, as far as screening needs it. */
export interface ListedParty {
  dataId: string
  reference: string
  kind: 'individual' | 'entity'
  /** As the list gives them: `1971-02-03`, `1971`, `1968~` (about) or `1960/1965`. */
  birthDates: string[]
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

export interface Hit {
  list: string
  dataId: string
  reference: string
  listedName: string
  quality: NameQuality
  matchedOn: MatchedOn
  birthDates: string[]
}

interface Entry {
  list: string
  party: ListedParty
  quality: NameQuality
  name: string
}

/** Exact look-up by normalised name over all loaded lists. */
export class Screener {
  private readonly entries = new Map<string, Entry[]>()
  /** The oldest edition in use; null while no list is loaded. */
  readonly listDate: string | null

  constructor(readonly lists: readonly SanctionsList[]) {
    this.listDate = lists.map((list) => list.date).sort()[0] ?? null
    for (const { list, parties } of lists) {
      for (const party of parties) for (const { quality, name } of party.names) this.add({ list, party, quality, name })
    }
  }

  /** Every listed party one of whose names is one of `names`, once each, by its strongest name. */
  screen(names: Partial<Record<MatchedOn, string>>): Hit[] {
    const hits = new Map<string, Hit>()
    for (const [matchedOn, name] of Object.entries(names) as [MatchedOn, string][]) {
      for (const entry of nameKeys(name).flatMap((key) => this.entries.get(key) ?? [])) {
        const id = `${entry.list}:${entry.party.dataId}`
        const known = hits.get(id)
        if (!known || strength(entry) > STRENGTH[known.quality]) hits.set(id, toHit(entry, matchedOn))
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

// A name of one word says too little, whatever the list calls it.
const weakened = (entry: Entry): NameQuality => (/\s/.test(entry.name.trim()) ? entry.quality : 'low')
const strength = (entry: Entry) => STRENGTH[weakened(entry)]

const toHit = (entry: Entry, matchedOn: MatchedOn): Hit => ({
  list: entry.list,
  dataId: entry.party.dataId,
  reference: entry.party.reference,
  listedName: entry.name,
  quality: weakened(entry),
  matchedOn,
  birthDates: entry.party.birthDates,
})
