import { GetTicket, ReadDocument, StartKyc, SubmitKyc, type DocumentReading } from '@hissa/contracts/kyc'
import { createMetrics, ManualTiming, newId, timeLimits } from '@hissa/kernel'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { ReadPicture } from '../src/reading/read-picture.js'
import { PATIENT_READINGS, workerOf } from './decoders.js'
import {
  attach,
  harness,
  reboot,
  readable,
  reviewer,
  startCase,
  startHarness,
  stopHarness,
  user,
  type User,
} from './harness.js'
import { emiratesIdLines, passportLines } from './mrz-lines.js'

beforeAll(startHarness)
afterAll(stopHarness)

/** Invented documents that were drawn for these tests. */
const picture = (name: string) => readFile(new URL(`pictures/${name}.jpg`, import.meta.url))
const PASSPORT = passportLines({ lastName: 'HADDAD', firstName: 'LAYLA', number: 'X70458291' })

async function startWith(by: User, bytes: Buffer, documentType: 'passport' | 'emirates_id' = 'passport') {
  const issuingCountry = documentType === 'passport' ? 'JOR' : 'ARE'
  const { status } = await by.call(StartKyc, { documentType, issuingCountry })
  const caseId = status.caseId!
  if (documentType === 'emirates_id') await attach(by, caseId, 'front')
  await attach(by, caseId, documentType === 'passport' ? 'front' : 'back', bytes)
  return caseId
}
const read = async (by: User, caseId: string): Promise<DocumentReading> =>
  (await by.call(ReadDocument, { caseId })).reading
const column = async (caseId: string) =>
  readable(await harness.mongo.collection<{ _id: string }>('cases').findOne({ _id: caseId }))

