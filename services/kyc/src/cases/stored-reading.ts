import { LINES_ON, type ReadingRefusal } from '@hissa/contracts/kyc'
import type { Case, Upload } from './case.js'

/** A character that was replaced, because only the replacement fits its place. `line` and `column` count from 1. */
export interface Correction {
  line: number
  column: number
  from: string
  to: string
}

/** What was read from a picture. Sealed, because lines are personal data. Without lines, `refusal` says why. */
export interface StoredReading {
  documentId: string
  lines: string[]
  refusal: ReadingRefusal | null
  corrections: Correction[]
  confidencePercent: number
  engine: string
  at: string
}

/** Returns the picture of a case that has the machine-readable lines, if it is uploaded. */
export const pictureWithLines = ({ documentType, uploads }: Case): Upload | undefined =>
  uploads.find(({ kind }) => kind === LINES_ON[documentType])
