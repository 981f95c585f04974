import { type ErrorOf, ok, refuse, type Result } from '@hissa/contracts'
import {
  type DeedVersionView,
  UPLOAD_GONE,
  UPLOAD_LIMIT_BYTES,
  UPLOAD_TOO_LARGE,
  UPLOAD_TYPE_REFUSED,
} from '@hissa/contracts/investment'
import { ObjectGoneError, type Storage, TamperedError } from '@hissa/storage'
import { createHash } from 'node:crypto'
import { documentTypeOf } from './document-type.js'

/** A document that is to be stored. */
export interface TakenDocument {
  bytes: Buffer
  /** SHA-256 of the bytes, in hexadecimal. */
  sha256: string
  contentType: DeedVersionView['contentType']
  sizeBytes: number
}

type Gone = ErrorOf<typeof UPLOAD_GONE>
type TooLarge = ErrorOf<typeof UPLOAD_TOO_LARGE>

/** Takes an upload out of quarantine, once. Refuses one that is gone. */
export async function takeUpload(
  storage: Storage,
  { objectRef, key }: { objectRef: string; key: string },
): Promise<Result<Buffer, Gone>> {
  try {
    return ok(await storage.takeQuarantine(objectRef, key))
  } catch (error) {
    if (error instanceof ObjectGoneError || error instanceof TamperedError) return uploadGone()
    throw error
  }
}

/** Takes a file out of quarantine, once. Refuses one that is gone, or that is larger than `limitBytes`. */
export async function takeFile(
  storage: Storage,
  file: { objectRef: string; key: string },
  limitBytes = UPLOAD_LIMIT_BYTES,
): Promise<Result<Buffer, Gone | TooLarge>> {
  const taken = await takeUpload(storage, file)
  if (!taken.ok) return taken
  const bytes = taken.value
  if (bytes.length > limitBytes) return refuse(UPLOAD_TOO_LARGE, `The file is larger than ${limitBytes / 1e6} MB.`)
  return ok(bytes)
}

/** Takes a PDF or a picture out of quarantine, once. Its type is read from its bytes. */
export async function takeDocument(
  storage: Storage,
  file: { objectRef: string; key: string },
): Promise<Result<TakenDocument, Gone | TooLarge | ErrorOf<typeof UPLOAD_TYPE_REFUSED>>> {
  const taken = await takeFile(storage, file)
  if (!taken.ok) return taken
  const bytes = taken.value
  const contentType = documentTypeOf(bytes)
  if (!contentType)
    return refuse(UPLOAD_TYPE_REFUSED, 'Only PDF documents and JPEG, PNG and WebP pictures are accepted.')
  return ok({ bytes, contentType, sha256: sha256Of(bytes), sizeBytes: bytes.length })
}

/** Returns the SHA-256 of a document's bytes, in hexadecimal. */
export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

const uploadGone = () => refuse(UPLOAD_GONE, 'The upload no longer exists. Please send it again.')
