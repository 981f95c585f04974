import { isForeign, LIMIT_PIXELS, PICTURE_TYPES, refusalOf, type PictureRefusal } from '@hissa/storage/pictures'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'

/** A picture for the web, upright and without metadata. */
export interface EncodedPicture {
  /** Pixels of the largest files. */
  width: number
  height: number
  /** In ascending order. */
  widths: number[]
  /** By the end of their name: `<width>.avif` and `<width>.webp` for each width, and `preview.jpg`. */
  files: Record<string, Uint8Array>
}

export type Encoded = { ok: true; picture: EncodedPicture } | { ok: false; refusal: PictureRefusal }

const WIDTHS = [400, 800, 1_280]
const LARGEST_SIDE_PX = 1_280
/** A smaller picture would be blurred on the page of its property. */
const SMALLEST_SIDES_PX = { long: 800, short: 450 }
/** Previews of links show 1.91:1. */
const PREVIEW = { width: 1_200, height: 630 }
/** Tried in turn until a file is small enough for a message of the bus, where it is base64. */
const QUALITIES = [
  { avif: 50, webp: 74, jpeg: 78 },
  { avif: 38, webp: 50, jpeg: 55 },
  { avif: 24, webp: 25, jpeg: 30 },
]
const MAX_FILE_BYTES = 600_000
const ENCODE_LIMIT_S = 6

// No cache, and one picture at a time on one core, so that the limits bound the memory.
sharp.cache(false)
sharp.concurrency(1)

/** Checks a picture by its content and encodes it for the web. Runs on a worker thread; see `PreparePicture`. */
export default async function encodePicture(received: Uint8Array, limitS = ENCODE_LIMIT_S): Promise<Encoded> {
  const bytes = Buffer.from(received.buffer, received.byteOffset, received.byteLength)
  const type = await fileTypeFromBuffer(bytes)
  if (!type || !PICTURE_TYPES.includes(type.mime) || isForeign(bytes)) return { ok: false, refusal: 'type' }
  try {
    const refusal = refusalOf(await sharp(bytes, { limitInputPixels: LIMIT_PIXELS }).metadata(), SMALLEST_SIDES_PX)
    return refusal ? { ok: false, refusal } : { ok: true, picture: await encode(bytes, limitS) }
  } catch {
    // The decoder's message would disclose the library and not help the uploader.
    return { ok: false, refusal: 'unreadable' }
  }
}

async function encode(bytes: Buffer, limitS: number): Promise<EncodedPicture> {
  const upright = await sharp(bytes, { limitInputPixels: LIMIT_PIXELS, failOn: 'error', sequentialRead: true })
    .timeout({ seconds: limitS })
    .autoOrient()
    .resize({ width: LARGEST_SIDE_PX, height: LARGEST_SIDE_PX, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = upright.info
  const source = () => sharp(upright.data, { raw: { width, height, channels } }).timeout({ seconds: limitS })
  const widths = [...WIDTHS.filter((each) => each < width), width]
  const files: EncodedPicture['files'] = {}
  for (const each of widths) {
    files[`${each}.avif`] = await smallEnough(({ avif: quality }) =>
      source().resize(each).avif({ quality, effort: 2 }).toBuffer(),
    )
    files[`${each}.webp`] = await smallEnough(({ webp: quality }) =>
      source().resize(each).webp({ quality, effort: 4 }).toBuffer(),
    )
  }
  files['preview.jpg'] = await smallEnough(({ jpeg: quality }) =>
    source()
      .resize({ ...PREVIEW, fit: 'cover' })
      .jpeg({ quality, mozjpeg: true })
      .toBuffer(),
  )
  return { width, height, widths, files }
}

/** Returns the best encoding that is small enough. Throws if even the last one is too large. */
async function smallEnough(encodeAt: (quality: (typeof QUALITIES)[number]) => Promise<Buffer>): Promise<Buffer> {
  for (const quality of QUALITIES) {
    const bytes = await encodeAt(quality)
    if (bytes.length <= MAX_FILE_BYTES) return bytes
  }
  throw new Error('no encoding of the picture is small enough')
}
