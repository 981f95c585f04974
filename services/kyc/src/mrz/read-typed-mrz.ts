import {
  ok,
  refuseFields,
  type ErrorOf,
  type FieldError,
  type INVALID_FIELDS,
  type Refused,
  type Result,
} from '@hissa/contracts'
import type { DocumentType } from '@hissa/contracts/kyc'
import { MrzFormatError, readMrz, type MrzReading } from './read-mrz.js'

/** The format of each document's lines. */
export const FORMAT_OF = { passport: 'TD3', emirates_id: 'TD1' } as const

export interface TypedMrz {
  lines: readonly string[]
  documentType: DocumentType
  /** The applicant has confirmed the lines: errors then go to a reviewer instead of back to the applicant. */
  confirmed: boolean
  /** Specimens are accepted, for review, in local mode, which has no real applicants. */
  acceptSpecimens: boolean
  today: string
}

type InvalidFields = ErrorOf<typeof INVALID_FIELDS>

/**
 * Reads typed lines. Errors: one for each invalid field, with the path `/mrzLines/<index>` and the code MRZ_FORMAT,
 * MRZ_CHECK_DIGIT, MRZ_FIELD or SPECIMEN_DOCUMENT.
 */
export function readTypedMrz({
  lines,
  documentType,
  confirmed,
  acceptSpecimens,
  today,
}: TypedMrz): Result<MrzReading, InvalidFields> {
  const read = readOrRefuse(lines, today)
  if (!read.ok) return read
  const { format, specimen, failures } = read.value
  if (format !== FORMAT_OF[documentType]) return refuseLine(0, 'MRZ_FORMAT', otherDocument(documentType))
  if (specimen && !acceptSpecimens)
    return refuseLine(0, 'SPECIMEN_DOCUMENT', 'This is a specimen. Use your own document.')
  if (failures.length === 0 || confirmed) return read
  return refuseFields(
    failures.map(({ line, checkDigit, message }) =>
      error(line - 1, checkDigit ? 'MRZ_CHECK_DIGIT' : 'MRZ_FIELD', message),
    ),
  )
}

function readOrRefuse(lines: readonly string[], today: string): Result<MrzReading, InvalidFields> {
  try {
    return ok(readMrz(lines, today))
  } catch (failure) {
    if (!(failure instanceof MrzFormatError)) throw failure
    return refuseLine(Math.max(0, failure.line - 1), 'MRZ_FORMAT', failure.message)
  }
}

const otherDocument = (documentType: DocumentType) =>
  documentType === 'passport'
    ? 'These are the lines of an identity card. A passport has two lines of 44.'
    : 'These are the lines of a passport. An Emirates ID has three lines of 30 on its back.'

const error = (index: number, code: string, message: string): FieldError => ({
  path: `/mrzLines/${index}`,
  code,
  message,
})
const refuseLine = (index: number, code: string, message: string): Refused<InvalidFields> =>
  refuseFields([error(index, code, message)])
