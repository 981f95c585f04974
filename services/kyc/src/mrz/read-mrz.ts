import { parse, type Details, type FieldName, type ParseResult } from 'mrz'

/** An error in one field. `line` and `column` count from 1. */
export interface MrzFailure {
  field: string
  line: number
  column: number
  message: string
  checkDigit: boolean
}

/** The fields of the lines. Dates are ISO, states are ISO 3166-1 alpha-3. */
export interface MrzFields {
  lastName: string
  firstName: string
  documentNumber: string
  issuingState: string
  nationality: string
  birthDate: string | null
  expiryDate: string | null
  sex: 'female' | 'male' | null
  /** The 15 digits of an Emirates ID, else the optional data as printed. */
  optional: string
}

export interface MrzReading {
  /** TD1 is a card of three lines of 30, TD3 a passport of two lines of 44. */
  format: 'TD1' | 'TD3'
  fields: MrzFields
  /** Empty if every check digit and field is valid. */
  failures: MrzFailure[]
  /** Issued by Utopia, the state in ICAO's examples, or with the surname Specimen. */
  specimen: boolean
}

/** Lines that are not those of a passport or an identity card. `line` counts from 1; 0 means all lines. */
export class MrzFormatError extends Error {
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message)
    this.name = 'MrzFormatError'
  }
}

const UTOPIA = 'UTO'
const WIDTH = { TD1: 30, TD3: 44 } as const
const DIGIT_OF: Partial<Record<FieldName, string>> = {
  documentNumberCheckDigit: 'document number',
  birthDateCheckDigit: 'date of birth',
  expirationDateCheckDigit: 'date of expiry',
  personalNumberCheckDigit: 'personal number',
  compositeCheckDigit: 'whole document (the last digit)',
}

/**
 * Reads typed machine-readable lines. Ignores case and spaces, but not lengths. `today` (ISO date) determines the
 * century of both dates. Throws MrzFormatError. Source: ICAO 9303 parts 4 and 5.
 */
export function readMrz(typed: readonly string[], today: string): MrzReading {
  const lines = typed.map(asWritten)
  const format = formatOf(lines)
  const parsed = parseLines(lines)
  if (parsed.format !== format)
    throw new MrzFormatError(0, 'These lines are not those of a passport or an identity card.')
  const fields = fieldsOf(lines, parsed, today)
  return {
    format,
    fields,
    failures: parsed.details.filter(isFailure(lines)).map(toFailure),
    specimen: fields.issuingState === UTOPIA || fields.nationality === UTOPIA || /\bSPECIMEN\b/.test(fields.lastName),
  }
}

/** Returns a typed line as the document has it: without spaces, in upper case. */
export const asWritten = (typed: string): string => typed.replace(/\s+/g, '').toUpperCase()

function formatOf(lines: readonly string[]): 'TD1' | 'TD3' {
  const format = lines.length === 3 ? 'TD1' : lines.length === 2 ? 'TD3' : undefined
  if (!format) throw new MrzFormatError(0, 'A passport has two lines, an identity card three.')
  for (const [index, line] of lines.entries()) {
    if (line.length !== WIDTH[format]) {
      throw new MrzFormatError(
        index + 1,
        `Line ${index + 1} has ${line.length} characters; it must have ${WIDTH[format]}.`,
      )
    }
    const strange = /[^A-Z0-9<]/.exec(line)
    if (strange)
      throw new MrzFormatError(index + 1, `Line ${index + 1} may hold letters, digits and < only, not “${strange[0]}”.`)
  }
  return format
}

function parseLines(lines: string[]): ParseResult {
  try {
    return parse(lines)
  } catch {
    // The parser throws only for an unknown format, and its message isn't meant for users.
    throw new MrzFormatError(0, 'These lines are not those of a passport or an identity card.')
  }
}

// The parser rejects Utopia as a state; here it marks a specimen and isn't an error.
const isFailure = (lines: readonly string[]) => (detail: Details) =>
  !detail.valid && !(isState(detail) && rawOf(lines, detail) === UTOPIA)

const isState = (detail: Details) => detail.field === 'issuingState' || detail.field === 'nationality'
const rawOf = (lines: readonly string[], { line, start, end }: Details) =>
  (lines[line] ?? '').slice(start, end).replaceAll('<', '')

function toFailure(detail: Details): MrzFailure {
  const digitOf = detail.field ? DIGIT_OF[detail.field] : undefined
  const position = `line ${detail.line + 1}, character ${detail.start + 1}`
  return {
    field: detail.field ?? detail.label,
    line: detail.line + 1,
    column: detail.start + 1,
    checkDigit: digitOf !== undefined,
    message: digitOf
      ? `The check digit of the ${digitOf} does not match (${position}). Compare the characters with your document.`
      : `${detail.label} cannot be read (${position}).`,
  }
}

function fieldsOf(
  lines: readonly string[],
  { fields, details, documentNumber }: ParseResult,
  today: string,
): MrzFields {
  const thisYear = Number(today.slice(0, 4))
  const raw = (name: FieldName) => {
    const detail = details.find(({ field }) => field === name)
    return detail ? rawOf(lines, detail) : ''
  }
  return {
    lastName: fields.lastName ?? '',
    firstName: fields.firstName ?? '',
    documentNumber: documentNumber ?? raw('documentNumber'),
    issuingState: stateOf(raw('issuingState')),
    nationality: stateOf(raw('nationality')),
    birthDate: dateOf(raw('birthDate'), thisYear),
    expiryDate: dateOf(raw('expirationDate'), thisYear + LONGEST_VALIDITY_YEARS),
    sex: fields.sex === 'female' || fields.sex === 'male' ? fields.sex : null,
    optional: raw('optional1') || raw('personalNumber'),
  }
}

// Germany is the only state with a single letter.
const stateOf = (raw: string) => (raw === 'D' ? 'DEU' : raw)

/** No document is valid for longer: an expiry date that appears to be further ahead was a century earlier. */
const LONGEST_VALIDITY_YEARS = 30

/** Returns the ISO date of a two-digit year, month and day, in the hundred years up to `lastYear`; null if invalid. */
function dateOf(raw: string, lastYear: number): string | null {
  const match = /^(\d\d)(\d\d)(\d\d)$/.exec(raw)
  if (!match) return null
  const year = lastYear - ((lastYear - Number(match[1])) % 100)
  const iso = `${year}-${match[2]}-${match[3]}`
  const parsed = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(iso) ? iso : null
}

/** Returns whether the text is an Emirates ID number of 15 digits with a valid Luhn digit. */
export function isEmiratesIdNumber(number: string): boolean {
  const digits = number.replace(/[-\s]/g, '')
  if (!/^784\d{12}$/.test(digits)) return false
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
