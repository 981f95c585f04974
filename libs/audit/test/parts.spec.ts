import { afterAll, beforeEach, describe, expect, it } from '@jest/globals'
import { ManualClock } from '@hissa/kernel'
import { connectMongo, ensureModels, transaction, type Connection } from '@hissa/persistence'
import { testEngines } from '@hissa/testing-engines'
import { AuditLog } from '../src/audit-log.js'
import { auditModels } from '../src/audit-models.js'
import { EMPTY_CHAIN, extendChain, type AuditRow, type ChainHead } from '../src/audit-row.js'
import { provePosition } from '../src/chain-position.js'
import { auditKey } from '../src/signed-head.js'

const opened: Connection[] = []
let connection: Connection
let log: AuditLog
let clock: ManualClock

beforeEach(async () => {
  const { mongoUri, dbPrefix } = testEngines()
  connection = await connectMongo({ uri: mongoUri, dbName: `${dbPrefix}audit_parts` })
  opened.push(connection)
  clock = new ManualClock(new Date('2026-11-21T10:00:00Z'))
  log = new AuditLog(connection, clock, auditKey('kyc', Buffer.alloc(32, 7)), clock)
  await ensureModels(connection)
  await Promise.all([rows(), heads(), signedHeads()].map((one) => one.deleteMany({})))
})
afterAll(() => Promise.all(opened.map((one) => one.close())))

const rows = () => connection.collection<{ _id: string; seq?: number }>('audit')
const heads = () => connection.collection<{ _id: string }>('audit_heads')
const signedHeads = () => connection.collection('audit_signed_heads')

const append = (subject: string, action = 'case.read', actor = 'officer') =>
  transaction(connection, (session) =>
    log.append(session, { actor, roles: ['compliance'], action, subject, detail: {} }),
  )

/** Verifies parts of two rows until the end or the first fault; returns the last verdict and the number of parts. */
async function verifyInParts() {
  let from: ChainHead | undefined
  for (let parts = 1; ; parts += 1) {
    const part = await log.verifyPart(from, 2)
    if (!part.intact || part.isEnd) return { parts, part }
    from = part.head
  }
}

describe('a chain that is verified in parts', () => {
  const sealFive = async () => {
    for (const subject of ['a', 'b', 'c', 'd', 'e']) await append(subject)
    await log.seal()
  }

  it('is intact to its end', async () => {
    await sealFive()
    expect(await verifyInParts()).toMatchObject({ parts: 3, part: { intact: true, head: { seq: 5 } } })
  })

  it('is intact without a row', async () => {
    expect(await verifyInParts()).toEqual({ parts: 1, part: { intact: true, head: EMPTY_CHAIN, isEnd: true } })
  })

  it('is continued only from a position that the service returned in the last hour', async () => {
    await sealFive()
    const head = { seq: 2, hash: 'a'.repeat(64) }
    const key = auditKey('kyc', Buffer.alloc(32, 7))
    const startedAt = clock.now().toISOString()
    const { next } = (await log.continueVerification())!
    expect(next).toMatchObject({ seq: 5, startedAt })
    expect(await log.continueVerification(next)).toMatchObject({ intact: true, isEnd: true, next })
    for (const forged of [
      { ...next, ...head },
      { ...next, startedAt: '2026-11-21T10:00:01.000Z' },
      provePosition(next, startedAt, auditKey('chat', Buffer.alloc(32, 7))),
      provePosition(next, '2026-11-21T08:59:59.999Z', key),
    ])
      expect(await log.continueVerification(forged)).toBeUndefined()
  })

  it.each([
    ['changed', 'changed', 4, () => rows().updateOne({ seq: 4 }, { $set: { subject: 'somebody else' } })],
    ['removed', 'missing', 3, () => rows().deleteOne({ seq: 3 })],
    ['removed at the end of a part', 'missing', 4, () => rows().deleteOne({ seq: 4 })],
    ['removed at the end of the chain', 'head', 5, () => rows().deleteOne({ seq: 5 })],
  ] as const)('reveals a row that was %s', async (_, reason, seq, tamper) => {
    await sealFive()
    await tamper()
    expect((await verifyInParts()).part).toEqual({ intact: false, seq, reason })
  })

  it.each([
    ['rebuilt', 5],
    ['truncated with its head', 3],
  ])('reveals by its signed heads that it was %s', async (_, kept) => {
    await sealFive()
    await log.signHead()
    let head = EMPTY_CHAIN
    for (const row of await auditModels(connection).rows.find().sort({ seq: 1 }).limit(kept).lean<AuditRow[]>()) {
      head = extendChain(head, { ...row, subject: 'somebody else' })
      await rows().updateOne({ _id: row._id }, { $set: { subject: 'somebody else', hash: head.hash } })
    }
    await rows().deleteMany({ seq: { $gt: kept } })
    await heads().updateOne({ _id: 'head' }, { $set: { ...head } })
    expect((await verifyInParts()).part).toEqual({ intact: false, seq: 5, reason: 'signed' })
  })
})

describe('listed rows', () => {
  const subjects = async (...[filter, before, limit = 10]: Partial<Parameters<AuditLog['list']>>) =>
    (await log.list(filter ?? {}, before, limit)).map(({ subject }) => subject)

  it('are the newest first, in pages that follow each other', async () => {
    for (const subject of ['a', 'b', 'c']) await append(subject)
    const [first] = await log.list({}, undefined, 1)
    expect(first!.subject).toBe('c')
    expect(await subjects({}, [first!.at, first!._id])).toEqual(['b', 'a'])
  })

  it('are those of a member of staff, a person, an action and a time', async () => {
    await append('a')
    clock.advanceMs(1_000)
    await append('b', 'case.approved', 'checker')
    const later = clock.now()
    expect(await subjects({ actor: 'checker' })).toEqual(['b'])
    expect(await subjects({ subject: 'a' })).toEqual(['a'])
    expect(await subjects({ action: 'case.approved' })).toEqual(['b'])
    expect(await subjects({ from: later })).toEqual(['b'])
    expect(await subjects({ until: later })).toEqual(['a'])
  })
})
