import type { DeedVersionView } from '@hissa/contracts/investment'

type DocumentType = DeedVersionView['contentType']

/** How a file begins and ends. A file with more bytes after its end also contains something else. */
interface Signature {
  type: DocumentType
  begins: Buffer
  ends: Buffer
  /** How many bytes may follow the end. */
  slackBytes: number
}

/** A PDF may end with line breaks; editors add some. */
const PDF_SLACK_BYTES = 8
const RIFF_HEADER_BYTES = 12
const SIGNATURES: readonly Signature[] = [
  {
    ...{ type: 'application/pdf', begins: Buffer.from('%PDF-'), ends: Buffer.from('%%EOF') },
    slackBytes: PDF_SLACK_BYTES,
  },
  { type: 'image/jpeg', begins: Buffer.from('ffd8ff', 'hex'), ends: Buffer.from('ffd9', 'hex'), slackBytes: 0 },
  {
    ...{ type: 'image/png', begins: Buffer.from('89504e470d0a1a0a', 'hex') },
    ...{ ends: Buffer.from('49454e44ae426082', 'hex'), slackBytes: 0 },
  },
]

/** Returns the type of a document by its bytes, or undefined if it isn't one of those or isn't only that. */
export function documentTypeOf(bytes: Buffer): DocumentType | undefined {
  if (isWebp(bytes)) return 'image/webp'
  return SIGNATURES.find(({ begins, ends, slackBytes }) => {
    const tail = bytes.subarray(-(ends.length + slackBytes))
    const endsAt = tail.lastIndexOf(ends)
    if (!bytes.subarray(0, begins.length).equals(begins) || endsAt < 0) return false
    return /^\s*$/.test(tail.subarray(endsAt + ends.length).toString('latin1'))
  })?.type
}

/** WebP states its length instead of an end. */
function isWebp(bytes: Buffer): boolean {
  if (bytes.length < RIFF_HEADER_BYTES) return false
  const [riff, webp] = [bytes.toString('latin1', 0, 4), bytes.toString('latin1', 8, RIFF_HEADER_BYTES)]
  return riff === 'RIFF' && webp === 'WEBP' && bytes.readUInt32LE(4) + 8 === bytes.length
}
