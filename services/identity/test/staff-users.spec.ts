import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Role } from '@hissa/contracts'
import { listAuditOf, verifyAuditOf } from '@hissa/contracts/audit'
import {
  AddUserNote,
  EndUserSessions,
  GetAccount,
  ListSessions,
  ListUsers,
  ReinstateUser,
  SuspendUser,
} from '@hissa/contracts/identity'
import { until } from '@hissa/testing-helpers'
import { Harness, refusalOf } from './harness.js'
import { problemOf } from './people.js'

let identity: Harness
let officer: Staff
let second: Staff
let admin: Staff
beforeAll(async () => {
  identity = await Harness.start()
  ;[officer, second, admin] = await Promise.all([staff('compliance'), staff('compliance'), staff('admin')])
})
afterAll(() => identity.stop())

interface Staff {
  userId: string
  email: string
  token: string
}

async function signedIn({ email, userId }: { email: string; userId: string }): Promise<Staff> {
  const { session } = await identity.signIn(email)
  return { userId, email, token: session.getIdToken().getJwtToken() }
}

const PHONE = '+971501234567'
/** Signs in a new account with a role and a telephone number that isn’t verified. */
async function staff(role: Role): Promise<Staff> {
  const account = await identity.confirmed({ name: 'Omar Haddad', phone_number: PHONE })
  await identity.local('standing', { userId: account.userId, roles: [role] })
  return signedIn(account)
}

const SUSPENSION = { reasonCode: 'account_takeover', reason: 'Signed in from two countries' } as const
const REINSTATEMENT = { reasonCode: 'identity_confirmed', reason: 'Confirmed by telephone' } as const
const suspend = (userId: string, by: Staff) => identity.call(SuspendUser, { userId, ...SUSPENSION }, by.token)
const reinstate = (userId: string, by: Staff) => identity.call(ReinstateUser, { userId, ...REINSTATEMENT }, by.token)
const endSessions = (userId: string, by: Staff) =>
  identity.call(EndUserSessions, { userId, reason: 'Lost telephone' }, by.token)
const addNote = (userId: string, by: Staff, text = 'Prefers calls at noon') =>
  identity.call(AddUserNote, { userId, text }, by.token)
const accountOf = async (userId: string, by: Staff) => (await identity.call(GetAccount, { userId }, by.token)).account
const search = async (query: string, by = officer) =>
  (await identity.call(ListUsers, { query, limit: 1 }, by.token)).users
const audit = () => identity.store.collection<{ _id: string; seq?: number }>('audit')
const auditOf = (subject: string, action: string) => audit().find({ subject, action }).toArray()

describe('users, for staff', () => {
  it('are found by address in any case or by id, masked, and the audit row has no address', async () => {
    const anna = await identity.confirmed({ name: 'Anna Maria Rossi' })
    const found = [{ userId: anna.userId, name: 'A. M. R.', email: 'f***@e***', userStatus: 'registered' }]
    expect(await search(anna.email.toUpperCase())).toMatchObject(found)
    expect(await search(anna.userId, admin)).toMatchObject(found)
    expect(await search('nobody@example.com')).toEqual([])
    const rows = await auditOf(anna.userId, 'users.searched')
    expect(rows).toMatchObject([{ actor: officer.userId }, { actor: admin.userId }])
    expect(JSON.stringify(rows)).not.toContain('example.com')
  })

  it('are listed in pages, the latest to join first, without unconfirmed ones', async () => {
    const older = await identity.confirmed()
    const newer = await identity.confirmed()
    await identity.signUp()
    const page = await identity.call(ListUsers, { limit: 1 }, officer.token)
    expect(page.users.map(({ userId }) => userId)).toEqual([newer.userId])
    const next = await identity.call(ListUsers, { limit: 1, cursor: page.cursor! }, officer.token)
    expect(next.users.map(({ userId }) => userId)).toEqual([older.userId])
    const broken = identity.call(ListUsers, { limit: 1, cursor: 'broken' }, officer.token)
    expect(await problemOf(broken)).toBe('400 VALIDATION_FAILED')
  })

  it('are shown in full to compliance and administrators only, and each read is audited', async () => {
    const { userId, email } = await identity.confirmed({ name: 'Anna Maria Rossi' })
    expect(await accountOf(userId, officer)).toMatchObject({
      ...{ userId, email, name: 'Anna Maria Rossi', suspended: false, refusal: null, openSessions: 0 },
      ...{ acts: [], notes: [] },
    })
    expect(await auditOf(userId, 'user.read')).toMatchObject([{ actor: officer.userId }])
    const [finance, investor] = [await staff('finance'), await signedIn(await identity.confirmed())]
    const calls = [finance, investor].flatMap((by) => [
      accountOf(userId, by),
      search(email, by),
      suspend(userId, by),
      reinstate(userId, by),
      endSessions(userId, by),
      addNote(userId, by),
    ])
    expect(new Set(await Promise.all(calls.map(problemOf)))).toEqual(new Set(['403 FORBIDDEN']))
    expect(await audit().countDocuments({ subject: userId })).toBe(1)
  })
})

