import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '@hissa/testing-driver/product'
import sharp from 'sharp'

/** How a specimen is photographed. */
export const CONDITIONS = ['at an angle', 'in poor light', 'sideways', 'with 12 megapixels'] as const
export type Condition = (typeof CONDITIONS)[number]

/** An invented passport of the specimen state of ICAO 9303, drawn for tests. */
const SPECIMEN = join(root, 'services/kyc/test/pictures/specimen.jpg')
const TABLE = '#6f655a'
const DEGREES = 4
const MEGAPIXELS_12 = { width: 4_000, height: 3_000 }
/** The camera was held upright: viewers have to turn the picture by 90 degrees. */
const TURNED_BY_EXIF = 6

/** Returns a photograph of the specimen as a JPEG file; the same one each time. */
export async function photographSpecimen(condition: Condition): Promise<Buffer> {
  const page = await readFile(SPECIMEN)
  const onTable = await photographOf(page)
  switch (condition) {
    case 'at an angle':
      return sharp(onTable)
        .affine([1, 0.03, -0.02, 1], { background: TABLE, interpolator: 'bicubic' })
        .rotate(DEGREES, { background: TABLE })
        .jpeg({ quality: 88 })
        .toBuffer()
    case 'in poor light':
      return sharp(await inPoorLight(onTable))
        .jpeg({ quality: 80 })
        .toBuffer()
    case 'sideways':
      return sharp(onTable).rotate(90).jpeg({ quality: 88 }).toBuffer()
    case 'with 12 megapixels':
      return asOfPhone(page)
  }
}

/** Lays the page on a table, with a margin. */
const photographOf = (page: Buffer): Promise<Buffer> =>
  sharp(page).extend({ top: 60, bottom: 60, left: 70, right: 70, background: TABLE }).png().toBuffer()

/** Darkens a picture, more towards one corner, and adds the noise of a sensor. */
async function inPoorLight(picture: Buffer): Promise<Buffer> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const random = randomFrom(2026)
  for (let at = 0; at < data.length; at += 1) {
    const pixel = Math.floor(at / info.channels)
    const [x, y] = [(pixel % info.width) / info.width, Math.floor(pixel / info.width) / info.height]
    const light = 0.42 - 0.12 * x - 0.06 * y
    data[at] = Math.max(0, Math.min(255, data[at]! * light + (random() - 0.5) * 14))
  }
  const { width, height, channels } = info
  return sharp(data, { raw: { width, height, channels } }).png().toBuffer()
}

/** Returns what a phone saves: 12 megapixels, stored as the sensor lies, with the rotation in the metadata. */
async function asOfPhone(page: Buffer): Promise<Buffer> {
  const { width, height } = MEGAPIXELS_12
  const upright = await sharp(page)
    .resize({ width: height - 300 })
    .toBuffer()
  const photo = await sharp({ create: { width: height, height: width, channels: 3, background: TABLE } })
    .composite([{ input: upright, gravity: 'centre' }])
    .png({ compressionLevel: 0 })
    .toBuffer()
  return sharp(photo).rotate(-90).withMetadata({ orientation: TURNED_BY_EXIF }).jpeg({ quality: 90 }).toBuffer()
}

/** A generator of numbers from 0 to 1 that gives the same ones each time (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A browser reads the brightness of a film as video, in which 16 is black and 235 is white. */
const OF_VIDEO = { gain: 219 / 255, black: 16 }

/** Returns a film for the camera of a test browser: the specimen, held still in the middle of the picture. */
export async function filmOfSpecimen(): Promise<Buffer> {
  const [width, height] = [1_280, 720]
  const page = await sharp(SPECIMEN).resize({ width: 830 }).toBuffer()
  const frame = await sharp({ create: { width, height, channels: 3, background: TABLE } })
    .composite([{ input: page, gravity: 'centre' }])
    .png()
    .toBuffer()
  const picture = await sharp(frame).linear(OF_VIDEO.gain, OF_VIDEO.black).jpeg({ quality: 95 }).toBuffer()
  return Buffer.concat([picture, picture])
}
