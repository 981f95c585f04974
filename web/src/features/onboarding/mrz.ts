import type { DocumentType } from '@hissa/contracts/kyc'

/** The data element whose check digit doesn't match. */
export type MrzPart = 'number' | 'birth' | 'expiry' | 'personal' | 'whole'

export type MrzFinding =
  | { line: number; kind: 'length'; length: number; expected: number }
  | { line: number; kind: 'character'; character: string }
  | { line: number; kind: 'digit'; part: MrzPart; column: number }

/** Number and length of a document's lines. Source: ICAO 9303 parts 4 and 5. */
export const MRZ_SHAPE: Record<DocumentType, { lines: number; width: number }> = {
  passport: { lines: 2, width: 44 },
  emirates_id: { lines: 3, width: 30 },
}

/** Removes spaces, converts to upper case and replaces the characters that keyboards type instead of the filler. */
export function normaliseMrz(text: string): string {
  return text.replace(/\s+/g, '').replace(/[«‹]/g, '<').toUpperCase()
}

/**
 * Returns the errors in the lines typed so far; empty lines have none. Check digits are verified only once every line
 * is complete. Helps while typing; the server decides.
 */
export function checkMrz(documentType: DocumentType, lines: readonly string[]): MrzFinding[] {
  const { lines: count, width } = MRZ_SHAPE[documentType]
  const findings = lines.slice(0, count).flatMap((line, index): MrzFinding[] => {
    const invalid = /[^A-Z0-9<]/.exec(line)
    if (invalid) return [{ line: index, kind: 'character', character: invalid[0] }]
    if (line && line.length !== width) return [{ line: index, kind: 'length', length: line.length, expected: width }]
    return []
  })
  const complete = lines.length >= count && lines.slice(0, count).every((line) => line.length === width)
  if (findings.length > 0 || !complete) return findings
  const digits = documentType === 'passport' ? passportDigits(lines[1]!) : cardDigits(lines[0]!, lines[1]!)
  return digits
    .filter(({ text, digit }) => !matches(text, digit))
    .map(({ line, part, column }) => ({ line, kind: 'digit', part, column }))
}

interface Digit {
  line: number
  part: MrzPart
  text: string
  digit: string
  /** Index of the digit in its line. */
  column: number
}

function passportDigits(second: string): Digit[] {
  const at = (from: number, to: number) => second.slice(from, to)
  return [
    { line: 1, part: 'number', text: at(0, 9), digit: at(9, 10), column: 9 },
    { line: 1, part: 'birth', text: at(13, 19), digit: at(19, 20), column: 19 },
    { line: 1, part: 'expiry', text: at(21, 27), digit: at(27, 28), column: 27 },
    { line: 1, part: 'personal', text: at(28, 42), digit: at(42, 43), column: 42 },
    { line: 1, part: 'whole', text: at(0, 10) + at(13, 20) + at(21, 43), digit: at(43, 44), column: 43 },
  ]
}

function cardDigits(first: string, second: string): Digit[] {
  const number: Digit = { line: 0, part: 'number', text: first.slice(5, 14), digit: first.slice(14, 15), column: 14 }
  const whole = first.slice(5, 30) + second.slice(0, 7) + second.slice(8, 15) + second.slice(18, 29)
  return [
    // A filler here means that the number continues in the optional field.
    ...(number.digit === '<' ? [] : [number]),
    { line: 1, part: 'birth', text: second.slice(0, 6), digit: second.slice(6, 7), column: 6 },
    { line: 1, part: 'expiry', text: second.slice(8, 14), digit: second.slice(14, 15), column: 14 },
    { line: 1, part: 'whole', text: whole, digit: second.slice(29, 30), column: 29 },
  ]
}

/**
 * Returns whether a check digit matches: weights 7, 3, 1; digits count as themselves, A to Z as 10 to 35, the filler as
 * 0. An empty field may have a filler as check digit.
 */
function matches(text: string, digit: string): boolean {
  if (digit === '<') return /^<+$/.test(text)
  const sum = [...text].reduce((total, char, index) => total + valueOf(char) * [7, 3, 1][index % 3]!, 0)
  return String(sum % 10) === digit
}

function valueOf(char: string): number {
  if (char === '<') return 0
  return /\d/.test(char) ? Number(char) : char.charCodeAt(0) - 55
}
