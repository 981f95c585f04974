import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { NOT_FOUND, refuse } from '@hissa/contracts'
import { ManualClock } from '@hissa/kernel'
import { connectMongo, ensureModels, type Connection } from '@hissa/persistence'
import { testEngines } from '@hissa/testing-engines'
import { AuditLog } from '../src/audit-log.js'
import { auditKey } from '../src/signed-head.js'
import { audited, StaffAudit } from '../src/staff-audit.js'

const at = new Date('2026-11-21T10:00:00Z')
const officer = { userId: 'officer', roles: ['compliance'], token: 'secret' }
const done = { action: 'case.approved', subject: 'anna', detail: { reason: 'clear', toState: 'approved' } }
const row = { actor: 'officer', roles: ['compliance'], ...done, at }

const opened: Connection[] = []
let connection: Connection
let staff: StaffAudit

beforeEach(async () => {
  const { mongoUri, dbPrefix } = testEngines()
  connection = await connectMongo({ uri: mongoUri, dbName: `${dbPrefix}staff` })
  opened.push(connection)
  staff = new StaffAudit(connection, new AuditLog(connection, new ManualClock(at), auditKey('kyc', Buffer.alloc(32))))
  await ensureModels(connection)
  await connection.createCollection('cases')
})
afterEach(() => connection.dropDatabase())
afterAll(() => Promise.all(opened.map((one) => one.close())))

const cases = () => connection.collection('cases')
const rows = () => connection.collection('audit').find().toArray()

describe('a staff action', () => {
  it('is committed with its row, which names the person and not the token', async () => {
    const result = await staff.run(officer, async (session) => {
      await cases().insertOne({ state: 'approved' }, { session })
      return audited('the case', done)
    })
    expect(result).toEqual({ ok: true, value: 'the case' })
    expect(await cases().countDocuments()).toBe(1)
    const [written, ...more] = await rows()
    expect([written, more]).toMatchObject([row, []])
    expect(JSON.stringify(written)).not.toContain('secret')
  })

  it('leaves neither a change nor a row when it is refused', async () => {
    const result = await staff.run(officer, async (session) => {
      await cases().insertOne({ state: 'approved' }, { session })
      return refuse(NOT_FOUND, 'There is no such case.')
    })
    expect(result).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
    expect([await cases().countDocuments(), await rows()]).toEqual([0, []])
  })

  it("leaves no change when its row can't be written", async () => {
    const circular: Record<string, unknown> = {}
    circular['self'] = circular
    const act = staff.run(officer, async (session) => {
      await cases().insertOne({ state: 'approved' }, { session })
      return audited('the case', { ...done, detail: circular })
    })
    await expect(act).rejects.toThrow('circular')
    expect([await cases().countDocuments(), await rows()]).toEqual([0, []])
  })

  it('leaves no row when it changes nothing', async () => {
    expect(await staff.run(officer, async () => audited('as it was', null))).toEqual({ ok: true, value: 'as it was' })
    expect(await rows()).toEqual([])
  })
})

describe('a read', () => {
  it('is recorded without an action', async () => {
    await staff.record(officer, done)
    expect(await rows()).toMatchObject([row])
  })
})

describe('an action that the ledger commits', () => {
  it('returns its row as a save of a new document', () =>
    expect(staff.save(officer, done)).toMatchObject({
      collection: 'audit',
      version: 0,
      set: { ...row, unsealed: true },
    }))
})
