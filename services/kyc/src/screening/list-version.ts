import { createHash } from 'node:crypto'
import type { ListedParty, ListKind, SanctionsList } from './listed-party.js'

/** Which copy of a list names were compared with. */
export interface ListVersion {
  list: string
  /** ISO date of publication. */
  date: string
  kind: ListKind
  /** SHA-256 of the parties, in hex. A copy with another date and the same parties has the same hash. */
  hash: string
}

const FINGERPRINT_BYTES = 12

/** Returns a short hash of everything that the screening knows about a party, which changes whenever any of it does. */
export function fingerprintOf({ list, kind }: Pick<SanctionsList, 'list' | 'kind'>, party: ListedParty): Buffer {
  const { dataId, reference, birthDates, nationalities, names } = party
  const known = [list, kind ?? '', dataId, reference, party.kind, birthDates, nationalities]
  const content = JSON.stringify([...known, names.map(({ quality, name }) => [quality, name])])
  return createHash('sha256').update(content).digest().subarray(0, FINGERPRINT_BYTES)
}

/** Returns the version of a list. The order of its parties doesn't matter. */
export function versionOf(list: SanctionsList): ListVersion {
  const fingerprints = list.parties.map((party) => fingerprintOf(list, party)).sort(Buffer.compare)
  const hash = createHash('sha256').update(Buffer.concat(fingerprints)).digest('hex')
  return { list: list.list, date: list.date, kind: list.kind ?? 'sanctions', hash }
}

/** Returns the date of the oldest list of sanctions; null if there is none. */
export const oldestOf = (lists: readonly { date: string; kind?: ListKind }[]): string | null =>
  lists
    .filter(({ kind }) => kind !== 'pep')
    .map(({ date }) => date)
    .sort()[0] ?? null