describe('ReadDocument', () => {
  it('reads a passport, compares it with the profile, and shows staff that the lines come from the picture', async () => {
    const anna = user('Layla Haddad', [], { dateOfBirth: '1990-05-02' })
    const caseId = await startWith(anna, await picture('passport'))
    const reading = await read(anna, caseId)
    expect(reading).toMatchObject({ outcome: 'read', refusal: null, lines: PASSPORT, failures: [] })
    const field = (name: string) => reading.fields.find((each) => each.field === name)
    expect(field('full_name')).toMatchObject({ extracted: 'LAYLA HADDAD', match: 'match', proven: false })
    expect(field('document_number')).toMatchObject({ extracted: 'X70458291', proven: true })
    expect(field('birth_date')).toMatchObject({ provided: '1990-05-02', extracted: '1990-05-01', match: 'mismatch' })
    expect(await column(caseId)).not.toContain('HADDAD')
    await anna.call(SubmitKyc, { caseId, mrzLines: reading.lines })
    const { ticket } = await reviewer().call(GetTicket, { caseId })
    expect(ticket.mrz).toMatchObject({ source: 'picture', engine: reading.engine })
  })

  it('reads a picture once, also after a repeated call, and another picture again', async () => {
    const anna = user()
    const caseId = await startWith(anna, await picture('passport'))
    const [first, second] = await Promise.all([read(anna, caseId), read(anna, caseId)])
    expect(second).toEqual(first)
    expect(await read(anna, caseId)).toEqual(first)
    await attach(anna, caseId, 'front', await picture('specimen'))
    const other = await read(anna, caseId)
    expect(other.lines[0]).toContain('UTO')
    expect(other.documentId).not.toBe(first.documentId)
  })

  it('shows staff that the applicant changed the lines', async () => {
    const anna = user('Laila Haddad')
    const caseId = await startWith(anna, await picture('passport'))
    const { lines } = await read(anna, caseId)
    await anna.call(SubmitKyc, {
      caseId,
      mrzLines: [lines[0]!.replace('LAYLA', 'LAILA'), lines[1]!],
      politicallyExposed: true,
    })
    const { ticket } = await reviewer().call(GetTicket, { caseId })
    expect(ticket.mrz.source).toBe('changed')
  })

  it('reads the back of an Emirates ID, and a page that was photographed sideways', async () => {
    const [anna, ben] = [user(), user()]
    const card = await read(anna, await startWith(anna, await picture('emirates-id-back'), 'emirates_id'))
    expect(card.lines).toEqual(emiratesIdLines({ lastName: 'HADDAD', firstName: 'LAYLA' }))
    const sideways = await sharp(await picture('passport'))
      .rotate(90)
      .jpeg()
      .toBuffer()
    expect((await read(ben, await startWith(ben, sideways))).lines).toEqual(PASSPORT)
  })

  it('says why a picture gives no lines', async () => {
    const [anna, ben, carl] = [user(), user(), user()]
    const none = { outcome: 'not_read', lines: [], fields: [] }
    expect(await read(anna, await startCase(anna))).toMatchObject({ ...none, refusal: 'no_lines' })
    const card = await startWith(ben, await picture('emirates-id-back'))
    expect(await read(ben, card)).toMatchObject({ ...none, refusal: 'other_document' })
    const small = await sharp(await picture('passport'))
      .resize(400)
      .jpeg()
      .toBuffer()
    expect(await read(carl, await startWith(carl, small))).toMatchObject({ ...none, refusal: 'too_small' })
  })

  it('rejects the case of another user, a case without the picture, and a submitted case', async () => {
    const anna = user()
    const { status } = await anna.call(StartKyc, { documentType: 'passport', issuingCountry: 'JOR' })
    const caseId = status.caseId!
    await expect(anna.call(ReadDocument, { caseId })).rejects.toMatchObject({
      code: 'UPLOADS_MISSING',
      extra: { kinds: ['front'] },
    })
    await expect(user().call(ReadDocument, { caseId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(anna.call(ReadDocument, { caseId: newId() })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await attach(anna, caseId, 'front')
    await anna.call(SubmitKyc, {
      caseId,
      mrzLines: passportLines({ lastName: 'HADDAD', firstName: 'LAYLA', number: 'X9' }),
    })
    await expect(anna.call(ReadDocument, { caseId })).rejects.toMatchObject({ code: 'KYC_NOT_OPEN' })
  })

  it('waits for one reading if a user asks for the same picture many times at once', async () => {
    const anna = user()
    const caseId = await startWith(anna, await picture('passport'))
    const [first, ...others] = await Promise.all([1, 2, 3, 4, 5].map(() => read(anna, caseId)))
    for (const other of others) expect(other).toEqual(first)
  })

  it('refuses a picture for which the queue has no room, stores nothing, and reads it later', async () => {
    await reboot(harness.env, { ...PATIENT_READINGS, maxWaiting: 0 })
    const anna = user()
    const caseId = await startWith(anna, await picture('passport'))
    await expect(read(anna, caseId)).rejects.toMatchObject({ code: 'UPLOADS_BUSY', status: 503 })
    await reboot(harness.env)
    expect((await read(anna, caseId)).lines).toEqual(PASSPORT)
  })

  it('refuses a specimen outside local mode', async () => {
    const { LOCAL_MODE: _, ...real } = harness.env
    await reboot(real)
    const anna = user()
    const caseId = await startWith(anna, await picture('specimen'))
    expect(await read(anna, caseId)).toMatchObject({ outcome: 'not_read', refusal: 'specimen', lines: [] })
  })
})

describe('ReadPicture', () => {
  it('ends a picture that takes too long, and counts it as unclear', async () => {
    const options = { file: workerOf('endless-decoder'), taskTimeoutMs: 1 }
    const pictures = new ReadPicture(createMetrics('kyc', false), timeLimits(), options)
    const result = await pictures.execute('anna', async () => harness.picture)
    expect(result).toEqual({ ok: true, value: { found: false, refusal: 'unclear' } })
    await pictures.onModuleDestroy()
  })

  it('ends the engine at a picture of noise, and reads the next picture of someone who waited', async () => {
    const timing = new ManualTiming()
    const pictures = new ReadPicture(createMetrics('kyc', false), timeLimits(), { timing })
    const text = await pictures.execute('anna', () => picture('passport'))
    expect(text).toMatchObject({ ok: true, value: { found: true, failing: 0 } })
    const bytes = await noise()
    let load = () => {}
    const loaded = new Promise<void>((resolve) => (load = resolve))
    const endless = pictures.execute('anna', async () => {
      load()
      return bytes
    })
    await loaded
    const next = pictures.execute('ben', () => picture('passport'))
    // The pool hands the loaded picture to its thread.
    await new Promise(setImmediate)
    await timing.pass(timeLimits().readingMs)
    expect(await endless).toEqual({ ok: true, value: { found: false, refusal: 'unclear' } })
    expect(await next).toMatchObject({ ok: true, value: { found: true, failing: 0 } })
    await pictures.onModuleDestroy()
  })
})

/** A picture with as much detail as an upload can have, in rows that could be lines. */
const noise = () => {
  const [width, height, row] = [2_400, 2_400, 60]
  const bytes = randomBytes(width * height * 3)
  for (let y = 0; y < height; y += row) bytes.fill(255, y * width * 3, (y + row / 4) * width * 3)
  return sharp(bytes, { raw: { width, height, channels: 3 } })
    .jpeg()
    .toBuffer()
}
