import * as z from 'zod/mini'
import { defineRpc, id } from '../core.js'
import { NOT_FOUND } from '../errors.js'
import type { DocumentType } from './documents.js'
import { UPLOADS_BUSY } from '../uploads.js'
import { KYC_NOT_OPEN, UPLOADS_MISSING } from './errors.js'
import { ComparedField } from './tickets.js'

/** Which picture of a document has its machine-readable lines. */
export const LINES_ON = { passport: 'front', emirates_id: 'back' } as const satisfies Record<DocumentType, string>

/**
 * Why a picture gave no lines: it is too small to have readable characters; it has no such lines; they were seen but not
 * clearly; they are those of another kind of document; the document is a specimen.
 */
export const ReadingRefusal = z.enum(['too_small', 'no_lines', 'unclear', 'other_document', 'specimen'])
export type ReadingRefusal = z.infer<typeof ReadingRefusal>

/**
 * A value that was read, beside the one of the profile. `proven`: a matching check digit covers it. Names, states and sex
 * have none, so that the applicant has to compare them.
 */
export const ReadField = z.extend(ComparedField, { proven: z.boolean() })
export type ReadField = z.infer<typeof ReadField>

/** What was read from the picture of a document. */
export const DocumentReading = z.object({
  /** The picture that was read. */
  documentId: id,
  /** `read`: every check digit matches; `doubtful`: one doesn't, or a field is invalid; `not_read`: there are no lines. */
  outcome: z.enum(['read', 'doubtful', 'not_read']),
  refusal: z.nullable(ReadingRefusal),
  lines: z.array(z.string()),
  fields: z.array(ReadField),
  /** `line` and `column` count from 1. */
  failures: z.array(z.object({ field: z.string(), line: z.int(), column: z.int(), message: z.string() })),
  /** Characters that were replaced because only the replacement fits their place. */
  corrections: z.array(z.object({ line: z.int(), column: z.int(), from: z.string(), to: z.string() })),
  /** The engine's own estimate, from 0 to 100. */
  confidencePercent: z.int(),
  /** Name and version of the engine and of its data. */
  engine: z.string(),
})
export type DocumentReading = z.infer<typeof DocumentReading>

/**
 * Reads the machine-readable lines of a stored picture. A picture is read once: later calls return the same result,
 * compared with the present profile. That no lines were found is a result, and not an error.
 */
export const ReadDocument = defineRpc({
  name: 'kyc.readDocument',
  access: 'user',
  timeoutMs: 25_000,
  input: z.object({ caseId: id }),
  output: z.object({ reading: DocumentReading }),
  errors: [NOT_FOUND, KYC_NOT_OPEN, UPLOADS_MISSING, UPLOADS_BUSY],
})
