import {
  AttachFromPhone,
  AttachUpload,
  CreatePhoneLink,
  EndPhoneLink,
  GetKycStatus,
  GetPhoneTask,
  OpenPhoneLink,
  StartKyc,
  SubmitKyc,
} from '@hissa/contracts/kyc'
import { newId } from '@hissa/kernel'
import { Storage } from '@hissa/storage'
import { until } from '@hissa/testing-helpers'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import sharp from 'sharp'
import {
  attach,
  filesIn,
  harness,
  lines,
  quarantine,
  readable,
  startHarness,
  stopHarness,
  user,
  type User,
} from './harness.js'

beforeAll(startHarness)
afterAll(stopHarness)

const ENDED = { code: 'PHONE_LINK_ENDED', status: 410 }
const links = () => harness.mongo.collection<{ _id: string }>('phone_links')

/** Starts a case without pictures. */
async function start(by: User, documentType: 'passport' | 'emirates_id' = 'passport'): Promise<string> {
  const issuingCountry = documentType === 'passport' ? 'JOR' : 'ARE'
  return (await by.call(StartKyc, { documentType, issuingCountry })).status.caseId!
}
// A phone has no session.
const open = (token: string) => harness.rpc.call(OpenPhoneLink, { token })
const taskOf = (uploadKey: string) => harness.rpc.call(GetPhoneTask, { uploadKey })
const send = async (uploadKey: string, kind: 'front' | 'back' = 'front', bytes = harness.picture) =>
  harness.rpc.call(AttachFromPhone, { uploadKey, kind, ...(await quarantine(bytes)) })
const opened = async (by: User, caseId: string) => open((await by.call(CreatePhoneLink, { caseId })).token)

describe('a phone', () => {
  it('sends the missing picture of one case, and learns nothing about the person', async () => {
    const anna = user()
    const caseId = await start(anna)
    const { token, expiresAt } = await anna.call(CreatePhoneLink, { caseId })
    const { uploadKey, ...task } = await open(token)
    expect(task).toEqual({ documentType: 'passport', kinds: ['front'], expiresAt })
    expect(await taskOf(uploadKey)).toEqual(task)
    expect(await send(uploadKey)).toEqual({ ...task, kinds: [] })
    const { status } = await anna.call(GetKycStatus)
    expect(status).toMatchObject({ uploads: [{ kind: 'front' }], nextAction: { code: 'submit' } })
  })

  it('has secrets that are not stored', async () => {
    const anna = user()
    const caseId = await start(anna)
    const { token } = await anna.call(CreatePhoneLink, { caseId })
    const before = readable(await links().findOne({ _id: caseId }))
    const { uploadKey } = await open(token)
    const after = readable(await links().findOne({ _id: caseId }))
    for (const secret of [token, uploadKey]) expect(before + after).not.toContain(secret)
  })

  it('can use a link once, also if several open it at the same moment', async () => {
    const anna = user()
    const { token } = await anna.call(CreatePhoneLink, { caseId: await start(anna) })
    const results = await Promise.allSettled([open(token), open(token), open(token)])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(open(token)).rejects.toMatchObject(ENDED)
  })

  it('cannot send a picture twice, or one that the case has', async () => {
    const anna = user()
    const caseId = await start(anna, 'emirates_id')
    const { uploadKey } = await opened(anna, caseId)
    expect((await send(uploadKey, 'front')).kinds).toEqual(['back'])
    const before = await filesIn('objects')
    await expect(send(uploadKey, 'front')).rejects.toMatchObject({ code: 'PICTURE_NOT_MISSING', status: 409 })
    expect(await filesIn('objects')).toEqual(before)
    expect((await send(uploadKey, 'back')).kinds).toEqual([])
    await expect(send(uploadKey, 'back')).rejects.toMatchObject(ENDED)
    await expect(anna.call(CreatePhoneLink, { caseId })).rejects.toMatchObject({ code: 'PICTURE_NOT_MISSING' })
  })

  it('sends a picture again after a refused one', async () => {
    const anna = user()
    const { uploadKey } = await opened(anna, await start(anna))
    const refusals = [
      [Buffer.from('no picture'), 'UPLOAD_TYPE_REFUSED'],
      [harness.picture.subarray(0, 300), 'UPLOAD_UNREADABLE'],
      [Buffer.concat([harness.picture, Buffer.alloc(10_000_000)]), 'UPLOAD_TOO_LARGE'],
    ] as const
    for (const [bytes, code] of refusals) await expect(send(uploadKey, 'front', bytes)).rejects.toMatchObject({ code })
    const gone = { uploadKey, kind: 'front', objectRef: `quarantine/${newId()}`, key: 'k' } as const
    await expect(harness.rpc.call(AttachFromPhone, gone)).rejects.toMatchObject({ code: 'UPLOAD_GONE' })
    expect((await send(uploadKey)).kinds).toEqual([])
  })

  it('sends a picture again after one that could not be stored', async () => {
    const anna = user()
    const { uploadKey } = await opened(anna, await start(anna))
    const put = jest.spyOn(Storage.prototype, 'put').mockRejectedValueOnce(new Error('the storage is down'))
    await expect(send(uploadKey)).rejects.toMatchObject({ status: 500 })
    put.mockRestore()
    expect((await send(uploadKey)).kinds).toEqual([])
  })

  it('waits like its applicant while too many pictures of them are processed', async () => {
    const large = await sharp({ create: { width: 3_000, height: 3_000, channels: 3, background: '#88aacc' } })
      .jpeg()
      .toBuffer()
    await until(async () => {
      const anna = user()
      const caseId = await start(anna, 'emirates_id')
      const { uploadKey } = await opened(anna, caseId)
      const uploads = await Promise.all(Array.from({ length: 8 }, () => quarantine(large)))
      const own = uploads.map((upload) => anna.call(AttachUpload, { caseId, kind: 'back', ...upload }))
      const [sent] = await Promise.allSettled([send(uploadKey, 'front', large), ...own])
      return sent.status === 'rejected' && sent.reason.code === 'UPLOADS_BUSY' && sent.reason.status === 503
    })
  })
})

