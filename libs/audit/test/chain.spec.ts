import { afterAll, beforeEach, describe, expect, it } from '@jest/globals'
import { ManualClock } from '@hissa/kernel'
import { connectMongo, ensureModels, transaction, type Connection } from '@hissa/persistence'
import { testEngines } from '@hissa/testing/engines'
import { AuditLog } from '../src/audit-log.js'

const opened: Connection[] = []
let connection: Connection
let log: AuditLog

beforeEach(async () => {
  const { mongoUri, dbPrefix } = testEngines()
  connection = await connectMongo({ uri: mongoUri, dbName: `${dbPrefix}audit` })
  opened.push(connection)
  log = new AuditLog(connection, new ManualClock(new Date('2026-11-21T10:00:00Z')))
  await ensureModels(connection)
})
afterAll(() => Promise.all(opened.map((one) => one.close())))

const append = (subject: string) =>
  transaction(connection, (session) =>
    log.append(session, {
      actor: 'officer',
      roles: ['compliance'],
      action: 'case.read',
      subject,
      detail: { reason: 'x', when: new Date(0) },
    }),
  )
const rows = () => connection.collection<{ _id: string; seq?: number; subject: string }>('audit')

describe('the audit chain', () => {
  it('gives every row one place, also when two replicas seal at once', async () => {
    for (let n = 0; n < 12; n += 1) await append(`subject-${n}`)
    expect(await log.unsealedSince()).toEqual(new Date('2026-11-21T10:00:00Z'))
    await Promise.all([log.seal(), log.seal(), log.seal()])
    expect(await log.unsealedSince()).toBeNull()
    expect((await rows().find().sort({ seq: 1 }).toArray()).map((row) => row.seq)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
    ])
    expect(await log.verify()).toMatchObject({ intact: true, head: { seq: 12 } })
  })

  it('leaves no row of a transaction that was given up', async () => {
    const failing = transaction(connection, async (session) => {
      await log.append(session, { actor: 'a', roles: [], action: 'case.read', subject: null, detail: {} })
      throw new Error('given up')
    })
    await expect(failing).rejects.toThrow('given up')
    expect(await rows().countDocuments()).toBe(0)
  })

  it.each([
    [
      'changed',
      { intact: false, seq: 2, reason: 'changed' },
      () => rows().updateOne({ seq: 2 }, { $set: { subject: 'somebody else' } }),
    ],
    ['taken out', { intact: false, seq: 2, reason: 'missing' }, () => rows().deleteOne({ seq: 2 })],
    ['cut off at the end', { intact: false, seq: 3, reason: 'head' }, () => rows().deleteOne({ seq: 3 })],
  ] as const)('shows a row that was %s', async (_, verdict, tamper) => {
    for (const subject of ['a', 'b', 'c']) await append(subject)
    await log.seal()
    expect((await log.verify()).intact).toBe(true)
    await tamper()
    expect(await log.verify()).toEqual(verdict)
  })
})
