import type { Input, Output, RpcContract } from '@hissa/contracts'
import {
  AttachUpload,
  ClaimTicket,
  DecideTicket,
  GetKycStatus,
  GetTicket,
  GetTicketDocument,
  ListTickets,
  StartKyc,
  SubmitKyc,
} from '@hissa/contracts/kyc'
import { newId, type Running } from '@hissa/kernel'
import { connectBus, RpcClient, type Bus } from '@hissa/messaging'
import { connectMongo, type Connection } from '@hissa/persistence'
import { Storage } from '@hissa/storage'
import { freshEngines } from '@hissa/testing/engines'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { boot } from '../src/boot.js'
import { emiratesIdLines, passportLines } from './mrz-lines.js'
import { startPool } from './pool.js'

let pool: Awaited<ReturnType<typeof startPool>>
let folder: string
let env: Record<string, string>
let running: Running
let bus: Bus
let rpc: RpcClient
let mongo: Connection
let gateway: Storage
let picture: Buffer
const names = new Map<string, string>()

beforeAll(async () => {
  const { mongoUri, natsUrl, dbPrefix } = await freshEngines()
  pool = await startPool()
  folder = await mkdtemp(join(tmpdir(), 'hissa-kyc-'))
  env = {
    ...pool.env,
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    LOCAL_MODE: '1',
    MONGODB_URI: mongoUri,
    MONGODB_DB_PREFIX: dbPrefix,
    NATS_URL: natsUrl,
    PUBLIC_URL: 'http://localhost:8080',
    STORAGE_URL: pathToFileURL(folder).href,
    KYC_MASTER_KEY: Buffer.alloc(32, 5).toString('base64'),
  }
  running = await boot(env)
  await running.ready
  bus = await connectBus(natsUrl, 'test')
  rpc = new RpcClient(bus.nc)
  mongo = await connectMongo({ uri: mongoUri, dbName: `${dbPrefix}kyc` })
  gateway = new Storage(env.STORAGE_URL!)
  // Identity, as far as this service knows it.
  bus.nc.subscribe('rpc.identity.describeSubject', {
    callback: (_, message) => {
      const { data, id } = message.json<{ id: string; data: { input: { userId: string } } }>()
      const { userId } = data.input
      const output = { userId, email: `${userId}@example.test`, fullName: names.get(userId) ?? '', language: 'en' }
      message.respond(JSON.stringify({ id, isDisposed: true, response: { ok: true, output } }))
    },
  })
  picture = await sharp({ create: { width: 800, height: 560, channels: 3, background: '#88aacc' } })
    .withExif({ IFD0: { Make: 'SecretCam' } })
    .jpeg()
    .toBuffer()
}, 60_000)
afterAll(async () => {
  await bus?.nc.drain()
  await mongo?.close()
  await running?.drain()
  await pool?.stop()
  await rm(folder, { recursive: true })
})

/** A user who calls the service. */
function user(fullName = 'Layla Haddad', groups: string[] = []) {
  const userId = newId()
  names.set(userId, fullName)
  const call = <C extends RpcContract>(contract: C, input: Partial<Input<C>> = {} as never) =>
    rpc.call(contract, input as Input<C>, { token: pool.token(userId, groups) }) as Promise<Output<C>>
  return { userId, call }
}
type User = ReturnType<typeof user>
const reviewer = () => user('Staff Member', ['compliance'])

const quarantine = async (bytes: Buffer) =>
  gateway.putQuarantine(
    (async function* () {
      yield bytes
    })(),
    { limitBytes: 20_000_000 },
  )
const attach = async (by: User, caseId: string, kind: 'front' | 'back' = 'front', bytes = picture) => {
  const { objectRef, key } = await quarantine(bytes)
  return by.call(AttachUpload, { caseId, kind, objectRef, key })
}
let serial = 0
const freshNumber = () => `X${String((serial += 1)).padStart(8, '0')}`
const lines = (changes: Partial<Parameters<typeof passportLines>[0]> = {}) =>
  passportLines({ lastName: 'HADDAD', firstName: 'LAYLA', number: freshNumber(), ...changes })
const begin = async (by: User) => {
  const { status } = await by.call(StartKyc, { documentType: 'passport', issuingCountry: 'JOR' })
  await attach(by, status.caseId!)
  return status.caseId!
}
const handIn = async (by: User, changes: Partial<Input<typeof SubmitKyc>> = {}) => {
  const caseId = await begin(by)
  return (await by.call(SubmitKyc, { caseId, mrzLines: lines(), ...changes })).status
}
const queued = async (by = user()) => (await handIn(by, { politicallyExposed: true })).caseId!
const events = async (caseId: string) =>
  (
    await mongo
      .collection<{ _id: string; event: { type: string; subject: string; data: unknown; version: number } }>('outbox')
      .find({ 'event.subject': caseId })
      .sort({ _id: 1 })
      .toArray()
  ).map(({ event }) => event)
