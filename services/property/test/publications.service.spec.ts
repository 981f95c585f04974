import type { Input, RpcContract } from '@hissa/contracts'
import {
  DecidePublication,
  GetProperty,
  ListPublications,
  OfferingPublished,
  ProposePublication,
  WithdrawPublication,
  type OfferingTerms,
} from '@hissa/contracts/property'
import { newId, problem, type Running } from '@hissa/kernel'
import { connectBus, RpcClient, type Bus } from '@hissa/messaging'
import { connectMongo, type Connection } from '@hissa/persistence'
import { freshEngines } from '@hissa/testing-engines'
import { startPool } from '@hissa/testing-helpers'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { fils } from '@hissa/money'
import { boot } from '../src/boot.js'
import { environmentOf } from './environment.js'

let running: Running
let bus: Bus
let rpc: RpcClient
let mongo: Connection
let pool: Awaited<ReturnType<typeof startPool>>
let env: Record<string, string>

beforeAll(async () => {
  const engines = await freshEngines()
  const { mongoUri, natsUrl, dbPrefix } = engines
  pool = await startPool()
  env = environmentOf(engines, pool.env)
  running = await boot(env)
  await running.ready
  bus = await connectBus(natsUrl, 'test')
  rpc = new RpcClient(bus.nc)
  mongo = await connectMongo({ uri: mongoUri, dbName: `${dbPrefix}property` })
  await bus.nc.request('local.property.seed', '{}', { timeout: 60_000 })
})
afterAll(async () => {
  await bus?.nc.drain()
  await mongo?.close()
  await running?.drain()
  await pool?.stop()
})

function staff(groups = ['content']) {
  const userId = newId()
  const call = <C extends RpcContract>(contract: C, input: Partial<Input<C>> = {}) =>
    rpc.call(contract, input as Input<C>, { token: pool.token(userId, groups) })
  return { userId, call }
}
type Staff = ReturnType<typeof staff>

interface Row {
  _id: string
  published: boolean
  version: number
  record: Record<string, any>
}
const rows = () => mongo.collection<Row>('properties')
const approvals = () => mongo.collection<{ _id: string }>('approvals')
let serial = 0
let companies = 0
let sampled: Row & Record<string, any>
/** A published sample that no test changes. */
const sampleRow = async () => (sampled ??= (await rows().findOne({})) as typeof sampled)
/** Returns a new property for each test: a draft, or one with a published first version. */
async function propertyOf(published: boolean): Promise<string> {
  const { _id: _sampleId, ...sample } = await sampleRow()
  serial += 1
  const propertyId = `Prop_${String(serial).padStart(12, '0')}_test`
  const record = {
    ...sample.record,
    propertyId,
    slug: `test-${serial}`,
    listing: { ...sample.record.listing, sourceId: `test-${serial}` },
    ...(published ? { offering: ownCompany(sample.record.offering) } : { offering: null, documents: [] }),
    version: 1,
  }
  const keys = { idKey: propertyId.toLowerCase(), slug: record.slug, sourceId: `test-${serial}` }
  await rows().insertOne({ ...sample, ...keys, _id: propertyId, published, version: 1, record })
  return propertyId
}
/** Returns an offering by a company that no other property has. */
const ownCompany = (offering: { spv: object }) => ({
  ...offering,
  spv: { ...offering.spv, registrationNumber: `TEST-PROPERTY-${serial}` },
})
async function termsOf(changes: Partial<OfferingTerms> = {}): Promise<OfferingTerms> {
  const { record } = await sampleRow()
  const { version: _version, publishedAt: _publishedAt, deadline, ...terms } = record.offering
  // One property for each company: each proposal names another.
  companies += 1
  const spv = { ...terms.spv, registrationNumber: `TEST-${companies}` }
  return { ...terms, spv, deadline: new Date(deadline).toISOString(), ...changes }
}
/** Returns the day in Dubai a number of days ago. */
const dayBefore = (days: number) => new Date(Date.now() + 4 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10)
const REASON = 'Terms agree with the valuation'
const propose = async (by: Staff, propertyId: string, changes: Partial<OfferingTerms> = {}) =>
  (await by.call(ProposePublication, { propertyId, terms: await termsOf(changes), reason: REASON })).publication
