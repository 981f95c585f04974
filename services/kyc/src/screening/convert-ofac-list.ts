import { parse } from 'csv-parse/sync'
import { readFile, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import * as z from 'zod/mini'
import { listedNationality } from './nationality-names.js'
import type { ListedParty, NameQuality, SanctionsList } from './listed-party.js'
import { formatSnapshot } from './snapshot.js'

/** The files as the Office of Foreign Assets Control publishes them, without a header. */
export interface OfacFiles {
  /** `sdn.csv`: number, name, type, programmes, title and seven more columns, of which the last has the remarks. */
  sdn: string
  /** `alt.csv`: number of the party, number of the alias, its type and the name. */
  aliases: string
  /** ISO date of the files, which doesn't occur in them. */
  date: string
}

const COLUMNS = { dataId: 0, name: 1, kind: 2, programmes: 3, remarks: 11 }
const ALIAS_NAME = 3
/** The content of an empty column. */
const NONE = '-0-'
/** Where a file ends, in the format of DOS. */
const END = '\u001a'
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/**
 * Converts people and organisations of OFAC's list of specially designated nationals; vessels and aircraft are left
 * out. Aliases in quotation marks are OFAC's weak ones.
 */
export function convertOfacList({ sdn, aliases, date }: OfacFiles): SanctionsList {
  const namesOf = new Map<string | undefined, string[][]>()
  for (const alias of rowsOf(aliases)) namesOf.set(alias[0], [...(namesOf.get(alias[0]) ?? []), alias])
  const parties = rowsOf(sdn).flatMap((row): ListedParty[] => {
    const kind = row[COLUMNS.kind] === 'individual' ? 'individual' : 'entity'
    if (kind === 'entity' && row[COLUMNS.kind] !== NONE) return []
    const dataId = row[COLUMNS.dataId]!
    const remarks = row[COLUMNS.remarks] ?? ''
    const order = (name: string) => (kind === 'individual' ? givenFirst(name) : name)
    const others = (namesOf.get(dataId) ?? []).map((alias) => order(alias[ALIAS_NAME] ?? ''))
    const weak = [...remarks.matchAll(/a\.k\.a\. '(.+?)'(?=[;.]|$)/g)].map(([, name]) => order(name!))
    const named = (quality: NameQuality, names: string[]) => names.filter(Boolean).map((name) => ({ quality, name }))
    return [
      {
        dataId,
        reference: (row[COLUMNS.programmes] ?? '').replaceAll('] [', ', '),
        kind,
        birthDates: kind === 'individual' ? birthDatesOf(remarks) : [],
        nationalities: kind === 'individual' ? nationalitiesOf(remarks) : [],
        names: [...named('primary', [order(row[COLUMNS.name]!)]), ...named('good', others), ...named('low', weak)],
      },
    ]
  })
  return { list: 'OFAC SDN', date, parties }
}

const rowsOf = (text: string): string[][] =>
  parse(text.replaceAll(END, ''), { relax_column_count: true, skip_empty_lines: true, trim: true })

/** Returns `Jose Gutierrez Reyes` for `GUTIERREZ REYES, Jose`. */
const givenFirst = (name: string): string => {
  const [surname = '', given = '', ...rest] = name.split(/,\s*/)
  return [given, surname, ...rest].filter(Boolean).join(' ')
}

const nationalitiesOf = (remarks: string): string[] => {
  const stated = [...remarks.matchAll(/\b(?:nationality|citizen) ([^;.]+)/g)].map(([, name]) =>
    listedNationality(name!),
  )
  return [...new Set(stated.filter((name) => name !== null))]
}

/** Returns the birth dates in remarks such as `DOB 14 Jun 1975; alt. DOB circa 1962; alt. DOB 1960 to 1965`. */
function birthDatesOf(remarks: string): string[] {
  const dates = [...remarks.matchAll(/\bDOB (circa )?([^;.]+)/g)].flatMap(([, circa, text]) => {
    const [from, to] = text!.split(/ to |-/).map(isoDate)
    // Kept as it is: a date that can't be read must not rule out a person born then.
    if (!from) return [text!.trim()]
    if (to) return [from.slice(0, 4) === to.slice(0, 4) ? from.slice(0, 4) : `${from.slice(0, 4)}/${to.slice(0, 4)}`]
    return [circa ? `${from}~` : from]
  })
  return [...new Set(dates)]
}

/** Returns `1975-06-14`, `1975-06` or `1975` for a date such as `14 Jun 1975`; undefined if it is none. */
function isoDate(text: string): string | undefined {
  const [, day, month, year] = /^(?:(\d{2}) )?(?:([A-Z][a-z]{2}) )?(\d{4})$/.exec(text.trim()) ?? []
  if (!year) return undefined
  const number = month ? MONTHS.indexOf(month) + 1 : 0
  return [year, ...(number ? [String(number).padStart(2, '0'), ...(day ? [day] : [])] : [])].join('-')
}

/** Updates the bundled list: `node convert-ofac-list.js sdn.csv alt.csv YYYY-MM-DD ofac-YYYY-MM-DD.tsv`. */
async function main(): Promise<void> {
  const [sdn, aliases, date, target] = process.argv.slice(2)
  if (!sdn || !aliases || !date || !target || !z.iso.date().safeParse(date).success)
    throw new Error('usage: convert-ofac-list <sdn.csv> <alt.csv> <YYYY-MM-DD> <snapshot.tsv>')
  const [main, alt] = await Promise.all([readFile(sdn, 'latin1'), readFile(aliases, 'latin1')])
  const list = convertOfacList({ sdn: main, aliases: alt, date })
  await writeFile(target, formatSnapshot(list))
  process.stdout.write(`Wrote ${list.parties.length} parties of ${date}\n`)
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main()
