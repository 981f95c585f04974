import type { Input } from '@hissa/contracts'
import { AttachUpload, GetKycStatus, GetTicket, StartKyc, SubmitKyc } from '@hissa/contracts/kyc'
import { newId } from '@hissa/kernel'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createHmac } from 'node:crypto'
import { mkdir, readFile, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { emiratesIdLines, passportLines } from './mrz-lines.js'
import {
  attach,
  startCase,
  events,
  filesIn,
  freshNumber,
  submitCase,
  lines,
  locked,
  quarantine,
  submitToReview,
  readable,
  reboot,
  reviewer,
  startHarness,
  stopHarness,
  user,
  harness,
} from './harness.js'

beforeAll(startHarness)
afterAll(stopHarness)

describe('a clean case', () => {
  it('is approved by rule and publishes events without personal data', async () => {
    const anna = user()
    expect((await anna.call(GetKycStatus)).status).toMatchObject({
      state: 'not_started',
      nextAction: { code: 'start' },
    })
    const { status } = await anna.call(StartKyc, { documentType: 'passport', issuingCountry: 'JOR' })
    expect(status).toMatchObject({ state: 'collecting', nextAction: { code: 'upload', kinds: ['front'] } })
    const attached = await attach(anna, status.caseId!)
    expect(attached).toMatchObject({ widthPx: 800, heightPx: 560, status: { nextAction: { code: 'submit' } } })
    const done = await anna.call(SubmitKyc, { caseId: status.caseId!, mrzLines: lines() })
    expect(done.status).toMatchObject({ state: 'approved', nextAction: { code: 'invest' }, reasons: [] })
    expect(locked).toContain(anna.userId)
    // In local mode the text states that the picture was not reviewed.
    expect(done.status.nextAction.text).toMatch(/demonstration.*automatically/)
    const published = await events(status.caseId!)
    expect(published.map(({ type }) => type)).toEqual(['kyc.case.submitted.v1', 'kyc.case.approved.v1'])
    for (const { data } of published) expect(data).toEqual({ caseId: status.caseId, userId: anna.userId })
  })

  it('stores no name, number, MRZ line or picture in plain text', async () => {
    const anna = user('Zenobia Quillfeather')
    const number = freshNumber()
    await submitCase(anna, {
      mrzLines: lines({ lastName: 'QUILLFEATHER', firstName: 'ZENOBIA', number }),
      originalName: 'زنوبيا',
    })
    const rows = await harness.mongo.collection('cases').find({ userId: anna.userId }).toArray()
    expect(rows).toHaveLength(1)
    const stored = readable(rows[0])
    expect(stored).not.toMatch(new RegExp(`quillfeather|zenobia|زنوبيا|${number}|900501`, 'i'))
    for (const name of await filesIn('objects')) {
      const bytes = await readFile(join(harness.folder, 'objects', name))
      expect(bytes.includes('SecretCam')).toBe(false)
      expect(bytes.subarray(0, 2)).not.toEqual(Buffer.from([0xff, 0xd8]))
    }
  })

  it('is approved with both sides of an Emirates ID', async () => {
    const anna = user()
    const { status } = await anna.call(StartKyc, { documentType: 'emirates_id', issuingCountry: 'ARE' })
    await attach(anna, status.caseId!, 'front')
    const mrzLines = emiratesIdLines({ lastName: 'HADDAD', firstName: 'LAYLA' })
    await expect(anna.call(SubmitKyc, { caseId: status.caseId!, mrzLines })).rejects.toMatchObject({
      code: 'UPLOADS_MISSING',
      extra: { kinds: ['back'] },
    })
    await attach(anna, status.caseId!, 'back')
    expect((await anna.call(SubmitKyc, { caseId: status.caseId!, mrzLines })).status.state).toBe('approved')
  })
})

describe('StartKyc', () => {
  it('returns the open case for concurrent calls', async () => {
    const anna = user()
    const started = await Promise.all(
      [1, 2, 3, 4].map(() => anna.call(StartKyc, { documentType: 'passport', issuingCountry: 'JOR' })),
    )
    expect(new Set(started.map(({ status }) => status.caseId)).size).toBe(1)
    expect(await harness.mongo.collection('cases').countDocuments({ userId: anna.userId })).toBe(1)
  })

  it('rejects a second case if one is approved or in review', async () => {
    const anna = user()
    await submitCase(anna)
    await expect(anna.call(StartKyc, { documentType: 'passport', issuingCountry: 'JOR' })).rejects.toMatchObject({
      code: 'KYC_ALREADY_APPROVED',
      status: 409,
    })
    const omar = user()
    await submitToReview(omar)
    await expect(omar.call(StartKyc, { documentType: 'passport', issuingCountry: 'JOR' })).rejects.toMatchObject({
      code: 'KYC_IN_REVIEW',
      status: 409,
    })
  })

  it('requires a signed-in user and an accepted document type', async () => {
    await expect(
      harness.rpc.call(StartKyc, { documentType: 'passport', issuingCountry: 'JOR', locale: 'en' }),
    ).rejects.toMatchObject({ status: 401 })
    await expect(
      user().call(StartKyc, { documentType: 'driving_licence' as never, issuingCountry: 'JOR' }),
    ).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  })
})

describe('AttachUpload', () => {
  it('accepts an upload once, and replaces the previous one of its kind', async () => {
    const anna = user()
    const caseId = await startCase(anna)
    const before = (await filesIn('objects')).length
    const { objectRef, key } = await quarantine(harness.picture)
    await anna.call(AttachUpload, { caseId, kind: 'front', objectRef, key })
    await expect(anna.call(AttachUpload, { caseId, kind: 'front', objectRef, key })).rejects.toMatchObject({
      code: 'UPLOAD_GONE',
      status: 409,
    })
    expect((await filesIn('objects')).length).toBe(before)
    expect(await filesIn('quarantine')).toEqual([])
  })

  it('keeps the new picture if the replaced one cannot be deleted', async () => {
    const anna = user()
    const before = await filesIn('objects')
    const caseId = await startCase(anna)
    const added = async (known: string[]) => (await filesIn('objects')).filter((name) => !known.includes(name))
    const [old] = await added(before)
    // A folder with the name of the object cannot be deleted as a file.
    await rm(join(harness.folder, 'objects', old!))
    await mkdir(join(harness.folder, 'objects', old!))
    await attach(anna, caseId)
    expect(await added([...before, old!])).toHaveLength(1)
    await rmdir(join(harness.folder, 'objects', old!))
  })

  it.each<[string, () => Buffer]>([
    ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    [
      'a picture that is also a zip',
      () => Buffer.concat([harness.picture, Buffer.from('504b0506', 'hex'), Buffer.alloc(18)]),
    ],
  ])('rejects %s and leaves no files', async (_, bytes) => {
    const anna = user()
    const caseId = await startCase(anna)
    const before = await filesIn('objects')
    await expect(attach(anna, caseId, 'front', bytes())).rejects.toMatchObject({
      code: 'UPLOAD_TYPE_REFUSED',
      status: 422,
    })
    expect(await filesIn('objects')).toEqual(before)
    expect(await filesIn('quarantine')).toEqual([])
  })

  it('requires the correct key and an open case of the user', async () => {
    const anna = user()
    const caseId = await startCase(anna)
    const { objectRef } = await quarantine(harness.picture)
    await expect(
      anna.call(AttachUpload, { caseId, kind: 'front', objectRef, key: Buffer.alloc(32).toString('base64url') }),
    ).rejects.toMatchObject({ code: 'UPLOAD_GONE' })
    await expect(
      anna.call(AttachUpload, { caseId, kind: 'front', objectRef: '../../etc/passwd', key: 'x' }),
    ).rejects.toMatchObject({ code: 'UPLOAD_GONE' })
    await expect(attach(user(), caseId)).rejects.toMatchObject({ code: 'NOT_FOUND', status: 404 })
    await expect(attach(anna, newId())).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await anna.call(SubmitKyc, { caseId, mrzLines: lines() })
    await expect(attach(anna, caseId)).rejects.toMatchObject({ code: 'KYC_NOT_OPEN', status: 409 })
  })
})

describe('SubmitKyc', () => {
  it('rejects a wrong check digit, and sends the case to review if the lines are confirmed', async () => {
    const anna = user()
    const caseId = await startCase(anna)
    const [first, second] = lines() as [string, string]
    const wrong = [first, second.slice(0, 19) + ((Number(second[19]) + 1) % 10) + second.slice(20)]
    await expect(anna.call(SubmitKyc, { caseId, mrzLines: wrong })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      status: 422,
      extra: {
        errors: expect.arrayContaining([
          { path: '/mrzLines/1', code: 'MRZ_CHECK_DIGIT', message: expect.stringContaining('date of birth') },
        ]),
      },
    })
    expect(await events(caseId)).toEqual([])
    const { status } = await anna.call(SubmitKyc, { caseId, mrzLines: wrong, confirmMrz: true })
    expect(status).toMatchObject({ state: 'in_review', nextAction: { code: 'wait' }, expectedBy: expect.any(String) })
  })

  it.each<[string, string[], string]>([
    ['a short line', ['P<JOR', 'X'], 'MRZ_FORMAT'],
    ['the lines of an identity card for a passport', emiratesIdLines({ lastName: 'A', firstName: 'B' }), 'MRZ_FORMAT'],
  ])('rejects %s', async (_, mrzLines, code) => {
    const anna = user()
    const caseId = await startCase(anna)
    await expect(anna.call(SubmitKyc, { caseId, mrzLines })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      extra: { errors: [expect.objectContaining({ code })] },
    })
  })

  it('has one effect for concurrent calls', async () => {
    const anna = user()
    const caseId = await startCase(anna)
    const mrzLines = lines()
    const results = await Promise.allSettled([1, 2, 3].map(() => anna.call(SubmitKyc, { caseId, mrzLines })))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await events(caseId)).map(({ type }) => type)).toEqual(['kyc.case.submitted.v1', 'kyc.case.approved.v1'])
  })

  it('rejects the case of another user', async () => {
    const caseId = await startCase(user())
    await expect(user().call(SubmitKyc, { caseId, mrzLines: lines() })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it.each<[string, string, Partial<Input<typeof SubmitKyc>>, string[]]>([
    [
      'a listed Latin name',
      'Eric Badege',
      { mrzLines: passportLines({ lastName: 'BADEGE', firstName: 'ERIC', number: 'L1' }) },
      ['SANCTIONS_NAME_MATCH'],
    ],
    [
      'a listed Arabic profile name',
      'طارق عزيز',
      { mrzLines: passportLines({ lastName: 'AZIZ', firstName: 'T', number: 'L2' }) },
      ['SANCTIONS_NAME_MATCH', 'NAME_SCRIPT_DIFFERS'],
    ],
    [
      'a listed name in the original script',
      'Layla Haddad',
      {
        mrzLines: passportLines({ lastName: 'HADDAD', firstName: 'LAYLA', number: 'L3' }),
        originalName: 'عزّت إبراهيم الدوري',
      },
      ['SANCTIONS_NAME_MATCH'],
    ],
    [
      'a name within one edit of a listed one, in another order',
      'Eirc Badeg',
      {
        mrzLines: passportLines({ lastName: 'BADEG', firstName: 'EIRC', number: 'L8', birth: '710501' }),
      },
      ['SANCTIONS_CLOSE_NAME', 'BIRTH_DATE_MISMATCH'],
    ],
    [
      'a passport of Yemen',
      'Layla Haddad',
      { mrzLines: passportLines({ lastName: 'HADDAD', firstName: 'LAYLA', number: 'L9', state: 'YEM' }) },
      ['MONITORED_COUNTRY', 'NATIONALITY_MISMATCH', 'ISSUING_STATE_MISMATCH'],
    ],
    [
      'an Arabic name',
      'ليلى حداد',
      { mrzLines: passportLines({ lastName: 'HADDAD', firstName: 'LAYLA', number: 'L4' }) },
      ['NAME_SCRIPT_DIFFERS'],
    ],
    [
      'a different name',
      'Sara Haddad',
      { mrzLines: passportLines({ lastName: 'HADDAD', firstName: 'LAYLA', number: 'L5' }) },
      ['NAME_MISMATCH'],
    ],
    [
      'an expired document',
      'Layla Haddad',
      { mrzLines: passportLines({ lastName: 'HADDAD', firstName: 'LAYLA', number: 'L6', expiry: '200101' }) },
      ['DOCUMENT_EXPIRED'],
    ],
    [
      'a specimen',
      'Layla Haddad',
      { mrzLines: passportLines({ lastName: 'HADDAD', firstName: 'LAYLA', number: 'L7', state: 'UTO' }) },
      ['SPECIMEN_DOCUMENT', 'NATIONALITY_MISMATCH', 'ISSUING_STATE_MISMATCH'],
    ],
  ])('sends a case with %s to review with its reasons', async (_, fullName, changes, reasons) => {
    const status = await submitCase(user(fullName), changes)
    expect(status.state).toBe('in_review')
    const { ticket } = await reviewer().call(GetTicket, { caseId: status.caseId! })
    expect(ticket.reasons).toEqual(reasons)
  })

  it('approves an applicant with a name close to a listed one but born more than two years apart', async () => {
    const changes = { lastName: 'BADEG', firstName: 'EIRC' }
    expect((await submitCase(user('Eirc Badeg'), { mrzLines: lines(changes) })).state).toBe('approved')
  })

  it('sends an applicant who lives in a high-risk country to review', async () => {
    const { state, caseId } = await submitCase(user('Layla Haddad', [], { countryOfResidence: 'IR' }))
    expect(state).toBe('in_review')
    const { ticket } = await reviewer().call(GetTicket, { caseId: caseId! })
    expect(ticket).toMatchObject({ reasons: ['HIGH_RISK_COUNTRY'], risk: 'high', secondReviewer: { approve: true } })
  })

  it('sends a case to review if birth date or nationality differ, and returns both values', async () => {
    const other = user('Layla Haddad', [], { dateOfBirth: '1990-05-02', nationality: 'EG' })
    const { state, caseId } = await submitCase(other)
    expect(state).toBe('in_review')
    const { ticket } = await reviewer().call(GetTicket, { caseId: caseId!, revealReason: 'compare' })
    expect(ticket.reasons).toEqual(['BIRTH_DATE_MISMATCH', 'NATIONALITY_MISMATCH'])
    expect(ticket.fields).toEqual(
      expect.arrayContaining([
        { field: 'birth_date', provided: '1990-05-02', extracted: '1990-05-01', match: 'mismatch' },
        { field: 'nationality', provided: 'EG', extracted: 'JOR', match: 'mismatch' },
      ]),
    )
    const hidden = (await reviewer().call(GetTicket, { caseId: caseId! })).ticket.fields
    expect(hidden.find(({ field }) => field === 'birth_date')).toMatchObject({
      provided: '1990-••-••',
      extracted: '1990-••-••',
    })
  })

  it('requires a saved profile', async () => {
    const anna = user('Layla Haddad', [], { profileComplete: false, dateOfBirth: null, nationality: null })
    const caseId = await startCase(anna)
    await expect(anna.call(SubmitKyc, { caseId, mrzLines: lines() })).rejects.toMatchObject({
      code: 'PROFILE_REQUIRED',
      status: 409,
    })
    expect(await events(caseId)).toEqual([])
  })

  it.each([
    ['0', 'O'],
    ['O', '0'],
    ['I', '1'],
  ])('sends the second applicant to review if the number was typed with %s and then with %s', async (first, second) => {
    const number = freshNumber().slice(2)
    expect((await submitCase(user(), { mrzLines: lines({ number: first + number }) })).state).toBe('approved')
    const { caseId } = await submitCase(user(), { mrzLines: lines({ number: second + number }) })
    expect((await reviewer().call(GetTicket, { caseId: caseId! })).ticket.reasons).toEqual(['DUPLICATE_DOCUMENT'])
  })

  it('finds documents that an earlier release indexed by the number as typed', async () => {
    const cases = harness.mongo.collection<{ _id: string; numberIndex?: string }>('cases')
    const earlier = (number: string) =>
      createHmac('sha256', Buffer.from(harness.env.KYC_MASTER_KEY!, 'base64'))
        .update(`kyc-number-index/JOR/${number}`)
        .digest('base64url')
    const [number, erased] = [freshNumber().slice(2), freshNumber().slice(2)]
    const { caseId } = await submitCase(user(), { mrzLines: lines({ number: `O${number}` }) })
    const gone = user()
    const { caseId: goneCase } = await submitCase(gone, { mrzLines: lines({ number: `O${erased}` }) })
    await cases.updateOne({ _id: caseId! }, { $set: { numberIndex: earlier(`O${number}`) } })
    await cases.updateOne({ _id: goneCase! }, { $set: { numberIndex: earlier(`O${erased}`) } })
    await harness.mongo.collection<{ _id: string }>('subject_keys').deleteOne({ _id: gone.userId })
    await harness.mongo.collection('migrations').deleteMany({})
    const second = user()
    const next = await startCase(second)
    await reboot(harness.env)
    await second.call(SubmitKyc, { caseId: next, mrzLines: lines({ number: `0${number}` }) })
    expect((await reviewer().call(GetTicket, { caseId: next })).ticket.reasons).toEqual(['DUPLICATE_DOCUMENT'])
    // The number of an erased applicant is unreadable, so its index can't be recomputed.
    expect((await cases.findOne({ _id: goneCase! }))?.numberIndex).toBe(earlier(`O${erased}`))
  })

  it('sends the second applicant with the same document to review', async () => {
    const mrzLines = lines()
    expect((await submitCase(user(), { mrzLines })).state).toBe('approved')
    const second = await submitCase(user(), { mrzLines })
    expect((await reviewer().call(GetTicket, { caseId: second.caseId! })).ticket.reasons).toEqual([
      'DUPLICATE_DOCUMENT',
    ])
  })

  it('approves at most one of several concurrent applicants with the same document', async () => {
    const mrzLines = lines()
    const people = [user(), user(), user(), user()]
    const cases = await Promise.all(people.map((person) => startCase(person)))
    const answers = await Promise.all(
      people.map((person, index) => person.call(SubmitKyc, { caseId: cases[index]!, mrzLines })),
    )
    expect(answers.map(({ status }) => status.state).sort()).toEqual([
      'approved',
      'in_review',
      'in_review',
      'in_review',
    ])
  })
})
