import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Input } from '@hissa/contracts'
import {
  DecideValuation,
  GetDashboard,
  GetPropertyValuations,
  GetValueOverTime,
  ListValuations,
  ProposeValuation,
  WithdrawValuation,
} from '@hissa/contracts/investment'
import { newId } from '@hissa/kernel'
import { fils } from '@hissa/money'
import { Books, DAY } from './books.js'
import { FINANCE, refusal } from './desk.js'
import { Investment } from './harness.js'

/** A picture, which is a document of income but no report. */
const PICTURE = Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(64), Buffer.from('ffd9', 'hex')])

let app: Investment
let books: Books
beforeAll(async () => {
  app = await Investment.start()
  books = new Books(app)
})
afterAll(() => app.stop())

type Facts = Input<typeof ProposeValuation>
const propose = async (propertyId: string, change: Partial<Facts> = {}, by = books.maker) => {
  const documentSha256 = change.documentSha256 ?? (await books.upload(propertyId)).document.sha256
  const facts = { date: app.today(), valueFils: fils(300_100), valuer: 'Gulf Valuers', method: 'cost' as const }
  const input = { propertyId, ...facts, documentSha256, reason: 'The report of this quarter', ...change }
  return (await app.call(ProposeValuation, input, by, FINANCE)).valuation
}
const decide = (valuationId: string, by = books.checker, verdict: 'approve' | 'reject' = 'approve') =>
  app.call(DecideValuation, { valuationId, verdict, reason: 'Agrees with the report' }, by, FINANCE)
const withdraw = (valuationId: string, by = books.maker) => app.call(WithdrawValuation, { valuationId }, by, FINANCE)
const list = (propertyId: string) => app.call(ListValuations, { propertyId, limit: 100 }, books.checker, FINANCE)
const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
const published = async (id: string) => (await app.call(GetPropertyValuations, { id })).valuations
const dashboardOf = (userId: string) => app.call(GetDashboard, {}, userId)
const audited = (propertyId: string) =>
  app
    .collection('audit')
    .find({ subject: `valuation:${propertyId}` })
    .toArray()

