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
  begin,
  events,
  filesIn,
  freshNumber,
  handIn,
  lines,
  locked,
  quarantine,
  queued,
  readable,
  reboot,
  reviewer,
  startWorld,
  stopWorld,
  user,
  world,
} from './world.js'

beforeAll(startWorld)
afterAll(stopWorld)

describe('a clean case', () => {
  it('goes from start to approval by rule, with one event for each fact and nothing personal in them', async () => {
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
    // Local mode says that the picture was not reviewed.
    expect(done.status.nextAction.text).toMatch(/demonstration.*automatically/)
    const facts = await events(status.caseId!)
    expect(facts.map(({ type }) => type)).toEqual(['kyc.case.submitted.v1', 'kyc.case.approved.v1'])
    for (const { data } of facts) expect(data).toEqual({ caseId: status.caseId, userId: anna.userId })
  })

  it('keeps nothing readable: no name, no number, no line, no picture', async () => {
    const anna = user('Zenobia Quillfeather')
    const number = freshNumber()
    await handIn(anna, {
      mrzLines: lines({ lastName: 'QUILLFEATHER', firstName: 'ZENOBIA', number }),
      originalName: 'زنوبيا',
    })
    const rows = await world.mongo.collection('cases').find({ userId: anna.userId }).toArray()
    expect(rows).toHaveLength(1)
    const stored = readable(rows[0])
    expect(stored).not.toMatch(new RegExp(`quillfeather|zenobia|زنوبيا|${number}|900501`, 'i'))
    for (const name of await filesIn('objects')) {
      const bytes = await readFile(join(world.folder, 'objects', name))
      expect(bytes.includes('SecretCam')).toBe(false)
      expect(bytes.subarray(0, 2)).not.toEqual(Buffer.from([0xff, 0xd8]))
    }
  })

  it('may be an Emirates ID, front and back', async () => {
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

describe('start', () => {
  it('takes up the open case, also when asked twice at once', async () => {
    const anna = user()
    const started = await Promise.all(
      [1, 2, 3, 4].map(() => anna.call(StartKyc, { documentType: 'passport', issuingCountry: 'JOR' })),
    )
    expect(new Set(started.map(({ status }) => status.caseId)).size).toBe(1)
    expect(await world.mongo.collection('cases').countDocuments({ userId: anna.userId })).toBe(1)
  })

  it('refuses a second case beside an approved one and beside one in review', async () => {
    const anna = user()
    await handIn(anna)
    await expect(anna.call(StartKyc, { documentType: 'passport', issuingCountry: 'JOR' })).rejects.toMatchObject({
      code: 'KYC_ALREADY_APPROVED',
      status: 409,
    })
    const omar = user()
    await queued(omar)
    await expect(omar.call(StartKyc, { documentType: 'passport', issuingCountry: 'JOR' })).rejects.toMatchObject({
      code: 'KYC_IN_REVIEW',
      status: 409,
    })
  })

  it('needs a signed-in user and a document that is taken', async () => {
    await expect(
      world.rpc.call(StartKyc, { documentType: 'passport', issuingCountry: 'JOR', locale: 'en' }),
    ).rejects.toMatchObject({ status: 401 })
    await expect(
      user().call(StartKyc, { documentType: 'driving_licence' as never, issuingCountry: 'JOR' }),
    ).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  })
})

describe('uploads', () => {
  it('are taken from quarantine once, and a second of the kind replaces the first', async () => {
    const anna = user()
    const caseId = await begin(anna)
    const before = (await filesIn('objects')).length
    const { objectRef, key } = await quarantine(world.picture)
    await anna.call(AttachUpload, { caseId, kind: 'front', objectRef, key })
    await expect(anna.call(AttachUpload, { caseId, kind: 'front', objectRef, key })).rejects.toMatchObject({
      code: 'UPLOAD_GONE',
      status: 409,
    })
    expect((await filesIn('objects')).length).toBe(before)
    expect(await filesIn('quarantine')).toEqual([])
  })

  it('keep the new picture when the one it replaces cannot be removed', async () => {
    const anna = user()
    const before = await filesIn('objects')
    const caseId = await begin(anna)
    const added = async (known: string[]) => (await filesIn('objects')).filter((name) => !known.includes(name))
    const [old] = await added(before)
    // A folder in the place of the object: the disk refuses to remove it.
    await rm(join(world.folder, 'objects', old!))
    await mkdir(join(world.folder, 'objects', old!))
    await attach(anna, caseId)
    expect(await added([...before, old!])).toHaveLength(1)
    await rmdir(join(world.folder, 'objects', old!))
  })

  it.each<[string, () => Buffer]>([
    ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    [
      'a picture that is a zip as well',
      () => Buffer.concat([world.picture, Buffer.from('504b0506', 'hex'), Buffer.alloc(18)]),
    ],
  ])('of %s are refused and leave nothing behind', async (_, bytes) => {
    const anna = user()
    const caseId = await begin(anna)
    const before = await filesIn('objects')
    await expect(attach(anna, caseId, 'front', bytes())).rejects.toMatchObject({
      code: 'UPLOAD_TYPE_REFUSED',
      status: 422,
    })
    expect(await filesIn('objects')).toEqual(before)
    expect(await filesIn('quarantine')).toEqual([])
  })

  it('need the right key, a case of one’s own, and a case that is open', async () => {
    const anna = user()
    const caseId = await begin(anna)
    const { objectRef } = await quarantine(world.picture)
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

describe('submit', () => {
  it('names the digit that does not fit, changes nothing, and takes it for review when confirmed', async () => {
    const anna = user()
    const caseId = await begin(anna)
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
    ['an identity card’s lines', emiratesIdLines({ lastName: 'A', firstName: 'B' }), 'MRZ_FORMAT'],
  ])('refuses %s', async (_, mrzLines, code) => {
    const anna = user()
    const caseId = await begin(anna)
    await expect(anna.call(SubmitKyc, { caseId, mrzLines })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      extra: { errors: [expect.objectContaining({ code })] },
    })
  })

  it('has one effect when pressed twice', async () => {
    const anna = user()
    const caseId = await begin(anna)
    const mrzLines = lines()
    const results = await Promise.allSettled([1, 2, 3].map(() => anna.call(SubmitKyc, { caseId, mrzLines })))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await events(caseId)).map(({ type }) => type)).toEqual(['kyc.case.submitted.v1', 'kyc.case.approved.v1'])
  })

  it('is refused for other people’s cases', async () => {
    const caseId = await begin(user())
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
      'another name',
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
  ])('puts %s into the queue with its reasons', async (_, fullName, changes, reasons) => {
    const status = await handIn(user(fullName), changes)
    expect(status.state).toBe('in_review')
    const { ticket } = await reviewer().call(GetTicket, { caseId: status.caseId! })
    expect(ticket.reasons).toEqual(reasons)
  })

  it('approves an applicant with a name close to a listed one but born more than two years apart', async () => {
    const changes = { lastName: 'BADEG', firstName: 'EIRC' }
    expect((await handIn(user('Eirc Badeg'), { mrzLines: lines(changes) })).state).toBe('approved')
  })

  it('queues who lives in a high-risk country', async () => {
    const { state, caseId } = await handIn(user('Layla Haddad', [], { countryOfResidence: 'IR' }))
    expect(state).toBe('in_review')
    const { ticket } = await reviewer().call(GetTicket, { caseId: caseId! })
    expect(ticket).toMatchObject({ reasons: ['HIGH_RISK_COUNTRY'], risk: 'high', secondReviewer: { approve: true } })
  })

  it('queues who was born on another day or is of another country than the document says, and shows both', async () => {
    const other = user('Layla Haddad', [], { dateOfBirth: '1990-05-02', nationality: 'EG' })
    const { state, caseId } = await handIn(other)
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

  it('needs a saved profile first, and changes nothing without one', async () => {
    const anna = user('Layla Haddad', [], { profileComplete: false, dateOfBirth: null, nationality: null })
    const caseId = await begin(anna)
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
  ])('queues the second person when the number was typed with %s and then with %s', async (first, second) => {
    const number = freshNumber().slice(2)
    expect((await handIn(user(), { mrzLines: lines({ number: first + number }) })).state).toBe('approved')
    const { caseId } = await handIn(user(), { mrzLines: lines({ number: second + number }) })
    expect((await reviewer().call(GetTicket, { caseId: caseId! })).ticket.reasons).toEqual(['DUPLICATE_DOCUMENT'])
  })

  it('finds documents that an earlier release stored by the number as it was typed', async () => {
    const cases = world.mongo.collection<{ _id: string; numberIndex?: string }>('cases')
    const earlier = (number: string) =>
      createHmac('sha256', Buffer.from(world.env.KYC_MASTER_KEY!, 'base64'))
        .update(`kyc-number-index/JOR/${number}`)
        .digest('base64url')
    const [number, erased] = [freshNumber().slice(2), freshNumber().slice(2)]
    const { caseId } = await handIn(user(), { mrzLines: lines({ number: `O${number}` }) })
    const gone = user()
    const { caseId: goneCase } = await handIn(gone, { mrzLines: lines({ number: `O${erased}` }) })
    await cases.updateOne({ _id: caseId! }, { $set: { numberIndex: earlier(`O${number}`) } })
    await cases.updateOne({ _id: goneCase! }, { $set: { numberIndex: earlier(`O${erased}`) } })
    await world.mongo.collection<{ _id: string }>('subject_keys').deleteOne({ _id: gone.userId })
    await world.mongo.collection('migrations').deleteMany({})
    const second = user()
    const next = await begin(second)
    await reboot(world.env)
    await second.call(SubmitKyc, { caseId: next, mrzLines: lines({ number: `0${number}` }) })
    expect((await reviewer().call(GetTicket, { caseId: next })).ticket.reasons).toEqual(['DUPLICATE_DOCUMENT'])
    // The number of an erased person is gone, so its index can't be recomputed.
    expect((await cases.findOne({ _id: goneCase! }))?.numberIndex).toBe(earlier(`O${erased}`))
  })

  it('queues the second person who hands in the same document', async () => {
    const mrzLines = lines()
    expect((await handIn(user(), { mrzLines })).state).toBe('approved')
    const second = await handIn(user(), { mrzLines })
    expect((await reviewer().call(GetTicket, { caseId: second.caseId! })).ticket.reasons).toEqual([
      'DUPLICATE_DOCUMENT',
    ])
  })

  it('approves at most one of several people who hand in the same document at the same instant', async () => {
    const mrzLines = lines()
    const people = [user(), user(), user(), user()]
    const cases = await Promise.all(people.map((person) => begin(person)))
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
