import { DecidePublication, GetProperty, ListPublications, WithdrawPublication } from '@hissa/contracts/property'
import { newId, problem } from '@hissa/kernel'
import type { Bus, RpcClient } from '@hissa/messaging'
import type { Connection } from '@hissa/persistence'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { boot } from '../src/boot.js'
import {
  approvals,
  audits,
  decide,
  facts,
  propertyOf,
  propose,
  REASON,
  rows,
  staff,
  startPublications,
  type Publications,
  type Staff,
} from './publications.js'

let service: Publications
let bus: Bus
let rpc: RpcClient
let mongo: Connection
let pool: Publications['pool']

beforeAll(async () => {
  service = await startPublications()
  ;({ bus, rpc, mongo, pool } = service)
})
afterAll(() => service?.stop())

describe('publishing an offering', () => {
  it('requires a proposal and the approval of another staff member, and has one event and its audit rows', async () => {
    const propertyId = await propertyOf(false)
    const [maker, checker] = [staff(), staff(['admin'])]
    const proposed = await propose(maker, propertyId)
    expect(proposed).toMatchObject({
      state: 'pending',
      propertyId,
      offeringVersion: 1,
      replaces: null,
      maker: maker.userId,
      reason: REASON,
      checker: null,
    })
    expect(await facts(propertyId)).toEqual([])
    await expect(rpc.call(GetProperty, { id: propertyId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await decide(checker, proposed.approvalId)).toMatchObject({ state: 'approved', checker: checker.userId })
    expect((await rpc.call(GetProperty, { id: propertyId })).property.offering).toMatchObject({
      version: 1,
      unitsTotal: proposed.terms.unitsTotal,
    })
    expect((await facts(propertyId)).map(({ event }) => event.data['offeringVersion'])).toEqual([1])
    expect(await audits(propertyId)).toEqual([
      ['publication.proposed', maker.userId],
      ['publication.approved', checker.userId],
    ])
  })

  it('gives a property a code with its first proposal, which its offering and later versions keep', async () => {
    const propertyId = await propertyOf(false)
    const { code, approvalId } = await propose(staff(), propertyId)
    expect(code).toMatch(/^HS-[A-Z]{3}-\d{2,}$/)
    await decide(staff(), approvalId)
    const later = await propose(staff(), propertyId, { feeBasisPoints: 160 })
    expect(later.code).toBe(code)
    await decide(staff(), later.approvalId)
    expect((await facts(propertyId)).map(({ event }) => event.data['code'])).toEqual([code, code])
  })

  it('gives two properties of one place different codes, even if both are proposed at once', async () => {
    const properties = [await propertyOf(false), await propertyOf(false), await propertyOf(false)]
    const proposed = await Promise.all(properties.map((propertyId) => propose(staff(), propertyId)))
    expect(new Set(proposed.map(({ code }) => code)).size).toBe(3)
    expect(new Set(proposed.map(({ code }) => code!.slice(0, 6))).size).toBe(1)
  })

  it('keeps the slug, price and units in the next version, and shows the terms that it replaces', async () => {
    const propertyId = await propertyOf(true)
    const { slug, offering } = (await rpc.call(GetProperty, { id: propertyId })).property
    const feeBasisPoints = offering.feeBasisPoints + 10
    const proposed = await propose(staff(), propertyId, { feeBasisPoints })
    expect(proposed).toMatchObject({
      offeringVersion: offering.version + 1,
      replaces: { feeBasisPoints: offering.feeBasisPoints },
    })
    await decide(staff(), proposed.approvalId)
    expect((await rpc.call(GetProperty, { id: propertyId })).property).toMatchObject({
      slug,
      offering: { version: offering.version + 1, feeBasisPoints },
    })
  })

  it('cannot be decided by its proposer, in any role', async () => {
    const propertyId = await propertyOf(false)
    const maker = staff()
    const { approvalId } = await propose(maker, propertyId)
    const asAdmin: Staff = {
      ...maker,
      call: (contract, input = {}) =>
        rpc.call(contract, input as never, { token: pool.token(maker.userId, ['admin', 'content']) }),
    }
    for (const by of [maker, asAdmin]) {
      for (const verdict of ['approve', 'reject'] as const) {
        await expect(decide(by, approvalId, verdict)).rejects.toMatchObject({
          code: 'APPROVAL_SAME_PERSON',
          status: 403,
        })
      }
    }
    expect(await facts(propertyId)).toEqual([])
  })

  it('happens once when two reviewers approve at once', async () => {
    const propertyId = await propertyOf(false)
    const { approvalId } = await propose(staff(), propertyId)
    const results = await Promise.allSettled([1, 2, 3].map(() => decide(staff(), approvalId)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) {
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ code: 'APPROVAL_NOT_PENDING', status: 409 })
    }
    expect(await facts(propertyId)).toHaveLength(1)
  })

  it('does not happen after a rejection or withdrawal, and can be proposed again', async () => {
    const propertyId = await propertyOf(false)
    const maker = staff()
    const first = await propose(maker, propertyId)
    await expect(propose(staff(), propertyId, { feeBasisPoints: 1 })).rejects.toMatchObject({
      code: 'APPROVAL_PENDING',
      status: 409,
      extra: { approvalId: first.approvalId },
    })
    expect(await decide(staff(), first.approvalId, 'reject')).toMatchObject({
      state: 'rejected',
      checkerReason: 'The documents are complete',
    })
    const { approvalId } = await propose(maker, propertyId)
    await expect(staff().call(WithdrawPublication, { approvalId })).rejects.toMatchObject({
      code: 'APPROVAL_NOT_MAKER',
      status: 403,
    })
    expect((await maker.call(WithdrawPublication, { approvalId })).publication.state).toBe('withdrawn')
    await expect(maker.call(WithdrawPublication, { approvalId })).rejects.toMatchObject({
      code: 'APPROVAL_NOT_PENDING',
    })
    expect(await facts(propertyId)).toEqual([])
    expect((await audits(propertyId)).map(([action]) => action)).toEqual([
      'publication.proposed',
      'publication.rejected',
      'publication.proposed',
      'publication.withdrawn',
    ])
  })

  it('ends the proposal if the record has changed since', async () => {
    const propertyId = await propertyOf(false)
    const maker = staff()
    const { approvalId } = await propose(maker, propertyId)
    await rows().updateOne(
      { _id: propertyId },
      { $set: { 'record.listing.priceFils': 1 }, $inc: { version: 1, 'record.version': 1 } },
    )
    await expect(decide(staff(), approvalId)).rejects.toMatchObject({ code: 'APPROVAL_EVIDENCE_CHANGED', status: 409 })
    await expect(decide(staff(), approvalId)).rejects.toMatchObject({ code: 'APPROVAL_NOT_PENDING' })
    expect(await facts(propertyId)).toEqual([])
    expect((await audits(propertyId)).at(-1)![0]).toBe('publication.expired')
    expect((await propose(maker, propertyId)).state).toBe('pending')
  })

  it('cannot be approved once its deadline has passed, and remains pending', async () => {
    const propertyId = await propertyOf(false)
    const { approvalId } = await propose(staff(), propertyId)
    const passed = { 'proposal.terms.deadline': '2020-01-01T00:00:00Z' }
    await approvals().updateOne({ _id: approvalId }, { $set: passed })
    await expect(decide(staff(), approvalId)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      status: 422,
      extra: { errors: [{ path: '/terms/deadline', code: 'passed' }] },
    })
    expect(await approvals().findOne({ _id: approvalId })).toMatchObject({ state: 'pending', checker: null })
    expect(await facts(propertyId)).toEqual([])
    expect((await audits(propertyId)).map(([action]) => action)).toEqual(['publication.proposed'])
  })

  it('does not expire when the raise progresses', async () => {
    const propertyId = await propertyOf(true)
    const { approvalId } = await propose(staff(), propertyId)
    await rows().updateOne(
      { _id: propertyId },
      { $set: { 'record.raise.unitsPaid': 7 }, $inc: { version: 1, 'record.version': 1 } },
    )
    expect((await decide(staff(), approvalId)).state).toBe('approved')
  })

  it('is restricted to content and admin, and reports a missing property or proposal', async () => {
    const propertyId = await propertyOf(false)
    const { approvalId } = await propose(staff(), propertyId)
    for (const groups of [[], ['compliance'], ['finance'], ['investor']]) {
      const by = staff(groups)
      for (const act of [
        () => by.call(ListPublications),
        () => propose(by, propertyId),
        () => decide(by, approvalId),
        () => by.call(WithdrawPublication, { approvalId }),
      ]) {
        await expect(act()).rejects.toMatchObject({ code: 'FORBIDDEN', status: 403 })
      }
    }
    await expect(propose(staff(), 'Prop_1_nowhere')).rejects.toMatchObject({ code: 'NOT_FOUND', status: 404 })
    await expect(decide(staff(), newId())).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const nothing = staff().call(WithdrawPublication, { approvalId: newId() })
    await expect(nothing).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const blank = staff().call(DecidePublication, { approvalId, verdict: 'approve', reason: '\u200b \u200b\u200b' })
    await expect(blank).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  })

  it('is listed with the name of a colleague, which is audited, and without it while identity is unavailable', async () => {
    const [maker, reader] = [staff(), staff()]
    const { approvalId } = await propose(maker, await propertyOf(false))
    const listed = async (by: Staff) =>
      (await by.call(ListPublications, { limit: 100 })).publications.find((each) => each.approvalId === approvalId)!
    const reads = () => mongo.collection('audit').countDocuments({ action: 'publication.listed', actor: reader.userId })
    expect((await listed(reader)).makerName).toBeNull()
    expect(await reads()).toBe(0)
    const identity = bus.nc.subscribe('rpc.identity.getStaffName', {
      callback: (_, message) => {
        const { userId } = message.json<{ data: { input: { userId: string } } }>().data.input
        const found = userId === maker.userId
        const refusal = problem('NOT_FOUND', 404, 'There is no such user.').toProblem()
        const response = found ? { ok: true, output: { name: 'Sara Nasser' } } : { ok: false, problem: refusal }
        message.respond(JSON.stringify({ response }))
      },
    })
    await bus.nc.flush()
    expect((await listed(reader)).makerName).toBe('Sara Nasser')
    expect(await reads()).toBe(1)
    const row = await mongo.collection('audit').findOne({ action: 'publication.listed', actor: reader.userId })
    expect(row).toMatchObject({ subject: null, detail: { approvalIds: expect.arrayContaining([approvalId]) } })
    expect(JSON.stringify(row)).not.toContain('Sara')
    // Reading one's own name is not audited.
    expect((await listed(maker)).makerName).toBeNull()
    identity.unsubscribe()
  })

  it('is listed page by page while it is pending, oldest first', async () => {
    const by = staff()
    const seen: string[] = []
    let cursor: string | undefined
    let count = 0
    do {
      const page = await by.call(ListPublications, { limit: 2, ...(cursor ? { cursor } : {}) })
      seen.push(...page.publications.map(({ approvalId }) => approvalId))
      ;({ cursor, count } = page)
    } while (cursor)
    expect(seen.length).toBeGreaterThan(2)
    expect(new Set(seen).size).toBe(count)
    const pending = await mongo
      .collection('approvals')
      .find({ state: 'pending' })
      .sort({ requestedAt: 1, _id: 1 })
      .toArray()
    expect(seen).toEqual(pending.map(({ _id }) => String(_id)))
    await expect(by.call(ListPublications, { cursor: 'nonsense' })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  })

  it('records the system as the author of the sample catalogue, also in the audit log', async () => {
    const rows = await mongo.collection('audit').find({ action: 'offering.published' }).toArray()
    expect(rows).toHaveLength(24)
    expect(new Set(rows.map(({ actor }) => String(actor)))).toEqual(new Set(['system']))
  })

  it('needs a key to sign its log with', async () => {
    await expect(boot({ ...service.env, PROPERTY_MASTER_KEY: 'short' })).rejects.toThrow(/PROPERTY_MASTER_KEY/)
  })
})
