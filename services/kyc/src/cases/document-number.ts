import { createHmac } from 'node:crypto'

/**
 * Returns the canonical form of a document number, used to find documents. O is folded to 0 and I to 1, because they
 * are confused in forgeries and in typed lines.
 */
export function foldDocumentNumber(documentNumber: string): string {
  return documentNumber
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replaceAll('O', '0')
    .replaceAll('I', '1')
}

/** Returns a keyed hash, so that the same document is found without its number being readable. */
export function numberIndexOf(key: Buffer, fields: { issuingState: string; documentNumber: string }): string {
  return createHmac('sha256', key)
    .update(`kyc-number-index/${fields.issuingState}/${foldDocumentNumber(fields.documentNumber)}`)
    .digest('base64url')
}
