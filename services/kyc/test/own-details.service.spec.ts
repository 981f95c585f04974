import type { Output } from '@hissa/contracts'
import { CompareHolderName, GetOwnDetails, StartKyc } from '@hissa/contracts/kyc'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  attach,
  freshNumber,
  harness,
  lines,
  startHarness,
  stopHarness,
  submitCase,
  submitToReview,
  user,
} from './harness.js'

beforeAll(startHarness)
afterAll(stopHarness)

describe('CompareHolderName', () => {
  it('compares a name with the verified one of a user, and returns none', async () => {
    const [anna, omar] = [user(), user('Omar Nasser')]
    await submitCase(anna, { mrzLines: lines({ number: freshNumber() }) })
    const compare = (userId: string, holderName: string) => harness.rpc.call(CompareHolderName, { userId, holderName })
    expect(await compare(anna.userId, 'HADDAD Layla')).toEqual({ result: 'match' })
    expect(await compare(anna.userId, 'Omar Nasser')).toEqual({ result: 'mismatch' })
    expect(await compare(omar.userId, 'Omar Nasser')).toEqual({ result: 'unverified' })
    await submitToReview(omar)
    expect(await compare(omar.userId, 'Omar Nasser')).toEqual({ result: 'unverified' })
  })
})

describe('GetOwnDetails', () => {
  it('returns the verified data of the caller with the number masked, and of no other user', async () => {
    const [anna, omar] = [user(), user('Omar Nasser')]
    const number = freshNumber()
    await submitCase(anna, { mrzLines: lines({ number }), originalName: 'ليلى' })
    const { details } = await anna.call(GetOwnDetails)
    expect(details).toMatchObject({
      state: 'approved',
      person: { fullName: 'Layla Haddad', originalName: 'ليلى', birthDate: '1990-05-01', nationality: 'JOR' },
      document: { documentType: 'passport', issuingState: 'JOR', number: `••••••${number.slice(-3)}` },
      pictures: [{ kind: 'front', status: 'accepted' }],
    })
    expect(details.verifiedAt).not.toBeNull()
    expect(details.nextReviewOn).toBe(details.document!.expiresOn)
    expect(JSON.stringify(details)).not.toContain(number)
    expect((await omar.call(GetOwnDetails)).details).toEqual({
      ...{ state: 'not_started', person: null, document: null, pictures: [], verifiedAt: null, nextReviewOn: null },
    })
    // Another person's id in the input changes nothing.
    const asked = { userId: anna.userId } as never
    expect((await omar.call(GetOwnDetails, asked)).details.person).toBeNull()
    await expect(harness.rpc.call(GetOwnDetails, {})).rejects.toMatchObject({ status: 401 })
  })

  it('says what is missing before the case is submitted, and nothing as verified before it is approved', async () => {
    const anna = user()
    const { status } = await anna.call(StartKyc, { documentType: 'emirates_id', issuingCountry: 'ARE' })
    await attach(anna, status.caseId!, 'front')
    const picturesOf = ({ details }: Output<typeof GetOwnDetails>) =>
      details.pictures.map((picture) => [picture.kind, picture.status])
    expect(picturesOf(await anna.call(GetOwnDetails))).toEqual([
      ['front', 'received'],
      ['back', 'missing'],
    ])
    const omar = user()
    await submitToReview(omar)
    const reviewed = await omar.call(GetOwnDetails)
    expect(picturesOf(reviewed)).toEqual([['front', 'in_review']])
    expect([reviewed.details.person, reviewed.details.document, reviewed.details.verifiedAt]).toEqual([
      null,
      null,
      null,
    ])
  })
})
