import { fileTypeFromBuffer } from 'file-type'
import sharp, { type Metadata } from 'sharp'

/** A re-encoded picture, upright and without metadata. */
export interface DecodedPicture {
  bytes: Uint8Array
  widthPx: number
  heightPx: number
}

export type Refusal = 'type' | 'unreadable' | 'too-small' | 'too-many-pixels'
export type Decoded = { ok: true; picture: DecodedPicture } | { ok: false; refusal: Refusal }

const ACCEPTED: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']
/** Limits the decoded size. A photo of 50 megapixels with 8 bits per channel is 150 MB, and is read row by row. */
const LIMIT_DECODED_BYTES = 160_000_000
/** Limits the memory for formats that cannot be read row by row. */
const LIMIT_HELD_BYTES = 100_000_000
/** Passed to the decoder as well, in case it interprets the header differently. */
const LIMIT_PIXELS = LIMIT_DECODED_BYTES
const DECODE_LIMIT_S = 5
const LARGEST_SIDE_PX = 2_400
const SMALLEST_SIDES_PX = { long: 200, short: 120 }
const QUALITY = 85
const SAMPLE_BYTES: Readonly<Record<string, number>> = { uchar: 1, char: 1, ushort: 2, short: 2 }
const WIDEST_SAMPLE_BYTES = 8
const COEFFICIENT_BYTES = 2

/**
 * Detects pictures that are also valid files of a different type. A comment of up to 64 KB may follow the end of a zip.
 */
const ZIP_END = Buffer.from('PK\x05\x06', 'latin1')
const ZIP_TAIL_BYTES = 65_557
const HEAD_BYTES = 1_024
const FOREIGN_HEAD = /<(!doctype|html|head|body|script|svg|\?php)|%pdf-/i

// No cache, and one picture at a time on one core, so that the limits above bound the memory.
sharp.cache(false)
sharp.concurrency(1)

/** Checks a picture by its content and re-encodes it. Runs on a worker thread; see `PreparePicture`. */
export default async function decodePicture(received: Uint8Array, limitS = DECODE_LIMIT_S): Promise<Decoded> {
  const bytes = Buffer.from(received.buffer, received.byteOffset, received.byteLength)
  const type = await fileTypeFromBuffer(bytes)
  if (!type || !ACCEPTED.includes(type.mime) || isForeign(bytes)) return { ok: false, refusal: 'type' }
  try {
    const refusal = refusalOf(await sharp(bytes, { limitInputPixels: LIMIT_PIXELS }).metadata())
    return refusal ? { ok: false, refusal } : { ok: true, picture: await reencode(bytes, limitS) }
  } catch {
    // The decoder's message would disclose the library and not help the applicant.
    return { ok: false, refusal: 'unreadable' }
  }
}

/** Checks a picture by its header, before it is decoded. */
export function refusalOf(header: Metadata): Refusal | undefined {
  const { width, height, pages } = header
  if ((pages ?? 1) > 1) return 'unreadable'
  const { decoded, held } = decodedBytes(header)
  if (decoded > LIMIT_DECODED_BYTES || held > LIMIT_HELD_BYTES) return 'too-many-pixels'
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  return long < SMALLEST_SIDES_PX.long || short < SMALLEST_SIDES_PX.short ? 'too-small' : undefined
}

/** Returns the decoded size in bytes, including bit depth, and how many bytes the decoder holds in memory at once. */
function decodedBytes(header: Metadata): { decoded: number; held: number } {
  const { width, height, channels, depth, format, isProgressive } = header
  const samples = width * height * channels
  const decoded = samples * (SAMPLE_BYTES[depth] ?? WIDEST_SAMPLE_BYTES)
  // A progressive JPEG is kept as coefficients until its last scan.
  if (format === 'jpeg') return { decoded, held: isProgressive ? samples * COEFFICIENT_BYTES : 0 }
  return { decoded, held: format === 'png' && !isProgressive ? 0 : decoded }
}

async function reencode(bytes: Buffer, limitS: number): Promise<DecodedPicture> {
  const { data, info } = await sharp(bytes, {
    limitInputPixels: LIMIT_PIXELS,
    failOn: 'error',
    sequentialRead: true,
  })
    .timeout({ seconds: limitS })
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
