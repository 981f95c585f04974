import { UNSUPPORTED_MEDIA_TYPE, UPLOAD_MISSING } from '@hissa/contracts/http'
import { UPLOAD_LIMIT_BYTES, UPLOAD_TOO_LARGE } from '@hissa/contracts/kyc'
import { problemFor } from '@hissa/kernel'
import { type Storage, TooLargeError } from '@hissa/storage'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fromClient } from './form.js'

/** A file in quarantine: only its reference and its one-time key are passed on, never its bytes. */
export interface Upload {
  objectRef: string
  key: string
}

/**
 * Streams the file of a form into quarantine, and passes it to `use` with the form's fields. The file is removed if
 * that fails. `admit` throws to refuse a form before it is read.
 */
export async function withUpload<T>(
  request: FastifyRequest,
  storage: Storage,
  use: (upload: Upload, fields: Record<string, unknown>) => Promise<T>,
  admit: () => void = () => {},
): Promise<T> {
  if (!request.isMultipart()) throw problemFor(UNSUPPORTED_MEDIA_TYPE, 'Send the file as multipart/form-data.')
  admit()
  const stored: Upload[] = []
  try {
    const fields = await receive(request, storage, stored)
    const [upload] = stored
    if (!upload) throw problemFor(UPLOAD_MISSING, 'The part "file" is missing.')
    return await use(upload, fields)
  } catch (error) {
    // After a failure the called service no longer reads the file. If it did before, it has removed the file already.
    // What failed is reported, also if the storage is down; then the file is removed once it expires.
    for (const { objectRef } of stored) await storage.delete(objectRef).catch(() => {})
    throw error
  }
}

/** Reads the parts: returns the fields, and sets `stored` as soon as the file is in quarantine. */
async function receive(request: FastifyRequest, storage: Storage, stored: Upload[]) {
  const fields: Record<string, unknown> = {}
  const limits = { files: 1, fields: 4, fieldSize: 1_000, fileSize: UPLOAD_LIMIT_BYTES + 1 }
  for await (const part of fromClient(request.parts({ limits }))) {
    if (part.type === 'field') fields[part.fieldname] = part.value
    else stored.push(await quarantine(storage, fromClient(part.file)))
  }
  return fields
}

async function quarantine(storage: Storage, file: AsyncIterable<Uint8Array>): Promise<Upload> {
  try {
    const { objectRef, key } = await storage.putQuarantine(file, { limitBytes: UPLOAD_LIMIT_BYTES })
    return { objectRef, key }
  } catch (error) {
    if (error instanceof TooLargeError) throw problemFor(UPLOAD_TOO_LARGE, 'The file is larger than 10 MB.')
    throw error
  }
}

/** Sends a document that a service has put into quarantine, for this person only. */
export async function sendStored(
  reply: FastifyReply,
  storage: Storage,
  document: Upload & { contentType: string },
  disposition = 'inline',
): Promise<void> {
  const bytes = await storage.takeQuarantine(document.objectRef, document.key)
  void reply
    .status(200)
    .header('content-type', document.contentType)
    .header('cache-control', 'no-store')
    .header('content-disposition', disposition)
    .send(bytes)
}
