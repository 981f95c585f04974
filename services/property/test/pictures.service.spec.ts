import {
  ChangePictures,
  GetPicture,
  GetProperty,
  GetRecord,
  ListProperties,
  MAX_PICTURES,
  UPLOAD_LIMIT_BYTES,
  UploadPicture,
  type PropertyRecord,
} from '@hissa/contracts/property'
import type { Input } from '@hissa/contracts'
import { newId, PartDownError } from '@hissa/kernel'
import { workerFile } from '@hissa/kernel/workers'
import { Storage } from '@hissa/storage'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { readdir } from 'node:fs/promises'
import { setEnvironmentData } from 'node:worker_threads'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { approvals, audits, decide, propertyOf, propose, rows, staff, startPublications } from './publications.js'

const LONG_MS = 3_600_000
const MAX_WAITING = 3
/** See `patient-encoder`. */
const gate = new Int32Array(new SharedArrayBuffer(4))
const holdEncoder = (held: boolean) => {
  Atomics.store(gate, 0, held ? 1 : 0)
  Atomics.notify(gate, 0)
}
let service: Awaited<ReturnType<typeof startPublications>>
let storage: Storage
beforeAll(async () => {
  setEnvironmentData('encoder-gate', gate.buffer)
  const file = workerFile(import.meta.url, 'patient-encoder')
  service = await startPublications({
    pictures: { file, queueTimeoutMs: LONG_MS, taskTimeoutMs: LONG_MS, maxWaiting: MAX_WAITING },
  })
  storage = new Storage(service.env['STORAGE_URL']!)
})
afterAll(() => {
  holdEncoder(false)
  return service?.stop()
})