const audits = (caseId: string) => mongo.collection('audit').find({ caseId }).sort({ at: 1, _id: 1 }).toArray()
const filesIn = async (sub: string) => readdir(join(folder, sub)).catch(() => [] as string[])

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
    const rows = await mongo.collection('cases').find({ userId: anna.userId }).toArray()
    expect(rows).toHaveLength(1)
    const stored = Buffer.from(
      JSON.stringify(rows[0], (_, value) => (value?._bsontype === 'Binary' ? value.buffer.toString('latin1') : value)),
    ).toString('utf8')
    expect(stored).not.toMatch(new RegExp(`quillfeather|zenobia|زنوبيا|${number}|900501`, 'i'))
    for (const name of await filesIn('objects')) {
      const bytes = await readFile(join(folder, 'objects', name))
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
    expect(await mongo.collection('cases').countDocuments({ userId: anna.userId })).toBe(1)
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
      rpc.call(StartKyc, { documentType: 'passport', issuingCountry: 'JOR', locale: 'en' }),
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
    const { objectRef, key } = await quarantine(picture)
    await anna.call(AttachUpload, { caseId, kind: 'front', objectRef, key })
    await expect(anna.call(AttachUpload, { caseId, kind: 'front', objectRef, key })).rejects.toMatchObject({
      code: 'UPLOAD_GONE',
      status: 409,
    })
    expect((await filesIn('objects')).length).toBe(before)
    expect(await filesIn('quarantine')).toEqual([])
  })

  it.each<[string, () => Buffer]>([
    ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    [
      'a picture that is a zip as well',
      () => Buffer.concat([picture, Buffer.from('504b0506', 'hex'), Buffer.alloc(18)]),
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
    const { objectRef } = await quarantine(picture)
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
      ['SPECIMEN_DOCUMENT', 'ISSUING_STATE_MISMATCH'],
    ],
  ])('puts %s into the queue with its reasons', async (_, fullName, changes, reasons) => {
    const status = await handIn(user(fullName), changes)
    expect(status.state).toBe('in_review')
    const { ticket } = await reviewer().call(GetTicket, { caseId: status.caseId! })
    expect(ticket.reasons).toEqual(reasons)
  })

  it('queues the second person who hands in the same document', async () => {
    const mrzLines = lines()
    expect((await handIn(user(), { mrzLines })).state).toBe('approved')
    const second = await handIn(user(), { mrzLines })
    expect((await reviewer().call(GetTicket, { caseId: second.caseId! })).ticket.reasons).toEqual([
      'DUPLICATE_DOCUMENT',
    ])
  })
})

