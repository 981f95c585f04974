import type { SigningKey } from '@hissa/kernel'
import type { Language } from '@hissa/texts'
import { csvSignature, type SignedStatement } from './seal.js'
import { statementRows } from './statement-rows.js'

/** Text that a spreadsheet would run as a formula: it begins with one of these, after any white space. */
const FORMULA = /^\s*[=+\-@\t\r|%]/
const NUMBER = /^-?\d+(\.\d+)?$/

const cellOf = (text: string) =>
  `"${(FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
const lineOf = (cells: readonly string[]) => `${cells.map(cellOf).join(',')}\r\n`

/**
 * Returns a statement as CSV (RFC 4180) with a byte order mark, so that spreadsheets read Arabic. The first cell of each
 * line is a code that no language changes. The last two lines are the statement's seal and the signature of all lines
 * before it.
 */
export function csvFile(signed: SignedStatement, language: Language, key: SigningKey): string {
  const lines = `\ufeff${statementRows(signed, language).map(lineOf).join('')}`
  return `${lines}${lineOf(csvSignature(lines, key))}`
}
