import { afterAll, beforeEach, describe, expect, it } from '@jest/globals'
import { newId, valueOrThrow } from '@hissa/kernel'
import { connectMongo, ensureModels, transaction, type Connection } from '@hissa/persistence'
import { testEngines } from '@hissa/testing-engines'
import { APPROVALS, approvalSave, ApprovalStore, requestApproval, type ApprovalDecision } from '../src/index.js'

let connection: Connection
let store: ApprovalStore
const opened: Connection[] = []
const at = new Date('2026-11-22T10:00:00Z')

beforeEach(async () => {
  const { mongoUri, dbPrefix } = testEngines()
  connection = await connectMongo({ uri: mongoUri, dbName: `${dbPrefix}approvals` })
  opened.push(connection)
  await connection.dropDatabase()
  store = new ApprovalStore(connection)
  await ensureModels(connection)
})
afterAll(() => Promise.all(opened.map((one) => one.close())))

const requestOf = (
  subjectId: string,
  more: { action?: string; evidence?: string; maker?: string; at?: Date } = {},
) => ({
  id: newId(),
  action: 'offering.publish',
  subjectId,
  evidence: 'e1',
  proposal: { offeringVersion: 3 },
  maker: 'maker',
  reason: 'Terms are complete',
  at,
  ...more,
})
const request = async (...input: Parameters<typeof requestOf>) =>
  valueOrThrow(await transaction(connection, (session) => store.request(session, requestOf(...input))))
const load = async (id: string) => valueOrThrow(await store.load(id))
const decide = async (id: string, more: Partial<ApprovalDecision> = {}) =>
  valueOrThrow(
    await transaction(connection, (session) =>
      store.decide(session, id, {
        checker: 'checker',
        verdict: 'approve',
        evidence: 'e1',
        reason: 'Terms agree with the papers',
        at,
        ...more,
      }),
    ),
  )
const codeOf = (error: unknown) => (error as { code?: string | number }).code

describe('ApprovalStore', () => {
  it('stores the proposal and who decided it', async () => {
    const proposed = await request('p1')
    expect(await load(proposed.id)).toEqual(proposed)
    expect(await store.pendingOf({ action: 'offering.publish', subjectId: 'p1' })).toEqual(proposed)
    const decided = await decide(proposed.id)
    expect(await load(proposed.id)).toEqual(decided)
    expect(decided).toMatchObject({ state: 'approved', checker: 'checker', version: 2 })
    expect(await store.pendingOf({ action: 'offering.publish', subjectId: 'p1' })).toBeNull()
  })

  it('allows one pending approval for each action and subject', async () => {
    const first = await request('p1')
    await expect(request('p1', { maker: 'other' })).rejects.toMatchObject({
      code: 'APPROVAL_PENDING',
      status: 409,
      extra: { approvalId: first.id },
    })
    await request('p1', { action: 'offering.withdraw' })
    await request('p2')
    await decide(first.id, { verdict: 'reject' })
    await request('p1')
    expect(await store.ofSubject('p1')).toHaveLength(3)
  })

  it('enforces that rule by the index for writes that skip the check', async () => {
    await request('p1')
    const { id, set } = approvalSave(valueOrThrow(requestApproval(requestOf('p1'))))
    const rows = connection.collection<{ _id: string }>(APPROVALS)
    await expect(rows.insertOne({ _id: id, ...set })).rejects.toMatchObject({ code: 11000 })
    const second = valueOrThrow(requestApproval(requestOf('p1')))
    const saved = await transaction(connection, (session) => store.insert(session, second))
    expect(saved).toMatchObject({ ok: false, error: { code: 'APPROVAL_PENDING' } })
  })

  it('accepts exactly one of several concurrent requests for one subject', async () => {
    const results = await Promise.allSettled(['a', 'b', 'c', 'd'].map((maker) => request('p1', { maker })))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected') expect(codeOf(result.reason)).toBe('APPROVAL_PENDING')
    expect(await store.countPending(['offering.publish'])).toBe(1)
  })

  it('lets exactly one of two checkers decide, and returns APPROVAL_NOT_PENDING to the other', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await request(`p${round}`)
      const results = await Promise.allSettled([
        decide(id, { checker: 'one' }),
        decide(id, { checker: 'two', verdict: 'reject' }),
      ])
      const won = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
      const lost = results.flatMap((result) => (result.status === 'rejected' ? [codeOf(result.reason)] : []))
      expect(lost).toEqual(['APPROVAL_NOT_PENDING'])
      expect(await load(id)).toEqual(won[0])
    }
  })

  it('writes the decision and its effect atomically', async () => {
    const { id } = await request('p1')
    const failing = transaction(connection, async (session) => {
      const decision = { checker: 'c', verdict: 'approve', evidence: 'e1', reason: 'Agreed', at } as const
      valueOrThrow(await store.decide(session, id, decision))
      throw new Error('the effect failed')
    })
    await expect(failing).rejects.toThrow('the effect failed')
    expect((await load(id)).state).toBe('pending')
  })

  it('expires a pending approval when its evidence changes or it is proposed again on other evidence', async () => {
    const first = await request('p1')
    const second = await request('p1', { evidence: 'e2' })
    expect((await load(first.id)).state).toBe('expired')
    const expire = (evidence: string) =>
      transaction(connection, (session) => store.expireChanged(session, 'p1', { evidence, at })).then(valueOrThrow)
    expect(await expire('e2')).toEqual([])
    expect(await expire('e3')).toMatchObject([{ id: second.id, state: 'expired' }])
    await expect(decide(second.id, { evidence: 'e2' })).rejects.toMatchObject({ code: 'APPROVAL_NOT_PENDING' })
  })

  it('lets the maker withdraw', async () => {
    const { id } = await request('p1')
    const withdraw = async (by: string) =>
      valueOrThrow(await transaction(connection, (session) => store.withdraw(session, id, { by, at })))
    await expect(withdraw('checker')).rejects.toMatchObject({ code: 'APPROVAL_NOT_MAKER', status: 403 })
    expect(await withdraw('maker')).toMatchObject({ state: 'withdrawn' })
    expect(await store.countPending(['offering.publish'])).toBe(0)
  })

  it("returns NOT_FOUND for an approval that doesn't exist", async () => {
    await expect(load('nothing')).rejects.toMatchObject({ code: 'NOT_FOUND', status: 404 })
    await expect(decide('nothing')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('lists pending approvals in pages, oldest first', async () => {
    const ids: string[] = []
    for (let n = 0; n < 5; n += 1) {
      ids.push((await request(`p${n}`, { at: new Date(at.getTime() + (4 - n) * 60_000) })).id)
    }
    await request('p9', { action: 'other' })
    const first = await store.pending(['offering.publish'], { limit: 3 })
    expect(first.more).toBe(true)
    const { requestedAt, id } = first.approvals.at(-1)!
    const second = await store.pending(['offering.publish'], { limit: 3, after: [requestedAt, id] })
    expect(second.more).toBe(false)
    expect([...first.approvals, ...second.approvals].map((one) => one.id)).toEqual(ids.toReversed())
  })
})
