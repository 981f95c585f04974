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
function fingerprintOf({ list, kind }: Pick<SanctionsList, 'list' | 'kind'>, party: ListedParty): Buffer {
  const { dataId, reference, birthDates, nationalities, names } = party
  const known = [list, kind ?? '', dataId, reference, party.kind, birthDates, nationalities]
  const content = JSON.stringify([...known, names.map(({ quality, name }) => [quality, name])])
  return createHash('sha256').update(content).digest().subarray(0, FINGERPRINT_BYTES)
}

/** Returns the fingerprints of all parties of a list, sorted and joined. */
export const fingerprintsOf = (list: SanctionsList): Buffer =>
  Buffer.concat(list.parties.map((party) => fingerprintOf(list, party)).sort(Buffer.compare))

/** Returns the lists with only the parties that none of the earlier copies has in the same words. */
export function changedSince(lists: readonly SanctionsList[], earlier: readonly Buffer[]): SanctionsList[] {
  const known = new Set<string>()
  for (const joined of earlier)
    for (let at = 0; at < joined.length; at += FINGERPRINT_BYTES)
      known.add(joined.toString('base64', at, at + FINGERPRINT_BYTES))
  return lists.map((list) => ({
    ...list,
    parties: list.parties.filter((party) => !known.has(fingerprintOf(list, party).toString('base64'))),
  }))
}

/** Returns how many names lists have. */
export const countNames = (lists: readonly Pick<SanctionsList, 'parties'>[]): number =>
  lists.reduce((sum, { parties }) => parties.reduce((all, { names }) => all + names.length, sum), 0)

/** Returns the version of a list. The order of its parties doesn't matter. */
export function versionOf(list: SanctionsList): ListVersion {
  const hash = createHash('sha256').update(fingerprintsOf(list)).digest('hex')
  return { list: list.list, date: list.date, kind: list.kind ?? 'sanctions', hash }
}

/** Returns a hash of the contents of all lists, which their order and their dates don't change. */
export const setOf = (lists: readonly Pick<ListVersion, 'list' | 'hash'>[]): string =>
  createHash('sha256')
    .update(JSON.stringify(lists.map(({ list, hash }) => [list, hash]).sort()))
    .digest('hex')

/** Returns the date of the oldest list of sanctions; null if there is none. */
export const oldestOf = (lists: readonly { date: string; kind?: ListKind }[]): string | null =>
  lists
    .filter(({ kind }) => kind !== 'pep')
    .map(({ date }) => date)
    .sort()[0] ?? null