const decide = async (by: Staff, approvalId: string, verdict: 'approve' | 'reject' = 'approve') =>
  (await by.call(DecidePublication, { approvalId, verdict, reason: 'The documents are complete' })).publication
const facts = (propertyId: string) =>
  mongo
    .collection<{ _id: string; event: { type: string; subject: string; data: Record<string, unknown> } }>('outbox')
    .find({ 'event.subject': propertyId, 'event.type': OfferingPublished.type })
    .toArray()
const audits = async (propertyId: string) =>
  (await mongo.collection('audit').find({ subject: propertyId }).sort({ _id: 1 }).toArray()).map(
    ({ action, actor }) => [action, actor] as unknown[],
  )

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

  it('ends when the record has changed since the proposal', async () => {
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

  it.each<[string, boolean, (terms: OfferingTerms) => Partial<OfferingTerms>, string]>([
    ['a deadline that has passed', false, () => ({ deadline: '2020-01-01T00:00:00Z' }), '/terms/deadline'],
    [
      'costs that do not add up',
      false,
      ({ acquisition }) => ({ acquisition: acquisition.slice(1) }),
      '/terms/acquisition',
    ],
    ['rent that does not add up', false, ({ rent }) => ({ rent: rent.slice(1) }), '/terms/rent'],
    ['no company', false, () => ({ spv: null }), '/terms/spv'],
    ['no valuation', false, () => ({ valuation: undefined }), '/terms/valuation'],
    [
      'a valuation that is 92 days old',
      false,
      ({ valuation }) => ({ valuation: { ...valuation!, valuedOn: dayBefore(92) } }),
      '/terms/valuation',
    ],
    [
      'a valuation of tomorrow',
      false,
      ({ valuation }) => ({ valuation: { ...valuation!, valuedOn: dayBefore(-1) } }),
      '/terms/valuation',
    ],
    ['another price of units on offer', true, () => ({ unitPriceFils: fils(5_000) }), '/terms/unitPriceFils'],
  ])('is rejected with %s', async (_, published, change, path) => {
    const propertyId = await propertyOf(published)
    const attempt = propose(staff(), propertyId, change(await termsOf()))
    await expect(attempt).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      status: 422,
      extra: { errors: expect.arrayContaining([expect.objectContaining({ path })]) },
    })
  })

  it('accepts a valuation that is 91 days old, and publishes its day and the basis of the offer', async () => {
    const propertyId = await propertyOf(false)
    const { valuation } = await termsOf()
    const changes = { valuation: { ...valuation!, valuedOn: dayBefore(91) }, basis: 'exempt-persons' as const }
    await decide(staff(), (await propose(staff(), propertyId, changes)).approvalId)
    const [fact] = await facts(propertyId)
    expect(fact!.event.data).toMatchObject({ valuedOn: dayBefore(91), basis: 'exempt-persons' })
  })

  it('is rejected for a company that holds another property, at the proposal and at the decision', async () => {
    const spv = { name: 'One SPV Ltd', registrationNumber: 'ONE', jurisdiction: 'Abu Dhabi Global Market' }
    const [first, second] = [await propertyOf(false), await propertyOf(false)]
    const [one, two] = [await propose(staff(), first, { spv }), await propose(staff(), second, { spv })]
    expect((await decide(staff(), one.approvalId)).state).toBe('approved')
    const taken = { extra: { errors: [{ path: '/terms/spv', code: 'taken', message: expect.any(String) }] } }
    await expect(decide(staff(), two.approvalId)).rejects.toMatchObject(taken)
    await expect(propose(staff(), await propertyOf(false), { spv })).rejects.toMatchObject(taken)
    expect((await propose(staff(), first, { spv })).offeringVersion).toBe(2)
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
    await expect(boot({ ...env, PROPERTY_MASTER_KEY: 'short' })).rejects.toThrow(/PROPERTY_MASTER_KEY/)
  })
})
