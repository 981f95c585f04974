import { parse } from 'csv-parse/sync'
import { readFile, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import * as z from 'zod/mini'
import { alpha3Of } from '../countries/compare-nationalities.js'
import { isListedBirth } from './listed-dates.js'
import { listedNationality } from './nationality-names.js'
import type { ListedParty, NameQuality, SanctionsList } from './listed-party.js'
import { formatSnapshot } from './snapshot.js'

/** The columns of the file, of which several values of one are separated by `;`. */
const COLUMNS = [
  ...(['id', 'reference', 'kind', 'name', 'arabic_name', 'aliases', 'weak_aliases'] as const),
  ...(['birth_dates', 'nationalities'] as const),
]
type Row = Record<(typeof COLUMNS)[number], string>

/**
 * Converts the local list of the UAE. The state publishes it as a document for people, so operators enter it into a
 * table with the columns above (CSV, or TSV with `\t` as delimiter), as docs/packages/kyc.md describes. Throws an Error
 * with the line and what is wrong there.
 */
export function convertUaeList(text: string, date: string): SanctionsList {
  const delimiter = text.slice(0, text.indexOf('\n')).includes('\t') ? '\t' : ','
  const options = { bom: true, delimiter, skip_empty_lines: true, trim: true, info: true } as const
  const lines = parse(text, options) as unknown as { record: string[]; info: { lines: number } }[]
  const [header, ...rows] = lines
  if (header?.record.join() !== COLUMNS.join()) throw new Error(`line 1: the columns must be ${COLUMNS.join(', ')}`)
  const seen = new Set<string>()
  const parties = rows.map(({ record, info }) => {
    const party = partyOf(Object.fromEntries(COLUMNS.map((name, at) => [name, record[at] ?? ''])) as Row, info.lines)
    if (seen.has(party.dataId)) throw new Error(`line ${info.lines}: id ${party.dataId} is listed twice`)
    seen.add(party.dataId)
    return party
  })
  if (parties.length === 0) throw new Error('line 2: a list needs at least one party')
  return { list: 'UAE', date, parties }
}

function partyOf(row: Row, line: number): ListedParty {
  const { id, reference, kind, name } = row
  const fail = (what: string): never => {
    throw new Error(`line ${line}: ${what}`)
  }
  if (!id) fail('id is missing')
  if (!name) fail('name is missing')
  if (kind !== 'individual' && kind !== 'entity') return fail('kind must be individual or entity')
  const birthDates = valuesOf(row.birth_dates)
  const wrong = birthDates.find((each) => !isListedBirth(each))
  if (wrong !== undefined) fail(`birth date ${wrong} must be like 1971-02-03, 1971, 1968~ or 1960/1965`)
  const named = (quality: NameQuality, names: string) => valuesOf(names).map((each) => ({ quality, name: each }))
  return {
    dataId: id,
    reference,
    kind,
    birthDates,
    nationalities: valuesOf(row.nationalities).flatMap((each) => alpha3Of(each) ?? listedNationality(each) ?? []),
    names: [
      { quality: 'primary', name },
      ...named('original_script', row.arabic_name),
      ...named('good', row.aliases),
      ...named('low', row.weak_aliases),
    ],
  }
}

const valuesOf = (cell: string): string[] =>
  cell
    .split(';')
    .map((value) => value.trim())
    .filter((value) => value !== '')

/** Updates the list: `node convert-uae-list.js uae.csv YYYY-MM-DD uae-YYYY-MM-DD.tsv`. */
async function main(): Promise<void> {
  const [source, date, target] = process.argv.slice(2)
  if (!source || !date || !target || !z.iso.date().safeParse(date).success)
    throw new Error('usage: convert-uae-list <uae.csv> <YYYY-MM-DD> <snapshot.tsv>')
  const list = convertUaeList(await readFile(source, 'utf8'), date)
  await writeFile(target, formatSnapshot(list))
  process.stdout.write(`Wrote ${list.parties.length} parties of ${date}\n`)
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main()