describe('a suspension', () => {
  it('ends the sessions of the account at once, which can’t sign in until another person reinstates it', async () => {
    const anna = await signedIn(await identity.confirmed())
    expect(await suspend(anna.userId, officer)).toEqual({ userStatus: 'suspended' })
    expect(await problemOf(identity.call(ListSessions, {}, anna.token))).toBe('401 UNAUTHENTICATED')
    expect(await refusalOf(identity.signIn(anna.email))).toMatch(/^NotAuthorizedException/)
    expect(await problemOf(suspend(anna.userId, second))).toBe('409 STANDING_UNCHANGED')
    expect(await accountOf(anna.userId, officer)).toMatchObject({ suspended: true, suspendedByCaller: true })
    expect(await problemOf(reinstate(anna.userId, officer))).toBe('403 APPROVAL_SAME_PERSON')
    expect(await reinstate(anna.userId, second)).toEqual({ userStatus: 'registered' })
    expect(await problemOf(reinstate(anna.userId, second))).toBe('409 STANDING_UNCHANGED')
    await identity.signIn(anna.email)
    expect((await accountOf(anna.userId, officer)).acts).toMatchObject([
      { action: 'user.reinstated', by: second.userId, byName: 'Omar Haddad', ...REINSTATEMENT },
      { action: 'user.suspended', by: officer.userId, byName: 'Omar Haddad', ...SUSPENSION },
    ])
  })

  it('is made once when two people suspend an account at the same time', async () => {
    const { userId } = await identity.confirmed()
    const results = await Promise.all([suspend(userId, officer), suspend(userId, second)].map(problemOf))
    expect(results.sort()).toEqual(['409 STANDING_UNCHANGED', 'accepted'])
    expect(await auditOf(userId, 'user.suspended')).toHaveLength(1)
  })

  it('of an unknown user is refused, as is every other act', async () => {
    const acts = [accountOf, suspend, reinstate, endSessions, addNote].map((act) => act('unknown', officer))
    expect(new Set(await Promise.all(acts.map(problemOf)))).toEqual(new Set(['404 NOT_FOUND']))
  })

  it('of one’s own account is refused, as is every other act', async () => {
    const acts = [suspend, reinstate, endSessions, addNote].map((act) => act(officer.userId, officer))
    expect(new Set(await Promise.all(acts.map(problemOf)))).toEqual(new Set(['403 OWN_ACCOUNT']))
    await addNote(officer.userId, admin, 'Under review')
    expect(await accountOf(officer.userId, officer)).toMatchObject({ refusal: 'own_account', acts: null, notes: null })
  })

  it('isn’t prevented by what its owner states, but reinstating an account of one’s own mailbox is refused', async () => {
    const stated = await identity.confirmed({ name: 'Omar Haddad', phone_number: PHONE })
    const proved = await identity.confirmed({ name: 'Omar Haddad' }, officer.email.replace('@', '+1@'))
    await suspend(stated.userId, officer)
    await reinstate(stated.userId, second)
    await suspend(proved.userId, second)
    expect(await problemOf(reinstate(proved.userId, officer))).toBe('403 OWN_ACCOUNT')
    expect(await accountOf(proved.userId, officer)).toMatchObject({ refusal: null, acts: null, notes: null })
  })

  it('isn’t ended by another account of the person who made it', async () => {
    const { userId } = await identity.confirmed()
    const alias = await identity.confirmed({ name: 'Omar Haddad' }, officer.email.replace('@', '+2@'))
    await identity.local('standing', { userId: alias.userId, roles: ['compliance'] })
    await suspend(userId, officer)
    const twin = await signedIn(alias)
    expect(await accountOf(userId, twin)).toMatchObject({ suspendedByCaller: true })
    expect(await problemOf(reinstate(userId, twin))).toBe('403 APPROVAL_SAME_PERSON')
  })

  it('is refused to a person who was suspended or lost their role a moment ago, as is every other act', async () => {
    const { userId } = await identity.confirmed()
    const acts = (by: Staff) => [suspend, reinstate, endSessions, addNote].map((act) => problemOf(act(userId, by)))
    const [suspended, moved] = [await staff('compliance'), await staff('compliance')]
    const users = identity.store.collection<{ _id: string }>('users')
    await users.updateOne({ _id: suspended.userId }, { $set: { 'facts.suspended': true } })
    await users.updateOne({ _id: moved.userId }, { $set: { groups: ['finance'] } })
    expect(new Set(await Promise.all(acts(suspended)))).toEqual(new Set(['403 ACCOUNT_SUSPENDED']))
    expect(new Set(await Promise.all(acts(moved)))).toEqual(new Set(['403 FORBIDDEN']))
    expect(await auditOf(userId, 'user.suspended')).toEqual([])
  })

  it('of a colleague needs an administrator, as ending their sessions does', async () => {
    const colleague = await staff('finance')
    const acts = [suspend, reinstate, endSessions].map((act) => act(colleague.userId, officer))
    expect(new Set(await Promise.all(acts.map(problemOf)))).toEqual(new Set(['403 STAFF_ACCOUNT']))
    await addNote(colleague.userId, officer)
    expect(await accountOf(colleague.userId, officer)).toMatchObject({ refusal: 'staff_account', notes: null })
    expect((await accountOf(colleague.userId, admin)).notes).toHaveLength(1)
    expect(await suspend(colleague.userId, admin)).toEqual({ userStatus: 'suspended' })
  })
})

