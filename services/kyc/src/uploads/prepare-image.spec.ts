import { createMetrics, timeLimits, valueOrThrow } from '@hissa/kernel'
import { refusalOf } from '@hissa/storage/pictures'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Metadata } from 'sharp'
import { SMALLEST_SIDES_PX } from './decode-picture.worker.js'
import { PATIENT, workerOf } from '../../test/decoders.js'
import { LIMIT_BYTES, type PictureOptions, PreparePicture } from './prepare-image.js'

const plain = (width = 640, height = 420) => sharp({ create: { width, height, channels: 3, background: '#88aacc' } })
let jpeg: Buffer
const pictures = new PreparePicture(createMetrics('kyc', false), timeLimits(), PATIENT)
const prepareImage = async (bytes: Buffer, userId = 'anna') =>
  valueOrThrow(await pictures.execute(userId, async () => bytes))
afterAll(() => pictures.onModuleDestroy())
beforeAll(async () => {
  jpeg = await plain().jpeg().toBuffer()
})

/** Returns a small PNG whose header declares `width` × `height` pixels. */
function bomb(width: number, height: number, { bitDepth = 8, colour = 2 } = {}): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([bitDepth, colour, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length)
  body.copy(out, 4)
  out.writeUInt32BE(crc32(body), body.length + 4)
  return out
}

/**
 * Returns a complete PNG of one colour with 16 bits per sample: some hundred kilobytes that decode to hundreds of MB.
 */
