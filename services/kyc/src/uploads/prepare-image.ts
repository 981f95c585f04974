import { problem } from '@hissa/kernel'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'

/** An image as it is kept: decoded and written anew, upright, without metadata. */
export interface PreparedImage {
  bytes: Buffer
  contentType: 'image/jpeg'
  widthPx: number
  heightPx: number
}

export const LIMIT_BYTES = 10_000_000
const ACCEPTED: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']
/** More pixels than any camera has are refused from the header, before anything is decoded. */
const LIMIT_PIXELS = 60_000_000
const LARGEST_SIDE_PX = 2_400
const SMALLEST_SIDES_PX = { long: 200, short: 120 }
const QUALITY = 85

/** What makes a picture another kind of file as well. The end of a zip may be followed by a comment of 64 KB. */
const ZIP_END = Buffer.from('PK\x05\x06', 'latin1')
const ZIP_TAIL_BYTES = 65_557
const HEAD_BYTES = 1_024
const FOREIGN_HEAD = /<(!doctype|html|head|body|script|svg|\?php)|%pdf-/i

/**
 * Checks an upload by its bytes and writes it anew, so that nothing of the original file (place, camera, hidden
 * parts) is kept. Errors: UPLOAD_TOO_LARGE 413, UPLOAD_TYPE_REFUSED 422, UPLOAD_UNREADABLE 422.
 */
export async function prepareImage(bytes: Buffer): Promise<PreparedImage> {
  if (bytes.length > LIMIT_BYTES) throw problem('UPLOAD_TOO_LARGE', 413, 'The picture is larger than 10 MB.')
  const type = await fileTypeFromBuffer(bytes)
  if (!type || !ACCEPTED.includes(type.mime) || isForeign(bytes)) {
    throw problem('UPLOAD_TYPE_REFUSED', 422, 'Only JPEG, PNG and WebP pictures are accepted.')
  }
  const { width, height, pages } = await readable(() => sharp(bytes, { limitInputPixels: LIMIT_PIXELS }).metadata())
  if (width * height > LIMIT_PIXELS || (pages ?? 1) > 1) throw unreadable()
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  if (long < SMALLEST_SIDES_PX.long || short < SMALLEST_SIDES_PX.short) {
    throw problem('UPLOAD_UNREADABLE', 422, 'The picture is too small to be read. Please take it again, closer.')
  }
  const { data, info } = await readable(() =>
    sharp(bytes, { limitInputPixels: LIMIT_PIXELS, failOn: 'error', sequentialRead: false })
      .autoOrient()
      .resize({ width: LARGEST_SIDE_PX, height: LARGEST_SIDE_PX, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true }),
  )
  return { bytes: data, contentType: 'image/jpeg', widthPx: info.width, heightPx: info.height }
}

function isForeign(bytes: Buffer): boolean {
  if (bytes.subarray(-ZIP_TAIL_BYTES).includes(ZIP_END)) return true
  return FOREIGN_HEAD.test(bytes.subarray(0, HEAD_BYTES).toString('latin1'))
}

const unreadable = () => problem('UPLOAD_UNREADABLE', 422, 'The picture cannot be read. Please take it again.')

async function readable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch {
    // The decoder's own words would tell a stranger about our libraries and the applicant nothing.
    throw unreadable()
  }
}
