import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  type Classification,
  DecideClassification,
  DecideResolution,
  GetClassification,
  GetOrderRequirements,
  ListClassifications,
  ListDecisions,
  ProposeClassification,
  WithdrawClassification,
  WithdrawResolution,
} from '@hissa/contracts/investment'
import { newId } from '@hissa/kernel'
import { reevaluateDecisions } from '../src/decisions/reevaluate-decisions.js'
import { Investment } from './harness.js'

const DAY_MINUTES = 24 * 60
const reason = 'Audited statement of net assets'

let app: Investment
beforeAll(async () => {
  app = await Investment.start()
})
afterAll(() => app.stop())

const dayAfter = (days: number) => new Date(app.now().getTime() + days * 86_400_000)
const professional = (userId: string, change: Partial<Classification> = {}): Classification => ({
  ...{ userId, investorClass: 'professional', optUp: 'DOC-2' },
  evidence: { kind: 'net_assets', reference: 'DOC-1', asOf: app.today(), netAssetsFils: 367_250_000 as never },
  expiresAt: dayAfter(30).toISOString(),
  ...change,
})
const propose = (input: Classification, by = newId()) =>
  app.call(ProposeClassification, { ...input, reason }, by, ['compliance'])
const decide = (approvalId: string, by = newId(), verdict: 'approve' | 'reject' = 'approve') =>
  app.call(DecideClassification, { approvalId, verdict, reason }, by, ['compliance'])
const withdraw = (approvalId: string, by: string) =>
  app.call(WithdrawClassification, { approvalId }, by, ['compliance'])
const read = async (userId: string) =>
  (await app.call(GetClassification, { userId }, newId(), ['compliance'])).classification
const classOf = async (userId: string) => (await read(userId)).investorClass
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error: { code: string; extra: { why?: string } }) => error.extra.why ?? error.code,
  )

async function classified(userId: string, change: Partial<Classification> = {}): Promise<void> {
  await decide((await propose(professional(userId, change))).pending.approvalId)
}