describe('the queue', () => {
  it('is for compliance only', async () => {
    const caseId = await queued()
    for (const by of [user(), user('X Y', ['finance']), user('X Y', ['admin'])]) {
      for (const call of [
        () => by.call(ListTickets),
        () => by.call(GetTicket, { caseId }),
        () => by.call(ClaimTicket, { caseId }),
      ]) {
        await expect(call()).rejects.toMatchObject({ code: 'FORBIDDEN', status: 403 })
      }
    }
  })

  it('shows masked names by time due, page by page, and moves a claimed case to its reviewer', async () => {
    const staff = reviewer()
    const caseId = await queued(user('Layla Haddad'))
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await staff.call(ListTickets, { view: 'unassigned', limit: 4, ...(cursor ? { cursor } : {}) })
      for (const ticket of page.tickets) expect(JSON.stringify(ticket)).not.toMatch(/haddad|layla/i)
      seen.push(...page.tickets.map((ticket) => ticket.caseId))
      cursor = page.cursor
    } while (cursor)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toContain(caseId)
    const claimed = await staff.call(ClaimTicket, { caseId })
    expect(claimed.ticket).toMatchObject({
      applicant: 'L•••• H•••••',
      risk: 'high',
      assignee: { userId: staff.userId },
    })
    const mine = await staff.call(ListTickets, { view: 'mine' })
    expect(mine.tickets.map((ticket) => ticket.caseId)).toEqual([caseId])
    expect(mine.counts).toMatchObject({ mine: 1, unassigned: seen.length - 1 })
    expect(
      (await staff.call(ListTickets, { view: 'all', limit: 100 })).tickets.map((ticket) => ticket.caseId),
    ).toContain(caseId)
  })

  it('hides names, numbers and dates until a reason is given, and writes down who looked', async () => {
    const staff = reviewer()
    const caseId = await queued()
    const masked = (await staff.call(GetTicket, { caseId })).ticket
    const field = (ticket: typeof masked, name: string) => ticket.fields.find((each) => each.field === name)!
    expect(field(masked, 'full_name')).toMatchObject({
      provided: 'L•••• H•••••',
      extracted: 'L•••• H•••••',
      match: 'match',
    })
    expect(field(masked, 'document_number').extracted).toMatch(/^•+\d{3}$/)
    expect(field(masked, 'birth_date').extracted).toBe('1990-••-••')
    const shown = (await staff.call(GetTicket, { caseId, revealReason: 'compare with the picture' })).ticket
    expect(field(shown, 'full_name')).toMatchObject({ provided: 'Layla Haddad', extracted: 'LAYLA HADDAD' })
    expect(shown).toMatchObject({
      revealed: true,
      rule: { id: 'kyc.auto-approve', outcome: 'review' },
      screening: { listDate: '2026-02-27' },
    })
    const written = await audits(caseId)
    expect(written.map(({ action, actor }) => [action, actor])).toEqual([
      ['case.read', staff.userId],
      ['case.revealed', staff.userId],
    ])
    expect(written[1]!.detail).toEqual({ reason: 'compare with the picture' })
  })

  it('hands a document to the gateway once, and writes it down', async () => {
    const staff = reviewer()
    const caseId = await queued()
    const { ticket } = await staff.call(GetTicket, { caseId })
    const [document] = ticket.documents
    const { objectRef, key, contentType } = await staff.call(GetTicketDocument, {
      caseId,
      documentId: document!.documentId,
    })
    const bytes = await gateway.takeQuarantine(objectRef, key)
    expect([contentType, (await sharp(bytes).metadata()).format]).toEqual(['image/jpeg', 'jpeg'])
    expect(bytes.includes('SecretCam')).toBe(false)
    await expect(gateway.takeQuarantine(objectRef, key)).rejects.toThrow('no such object')
    await expect(staff.call(GetTicketDocument, { caseId, documentId: newId() })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect((await audits(caseId)).map(({ action }) => action)).toContain('document.read')
  })

  it('does not show cases that were not handed in', async () => {
    const caseId = await begin(user())
    await expect(reviewer().call(GetTicket, { caseId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(reviewer().call(ClaimTicket, { caseId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('lets exactly one of five reviewers claim at once and tells the others who', async () => {
    for (let round = 0; round < 3; round += 1) {
      const caseId = await queued()
      const staff = Array.from({ length: 5 }, reviewer)
      const results = await Promise.allSettled(staff.map((each) => each.call(ClaimTicket, { caseId })))
      const winner = results.findIndex(({ status }) => status === 'fulfilled')
      const losers = results.filter((result) => result.status === 'rejected')
      expect(losers).toHaveLength(4)
      for (const { reason } of losers)
        expect(reason).toMatchObject({
          code: 'ALREADY_CLAIMED',
          status: 409,
          extra: { assignee: staff[winner]!.userId },
        })
      expect((await audits(caseId)).filter(({ action }) => action === 'case.claimed')).toHaveLength(1)
    }
  })
})

describe('a decision', () => {
  const claimed = async (by: User = user()) => {
    const staff = reviewer()
    const caseId = await queued(by)
    const { ticket } = await staff.call(ClaimTicket, { caseId })
    return { staff, caseId, version: ticket.version }
  }

  it('to approve moves the applicant on', async () => {
    const anna = user()
    const { staff, caseId, version } = await claimed(anna)
    const { ticket } = await staff.call(DecideTicket, {
      caseId,
      decision: 'approve',
      version,
      note: 'Anna is known to us',
    })
    expect(ticket.state).toBe('approved')
    expect((await anna.call(GetKycStatus)).status).toMatchObject({ state: 'approved', nextAction: { code: 'invest' } })
    expect((await events(caseId)).map(({ type }) => type)).toEqual(['kyc.case.submitted.v1', 'kyc.case.approved.v1'])
    expect((await staff.call(GetTicket, { caseId })).ticket.history.at(-1)).toMatchObject({
      action: 'approved',
      actor: staff.userId,
      note: 'Anna is known to us',
    })
    expect(JSON.stringify(await mongo.collection('cases').findOne({ userId: anna.userId }))).not.toContain(
      'Anna is known',
    )
  })

  it('to ask again tells the applicant why in plain words, and the case comes back to the queue', async () => {
    const anna = user()
    const { staff, caseId, version } = await claimed(anna)
    await staff.call(DecideTicket, { caseId, decision: 'resubmit', reasonCodes: ['DOCUMENT_UNREADABLE'], version })
    const status = (await anna.call(GetKycStatus, { locale: 'ar' })).status
    expect(status).toMatchObject({
      state: 'resubmission',
      nextAction: { code: 'fix' },
      reasons: [{ code: 'DOCUMENT_UNREADABLE', text: expect.stringMatching(/\p{Script=Arabic}/u) }],
    })
    expect((await events(caseId)).at(-1)).toMatchObject({
      type: 'kyc.case.resubmissionRequested.v1',
      data: { caseId, userId: anna.userId, reasonCodes: ['DOCUMENT_UNREADABLE'] },
    })
    await attach(anna, caseId)
    expect((await anna.call(SubmitKyc, { caseId, mrzLines: lines() })).status.state).toBe('approved')
  })

  it('to reject lets begin again, but not after forgery', async () => {
    const anna = user()
    const first = await claimed(anna)
    await first.staff.call(DecideTicket, {
      caseId: first.caseId,
      decision: 'reject',
      reasonCodes: ['DOCUMENT_NOT_ACCEPTED'],
      version: first.version,
    })
    expect((await events(first.caseId)).at(-1)).toMatchObject({
      type: 'kyc.case.rejected.v1',
      data: { reasonCodes: ['DOCUMENT_NOT_ACCEPTED'] },
    })
    const second = await claimed(anna)
    expect(second.caseId).not.toBe(first.caseId)
    await second.staff.call(DecideTicket, {
      caseId: second.caseId,
      decision: 'reject',
      reasonCodes: ['SUSPECTED_FORGERY'],
      version: second.version,
    })
    await expect(anna.call(StartKyc, { documentType: 'passport', issuingCountry: 'JOR' })).rejects.toMatchObject({
      code: 'KYC_CLOSED',
      status: 409,
    })
  })

  it.each<[string, (made: Awaited<ReturnType<typeof claimed>>) => Promise<unknown>, Record<string, unknown>]>([
    [
      'without a reason',
      ({ staff, caseId, version }) => staff.call(DecideTicket, { caseId, decision: 'reject', version }),
      { code: 'VALIDATION_FAILED', status: 422 },
    ],
    [
      'on an old version',
      ({ staff, caseId, version }) => staff.call(DecideTicket, { caseId, decision: 'approve', version: version - 1 }),
      { code: 'VERSION_CONFLICT', status: 409 },
    ],
    [
      'by another reviewer',
      ({ caseId, version }) => reviewer().call(DecideTicket, { caseId, decision: 'approve', version }),
      { code: 'ALREADY_CLAIMED', status: 409 },
    ],
    [
      'of a case that does not exist',
      ({ staff, version }) => staff.call(DecideTicket, { caseId: newId(), decision: 'approve', version }),
      { code: 'NOT_FOUND', status: 404 },
    ],
  ])('is refused %s and changes nothing', async (_, act, refusal) => {
    const made = await claimed()
    const before = await events(made.caseId)
    await expect(act(made)).rejects.toMatchObject(refusal)
    expect(await events(made.caseId)).toEqual(before)
    expect((await made.staff.call(GetTicket, { caseId: made.caseId })).ticket.version).toBe(made.version)
  })

  it('is nobody’s on their own case', async () => {
    const staff = reviewer()
    const caseId = await queued(staff)
    await expect(staff.call(ClaimTicket, { caseId })).rejects.toMatchObject({ code: 'FORBIDDEN', status: 403 })
  })

  it('counts once when pressed five times at once', async () => {
    const { staff, caseId, version } = await claimed()
    const results = await Promise.allSettled(
      [1, 2, 3, 4, 5].map(() => staff.call(DecideTicket, { caseId, decision: 'approve', version })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await events(caseId)).filter(({ type }) => type === 'kyc.case.approved.v1')).toHaveLength(1)
  })
})

describe('configuration', () => {
  it('without a sanctions list sends every case to a person, and takes no specimen where applicants are real', async () => {
    await running.drain()
    const empty = await mkdtemp(join(tmpdir(), 'hissa-none-'))
    const { LOCAL_MODE: _, ...real } = env
    running = await boot({ ...real, SANCTIONS_DIR: empty })
    const status = await handIn(user())
    expect((await reviewer().call(GetTicket, { caseId: status.caseId! })).ticket).toMatchObject({
      reasons: ['NO_SANCTIONS_LIST'],
      screening: { listDate: null },
    })
    await expect(handIn(user(), { mrzLines: lines({ state: 'UTO' }) })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      extra: { errors: [expect.objectContaining({ code: 'SPECIMEN_DOCUMENT' })] },
    })
    await rm(empty, { recursive: true })
  }, 20_000)

  it('is refused by name when it is not usable', async () => {
    await expect(boot({ ...env, KYC_MASTER_KEY: 'short', STORAGE_URL: '' })).rejects.toThrow(
      /STORAGE_URL[\s\S]*KYC_MASTER_KEY|KYC_MASTER_KEY[\s\S]*STORAGE_URL/,
    )
    await expect(boot({ ...env, SANCTIONS_DIR: '/nowhere/at/all' })).rejects.toThrow(/SANCTIONS_DIR/)
  })
})
