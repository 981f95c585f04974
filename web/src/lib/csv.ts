/** Text that a spreadsheet would run as a formula: it begins with one of these, after any white space. */
const FORMULA = /^\s*[=+\-@\t\r|%]/
const NUMBER = /^-?\d+(\.\d+)?$/

/** Returns a cell that a spreadsheet shows as text or number, and never runs. */
function cellOf(text: string): string {
  const plain = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return `"${plain.replaceAll('"', '""')}"`
}

/** Returns a table as CSV (RFC 4180), with a byte order mark so that spreadsheets read Arabic. */
export function csvOf(headers: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
  const lines = [headers, ...rows].map((cells) => cells.map(cellOf).join(','))
  return `\ufeff${lines.join('\r\n')}\r\n`
}