function deepPng(width: number, height: number): Buffer {
  const empty = bomb(width, height, { bitDepth: 16 })
  const rows = deflateSync(Buffer.alloc((width * 6 + 1) * height), { level: 1 })
  return Buffer.concat([empty.subarray(0, 33), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

describe('PreparePicture', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('converts %s to JPEG', async (format) => {
    const image = await prepareImage(await plain()[format]().toBuffer())
    expect(image).toMatchObject({ contentType: 'image/jpeg', widthPx: 640, heightPx: 420 })
    expect((await sharp(image.bytes).metadata()).format).toBe('jpeg')
  })

  it('removes the location and the camera model from the metadata', async () => {
    const tagged = await plain()
      .withExif({ IFD0: { Make: 'SecretCam' }, IFD3: { GPSLatitude: '24/1 27/1 0/1', GPSLatitudeRef: 'N' } })
      .jpeg()
      .toBuffer()
    expect(tagged.includes('SecretCam')).toBe(true)
    const { bytes } = await prepareImage(tagged)
    expect((await sharp(bytes).metadata()).exif).toBeUndefined()
    expect(bytes.includes('SecretCam')).toBe(false)
  })

  it('rotates a picture upright and scales down a large one', async () => {
    const sideways = await plain(3_000, 1_000).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    expect(await prepareImage(sideways)).toMatchObject({ widthPx: 800, heightPx: 2_400 })
  })

  it.each<[string, () => Buffer]>([
    ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>'.padEnd(2_000))],
    [
      'SVG',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"><script>1</script></svg>'),
    ],
    ['PDF', () => Buffer.from('%PDF-1.7\n%âãÏÓ\n'.padEnd(2_000))],
    ['a zip', () => Buffer.from('504b0304140000000000', 'hex')],
    ['a GIF', () => Buffer.from('GIF89a'.padEnd(100, '\0'))],
    ['text', () => Buffer.from('hello')],
    ['an empty file', () => Buffer.alloc(0)],
    [
      'a picture that is also a zip',
      () =>
        Buffer.concat([
          jpeg,
          Buffer.from('504b0304', 'hex'),
          Buffer.alloc(40),
          Buffer.from('504b0506', 'hex'),
          Buffer.alloc(18),
        ]),
    ],
    [
      'a picture with HTML in its first bytes',
      () =>
        Buffer.concat([
          jpeg.subarray(0, 2),
          Buffer.from('fffe0030', 'hex'),
          Buffer.from('<html><script>alert(1)</script>'.padEnd(46)),
          jpeg.subarray(2),
        ]),
    ],
  ])('rejects %s', async (_, bytes) => {
    await expect(prepareImage(bytes())).rejects.toMatchObject({ code: 'UPLOAD_TYPE_REFUSED', status: 422 })
  })

  it('rejects more than 10 MB', async () => {
    await expect(prepareImage(Buffer.concat([jpeg, Buffer.alloc(LIMIT_BYTES)]))).rejects.toMatchObject({
      code: 'UPLOAD_TOO_LARGE',
      status: 413,
    })
  })

  it('reads only the header to reject a picture that would decode to gigabytes', async () => {
    await expect(prepareImage(bomb(30_000, 30_000))).rejects.toMatchObject({ code: 'UPLOAD_UNREADABLE' })
  })

  it('rejects a picture by its decoded size, including bit depth', async () => {
    await expect(prepareImage(deepPng(7_700, 7_700))).rejects.toMatchObject({
      code: 'UPLOAD_UNREADABLE',
      message: 'The picture has too many pixels. Please send it as an ordinary photo.',
    })
  })

  it.each<[string, Partial<Metadata>, string | undefined]>([
    ['a photograph of 50 megapixels', { format: 'jpeg', width: 8_160, height: 6_120 }, undefined],
    ['a photograph of 60 megapixels', { format: 'jpeg', width: 9_000, height: 6_700 }, 'too-many-pixels'],
    [
      'a progressive photograph of 12 megapixels',
      { format: 'jpeg', width: 4_000, height: 3_000, isProgressive: true },
      undefined,
    ],
    [
      'a progressive photograph of 20 megapixels',
      { format: 'jpeg', width: 5_200, height: 3_900, isProgressive: true },
      'too-many-pixels',
    ],
    ['a PNG of 49 megapixels with 8 bits', { width: 7_000, height: 7_000 }, undefined],
    ['a PNG of 49 megapixels with 16 bits', { width: 7_000, height: 7_000, depth: 'ushort' }, 'too-many-pixels'],
    ['a PNG of 49 megapixels with four channels', { width: 7_000, height: 7_000, channels: 4 }, 'too-many-pixels'],
    ['an interlaced PNG of 49 megapixels', { width: 7_000, height: 7_000, isProgressive: true }, 'too-many-pixels'],
    ['a WebP of 49 megapixels', { format: 'webp', width: 7_000, height: 7_000 }, 'too-many-pixels'],
    ['a picture with samples of unknown depth', { width: 5_000, height: 5_000, depth: 'float' }, 'too-many-pixels'],
    ['a picture with several pages', { width: 500, height: 500, pages: 2 }, 'unreadable'],
  ])('checks %s by its header', (_, header, refusal) => {
    const whole = { format: 'png', channels: 3, depth: 'uchar', isProgressive: false, ...header } as Metadata
    expect(refusalOf(whole, SMALLEST_SIDES_PX)).toBe(refusal)
  })

  it('accepts a rotated photograph of 50 megapixels', async () => {
    const photo = await plain(8_160, 6_120).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    expect(await prepareImage(photo)).toMatchObject({ widthPx: 1_800, heightPx: 2_400 })
  })

  it('rejects a truncated or tiny picture', async () => {
    await expect(prepareImage(jpeg.subarray(0, 300))).rejects.toMatchObject({ code: 'UPLOAD_UNREADABLE' })
    await expect(prepareImage(await plain(60, 40).png().toBuffer())).rejects.toMatchObject({
      code: 'UPLOAD_UNREADABLE',
    })
  })
})

describe('the queue of PreparePicture', () => {
  const opened: PreparePicture[] = []
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.onModuleDestroy()
  })
  const open = (options: PictureOptions) => {
    const metrics = createMetrics('kyc', false)
    const queue = new PreparePicture(metrics, timeLimits(), { ...PATIENT, maxThreads: 1, ...options })
    opened.push(queue)
    return { queue, metrics }
  }

  it('alternates between users, and rejects more than the limit of one user', async () => {
    const { queue, metrics } = open({})
    let arrive = (_: Buffer) => {}
    const first = new Promise<Buffer>((resolve) => (arrive = resolve))
    const finished: string[] = []
    const send = async (user: string, load: () => Promise<Buffer>) => {
      const result = await queue.execute(user, load)
      finished.push(result.ok ? user : `${user} ${result.error.code}`)
    }
    const anna = Array.from({ length: 6 }, (_, n) => send('anna', async () => (n === 0 ? first : jpeg)))
    expect(await metrics.metrics()).toMatch(/kyc_uploads_waiting\{.*\} 3/)
    const ben = send('ben', async () => jpeg)
    arrive(jpeg)
    await Promise.all([...anna, ben])
    const busy = 'anna UPLOADS_BUSY'
    expect(finished).toEqual([busy, busy, 'anna', 'ben', 'anna', 'anna', 'anna'])
  })

  it('rejects a picture that waits too long', async () => {
    const { queue } = open({ queueTimeoutMs: 1 })
    let fail = (_: Error) => {}
    const first = queue.execute('anna', () => new Promise<Buffer>((_, reject) => (fail = reject)))
    expect(await queue.execute('ben', async () => jpeg)).toMatchObject({ ok: false, error: { code: 'UPLOADS_BUSY' } })
    fail(new Error('gone'))
    await expect(first).rejects.toThrow('gone')
  })

  it('rejects a picture that takes too long to decode', async () => {
    const { queue } = open({ file: workerOf('endless-decoder'), taskTimeoutMs: 1 })
    expect(await queue.execute('anna', async () => jpeg)).toMatchObject({
      ok: false,
      error: { code: 'UPLOAD_UNREADABLE' },
    })
  })
})
