import {
  INCOME_IMPORT_COLUMNS,
  INCOME_IMPORT_ROWS,
  IncomeCategory,
  type IncomeFact,
  IncomeKind,
  IncomePeriod,
  type IncomeRowFault,
  RecordIncomeEntry,
} from '@hissa/contracts/investment'
import { fils, type Fils, readAed } from '@hissa/money'
import { CsvError, parse } from 'csv-parse/sync'
import * as z from 'zod/mini'

type Column = (typeof INCOME_IMPORT_COLUMNS)[number]

/** An entry of an imported file, with the line on which it is. */
export interface ImportedRow {
  row: number
  period: string
  fact: IncomeFact
  date: string
  reference: string
}

/** The rows of a file, or why it is refused. */
export type ImportedFile =
  { rows: ImportedRow[] } | { why: 'encoding' | 'empty' | 'too_many_rows' } | { why: 'rows'; faults: IncomeRowFault[] }

interface Line {
  record: string[]
  info: { lines: number }
}

/** The most faults of a file that are reported. */
const MAX_FAULTS = 100
const { date: DATE, reference: REFERENCE } = RecordIncomeEntry.input.shape
const MAX_FILS = fils(100_000_000_000)
const DAYS = /^([1-9]|[1-8]\d|9[0-2])$/

/** Reads a file of entries. Every row is checked, so that all faults are reported at once. */
export function readIncomeFile(bytes: Buffer): ImportedFile {
  let lines: Line[]
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const options = { bom: true, info: true, relax_column_count: true, skip_empty_lines: true, trim: true } as const
    lines = parse(text, { ...options, max_record_size: 10_000 }) as unknown as Line[]
  } catch (error) {
    if (!(error instanceof CsvError)) return { why: 'encoding' }
    const row = typeof error['lines'] === 'number' ? error['lines'] : 1
    return { why: 'rows', faults: [{ row, why: 'invalid' }] }
  }
  const [header, ...body] = lines
  if (!header || body.length === 0) return { why: 'empty' }
  if (body.length > INCOME_IMPORT_ROWS) return { why: 'too_many_rows' }
  const columns = header.record.map((name) => name.toLowerCase())
  if (!areColumns(columns)) return { why: 'rows', faults: [{ row: 1, why: 'columns' }] }
  return readRows(columns, body)
}

function readRows(columns: readonly Column[], body: readonly Line[]): ImportedFile {
  const rows: ImportedRow[] = []
  const faults: IncomeRowFault[] = []
  const seen = new Set<string>()
  for (const { record, info } of body) {
    const { lines: row } = info
    const read = record.length === columns.length ? readRow(row, valuesOf(columns, record)) : [{ row, why: 'columns' }]
    if (Array.isArray(read)) faults.push(...(read as IncomeRowFault[]))
    else {
      const key = read.reference.toUpperCase()
      if (seen.has(key)) faults.push({ row, column: 'reference', why: 'duplicate' })
      seen.add(key)
      rows.push(read)
    }
  }
  return faults.length > 0 ? { why: 'rows', faults: faults.slice(0, MAX_FAULTS) } : { rows }
}

/** Returns the entry of a row, or its faults. */
function readRow(row: number, values: Record<Column, string>): ImportedRow | IncomeRowFault[] {
  const faults: IncomeRowFault[] = []
  const valid = <T>(column: Column, schema: z.ZodMiniType<T>, value: unknown): T => {
    const read = z.safeParse(schema, value)
    if (!read.success) faults.push({ row, column, why: 'invalid' })
    return read.data as T
  }
  const period = valid('period', IncomePeriod, values.period)
  const kind = valid('kind', IncomeKind, values.kind.toLowerCase())
  const category = kind === 'cost' ? valid('category', IncomeCategory, values.category) : undefined
  if (kind && kind !== 'cost' && values.category !== '') faults.push({ row, column: 'category', why: 'invalid' })
  const amountFils = amountOf(values.amount)
  const hasDays = DAYS.test(values.days)
  if (kind && (kind === 'vacancy') !== (amountFils === undefined && values.amount === ''))
    faults.push({ row, column: 'amount', why: 'invalid' })
  else if (kind && kind !== 'vacancy' && amountFils === undefined)
    faults.push({ row, column: 'amount', why: 'invalid' })
  if (kind && (kind === 'vacancy' ? !hasDays : values.days !== '')) faults.push({ row, column: 'days', why: 'invalid' })
  const date = valid('date', DATE, values.date)
  const reference = valid('reference', REFERENCE, values.reference)
  if (faults.length > 0) return faults
  const fact: IncomeFact =
    kind === 'vacancy'
      ? { kind, days: Number(values.days) }
      : kind === 'cost'
        ? { kind, category: category!, amountFils: amountFils! }
        : { kind, amountFils: amountFils! }
  return { row, period, fact, date, reference }
}

function amountOf(text: string): Fils | undefined {
  const read = readAed(text)
  return read.ok && read.fils >= 1 && read.fils <= MAX_FILS ? read.fils : undefined
}

const areColumns = (names: readonly string[]): names is Column[] =>
  names.length === INCOME_IMPORT_COLUMNS.length && INCOME_IMPORT_COLUMNS.every((column) => names.includes(column))

const valuesOf = (columns: readonly Column[], record: readonly string[]) =>
  Object.fromEntries(columns.map((column, index) => [column, record[index]!])) as Record<Column, string>