type Staff = ReturnType<typeof staff>
let seed = 0
/** Returns a picture that no other call returns. */
const photo = (width = 900, height = 600) => {
  seed += 1
  return sharp({ create: { width, height, channels: 3, background: { r: 4 * seed, g: 120, b: 90 } } })
    .jpeg()
    .toBuffer()
}
/** Returns a small PNG whose header declares 60,000 × 60,000 pixels. */
async function bomb(): Promise<Buffer> {
  const png = await sharp(await photo())
    .png()
    .toBuffer()
  png.writeUInt32BE(60_000, 16)
  png.writeUInt32BE(60_000, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}
async function* once(bytes: Buffer) {
  yield bytes
}
const quarantined = async (bytes: Buffer) => {
  const { objectRef, key } = await storage.putQuarantine(once(bytes), { limitBytes: 2 * UPLOAD_LIMIT_BYTES })
  return { objectRef, key }
}
const CAPTION = { en: 'The living room', ar: 'غرفة المعيشة' }
const upload = async (
  by: Staff,
  propertyId: string,
  bytes: Buffer,
  input: Partial<Input<typeof UploadPicture>> = {},
) => {
  const file = await quarantined(bytes)
  const stated = { propertyId, kind: 'photo' as const, caption: CAPTION, idempotencyKey: newId(), ...file, ...input }
  return (await by.call(UploadPicture, stated)).property
}
const change = async (by: Staff, { propertyId, version }: PropertyRecord, pictures: PropertyRecord['uploads']) => {
  const list = pictures.map(({ pictureId, kind, caption }) => ({ pictureId, kind, caption }))
  return (await by.call(ChangePictures, { propertyId, version, pictures: list })).property
}
const read = async (propertyId: string) => (await staff().call(GetRecord, { propertyId })).property
const get = (address: string) => {
  const [, , , propertyId, file] = address.split('/')
  return service.rpc.call(GetPicture, { propertyId: propertyId!, file: file! })
}
const refusal = (call: Promise<unknown>) => call.then(() => undefined).catch((error: unknown) => error)

describe('uploading a picture of a draft', () => {
  it('stores it upright in every width and format, without its metadata', async () => {
    const by = staff()
    const propertyId = await propertyOf(false)
    const sideways = await sharp(await photo(1_600, 1_000))
      .withExif({ IFD0: { Make: 'SecretCam' }, IFD3: { GPSLatitude: '24/1 27/1 0/1', GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const saved = await upload(by, propertyId, sideways)
    expect(saved).toMatchObject({ state: 'draft', version: 2 })
    const [picture] = saved.uploads
    expect(picture).toMatchObject({
      ...{ kind: 'photo', caption: CAPTION, illustration: false, dark: null },
      ...{ width: 800, height: 1_280, widths: [400, 800] },
    })
    const { light } = picture!
    for (const [end, width, format, contentType] of [
      ['400.avif', 400, 'heif', 'image/avif'],
      ['800.avif', 800, 'heif', 'image/avif'],
      ['400.webp', 400, 'webp', 'image/webp'],
      ['800.webp', 800, 'webp', 'image/webp'],
      ['preview.jpg', 1_200, 'jpeg', 'image/jpeg'],
    ] as const) {
      const file = await get(`${light}-${end}`)
      expect(file).toMatchObject({ contentType, isPublished: false })
      const header = await sharp(Buffer.from(file.bodyBase64, 'base64')).metadata()
      expect(header).toMatchObject({ width, format })
      expect([header.exif, header.orientation]).toEqual([undefined, undefined])
    }
    expect(await audits(propertyId)).toEqual([['property.picture.added', by.userId]])
    for (const file of [`${light}-1280.webp`, `${light}x-400.webp`, '/api/property-media/none/none-400.webp'])
      await expect(get(file)).rejects.toMatchObject({ code: 'NOT_FOUND', status: 404 })
  })

  it('keeps a photograph without any repetition small enough to be read over the bus', async () => {
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 80 }
    const background = { create: { width: 1_400, height: 1_400, channels: 3 as const, background: '#888888', noise } }
    const { uploads } = await upload(staff(), await propertyOf(false), await sharp(background).jpeg().toBuffer())
    const { bodyBase64 } = await get(`${uploads[0]!.light}-1280.webp`)
    expect(bodyBase64.length).toBeLessThan(900_000)
  })

  it('adds it once for a key, also at once, and refuses the same picture and a key with another one', async () => {
    const by = staff()
    const propertyId = await propertyOf(false)
    const [one, other] = await Promise.all([photo(), photo()])
    const idempotencyKey = newId()
    const saved = await Promise.all([1, 2].map(() => upload(by, propertyId, one, { idempotencyKey })))
    expect(saved.map(({ version }) => version)).toEqual([2, 2])
    const { pictureId } = saved[0]!.uploads[0]!
    expect(await upload(by, propertyId, one, { idempotencyKey })).toEqual(saved[0])
    const exists = { code: 'PICTURE_EXISTS', status: 409, extra: { pictureId } }
    const refused = [upload(by, propertyId, other, { idempotencyKey }), upload(staff(), propertyId, one)]
    for (const each of await Promise.all(refused.map(refusal))) expect(each).toMatchObject(exists)
    expect(await audits(propertyId)).toHaveLength(1)
    expect((await read(propertyId)).uploads).toHaveLength(1)
  })

  it('refuses every file that is not a picture of an accepted size, and stores nothing of it', async () => {
    const by = staff()
    const propertyId = await propertyOf(false)
    const jpeg = await photo()
    const zip = Buffer.concat([
      Buffer.from('504b0304', 'hex'),
      Buffer.alloc(40),
      Buffer.from('PK\x05\x06'),
      Buffer.alloc(18),
    ])
    const files: [Buffer, string, number][] = [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'), 'UPLOAD_TYPE_REFUSED', 422],
      [Buffer.from('%PDF-1.7\n'.padEnd(2_000)), 'UPLOAD_TYPE_REFUSED', 422],
      [Buffer.from('GIF89a'.padEnd(100, '\0')), 'UPLOAD_TYPE_REFUSED', 422],
      [Buffer.concat([jpeg, zip]), 'UPLOAD_TYPE_REFUSED', 422],
      [jpeg.subarray(0, jpeg.length / 2), 'UPLOAD_UNREADABLE', 422],
      [await bomb(), 'UPLOAD_UNREADABLE', 422],
      [await photo(600, 400), 'UPLOAD_UNREADABLE', 422],
      [Buffer.concat([jpeg, Buffer.alloc(UPLOAD_LIMIT_BYTES)]), 'UPLOAD_TOO_LARGE', 413],
    ]
    for (const [bytes, code, status] of files)
      expect(await refusal(upload(by, propertyId, bytes))).toMatchObject({ code, status })
    expect(await read(propertyId)).toMatchObject({ version: 1, uploads: [] })
    expect(await audits(propertyId)).toEqual([])
  })

  it('refuses a caption without words in either language, an upload that is gone and an unknown property', async () => {
    const by = staff()
    const propertyId = await propertyOf(false)
    const bytes = await photo()
    expect(await refusal(upload(by, propertyId, bytes, { caption: { en: '\u200b', ar: 'Room' } }))).toMatchObject({
      code: 'VALIDATION_FAILED',
      ...{
        extra: {
          errors: [
            { path: '/caption/en', code: 'missing' },
            { path: '/caption/ar', code: 'not_arabic' },
          ],
        },
      },
    })
    const long = { en: 'x'.repeat(141), ar: CAPTION.ar }
    expect(await refusal(upload(by, propertyId, bytes, { caption: long }))).toMatchObject({ status: 400 })
    const gone = { objectRef: `quarantine/${newId()}`, key: 'x' }
    expect(await refusal(upload(by, propertyId, bytes, gone))).toMatchObject({ code: 'UPLOAD_GONE', status: 409 })
    expect(await refusal(upload(by, 'Prop_1_nowhere', bytes))).toMatchObject({ code: 'NOT_FOUND', status: 404 })
  })

  it('is refused while more pictures wait than the service accepts', async () => {
    const propertyId = await propertyOf(false)
    // One is encoded while the others wait.
    const accepted = 1 + MAX_WAITING
    const beyond = 2
    const files = await Promise.all(Array.from({ length: accepted + beyond }, () => photo()))
    holdEncoder(true)
    const refused: unknown[] = []
    const results = files.map(async (bytes) => {
      const each = await refusal(upload(staff(), propertyId, bytes))
      if (each !== undefined) refused.push(each)
      // The encoder goes on once all have arrived: those that are not refused are encoding or waiting then.
      if (refused.length === beyond) holdEncoder(false)
    })
    await Promise.all(results)
    expect(refused).toMatchObject(Array.from({ length: beyond }, () => ({ code: 'UPLOADS_BUSY', status: 503 })))
    expect((await read(propertyId)).uploads).toHaveLength(accepted)
  })

  it('leaves no file behind if the storage fails after some of them', async () => {
    const propertyId = await propertyOf(false)
    const bytes = await photo()
    const stored = async () => new Set(await readdir(new URL(`${service.env['STORAGE_URL']}/objects`)).catch(() => []))
    const before = await stored()
    const put = Storage.prototype.put
    let puts = 0
    const failing = jest.spyOn(Storage.prototype, 'put').mockImplementation(function (this: Storage, ...file) {
      puts += 1
      return puts > 3 ? Promise.reject(new PartDownError('The object storage failed')) : put.apply(this, file)
    })
    const failed = await refusal(upload(staff(), propertyId, bytes))
    failing.mockRestore()
    expect(failed).toMatchObject({ code: 'SERVICE_UNAVAILABLE', status: 503 })
    expect(puts).toBe(4)
    expect(await stored()).toEqual(before)
    expect((await read(propertyId)).uploads).toEqual([])
  })

  it('is refused beyond the largest number, and for a published property', async () => {
    const by = staff()
    const [full, published] = [await propertyOf(false), await propertyOf(true)]
    const { uploads } = await upload(by, full, await photo())
    const { record } = (await rows().findOne({ _id: full }))!
    const stored = Array.from({ length: MAX_PICTURES }, () => record['uploads'][0])
    await rows().updateOne({ _id: full }, { $set: { 'record.uploads': stored } })
    expect(uploads).toHaveLength(1)
    const bytes = await photo()
    expect(await refusal(upload(by, full, bytes))).toMatchObject({ code: 'PICTURES_FULL', status: 409 })
    expect(await refusal(upload(by, published, bytes))).toMatchObject({ code: 'PROPERTY_PUBLISHED', status: 409 })
  })

  it('is for content and admin, like a change of pictures', async () => {
    const propertyId = await propertyOf(false)
    const bytes = await photo()
    for (const groups of [[], ['finance'], ['investor']]) {
      const by = staff(groups)
      for (const act of [
        () => upload(by, propertyId, bytes),
        () => by.call(ChangePictures, { propertyId, version: 1, pictures: [] }),
      ])
        await expect(act()).rejects.toMatchObject({ code: 'FORBIDDEN', status: 403 })
    }
    expect((await upload(staff(['admin']), propertyId, bytes)).uploads).toHaveLength(1)
  })
})

describe('changing the pictures of a draft', () => {
  it('takes kinds, captions and order, and removes what is left out with its files', async () => {
    const by = staff()
    const propertyId = await propertyOf(false)
    for (const bytes of await Promise.all([photo(), photo(), photo()])) await upload(by, propertyId, bytes)
    const before = await read(propertyId)
    const [a, b, c] = before.uploads as [PropertyRecord['uploads'][0], ...PropertyRecord['uploads']]
    const plan = { ...c!, kind: 'plan' as const, caption: { en: 'The plan', ar: 'المخطط' } }
    const saved = await change(by, before, [plan, a])
    expect(saved.uploads).toEqual([plan, a])
    expect(saved.version).toBe(before.version + 1)
    await expect(get(`${b!.light}-400.webp`)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await get(`${a.light}-400.webp`)).contentType).toBe('image/webp')
    expect((await change(by, saved, saved.uploads)).version).toBe(saved.version)
    expect((await audits(propertyId)).at(-1)).toEqual(['property.pictures.changed', by.userId])
    expect(await audits(propertyId)).toHaveLength(4)
  })

  it('is refused at an old version, for a published property, an unknown one and an unknown picture', async () => {
    const by = staff()
    const saved = await upload(by, await propertyOf(false), await photo())
    const { propertyId, version } = saved
    const pictures = [{ pictureId: 'other', kind: 'photo', caption: CAPTION }]
    const calls = [
      by.call(ChangePictures, { propertyId, version: 1, pictures: [] }),
      by.call(ChangePictures, { propertyId: await propertyOf(true), version: 1, pictures: [] }),
      by.call(ChangePictures, { propertyId: 'Prop_1_nowhere', version: 1, pictures: [] }),
      by.call(ChangePictures, { propertyId, version, pictures: pictures as never }),
    ]
    expect(await Promise.all(calls.map(refusal))).toMatchObject([
      { code: 'VERSION_CONFLICT', status: 409, extra: { version: 2 } },
      { code: 'PROPERTY_PUBLISHED', status: 409 },
      { code: 'NOT_FOUND', status: 404 },
      {
        code: 'VALIDATION_FAILED',
        status: 422,
        extra: { errors: [{ path: '/pictures/0/pictureId', code: 'unknown' }] },
      },
    ])
    expect((await read(propertyId)).uploads).toHaveLength(1)
  })

  it('ends a pending proposal, like a new picture, because a colleague would approve other pictures', async () => {
    const by = staff()
    const propertyId = await propertyOf(false)
    const first = (await propose(by, propertyId)).approvalId
    expect(await upload(by, propertyId, await photo())).toMatchObject({ state: 'draft', proposal: null })
    const { approvalId: second, uploads: proposed } = await propose(by, propertyId)
    const before = await read(propertyId)
    expect(proposed).toEqual(before.uploads)
    expect(await change(by, before, [])).toMatchObject({ state: 'draft', uploads: [] })
    for (const _id of [first, second]) expect(await approvals().findOne({ _id })).toMatchObject({ state: 'expired' })
  })
})

describe('the pictures of a published property', () => {
  it('are the uploaded ones in their order, in lists and on its page, from addresses that caches may keep', async () => {
    const by = staff()
    const propertyId = await propertyOf(false)
    await rows().updateOne(
      { _id: propertyId },
      { $set: { 'record.pictures': [ILLUSTRATION, { ...ILLUSTRATION, kind: 'plan' }] } },
    )
    await upload(by, propertyId, await photo())
    const { uploads } = await upload(by, propertyId, await photo(), { caption: { en: 'The view', ar: 'الإطلالة' } })
    await expect(service.rpc.call(GetProperty, { id: propertyId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await decide(staff(), (await propose(by, propertyId)).approvalId)
    const { property } = await service.rpc.call(GetProperty, { id: propertyId })
    const [first, second] = uploads
    expect(property.pictures.map(({ kind, illustration, light }) => [kind, illustration, light])).toEqual([
      ['photo', false, first!.light],
      ['photo', false, second!.light],
      ['plan', true, ILLUSTRATION.light],
    ])
    expect(property.pictures[1]!.caption).toEqual({ en: 'The view', ar: 'الإطلالة' })
    expect(property.images[0]).toBe(`${first!.light}-900.webp`)
    const { properties } = await service.rpc.call(ListProperties, { limit: 100, sort: 'newest' })
    expect(properties.find((each) => each.propertyId === propertyId)!.pictures).toEqual(property.pictures)
    expect(await get(property.images[0]!)).toMatchObject({ contentType: 'image/webp', isPublished: true })
    expect((await get(`${first!.light}-preview.jpg`)).contentType).toBe('image/jpeg')
  })
})

const ILLUSTRATION = {
  ...{ kind: 'maquette', illustration: true, width: 1_280, height: 960, widths: [400, 800, 1_280] },
  ...{ light: '/media/test.00000000', dark: null },
}
