import { LANGUAGES, type Language } from '@hissa/texts'
import writeXlsxFile, { type Cell, type Row } from 'write-excel-file/node'
import { statementTexts } from '../texts/statements.js'
import type { SignedStatement } from './seal.js'
import { statementRows } from './statement-rows.js'

/** The width of each column, in characters. */
const WIDTHS = [18, 12, 38, 34, 34, 16, 16, 10]
const [AMOUNT, BALANCE, SHARES] = [5, 6, 7]
const NUMBER = /^-?\d+(\.\d+)?$/

/**
 * Returns a statement as a workbook of one sheet with the lines of its CSV file. Amounts and shares are numbers; every
 * other cell is text, which no spreadsheet runs as a formula. The line `seal` has the signature of the figures.
 */
export async function xlsxFile(signed: SignedStatement, language: Language): Promise<Buffer> {
  const [head, ...rows] = statementRows(signed, language)
  const headings = head!.map((value): Cell => ({ value, type: String, fontWeight: 'bold', wrap: true }))
  return writeXlsxFile([headings, ...rows.map(rowOf)], {
    sheet: statementTexts(language)(
      signed.figures.type === 'hissa.statement.tax.v1' ? 'statement.title.tax' : 'statement.title.account',
    ),
    columns: WIDTHS.map((width) => ({ width })),
    stickyRowsCount: 1,
    rightToLeft: LANGUAGES[language].dir === 'rtl',
  }).toBuffer()
}

const rowOf = (cells: readonly string[]): Row => cells.map(cellOf)

function cellOf(text: string, column: number): Cell {
  if (text === '') return null
  if (column === SHARES && NUMBER.test(text)) return { value: Number(text), type: Number, format: '#,##0' }
  if ((column === AMOUNT || column === BALANCE) && NUMBER.test(text))
    return { value: Number(text), type: Number, format: '#,##0.00' }
  return { value: text, type: String }
}