describe('the sessions of a user', () => {
  it('are counted, and end on every device with a recorded reason', async () => {
    const anna = await signedIn(await identity.confirmed())
    await identity.signIn(anna.email)
    expect((await accountOf(anna.userId, officer)).openSessions).toBe(2)
    await endSessions(anna.userId, officer)
    const after = await accountOf(anna.userId, officer)
    expect(after).toMatchObject({ openSessions: 0, suspended: false })
    expect(after.acts).toMatchObject([{ action: 'user.sessionsEnded', reason: 'Lost telephone' }])
    expect(after.notes).toEqual([])
  })
})

describe('a note about a user', () => {
  it('is shown with its author and time, and is encrypted in the store', async () => {
    const { userId } = await identity.confirmed()
    const { noteId } = await addNote(userId, officer, 'Prefers calls at noon')
    await addNote(userId, second, 'Sent new documents')
    expect((await accountOf(userId, officer)).notes).toMatchObject([
      { by: second.userId, text: 'Sent new documents' },
      { noteId, by: officer.userId, byName: 'Omar Haddad', text: 'Prefers calls at noon', at: expect.any(String) },
    ])
    const stored = [
      ...(await identity.store.collection('user_notes').find().toArray()),
      ...(await audit().find().toArray()),
    ]
    expect(JSON.stringify(stored)).not.toMatch(/Prefers calls|two countries|by telephone|Lost telephone/)
    expect(await auditOf(userId, 'user.noteAdded')).toMatchObject([{ detail: { noteId } }, {}])
  })
})