describe('the class of an investor', () => {
  it('cannot be decided or withdrawn as a finance resolution', async () => {
    const userId = await app.newcomer()
    const maker = newId()
    const { approvalId } = (await propose(professional(userId), maker)).pending
    for (const verdict of ['approve', 'reject'] as const) {
      const decided = app.call(DecideResolution, { approvalId, verdict, reason }, newId(), ['finance'])
      expect(await refusal(decided)).toBe('NOT_FOUND')
    }
    expect(await refusal(app.call(WithdrawResolution, { approvalId }, maker, ['finance']))).toBe('NOT_FOUND')
    expect(await read(userId)).toMatchObject({ investorClass: 'retail', pending: { approvalId } })
  })

  it('is retail without a decision, and professional once a second person has approved it', async () => {
    const userId = await app.newcomer()
    const [maker, checker] = [newId(), newId()]
    expect(await read(userId)).toEqual({ userId, investorClass: 'retail', decidedClass: 'retail', version: 0 })
    const { pending } = await propose(professional(userId), maker)
    expect(await read(userId)).toMatchObject({
      investorClass: 'retail',
      pending: { approvalId: pending.approvalId, maker },
    })
    const listed = await app.call(ListClassifications, { limit: 100 }, newId(), ['compliance'])
    expect(listed.classifications.map(({ approvalId }) => approvalId)).toContain(pending.approvalId)
    expect(await refusal(decide(pending.approvalId, maker))).toBe('APPROVAL_SAME_PERSON')
    expect(await decide(pending.approvalId, checker)).toEqual({ state: 'approved' })
    expect(await read(userId)).toMatchObject({ investorClass: 'professional', maker, checker, version: 1 })
    const [event] = await app.events('investment.investor.classified.v1', userId)
    expect(event!['event'].data).toEqual({
      ...{ userId, investorClass: 'professional', version: 1 },
      expiresAt: pending.expiresAt,
    })
    const audit = await app
      .collection('audit')
      .find({ subject: userId, action: /^classification\.(p|a)/ })
      .toArray()
    expect(audit.map(({ action, actor }) => [action, actor])).toEqual([
      ['classification.proposed', maker],
      ['classification.approved', checker],
    ])
    const stored = await app.collection('investor_classes').findOne({ _id: userId })
    expect(stored!['decision']).toMatchObject({ rule: 'platform.classification', version: 1, allowed: true })
  })

  it('decides which rules apply, and is retail again once it has expired', async () => {
    const propertyId = await app.openRaise(1_000, { basis: 'exempt-professional' })
    const userId = await app.newcomer(propertyId)
    await classified(userId)
    const requirements = () => app.call(GetOrderRequirements, { propertyId }, userId)
    expect(await requirements()).toMatchObject({ investorClass: 'professional', appropriateness: 'not_required' })
    expect(await app.decided(() => app.place(userId, propertyId))).toBe('accepted')
    await app.advance(31 * DAY_MINUTES)
    expect(await requirements()).toMatchObject({ investorClass: 'retail', appropriateness: 'required' })
    expect(await app.decided(() => app.place(userId, propertyId))).toBe('INVESTOR_CLASS_NOT_ADMITTED')
    expect(await read(userId)).toMatchObject({ investorClass: 'retail', decidedClass: 'professional' })
  })

  it('can be reduced to retail at any time, without evidence', async () => {
    const userId = await app.newcomer()
    await classified(userId)
    const { pending } = await propose({ userId, investorClass: 'retail' })
    await decide(pending.approvalId)
    const view = await read(userId)
    expect(view).toMatchObject({ investorClass: 'retail', decidedClass: 'retail', version: 2 })
    expect(view.evidence ?? view.expiresAt ?? view.optUp).toBeUndefined()
  })

  it.each<[string, (userId: string) => Classification]>([
    [
      'net_assets',
      (userId) =>
        professional(userId, { evidence: { ...professional(userId).evidence!, netAssetsFils: 367_249_999 as never } }),
    ],
    ['evidence', (userId) => professional(userId, { evidence: undefined })],
    [
      'evidence_date',
      (userId) => professional(userId, { evidence: { ...professional(userId).evidence!, asOf: '2020-01-01' } }),
    ],
    ['opt_up', (userId) => professional(userId, { optUp: undefined })],
    ['expiry', (userId) => professional(userId, { expiresAt: dayAfter(-1).toISOString() })],
    ['unchanged', (userId) => ({ userId, investorClass: 'retail' })],
  ])('is refused with %s', async (why, input) => {
    expect(await refusal(propose(input(await app.newcomer())))).toBe(why)
  })

  it('is refused at the decision if the evidence has expired since the proposal', async () => {
    const userId = await app.newcomer()
    const { pending } = await propose(professional(userId, { expiresAt: dayAfter(2).toISOString() }))
    await app.advance(3 * DAY_MINUTES)
    expect(await refusal(decide(pending.approvalId))).toBe('expiry')
    expect(await decide(pending.approvalId, newId(), 'reject')).toEqual({ state: 'rejected' })
    expect(await classOf(userId)).toBe('retail')
  })

  it('is decided once when two people approve it at once', async () => {
    const { pending } = await propose(professional(await app.newcomer()))
    const answers = await Promise.all([1, 2, 3].map(() => refusal(decide(pending.approvalId))))
    expect(answers.sort()).toEqual(['APPROVAL_NOT_PENDING', 'APPROVAL_NOT_PENDING', 'accepted'])
  })

  it('has one pending proposal, which its maker can withdraw', async () => {
    const userId = await app.newcomer()
    const maker = newId()
    const { pending } = await propose(professional(userId), maker)
    expect(await refusal(propose(professional(userId)))).toBe('APPROVAL_PENDING')
    expect(await refusal(withdraw(pending.approvalId, newId()))).toBe('APPROVAL_NOT_MAKER')
    expect(await withdraw(pending.approvalId, maker)).toEqual({ state: 'withdrawn' })
    expect(await refusal(withdraw(pending.approvalId, maker))).toBe('APPROVAL_NOT_PENDING')
    expect(await refusal(decide(pending.approvalId))).toBe('APPROVAL_NOT_PENDING')
  })

  it('cannot be approved once the evidence of its proposal has changed', async () => {
    const userId = await app.newcomer()
    const first = (await propose(professional(userId))).pending
    await app.collection('investor_classes').insertOne({
      ...{ _id: userId, investorClass: 'retail', decidedAt: new Date(), maker: 'a', checker: 'b', version: 1 },
      decision: { rule: 'platform.classification', version: 1, allowed: true, inputs: { investorClass: 'retail' } },
    })
    expect(await refusal(decide(first.approvalId))).toBe('APPROVAL_EVIDENCE_CHANGED')
  })

  it('is never decided by the investor, and only for investors who exist', async () => {
    const userId = await app.newcomer()
    expect(await refusal(propose(professional(userId), userId))).toBe('CONFLICT_OF_INTEREST')
    const { pending } = await propose(professional(userId))
    expect(await refusal(decide(pending.approvalId, userId))).toBe('CONFLICT_OF_INTEREST')
    expect(await refusal(propose(professional('nobody')))).toBe('NOT_FOUND')
    expect(await refusal(decide('none'))).toBe('NOT_FOUND')
    expect(await refusal(withdraw('none', newId()))).toBe('NOT_FOUND')
  })

  it('is restricted to compliance staff, and lists are paged', async () => {
    const userId = await app.newcomer()
    for (const roles of [[], ['finance'], ['content']] as const) {
      await expect(app.call(GetClassification, { userId }, newId(), roles)).rejects.toMatchObject({ code: 'FORBIDDEN' })
      const proposal = { ...professional(userId), reason }
      await expect(app.call(ProposeClassification, proposal, newId(), roles)).rejects.toMatchObject({
        code: 'FORBIDDEN',
      })
    }
    await Promise.all([await app.newcomer(), await app.newcomer()].map((id) => propose(professional(id))))
    const page = (cursor?: string) => app.call(ListClassifications, { limit: 1, cursor }, newId(), ['compliance'])
    const [first] = [await page()]
    const second = await page(first.cursor)
    expect(second.classifications[0]!.approvalId).not.toBe(first.classifications[0]!.approvalId)
    expect(await refusal(page('x'))).toBe('VALIDATION_FAILED')
  })
})

