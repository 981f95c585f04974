import { ConfigError, systemTiming, wallNow } from '@hissa/kernel'
import * as z from 'zod/mini'
import { countNames } from './list-version.js'
import { loadLists } from './load-lists.js'
import type { ListedParty, NameQuality, SanctionsList } from './listed-party.js'

/**
 * The most names in one list and in all loaded ones. Their index takes about 1.3 KB for each name; the service has memory
 * for a second index of a quarter of them.
 */
export const MOST_NAMES = 200_000
const DAY_MS = 86_400_000

const HEADER = 'dataid\treference\tkind\tbirth_dates\tnationalities\tnames'
/** The header of older files without nationalities, which are still accepted. */
const HEADER_WITHOUT_NATIONALITIES = 'dataid\treference\tkind\tbirth_dates\tnames'
const MARK: Record<NameQuality, string> = { primary: '=', good: '+', low: '-', original_script: '@' }
const QUALITY = Object.fromEntries(Object.entries(MARK).map(([quality, mark]) => [mark, quality as NameQuality]))

/**
 * Formats a list as text: `#list`, `#date`, `#kind` unless it is one of sanctions, a header, then one line per party. Names are separated by `|` and begin
 * with `=` (primary), `+` (good alias), `-` (low-quality alias) or `@` (original script).
 */
export function formatSnapshot(list: SanctionsList): string {
  const lines = list.parties.map((party) =>
    [
      party.dataId,
      party.reference,
      party.kind,
      party.birthDates.join(';'),
      party.nationalities.join(';'),
      party.names.map(({ quality, name }) => MARK[quality] + name.replace(/[|\t\r\n]+/g, ' ')).join('|'),
    ].join('\t'),
  )
  const kind = list.kind ? [`#kind\t${list.kind}`] : []
  return [`#list\t${list.list}`, `#date\t${list.date}`, ...kind, HEADER, ...lines, ''].join('\n')
}

/** Parses a snapshot. Throws an Error with the number of the invalid line, such as for a date a day after `now`. */
export function parseSnapshot(text: string, now = wallNow(systemTiming)): SanctionsList {
  const [listLine = '', dateLine = '', ...rest] = text.split('\n')
  const isOfPeps = rest[0] === '#kind\tpep'
  const [header, ...lines] = isOfPeps ? rest.slice(1) : rest
  const list = /^#list\t(.+)$/.exec(listLine)?.[1]
  const date = /^#date\t(\d{4}-\d{2}-\d{2})$/.exec(dateLine)?.[1]
  const hasNationalities = header === HEADER
  if (!list || !date || !(hasNationalities || header === HEADER_WITHOUT_NATIONALITIES)) {
    throw new Error('line 1: this is not a sanctions list snapshot')
  }
  const published = new Date(date)
  if (!z.iso.date().safeParse(date).success) throw new Error(`line 2: ${date} is no date`)
  if (published.getTime() > now.getTime() + DAY_MS) throw new Error(`line 2: ${date} is in the future`)
  let names = 0
  const parties = lines.flatMap((line, index) => {
    if (line === '') return []
    const columns = line.split('\t')
    const at = index + (isOfPeps ? 5 : 4)
    const party = parseParty(hasNationalities ? columns : columns.toSpliced(4, 0, ''), at)
    names += party.names.length
    if (names > MOST_NAMES) throw new Error(`line ${at}: a list may have at most ${most} names`)
    return [party]
  })
  return { list, date, ...(isOfPeps ? { kind: 'pep' as const } : {}), parties }
}

const most = MOST_NAMES.toLocaleString('en')

function parseParty(columns: readonly string[], at: number): ListedParty {
  const [dataId, reference, kind, birthDates, nationalities, names] = columns
  if (!dataId || reference === undefined || (kind !== 'individual' && kind !== 'entity') || !names) {
    throw new Error(`line ${at}: a party needs every column of the header`)
  }
  return {
    dataId,
    reference,
    kind,
    birthDates: birthDates ? birthDates.split(';') : [],
    nationalities: nationalities ? nationalities.split(';') : [],
    names: names.split('|').map((marked) => {
      const quality = QUALITY[marked.charAt(0)]
      if (!quality) throw new Error(`line ${at}: a name begins with an unknown mark`)
      return { quality, name: marked.slice(1) }
    }),
  }
}

/**
 * Loads every `*.tsv` of a folder, and of another if given. Of several copies of a list the newest counts, so earlier
 * ones can stay. Without a list every case goes to review. Errors: those of `loadLists`, and ConfigError above `MOST_NAMES`.
 */
export async function loadSanctionsLists(
  folder: string,
  more?: string,
  now = wallNow(systemTiming),
): Promise<SanctionsList[]> {
  const parse = (text: string) => parseSnapshot(text, now)
  const loaded = await loadLists(folder, '.tsv', parse)
  if (more !== undefined) loaded.push(...(await loadLists(more, '.tsv', parse, 'MORE_LISTS_DIR')))
  const newest = new Map<string, SanctionsList>()
  for (const list of loaded) if (list.date >= (newest.get(list.list)?.date ?? '')) newest.set(list.list, list)
  const lists = [...newest.values()]
  const names = countNames(lists)
  if (names > MOST_NAMES)
    throw new ConfigError([`all lists may have at most ${most} names, and these have ${names.toLocaleString('en')}`])
  return lists
}