describe('a link to a phone', () => {
  it('cannot be guessed', async () => {
    const guess = 'A'.repeat(43)
    await expect(open(guess)).rejects.toMatchObject(ENDED)
    await expect(taskOf(guess)).rejects.toMatchObject(ENDED)
    await expect(send(guess)).rejects.toMatchObject(ENDED)
  })

  it.each<[string, (by: User, caseId: string) => Promise<unknown>]>([
    ['its time is over', (_, caseId) => links().updateOne({ _id: caseId }, { $set: { expiresAt: new Date(0) } })],
    ['its applicant ends it', (by, caseId) => by.call(EndPhoneLink, { caseId })],
    ['another replaces it', (by, caseId) => by.call(CreatePhoneLink, { caseId })],
    [
      'the case is submitted',
      async (by, caseId) => {
        await attach(by, caseId)
        await by.call(SubmitKyc, { caseId, mrzLines: lines() })
      },
    ],
  ])('is void once %s, opened or not', async (_, endIt) => {
    const [anna, ben] = [user(), user()]
    const [caseId, other] = [await start(anna), await start(ben)]
    const { token } = await anna.call(CreatePhoneLink, { caseId })
    const { uploadKey } = await opened(ben, other)
    await endIt(anna, caseId)
    await endIt(ben, other)
    await expect(open(token)).rejects.toMatchObject(ENDED)
    await expect(taskOf(uploadKey)).rejects.toMatchObject(ENDED)
    await expect(send(uploadKey)).rejects.toMatchObject(ENDED)
  })

  it('is refused for the case of another, for none, and for one under review', async () => {
    const anna = user()
    const caseId = await start(anna)
    for (const call of [CreatePhoneLink, EndPhoneLink]) {
      await expect(user().call(call, { caseId })).rejects.toMatchObject({ code: 'NOT_FOUND', status: 404 })
      await expect(anna.call(call, { caseId: newId() })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
    await attach(anna, caseId)
    await anna.call(SubmitKyc, { caseId, mrzLines: lines(), politicallyExposed: true })
    await expect(anna.call(CreatePhoneLink, { caseId })).rejects.toMatchObject({ code: 'KYC_NOT_OPEN', status: 409 })
    expect(await links().findOne({ _id: caseId })).toBeNull()
  })
})