describe('the audit log of accounts', () => {
  const list = (input: object, by = officer) =>
    identity.call(listAuditOf('identity'), { limit: 50, ...input }, by.token)
  const verify = (by = officer) => identity.call(verifyAuditOf('identity'), {}, by.token)
  const sealed = () => until(async () => (await audit().countDocuments({ seq: { $exists: false } })) === 0)

  it('is listed for compliance and administrators, in pages and by person, which is audited itself', async () => {
    const { userId } = await identity.confirmed()
    await suspend(userId, officer)
    await reinstate(userId, second)
    const { rows } = await list({ subject: userId, limit: 1 })
    expect(rows).toMatchObject([{ service: 'identity', action: 'audit.read', actor: officer.userId, subject: userId }])
    const { at, id } = rows[0]!
    const next = await list({ subject: userId, before: { at, id }, actor: officer.userId })
    expect(next.rows.map(({ action }) => action)).toEqual(['user.suspended'])
    expect(next.hasMore).toBe(false)
    expect(await audit().countDocuments({ action: 'audit.read', subject: userId })).toBe(1)
    const investor = await signedIn(await identity.confirmed())
    const refused = [list({}, investor), verify(investor)].map(problemOf)
    expect(await Promise.all(refused)).toEqual(['403 FORBIDDEN', '403 FORBIDDEN'])
  })

  it('shows nobody what concerns themselves', async () => {
    await accountOf(second.userId, admin)
    await list({ actor: second.userId }, admin)
    expect(await problemOf(list({ subject: second.userId }, second))).toBe('403 OWN_ACCOUNT')
    const about = ({ rows }: Awaited<ReturnType<typeof list>>) =>
      rows.filter(({ subject, detail }) => subject === second.userId || detail['actor'] === second.userId)
    expect(about(await list({}, admin))).toHaveLength(2)
    expect(about(await list({}, second))).toEqual([])
    expect(about(await list({ actor: admin.userId }, second))).toEqual([])
  })

  it('is listed only for an id, not for free text', async () => {
    expect(await problemOf(list({ subject: 'anna@example.com' }))).toBe('400 VALIDATION_FAILED')
    expect(await audit().countDocuments({ subject: 'anna@example.com' })).toBe(0)
  })

  it('isn’t verified from a position that the service didn’t return', async () => {
    await sealed()
    const row = (await audit().findOne({ seq: 2 })) as unknown as { seq: number; hash: string }
    const after = { seq: row.seq, hash: row.hash, startedAt: new Date().toISOString(), proof: 'A'.repeat(86) }
    const before = await audit().countDocuments({ action: 'audit.verified' })
    expect(await problemOf(identity.call(verifyAuditOf('identity'), { after }, officer.token))).toBe(
      '400 VALIDATION_FAILED',
    )
    expect(await audit().countDocuments({ action: 'audit.verified' })).toBe(before)
  })

  it('is intact until a row is changed or removed, and says which', async () => {
    await list({ subject: 'someone' })
    await sealed()
    const intact = await verify(admin)
    expect(intact).toMatchObject({ verdict: { state: 'intact' } })
    const third = (await audit().findOne({ seq: 3 }))!
    await audit().updateOne({ seq: 3 }, { $set: { actor: 'somebody else' } })
    expect(await verify()).toEqual({ verdict: { state: 'broken', seq: 3, reason: 'changed' } })
    await audit().deleteOne({ seq: 3 })
    expect(await verify()).toEqual({ verdict: { state: 'broken', seq: 3, reason: 'missing' } })
    await audit().insertOne(third)
    await sealed()
    expect(await verify()).toMatchObject({ verdict: { state: 'intact' } })
    expect(await audit().find({ action: 'audit.verified' }).sort({ _id: 1 }).toArray()).toMatchObject([
      { actor: admin.userId, detail: { state: 'intact', from: 1, startedAt: expect.any(String) } },
      { detail: { state: 'broken', seq: 3, reason: 'changed' } },
      { detail: { state: 'broken', seq: 3, reason: 'missing' } },
      { detail: { state: 'intact' } },
    ])
  })
})
