import { beforeAll, describe, expect, it } from '@jest/globals'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { LIMIT_BYTES, prepareImage } from './prepare-image.js'

const plain = (width = 640, height = 420) => sharp({ create: { width, height, channels: 3, background: '#88aacc' } })
let jpeg: Buffer
beforeAll(async () => {
  jpeg = await plain().jpeg().toBuffer()
})

/** A PNG header that promises `width` × `height` pixels and holds next to nothing. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const out = Buffer.alloc(body.length + 8)
    out.writeUInt32BE(data.length)
    body.copy(out, 4)
    out.writeUInt32BE(crc(body), body.length + 4)
    return out
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
const crc = (bytes: Buffer) => {
  let sum = ~0
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return ~sum >>> 0
}

describe('prepareImage', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('takes %s and writes it as JPEG', async (format) => {
    const image = await prepareImage(await plain()[format]().toBuffer())
    expect(image).toMatchObject({ contentType: 'image/jpeg', widthPx: 640, heightPx: 420 })
    expect((await sharp(image.bytes).metadata()).format).toBe('jpeg')
  })

  it('keeps neither place nor camera', async () => {
    const tagged = await plain()
      .withExif({ IFD0: { Make: 'SecretCam' }, IFD3: { GPSLatitude: '24/1 27/1 0/1', GPSLatitudeRef: 'N' } })
      .jpeg()
      .toBuffer()
    expect(tagged.includes('SecretCam')).toBe(true)
    const { bytes } = await prepareImage(tagged)
    expect((await sharp(bytes).metadata()).exif).toBeUndefined()
    expect(bytes.includes('SecretCam')).toBe(false)
  })

  it('turns a picture upright and makes a huge one smaller', async () => {
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
    ['nothing', () => Buffer.alloc(0)],
    [
      'a picture that is a zip as well',
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
      'a picture that begins like a page',
      () =>
        Buffer.concat([
          jpeg.subarray(0, 2),
          Buffer.from('fffe0030', 'hex'),
          Buffer.from('<html><script>alert(1)</script>'.padEnd(46)),
          jpeg.subarray(2),
        ]),
    ],
  ])('refuses %s', async (_, bytes) => {
    await expect(prepareImage(bytes())).rejects.toMatchObject({ code: 'UPLOAD_TYPE_REFUSED', status: 422 })
  })

  it('refuses more than 10 MB', async () => {
    await expect(prepareImage(Buffer.concat([jpeg, Buffer.alloc(LIMIT_BYTES)]))).rejects.toMatchObject({
      code: 'UPLOAD_TOO_LARGE',
      status: 413,
    })
  })

  it('refuses a picture that would unpack to gigabytes, by its header', async () => {
    await expect(prepareImage(bomb(30_000, 30_000))).rejects.toMatchObject({ code: 'UPLOAD_UNREADABLE' })
  })

  it('refuses a picture that is cut off or tiny', async () => {
    await expect(prepareImage(jpeg.subarray(0, 300))).rejects.toMatchObject({ code: 'UPLOAD_UNREADABLE' })
    await expect(prepareImage(await plain(60, 40).png().toBuffer())).rejects.toMatchObject({
      code: 'UPLOAD_UNREADABLE',
    })
  })
})
