import type { FieldError } from '@hissa/contracts'
import type { DocumentType } from '@hissa/contracts/kyc'
import { validationProblem } from '@hissa/kernel'
import { MrzFormatError, readMrz, type MrzReading } from './read-mrz.js'

const FORMAT = { passport: 'TD3', emirates_id: 'TD1' } as const

export interface TypedMrz {
  lines: readonly string[]
  documentType: DocumentType
  /** The document really reads so: then what does not fit goes to a person instead of back to the applicant. */
  confirmed: boolean
  /** Specimens are taken, for review, where there are no real applicants. */
  specimensTaken: boolean
  today: string
}

/**
 * Reads typed lines, or says to their author what is wrong with which line. Errors: VALIDATION_FAILED 422 with one
 * error for each failing field (`path` `/mrzLines/<index>`; codes MRZ_FORMAT, MRZ_CHECK_DIGIT, MRZ_FIELD,
 * SPECIMEN_DOCUMENT).
 */
export function readTypedMrz({ lines, documentType, confirmed, specimensTaken, today }: TypedMrz): MrzReading {
  const reading = readOrRefuse(lines, today)
  if (reading.format !== FORMAT[documentType]) throw refused(0, 'MRZ_FORMAT', otherDocument(documentType))
  if (reading.specimen && !specimensTaken)
    throw refused(0, 'SPECIMEN_DOCUMENT', 'This is a specimen. Use your own document.')
  if (reading.failures.length === 0 || confirmed) return reading
  throw validationProblem(
    reading.failures.map(({ line, checkDigit, message }) =>
      error(line - 1, checkDigit ? 'MRZ_CHECK_DIGIT' : 'MRZ_FIELD', message),
    ),
    422,
  )
}

function readOrRefuse(lines: readonly string[], today: string): MrzReading {
  try {
    return readMrz(lines, today)
  } catch (failure) {
    if (!(failure instanceof MrzFormatError)) throw failure
    throw refused(Math.max(0, failure.line - 1), 'MRZ_FORMAT', failure.message)
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
const refused = (index: number, code: string, message: string) => validationProblem([error(index, code, message)], 422)
