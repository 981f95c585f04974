import { IMPORT_CSV_COLUMNS } from '@hissa/contracts/chat'
import { CsvError, parse } from 'csv-parse/sync'
import type { LineFault } from '../knowledge/article-markdown.js'

type Column = (typeof IMPORT_CSV_COLUMNS)[number]

/** A row of a CSV file of questions; its values are not checked. */
export type QuestionRow = Record<Column, string> & { line: number }

/** Reads a CSV file of questions. Other columns are ignored. A file with a fault has no rows. */
export function readCsv(text: string): { rows: QuestionRow[]; faults: LineFault[] } {
  let records: { record: string[]; info: { lines: number } }[]
  try {
    records = parse(text, { bom: true, info: true, skip_empty_lines: true, trim: true }) as unknown as typeof records
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const { lines } = error as CsvError & { lines?: number }
    return { rows: [], faults: [{ line: lines ?? 0, code: 'csv', field: null }] }
  }
  const [head, ...rest] = records
  const names = (head?.record ?? []).map((name) => name.toLowerCase())
  const faults = IMPORT_CSV_COLUMNS.filter((column) => !names.includes(column)).map((field): LineFault => ({
    ...{ line: 1, code: 'column_missing', field },
  }))
  if (faults.length > 0) return { rows: [], faults }
  const at = (record: readonly string[], column: Column) => record[names.indexOf(column)] ?? ''
  const rows = rest.map(({ record, info: { lines } }) => ({
    ...{ article: at(record, 'article'), language: at(record, 'language'), question: at(record, 'question') },
    line: lines,
  }))
  return { rows, faults: [] }
}