describe('stored rule decisions', () => {
  it('are listed for staff with explanations, orders and denials by time, in pages', async () => {
    const propertyId = await app.openRaise(1_000)
    const userId = await app.newcomer(propertyId)
    expect(await app.decided(() => app.place(userId, propertyId))).toBe('APPROPRIATENESS_REQUIRED')
    await app.answer(userId)
    const { orderId } = await app.place(userId, propertyId)
    const list = (input: object) => app.call(ListDecisions, { limit: 20, ...input }, newId(), ['finance'])
    const { records } = await list({ userId })
    expect(records.map(({ kind }) => kind)).toEqual(['order', 'denial'])
    const denied = records[1]!.decisions.filter(({ allowed }) => !allowed)
    expect(denied).toEqual([
      expect.objectContaining({
        ...{ rule: 'adgm.appropriateness', version: 1, explanation: expect.stringContaining('365 days') },
        investorText: { en: expect.stringContaining('risks'), ar: expect.stringMatching(/\p{Script=Arabic}/u) },
      }),
    ])
    expect((await list({ orderId })).records).toEqual([records[0]])
    const first = await list({ userId, limit: 1 })
    const second = await list({ userId, limit: 1, cursor: first.cursor })
    expect([...first.records, ...second.records]).toEqual(records)
    expect(second.cursor).toBeUndefined()
    expect(await app.collection('audit').countDocuments({ action: 'decisions.read', subject: userId })).toBe(3)
  })

  it('need one subject and a valid cursor, and are restricted to staff', async () => {
    const list = (input: object, roles: readonly 'compliance'[] = ['compliance']) =>
      app.call(ListDecisions, { limit: 20, ...input }, newId(), roles)
    expect(await refusal(list({}))).toBe('VALIDATION_FAILED')
    expect(await refusal(list({ userId: 'a', orderId: 'b' }))).toBe('VALIDATION_FAILED')
    expect(await refusal(list({ userId: 'a', cursor: 'x' }))).toBe('VALIDATION_FAILED')
    expect(await refusal(list({ userId: 'a' }, []))).toBe('FORBIDDEN')
    expect((await list({ orderId: 'none' })).records).toEqual([])
  })

  it('replay with the same result, and one that differs is reported', async () => {
    const propertyId = await app.openRaise(1_000)
    const userId = await app.investor()
    expect(await app.decided(() => app.place(userId, propertyId))).toBe('DISCLOSURES_REQUIRED')
    await app.accept(userId, propertyId)
    const { orderId } = await app.place(userId, propertyId)
    await classified(userId)
    const before = await reevaluateDecisions(app.connection)
    expect(before.differences).toEqual([])
    expect(before.decisions).toBeGreaterThan(20)
    const orders = app.collection('orders')
    await orders.updateOne(
      { _id: orderId },
      { $set: { 'decisions.0.allowed': false, 'decisions.1.version': 9, 'decisions.2.inputs': {} } },
    )
    const about = { collection: 'orders', id: orderId }
    expect((await reevaluateDecisions(app.connection)).differences).toEqual([
      { ...about, rule: 'adgm.eligibility', version: 1, kind: 'changed' },
      { ...about, rule: 'adgm.minimum', version: 9, kind: 'unknown' },
      { ...about, rule: 'adgm.disclosures', version: 1, kind: 'changed' },
    ])
  })
})
