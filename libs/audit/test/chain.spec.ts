import { afterAll, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { ManualClock, type Logger } from '@hissa/kernel'
import { connectMongo, ensureModels, transaction, type Connection } from '@hissa/persistence'
import { testEngines } from '@hissa/testing-engines'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { AuditLog } from '../src/audit-log.js'
import { auditModels, type AuditModels } from '../src/audit-models.js'
import { EMPTY_CHAIN, extendChain, type AuditRow } from '../src/audit-row.js'
import { AuditSealer } from '../src/sealer.js'
import { auditKey, signHead, type SignedHead } from '../src/signed-head.js'
import { verifyAudit } from '../src/verify-audit.js'

const opened: Connection[] = []
let connection: Connection
let log: AuditLog
/** Business time and wall time. */
let clock: ManualClock
let wall: ManualClock
const master = Buffer.alloc(32, 7)
const key = auditKey('kyc', master)

beforeEach(async () => {
  const { mongoUri, dbPrefix } = testEngines()
  connection = await connectMongo({ uri: mongoUri, dbName: `${dbPrefix}audit` })
  opened.push(connection)
  clock = new ManualClock(new Date('2026-11-21T10:00:00Z'))
  wall = new ManualClock(new Date('2026-11-21T10:00:00Z'))
  log = new AuditLog(connection, clock, key, wall)
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
  it('gives every row one sequence number, even when two replicas seal concurrently', async () => {
    for (let n = 0; n < 12; n += 1) await append(`subject-${n}`)
    expect(await log.unsealedSince()).not.toBeNull()
    await Promise.all([log.seal(), log.seal(), log.seal()])
    expect(await log.unsealedSince()).toBeNull()
    expect((await rows().find().sort({ seq: 1 }).toArray()).map((row) => row.seq)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
    ])
    expect(await log.verify()).toMatchObject({ intact: true, head: { seq: 12 } })
  })

  it('contains no row of an aborted transaction', async () => {
    const failing = transaction(connection, async (session) => {
      await log.append(session, { actor: 'a', roles: [], action: 'case.read', subject: null, detail: {} })
      throw new Error('given up')
    })
    await expect(failing).rejects.toThrow('given up')
    expect(await rows().countDocuments()).toBe(0)
  })

  it('is intact while it is being sealed', async () => {
    for (const subject of ['a', 'b', 'c']) await append(subject)
    await log.seal()
    const another = async () => {
      await append('later')
      await log.seal()
    }
    expect(await verifyAudit(sealedDuringReads(auditModels(connection), another), key)).toMatchObject({ intact: true })
    expect(await log.verify()).toMatchObject({ intact: true, head: { seq: 5 } })
  })

  it('detects a row inserted beyond its end', async () => {
    await append('a')
    await log.seal()
    await append('b')
    await rows().updateOne({ subject: 'b' }, { $set: { seq: 2, hash: 'x' }, $unset: { unsealed: '' } })
    expect(await log.verify()).toEqual({ intact: false, seq: 1, reason: 'head' })
  })

  it.each([
    [
      'changed',
      { intact: false, seq: 2, reason: 'changed' },
      () => rows().updateOne({ seq: 2 }, { $set: { subject: 'somebody else' } }),
    ],
    ['removed', { intact: false, seq: 2, reason: 'missing' }, () => rows().deleteOne({ seq: 2 })],
    ['removed at the end', { intact: false, seq: 3, reason: 'head' }, () => rows().deleteOne({ seq: 3 })],
  ] as const)('detects a row that was %s', async (_, verdict, tamper) => {
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
    const head = await log.signHead()
    expect(head).toMatchObject({ service: 'kyc', seq: 3, at: wall.now() })
    return head!
  }
  /** Rewrites the chain as an attacker with write access to the store, but without the key, can. */
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

  it('is created once an hour, by whichever replica is first, and is verified', async () => {
    await three()
    expect(await log.signHead()).toBeNull()
    clock.advanceMs(30 * 86_400_000)
    expect(await log.signHead()).toBeNull()
    wall.advanceMs(3_600_000)
    await append('d')
    await log.seal()
    const replicas = [log, new AuditLog(connection, clock, key, wall), new AuditLog(connection, clock, key, wall)]
    const made = await Promise.all(replicas.map((replica) => replica.signHead()))
    expect(new Set(made.map((head) => head?.signature)).size).toBe(1)
    for (const replica of replicas) expect(await replica.signHead()).toBeNull()
    expect((await signed().find().sort({ _id: 1 }).toArray()).map(({ _id, seq }) => [_id, seq])).toEqual([
      ['2026-11-21T10', 3],
      ['2026-11-21T11', 4],
    ])
    expect(await log.verify()).toMatchObject({ intact: true, head: { seq: 4 }, signedHeads: 2 })
  })

  it('is returned again by a process that starts within the hour, as the former one may not have logged it', async () => {
    const head = await three()
    wall.advanceMs(60_000)
    const restarted = new AuditLog(connection, clock, key, wall)
    expect(await restarted.signHead()).toEqual(head)
    expect(await restarted.signHead()).toBeNull()
  })

  it('is not returned if the store holds another signature for the hour', async () => {
    const head = await three()
    const forged = signHead(head, wall.now(), auditKey('kyc', Buffer.alloc(32, 8)))
    await signed().updateOne({}, { $set: { ...forged } })
    const restarted = new AuditLog(connection, clock, key, wall)
    await expect(restarted.signHead()).rejects.toThrow('the signed head of 2026-11-21T10 is not signed by us')
  })

  it('reveals a chain that was rebuilt in full', async () => {
    await three()
    await rewrite(3)
    expect(await log.verify()).toEqual({ intact: false, seq: 3, reason: 'signed' })
  })

  it('reveals it even after the service has signed the new chain', async () => {
    await three()
    await rewrite(3)
    wall.advanceMs(3_600_000)
    expect(await log.signHead()).toMatchObject({ seq: 3 })
    expect(await log.verify()).toEqual({ intact: false, seq: 3, reason: 'signed' })
  })

  it('reveals it by heads kept outside the store when the stored ones were removed', async () => {
    const kept = await three()
    await rewrite(3)
    await signed().deleteMany({})
    wall.advanceMs(3_600_000)
    expect(await log.signHead()).toMatchObject({ seq: 3 })
    // The store alone reveals nothing.
    expect(await log.verify()).toMatchObject({ intact: true })
    const verify = (heads: SignedHead[]) => verifyAudit(auditModels(connection), key, heads)
    expect(await verify([kept])).toEqual({ intact: false, seq: 3, reason: 'signed' })
    await rewrite(2)
    await signed().deleteMany({})
    expect(await verify([kept])).toEqual({ intact: false, seq: 3, reason: 'signed' })
    const forged = signHead(kept, wall.now(), auditKey('kyc', Buffer.alloc(32, 8)))
    expect(await verify([forged])).toEqual({ intact: false, seq: 3, reason: 'signature' })
  })

  it('reveals a chain that was truncated with its head', async () => {
    await three()
    await rewrite(2)
    expect(await log.verify()).toEqual({ intact: false, seq: 3, reason: 'signed' })
  })

  it('is rejected if it was altered or signed with a different key', async () => {
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

const lines: { level: string; alarm?: string }[] = []
const write = (level: string) => (fields: object) => void lines.push({ level, ...fields })
const logger = { info: write('info'), error: write('error') } as unknown as Logger

describe('the sealer', () => {
  beforeEach(() => void lines.splice(0))

  it('seals, signs, and logs the signed head, so that a copy exists outside the store', async () => {
    await append('a')
    await new AuditSealer(log, logger, wall).run()
    const { signature } = (await connection.collection('audit_signed_heads').findOne({}))!
    expect(lines).toMatchObject([{ level: 'info', seq: 1, signature: signature as string }])
    await new AuditSealer(log, logger, wall).run()
    expect(lines).toHaveLength(1)
  })

  it('sends one query per run while there is nothing to do', async () => {
    await append('a')
    const sealer = new AuditSealer(log, logger, wall)
    await sealer.run()
    await sealer.run()
    const { models } = log as unknown as { models: AuditModels }
    const queries = Object.values(models).map((model) => jest.spyOn(model, 'findOne'))
    await sealer.run()
    expect(queries.flatMap(({ mock }) => mock.calls)).toHaveLength(1)
  })

  it('raises an alarm every minute while a row has been unsealed for more than one', async () => {
    await append('a')
    wall.set((await log.unsealedSince())!)
    const sealer = new AuditSealer(log, logger, wall)
    clock.advanceMs(30 * 86_400_000)
    log.seal = () => Promise.reject(new Error('the store takes no writes'))
    const alarms = () => lines.filter(({ alarm }) => alarm === 'AUDIT_UNSEALED')
    const since = wall.now().toISOString()
    await sealer.run()
    wall.advanceMs(60_000)
    await sealer.run()
    expect(alarms()).toEqual([])
    wall.advanceMs(1_000)
    await sealer.run()
    await sealer.run()
    expect(alarms()).toMatchObject([{ level: 'error', since }])
    wall.advanceMs(60_000)
    await sealer.run()
    expect(alarms()).toHaveLength(2)
  })
})

describe('the verification command', () => {
  const root = join(import.meta.dirname, '../../..')
  const loader = ['--conditions=source', '--import', '@swc-node/register/esm-register']
  const verify = (publicKey: string, ...more: string[]) =>
    promisify(execFile)(process.execPath, [...loader, 'libs/audit/src/main.ts', 'audit', '--key', publicKey, ...more], {
      cwd: root,
      env: {
        ...process.env,
        MONGODB_URI: testEngines().mongoUri,
        MONGODB_DB_PREFIX: connection.name.slice(0, -'audit'.length),
        SWC_NODE_PROJECT: join(root, 'tsconfig.base.json'),
      },
    }).then(
      ({ stdout }) => `0 ${stdout}`,
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => `${code} ${stdout}${stderr}`,
    )

  it('reports the numbers of rows and signed heads, and detects a wrong public key', async () => {
    const own = auditKey('audit', master)
    await append('a')
    await log.seal()
    await append('b')
    await log.seal()
    const { hash } = (await rows().findOne({ seq: 2 })) as unknown as { hash: string }
    const signed = connection.collection<{ _id: string }>('audit_signed_heads')
    await signed.insertOne({ _id: '2026-11-21T10', ...signHead({ seq: 2, hash }, clock.now(), own) })
    const say = (heads: string) => `0 2 rows, ${heads} kept outside the store: intact, ${hash}\n`
    expect(await verify(own.publicKey)).toBe(say('1 signed head, 0 of them'))
    expect(await verify(key.publicKey)).toBe('1 not intact: signature at 2\n')
  })

  it("reads the signed heads from the service's log, and reports if there are none", async () => {
    const own = auditKey('audit', master)
    const dir = await mkdtemp(join(tmpdir(), 'hissa-audit-'))
    const file = join(dir, 'log')
    const auditLog = new AuditLog(connection, clock, own, wall)
    await append('a')
    const logged = ['web-1  | hello']
    const info = (fields: object, msg: string) =>
      void logged.push(`audit-1  | ${JSON.stringify({ level: 30, service: 'audit', ...fields, msg })}`)
    await new AuditSealer(auditLog, { ...logger, info } as Logger, wall).run()
    await new AuditSealer(new AuditLog(connection, clock, own, wall), { ...logger, info } as Logger, wall).run()
    expect(logged).toHaveLength(3)
    try {
      await writeFile(file, logged.join('\n'))
      expect(await verify(own.publicKey, '--signed', file)).toMatch(/^0 1 row, 1 signed head, 1 of them kept outside/)
      await writeFile(file, logged.join('\n').replace(/"hash":"./, '"hash":"x'))
      expect(await verify(own.publicKey, '--signed', file)).toBe('1 not intact: signature at 1\n')
      await writeFile(file, 'nothing')
      expect(await verify(own.publicKey, '--signed', file)).toBe(`1 no signed head of audit in ${file}\n`)
    } finally {
      await rm(dir, { recursive: true })
    }
  })
})

/** Returns models that seal `another` row after the head is read, and again after the rows are. */
function sealedDuringReads(models: AuditModels, another: () => Promise<void>): AuditModels {
  let isFirst = true
  const heads = {
    findOne: (...query: Parameters<AuditModels['heads']['findOne']>) => ({
      lean: async () => {
        const head = await models.heads.findOne(...query).lean()
        if (isFirst) await another()
        isFirst = false
        return head
      },
    }),
  }
  const find: typeof models.rows.find = models.rows.find.bind(models.rows) as never
  const rows = {
    findOne: models.rows.findOne.bind(models.rows),
    find: (query: object) => ({
      sort: (order: Record<string, 1>) => ({
        lean: () => ({
          async *cursor() {
            yield* find(query).sort(order).lean().cursor()
            await another()
          },
        }),
      }),
    }),
  }
  return { ...models, heads, rows } as unknown as AuditModels
}