describe('a valuation of a property', () => {
  it('counts for everyone once two people have decided it, and holdings are at cost until then', async () => {
    const { propertyId, holders, issued } = await books.completed(2_000, 3_000)
    const before = await dashboardOf(holders[0]!)
    expect(before.holdings[0]!.valuation).toBeUndefined()
    expect(before.totals.valueFils).toBe(200_000)
    const { valuationId, document } = await propose(propertyId)
    expect(await published(propertyId)).toEqual([])
    expect(await refusal(decide(valuationId, books.maker))).toBe('403 APPROVAL_SAME_PERSON')
    expect(await decide(valuationId)).toEqual({ state: 'approved' })
    expect(await published(propertyId)).toMatchObject([
      {
        date: app.today(),
        valueFils: 300_100,
        valuer: 'Gulf Valuers',
        method: 'cost',
        documentSha256: document.sha256,
      },
    ])
    const { holdings, totals } = await dashboardOf(holders[0]!)
    const valueFils = Math.floor((300_100 * 20) / issued)
    expect(holdings[0]!.valuation).toEqual({ date: app.today(), valueFils })
    expect(totals).toMatchObject({ investedFils: 200_000, valueFils })
    const { steps, events, returns } = await app.call(GetValueOverTime, {}, holders[0])
    expect(steps.map((step) => [step.valueFils, step.contributedFils])).toEqual([
      [200_000, 200_000],
      [valueFils, 200_000],
    ])
    expect(events.map(({ kind, property }) => [kind, property.propertyId])).toEqual([
      ['purchase', propertyId],
      ['valuation', propertyId],
    ])
    // The fee is 1.5 % of what was paid.
    const points = (paid: number) => Math.round((valueFils / paid - 1) * 10_000)
    expect(returns).toMatchObject({ from: steps[0]!.day, to: app.today(), isAnnual: false })
    expect(returns!.timeWeightedBasisPoints).toBe(points(200_000))
    expect(returns!.moneyWeightedBasisPoints).toBe(points(203_000))
    const rows = await audited(propertyId)
    expect(rows.map((row) => row['action'])).toEqual(['valuation.proposed', 'valuation.approved'])
    expect(JSON.stringify(rows)).not.toContain('Gulf Valuers')
  })

  it('replaces one of an earlier or the same date, and is never dated before it', async () => {
    const { propertyId } = await books.completed(2_000)
    const first = app.today()
    await decide((await propose(propertyId, { valueFils: fils(500_000) })).valuationId)
    await decide((await propose(propertyId, { valueFils: fils(510_000) })).valuationId)
    expect((await published(propertyId)).map(({ valueFils }) => valueFils)).toEqual([510_000])
    await app.advance(30 * DAY)
    await decide((await propose(propertyId, { valueFils: fils(490_000) })).valuationId)
    expect((await published(propertyId)).map(({ valueFils }) => valueFils)).toEqual([490_000, 510_000])
    expect(await refusal(propose(propertyId, { date: first }))).toBe('409 VALUATION_NOT_POSSIBLE earlier')
    expect((await list(propertyId)).count).toBe(3)
  })

  it('counts if it is of its date the one that was approved last, in whatever order they are stored', async () => {
    const { propertyId, holders } = await books.completed(2_000)
    const { valuationId } = await propose(propertyId)
    const row = (await app.collection('valuations').findOne({ _id: valuationId }))!
    const approved = (value: number, date: string, decidedAt: string) => {
      return { ...row, _id: newId(), state: 'approved', valueFils: fils(value), date, decidedAt: new Date(decidedAt) }
    }
    await app
      .collection('valuations')
      .insertMany([
        approved(300_003, '2026-03-31', '2026-04-02T08:00:00Z'),
        approved(300_004, '2026-09-30', '2026-10-05T08:00:00Z'),
        approved(300_002, '2026-09-30', '2026-10-02T08:00:00Z'),
        approved(300_001, '2025-12-31', '2026-11-05T08:00:00Z'),
      ])
    expect((await published(propertyId)).map(({ valueFils }) => valueFils)).toEqual([300_004, 300_003, 300_001])
    const { holdings } = await dashboardOf(holders[0]!)
    expect(holdings[0]!.valuation).toMatchObject({ date: '2026-09-30' })
    expect(await refusal(decide(valuationId))).toBe('409 APPROVAL_EVIDENCE_CHANGED')
  })

  it('is refused where it would be wrong, and writes nothing', async () => {
    const { propertyId, holders } = await books.completed(2_000)
    const stored = (await books.upload(propertyId)).document.sha256
    const picture = (await books.upload(propertyId, PICTURE)).document.sha256
    const refused = (change: Partial<Facts>, by?: string) => refusal(propose(propertyId, change, by))
    expect(await refused({ date: '2099-01-01' })).toBe('409 VALUATION_NOT_POSSIBLE date')
    const completedOn = app.today()
    await app.advance(DAY)
    expect(await refused({ date: dayBefore(completedOn) })).toBe('409 VALUATION_NOT_POSSIBLE before_completion')
    expect(await refused({ documentSha256: 'a'.repeat(64) })).toBe('409 VALUATION_NOT_POSSIBLE document')
    expect(await refused({ documentSha256: picture })).toBe('409 VALUATION_NOT_POSSIBLE document')
    expect(await refused({}, holders[0])).toBe('403 CONFLICT_OF_INTEREST')
    const of = { documentSha256: stored }
    expect(await refusal(propose('Prop_0_none', of))).toBe('404 NOT_FOUND')
    expect(await refusal(propose(await app.openRaise(20), of))).toBe('409 VALUATION_NOT_POSSIBLE raise_state')
    expect(await list(propertyId)).toMatchObject({ valuations: [], count: 0 })
    expect(await audited(propertyId)).toEqual([])
    expect(await refusal(published('no-such-place'))).toBe('404 NOT_FOUND')
    const page = { limit: 1, cursor: 'of-another-list' }
    expect(await refusal(app.call(ListValuations, page, books.checker, FINANCE))).toBe('400 VALIDATION_FAILED')
  })

  it('is proposed once at a time, and can be rejected or withdrawn', async () => {
    const { propertyId, holders } = await books.completed(2_000)
    const proposals = await Promise.allSettled([propose(propertyId), propose(propertyId)])
    expect(proposals.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await refusal(propose(propertyId))).toBe('409 APPROVAL_PENDING')
    const { valuationId: first } = (await list(propertyId)).valuations[0]!
    expect(await refusal(decide(first, holders[0]))).toBe('403 CONFLICT_OF_INTEREST')
    expect(await refusal(withdraw(first, books.checker))).toBe('403 APPROVAL_NOT_MAKER')
    expect(await withdraw(first)).toEqual({ state: 'withdrawn' })
    expect(await refusal(withdraw(first))).toBe('409 APPROVAL_NOT_PENDING')
    expect(await refusal(decide(first))).toBe('409 APPROVAL_NOT_PENDING')
    expect(await refusal(decide(newId()))).toBe('404 NOT_FOUND')
    expect(await refusal(withdraw(newId()))).toBe('404 NOT_FOUND')
    const { valuationId: second } = await propose(propertyId)
    expect(await decide(second, books.checker, 'reject')).toEqual({ state: 'rejected' })
    expect((await list(propertyId)).valuations.map(({ state }) => state)).toEqual(['rejected', 'withdrawn'])
    expect(await published(propertyId)).toEqual([])
  })

  it('is void once another one counts', async () => {
    const { propertyId } = await books.completed(2_000)
    const { valuationId } = await propose(propertyId)
    const row = await app.collection('valuations').findOne({ _id: valuationId })
    const other = { ...row, _id: newId(), state: 'approved', decidedAt: new Date() }
    await app.collection('valuations').insertOne(other)
    expect(await refusal(decide(valuationId))).toBe('409 APPROVAL_EVIDENCE_CHANGED')
    expect(await decide(valuationId, books.checker, 'reject')).toEqual({ state: 'rejected' })
  })
})
