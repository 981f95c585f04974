import type { Input, RpcContract } from '@hissa/contracts'
import {
  AttachUpload,
  ClaimTicket,
  DecideTicket,
  DecideTicketProposal,
  ListTickets,
  StartKyc,
  SubmitKyc,
  WithdrawTicketProposal,
} from '@hissa/contracts/kyc'
import { newId } from '@hissa/kernel'
import { until } from '@hissa/testing-helpers'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import {
  attach,
  audits,
  beforeProfile,
  startCase,
  events,
  filesIn,
  submitCase,
  lines,
  quarantine,
  submitToReview,
  reviewer,
  startHarness,
  stopHarness,
  user,
  harness,
} from './harness.js'

beforeAll(startHarness)
afterAll(stopHarness)

describe('AttachUpload', () => {
  it.each<[string, () => Buffer, { code: string; status: number }]>([
    [
      'an upload larger than 10 MB',
      () => Buffer.concat([harness.picture, Buffer.alloc(10_000_000)]),
      { code: 'UPLOAD_TOO_LARGE', status: 413 },
    ],
    ['a truncated upload', () => harness.picture.subarray(0, 300), { code: 'UPLOAD_UNREADABLE', status: 422 }],
  ])('rejects %s and leaves no files', async (_, bytes, refusal) => {
    const anna = user()
    const caseId = await startCase(anna)
    const before = await filesIn('objects')
    await expect(attach(anna, caseId, 'front', bytes())).rejects.toMatchObject(refusal)
    expect(await filesIn('objects')).toEqual(before)
    expect(await filesIn('quarantine')).toEqual([])
  })

  it('rejects an upload while too many uploads of the user are queued, and accepts it later', async () => {
    const anna = user()
    const caseId = await startCase(anna)
    const large = await sharp({ create: { width: 3_000, height: 3_000, channels: 3, background: '#88aacc' } })
      .jpeg()
      .toBuffer()
    const sendMany = async () => {
      const uploads = await Promise.all(Array.from({ length: 12 }, () => quarantine(large)))
      return Promise.allSettled(uploads.map((upload) => anna.call(AttachUpload, { caseId, kind: 'front', ...upload })))
    }
    await until(async () => {
      const reasons = (await sendMany()).map((result) => (result.status === 'rejected' ? result.reason : undefined))
      return reasons.some((reason) => reason?.code === 'UPLOADS_BUSY' && reason.status === 503)
    })
    expect(await attach(anna, caseId)).toMatchObject({ kind: 'front' })
  })
})

describe('SubmitKyc', () => {
  it('rejects a case under review', async () => {
    const anna = user()
    const caseId = await submitToReview(anna)
    await expect(anna.call(SubmitKyc, { caseId, mrzLines: lines() })).rejects.toMatchObject({
      code: 'KYC_NOT_OPEN',
      status: 409,
    })
  })

  it('rejects a case that changes during the submission, and can be repeated', async () => {
    const anna = user()
    const caseId = await startCase(anna)
    const mrzLines = lines()
    beforeProfile.set(anna.userId, () => attach(anna, caseId))
    await expect(anna.call(SubmitKyc, { caseId, mrzLines })).rejects.toMatchObject({
      code: 'VERSION_CONFLICT',
      status: 409,
    })
    expect(await events(caseId)).toEqual([])
    beforeProfile.delete(anna.userId)
    expect((await anna.call(SubmitKyc, { caseId, mrzLines })).status.state).toBe('approved')
  })

  it('rejects a user unknown to the identity service', async () => {
    const userId = newId()
    const token = harness.pool.token(userId, [])
    const call = <C extends RpcContract>(contract: C, input: Partial<Input<C>>) =>
      harness.rpc.call(contract, input as Input<C>, { token })
    const { status } = await call(StartKyc, { documentType: 'passport', issuingCountry: 'JOR' })
    const caseId = status.caseId!
    await call(AttachUpload, { caseId, kind: 'front', ...(await quarantine(harness.picture)) })
    await expect(call(SubmitKyc, { caseId, mrzLines: lines() })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      status: 404,
      message: 'There is no such user.',
    })
    expect(await harness.mongo.collection('cases').findOne({ userId })).toMatchObject({ state: 'collecting' })
  })
})

describe('a reviewer', () => {
  it('cannot use a damaged cursor', async () => {
    await expect(reviewer().call(ListTickets, { cursor: 'damaged' })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      status: 400,
      extra: { errors: [expect.objectContaining({ path: '/cursor', code: 'invalid_cursor' })] },
    })
  })

  it('cannot decide an unclaimed case', async () => {
    const caseId = await submitToReview()
    const decision = { caseId, decision: 'approve', version: 3 } as const
    await expect(reviewer().call(DecideTicket, decision)).rejects.toMatchObject({ code: 'NOT_CLAIMED', status: 409 })
    expect(await audits(caseId)).toEqual([])
  })

  it('cannot claim or decide a case that is not in review', async () => {
    const { caseId, version } = await submitCase(user())
    const staff = reviewer()
    for (const act of [
      () => staff.call(ClaimTicket, { caseId: caseId! }),
      () => staff.call(DecideTicket, { caseId: caseId!, decision: 'approve', version }),
    ]) {
      await expect(act()).rejects.toMatchObject({ code: 'KYC_NOT_IN_REVIEW', status: 409 })
    }
    expect(await audits(caseId!)).toEqual([])
  })

  it('cannot decide or withdraw a proposal on a case that does not exist', async () => {
    const staff = reviewer()
    const caseId = newId()
    const verdict = { caseId, verdict: 'approve', reason: 'Agrees with the file', version: 1 } as const
    for (const act of [
      () => staff.call(DecideTicketProposal, verdict),
      () => staff.call(WithdrawTicketProposal, { caseId }),
    ]) {
      await expect(act()).rejects.toMatchObject({ code: 'NOT_FOUND', status: 404 })
    }
  })
})
