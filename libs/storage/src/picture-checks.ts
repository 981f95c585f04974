/** The part of a picture's header that its cost is known from, as the decoder reads it. */
interface PictureHeader {
  width: number
  height: number
  channels: number
  /** Type of a sample, such as `uchar`. */
  depth: string
  format: string
  isProgressive: boolean
  /** Absent in formats of one page. */
  pages?: number | undefined
}

export type PictureRefusal = 'type' | 'unreadable' | 'too-small' | 'too-many-pixels'

/** Types of pictures that are accepted, as read from their bytes. */
export const PICTURE_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']
/** Limits the decoded size. A photo of 50 megapixels with 8 bits per channel is 150 MB, and is read row by row. */
const LIMIT_DECODED_BYTES = 160_000_000
/** Limits the memory for formats that cannot be read row by row. */
const LIMIT_HELD_BYTES = 100_000_000
/** Is passed to the decoder as well, in case it interprets the header differently. */
export const LIMIT_PIXELS = LIMIT_DECODED_BYTES
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

/** Checks a picture by its header, before it is decoded. `smallest`: sides in pixels, below which it is too small. */
export function refusalOf(
  header: PictureHeader,
  smallest: { long: number; short: number },
): Exclude<PictureRefusal, 'type'> | undefined {
  const { width, height, pages } = header
  if ((pages ?? 1) > 1) return 'unreadable'
  const { decoded, held } = decodedBytes(header)
  if (decoded > LIMIT_DECODED_BYTES || held > LIMIT_HELD_BYTES) return 'too-many-pixels'
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  return long < smallest.long || short < smallest.short ? 'too-small' : undefined
}

/** Returns the decoded size in bytes, including bit depth, and how many bytes the decoder holds in memory at once. */
function decodedBytes(header: PictureHeader): { decoded: number; held: number } {
  const { width, height, channels, depth, format, isProgressive } = header
  const samples = width * height * channels
  const decoded = samples * (SAMPLE_BYTES[depth] ?? WIDEST_SAMPLE_BYTES)
  // A progressive JPEG is kept as coefficients until its last scan.
  if (format === 'jpeg') return { decoded, held: isProgressive ? samples * COEFFICIENT_BYTES : 0 }
  return { decoded, held: format === 'png' && !isProgressive ? 0 : decoded }
}

/** Returns whether a picture also contains a file of another type: a zip, a web page or a PDF. */
export function isForeign(bytes: Buffer): boolean {
  if (bytes.subarray(-ZIP_TAIL_BYTES).includes(ZIP_END)) return true
  return FOREIGN_HEAD.test(bytes.subarray(0, HEAD_BYTES).toString('latin1'))
}
