import { fileTypeFromBuffer } from 'file-type'
import sharp, { type Metadata } from 'sharp'

/** A picture as it is stored: re-encoded, upright, without metadata. */
export interface DecodedPicture {
  bytes: Uint8Array
  widthPx: number
  heightPx: number
}

export type Refusal = 'type' | 'unreadable' | 'too-small' | 'too-many-pixels'
export type Decoded = { ok: true; picture: DecodedPicture } | { ok: false; refusal: Refusal }

const ACCEPTED: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']
/** What the decoder produces: a phone's photograph of 50 megapixels in 8 bits is 150 MB, and is read row by row. */
const LIMIT_DECODED_BYTES = 160_000_000
/** What the decoder must hold at once, where a format cannot be read row by row. */
const LIMIT_HELD_BYTES = 100_000_000
/** The decoder's own check, against a header that it reads differently. */
const LIMIT_PIXELS = LIMIT_DECODED_BYTES
const DECODE_LIMIT_S = 5
const LARGEST_SIDE_PX = 2_400
const SMALLEST_SIDES_PX = { long: 200, short: 120 }
const QUALITY = 85
const SAMPLE_BYTES: Readonly<Record<string, number>> = { uchar: 1, char: 1, ushort: 2, short: 2 }
const WIDEST_SAMPLE_BYTES = 8
const COEFFICIENT_BYTES = 2

/** What makes a picture another kind of file as well. The end of a zip may be followed by a comment of 64 KB. */
const ZIP_END = Buffer.from('PK\x05\x06', 'latin1')
const ZIP_TAIL_BYTES = 65_557
const HEAD_BYTES = 1_024
const FOREIGN_HEAD = /<(!doctype|html|head|body|script|svg|\?php)|%pdf-/i

// Nothing is read twice, and one picture at a time is decoded on one core: memory is bounded by the limits above.
sharp.cache(false)
sharp.concurrency(1)

/** Checks a picture by its bytes and re-encodes it. Runs on a worker thread; see `PreparePicture`. */
export default async function decodePicture(received: Uint8Array): Promise<Decoded> {
  const bytes = Buffer.from(received.buffer, received.byteOffset, received.byteLength)
  const type = await fileTypeFromBuffer(bytes)
  if (!type || !ACCEPTED.includes(type.mime) || isForeign(bytes)) return { ok: false, refusal: 'type' }
  try {
    const refusal = refusalOf(await sharp(bytes, { limitInputPixels: LIMIT_PIXELS }).metadata())
    return refusal ? { ok: false, refusal } : { ok: true, picture: await reencode(bytes) }
  } catch {
    // The decoder's own words would tell a stranger about our libraries and the applicant nothing.
    return { ok: false, refusal: 'unreadable' }
  }
}

/** Judges a picture by its header, before anything is decoded. */
export function refusalOf(header: Metadata): Refusal | undefined {
  const { width, height, pages } = header
  if ((pages ?? 1) > 1) return 'unreadable'
  const { decoded, held } = decodedBytes(header)
  if (decoded > LIMIT_DECODED_BYTES || held > LIMIT_HELD_BYTES) return 'too-many-pixels'
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  return long < SMALLEST_SIDES_PX.long || short < SMALLEST_SIDES_PX.short ? 'too-small' : undefined
}

/** Bytes that a picture becomes, bit depth included, and bytes of them that the decoder holds at once. */
function decodedBytes(header: Metadata): { decoded: number; held: number } {
  const { width, height, channels, depth, format, isProgressive } = header
  const samples = width * height * channels
  const decoded = samples * (SAMPLE_BYTES[depth] ?? WIDEST_SAMPLE_BYTES)
  // A progressive JPEG is kept as coefficients until its last scan.
  if (format === 'jpeg') return { decoded, held: isProgressive ? samples * COEFFICIENT_BYTES : 0 }
  return { decoded, held: format === 'png' && !isProgressive ? 0 : decoded }
}

async function reencode(bytes: Buffer): Promise<DecodedPicture> {
  const { data, info } = await sharp(bytes, {
    limitInputPixels: LIMIT_PIXELS,
    failOn: 'error',
    sequentialRead: true,
  })
    .timeout({ seconds: DECODE_LIMIT_S })
    .autoOrient()
    .resize({ width: LARGEST_SIDE_PX, height: LARGEST_SIDE_PX, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true })
  return { bytes: data, widthPx: info.width, heightPx: info.height }
}

function isForeign(bytes: Buffer): boolean {
  if (bytes.subarray(-ZIP_TAIL_BYTES).includes(ZIP_END)) return true
  return FOREIGN_HEAD.test(bytes.subarray(0, HEAD_BYTES).toString('latin1'))
}
