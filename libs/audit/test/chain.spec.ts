import { afterAll, beforeEach, describe, expect, it } from '@jest/globals'
import { ManualClock, type Logger } from '@hissa/kernel'
import { connectMongo, ensureModels, transaction, type Connection } from '@hissa/persistence'
import { testEngines } from '@hissa/testing/engines'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { AuditLog } from '../src/audit-log.js'
import { EMPTY_CHAIN, extendChain, type AuditRow } from '../src/audit-row.js'
import { AuditSealer } from '../src/sealer.js'
import { auditKey, signHead } from '../src/signed-head.js'

const opened: Connection[] = []
let connection: Connection
let log: AuditLog
let clock: ManualClock
const master = Buffer.alloc(32, 7)
const key = auditKey('kyc', master)

beforeEach(async () => {
  const { mongoUri, dbPrefix } = testEngines()
  connection = await connectMongo({ uri: mongoUri, dbName: `${dbPrefix}audit` })
  opened.push(connection)
  clock = new ManualClock(new Date('2026-11-21T10:00:00Z'))
  log = new AuditLog(connection, clock, key)
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

describe('the signed head', () => {
  const signed = () => connection.collection<{ _id: string; seq: number; hash: string; at: Date }>('audit_signed_heads')
  const heads = () => connection.collection<{ _id: string }>('audit_heads')
  const three = async () => {
    for (const subject of ['a', 'b', 'c']) await append(subject)
    await log.seal()
    expect(await log.signHead()).toMatchObject({ service: 'kyc', seq: 3, at: clock.now() })
  }
  /** What somebody who can write to the store but does not have the key can make of the chain. */
  const rewrite = async (count: number) => {
    let head = EMPTY_CHAIN
    for (const row of await rows().find({}).sort({ seq: 1 }).limit(count).toArray()) {
      const subject = `not ${row.subject}`
      head = extendChain(head, { ...(row as unknown as AuditRow), subject })
      await rows().updateOne({ _id: row._id }, { $set: { subject, hash: head.hash } })
    }
    await rows().deleteMany({ seq: { $gt: count } })
    await heads().updateOne({ _id: 'head' }, { $set: { ...head } })
    return head
  }

  it('is made once an hour, whichever replica comes first, and is part of what is verified', async () => {
    await three()
    clock.advanceMs(3_600_000)
    await append('d')
    await log.seal()
    const made = await Promise.all([log.signHead(), log.signHead(), log.signHead()])
    expect(made.filter(Boolean)).toHaveLength(1)
    expect((await signed().find().sort({ _id: 1 }).toArray()).map(({ _id, seq }) => [_id, seq])).toEqual([
      ['2026-11-21T10', 3],
      ['2026-11-21T11', 4],
    ])
    expect(await log.verify()).toMatchObject({ intact: true, head: { seq: 4 }, signedHeads: 2 })
  })

  it('shows a chain that was made anew in full', async () => {
    await three()
    await rewrite(3)
    expect(await log.verify()).toEqual({ intact: false, seq: 3, reason: 'signed' })
  })

  it('shows it also when the service has signed the new chain since', async () => {
    await three()
    await rewrite(3)
    clock.advanceMs(3_600_000)
    expect(await log.signHead()).toMatchObject({ seq: 3 })
    expect(await log.verify()).toEqual({ intact: false, seq: 3, reason: 'signed' })
  })

  it('shows a chain that was cut back with its head', async () => {
    await three()
    await rewrite(2)
    expect(await log.verify()).toEqual({ intact: false, seq: 3, reason: 'signed' })
  })

  it('is of no use when somebody else signed, or when it was altered', async () => {
    await three()
    const head = await rewrite(3)
    const { _id } = (await signed().findOne({}))!
    const forged = signHead(head, clock.now(), auditKey('kyc', Buffer.alloc(32, 8)))
    await signed().updateOne({ _id }, { $set: { ...forged } })
    expect(await log.verify()).toEqual({ intact: false, seq: 3, reason: 'signature' })
    await signed().updateOne({ _id }, { $set: { ...signHead(head, clock.now(), auditKey('identity', master)) } })
    expect(await log.verify()).toEqual({ intact: false, seq: 3, reason: 'signature' })
    await signed().updateOne({ _id }, { $set: { ...signHead(head, clock.now(), key), at: new Date(0) } })
    expect(await log.verify()).toEqual({ intact: false, seq: 3, reason: 'signature' })
  })
})

describe('the sealer', () => {
  const lines: { level: string; alarm?: string }[] = []
  const write = (level: string) => (fields: object) => void lines.push({ level, ...fields })
  const logger = { info: write('info'), error: write('error') } as unknown as Logger

  beforeEach(() => void lines.splice(0))

  it('seals, signs, and says in the log what it signed, so that a copy is elsewhere', async () => {
    await append('a')
    await new AuditSealer(log, logger, clock).run()
    const { signature } = (await connection.collection('audit_signed_heads').findOne({}))!
    expect(lines).toMatchObject([{ level: 'info', seq: 1, signature: signature as string }])
    await new AuditSealer(log, logger, clock).run()
    expect(lines).toHaveLength(1)
  })

  it('raises an alarm, once a minute, while a row is without its place for more than one', async () => {
    await append('a')
    const sealer = new AuditSealer(log, logger, clock)
    log.seal = () => Promise.reject(new Error('the store takes no writes'))
    const alarms = () => lines.filter(({ alarm }) => alarm === 'AUDIT_UNSEALED')
    await sealer.run()
    clock.advanceMs(60_000)
    await sealer.run()
    expect(alarms()).toEqual([])
    clock.advanceMs(1_000)
    await sealer.run()
    await sealer.run()
    expect(alarms()).toMatchObject([{ level: 'error', since: '2026-11-21T10:00:00.000Z' }])
    clock.advanceMs(60_000)
    await sealer.run()
    expect(alarms()).toHaveLength(2)
  })
})

describe('the command that verifies', () => {
  const root = join(import.meta.dirname, '../../..')
  const loader = ['--conditions=source', '--import', '@swc-node/register/esm-register']
  const verify = (publicKey: string) =>
    promisify(execFile)(process.execPath, [...loader, 'libs/audit/src/main.ts', 'audit', '--key', publicKey], {
      cwd: root,
      env: {
        ...process.env,
        MONGODB_URI: testEngines().mongoUri,
        MONGODB_DB_PREFIX: connection.name.slice(0, -'audit'.length),
        SWC_NODE_PROJECT: join(root, 'tsconfig.base.json'),
      },
    }).then(
      ({ stdout }) => `0 ${stdout}`,
      ({ code, stdout }: { code: number; stdout: string }) => `${code} ${stdout}`,
    )

  it('says how many rows and signed heads hold, and of another key that they do not', async () => {
    const own = auditKey('audit', master)
    await append('a')
    await log.seal()
    await append('b')
    await log.seal()
    const { hash } = (await rows().findOne({ seq: 2 })) as unknown as { hash: string }
    const signed = connection.collection<{ _id: string }>('audit_signed_heads')
    await signed.insertOne({ _id: '2026-11-21T10', ...signHead({ seq: 2, hash }, clock.now(), own) })
    expect(await verify(own.publicKey)).toBe(`0 2 rows, 1 signed head: intact, ${hash}\n`)
    expect(await verify(key.publicKey)).toBe('1 not intact: signature at 2\n')
  })
})
