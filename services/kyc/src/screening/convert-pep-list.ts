import { parse } from 'csv-parse'
import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import * as z from 'zod/mini'
import { alpha3Of } from '../countries/compare-nationalities.js'
import type { ListedParty, SanctionsList } from './listed-party.js'
import { formatSnapshot } from './snapshot.js'

/** The columns of `targets.simple.csv` that are read; several values of one are separated by `;`. */
const COLUMNS = ['id', 'schema', 'name', 'aliases', 'birth_date', 'countries'] as const
type Row = Record<(typeof COLUMNS)[number], string | undefined>

/**
 * Converts a list of politically exposed people in the format `targets.simple.csv` of OpenSanctions
 * (https://www.opensanctions.org/docs/bulk/csv/). Only people are kept. Throws an Error for a file without the columns
 * above or without people.
 */
export async function convertPepList(csv: Readable, date: string): Promise<SanctionsList> {
  const header = (names: string[]) => {
    const missing = COLUMNS.filter((name) => !names.includes(name))
    if (missing.length > 0)
      throw new Error(`line 1: this is not targets.simple.csv, because it lacks ${missing.join()}`)
    return names
  }
  const parser = csv.pipe(parse({ bom: true, columns: header, relax_column_count: true, skip_empty_lines: true }))
  csv.on('error', (error) => parser.destroy(error))
  const parties: ListedParty[] = []
  for await (const row of parser as AsyncIterable<Row>) {
    const party = row.schema === 'Person' ? partyOf(row) : undefined
    if (party) parties.push(party)
  }
  if (parties.length === 0) throw new Error('the file has no people')
  return { list: 'OpenSanctions PEP', date, kind: 'pep', parties }
}

function partyOf({ id = '', name = '', aliases, birth_date, countries }: Row): ListedParty | undefined {
  const primary = oneLine(name)
  if (!id || !primary) return undefined
  const others = [...new Set(valuesOf(aliases))].filter((each) => each !== primary)
  return {
    dataId: id,
    reference: id,
    kind: 'individual',
    birthDates: valuesOf(birth_date),
    // Some codes are of former countries or of parts of one; they are kept, because they can't be compared.
    nationalities: valuesOf(countries).map((code) => alpha3Of(code.toUpperCase()) ?? code),
    names: [{ quality: 'primary', name: primary }, ...others.map((each) => ({ quality: 'good' as const, name: each }))],
  }
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
const valuesOf = (cell = ''): string[] => cell.split(';').map(oneLine).filter(Boolean)

/** Updates the list: `node convert-pep-list.js targets.simple.csv YYYY-MM-DD pep-YYYY-MM-DD.tsv`. */
async function main(): Promise<void> {
  const [source, date, target] = process.argv.slice(2)
  if (!source || !date || !target || !z.iso.date().safeParse(date).success)
    throw new Error('usage: convert-pep-list <targets.simple.csv> <YYYY-MM-DD> <snapshot.tsv>')
  const list = await convertPepList(createReadStream(source), date)
  await writeFile(target, formatSnapshot(list))
  process.stdout.write(`Wrote ${list.parties.length} people of ${date}\n`)
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main()
