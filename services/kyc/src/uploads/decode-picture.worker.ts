import { isForeign, LIMIT_PIXELS, PICTURE_TYPES, refusalOf, type PictureRefusal } from '@hissa/storage/pictures'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'

/** A re-encoded picture, upright and without metadata. */
export interface DecodedPicture {
  bytes: Uint8Array
  widthPx: number
  heightPx: number
}

export type Decoded = { ok: true; picture: DecodedPicture } | { ok: false; refusal: PictureRefusal }

const DECODE_LIMIT_S = 5
const LARGEST_SIDE_PX = 2_400
/** A document on a smaller picture is not readable. */
export const SMALLEST_SIDES_PX = { long: 200, short: 120 }
const QUALITY = 85

// No cache, and one picture at a time on one core, so that the limits above bound the memory.
sharp.cache(false)
sharp.concurrency(1)

/** Checks a picture by its content and re-encodes it. Runs on a worker thread; see `PreparePicture`. */
export default async function decodePicture(received: Uint8Array, limitS = DECODE_LIMIT_S): Promise<Decoded> {
  const bytes = Buffer.from(received.buffer, received.byteOffset, received.byteLength)
  const type = await fileTypeFromBuffer(bytes)
  if (!type || !PICTURE_TYPES.includes(type.mime) || isForeign(bytes)) return { ok: false, refusal: 'type' }
  try {
    const refusal = refusalOf(await sharp(bytes, { limitInputPixels: LIMIT_PIXELS }).metadata(), SMALLEST_SIDES_PX)
    return refusal ? { ok: false, refusal } : { ok: true, picture: await reencode(bytes, limitS) }
  } catch {
    // The decoder's message would disclose the library and not help the applicant.
    return { ok: false, refusal: 'unreadable' }
  }
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
