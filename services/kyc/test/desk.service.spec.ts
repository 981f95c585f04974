import {
  CLAIM_LEASE_MINUTES,
  ClaimNextTicket,
  ClaimTicket,
  DecideTicket,
  GetKycStatus,
  GetTicket,
  ListTickets,
  ListTicketTrail,
  PreviewTicketMessage,
  ReleaseTicket,
  RenewTicketClaim,
  SubmitKyc,
  type TicketView,
} from '@hissa/contracts/kyc'
import { newId } from '@hissa/kernel'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  attach,
  audits,
  harness,
  lines,
  openEvidence,
  reboot,
  reviewer,
  startHarness,
  startCase,
  stopHarness,
  submitHighRisk,
  submitToReview,
  user,
  type User,
} from './harness.js'
import { claim, decideAs, NOTE } from './reviewing.js'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Monday, 10:00 in Dubai. */
const MONDAY = Date.parse('2027-11-29T06:00:00Z')
let offsetMs = 0

/** Moves the service's clock. */
async function moveTo(ms: number) {
  offsetMs = ms
  await harness.bus.nc.request('local.kyc.clock', JSON.stringify({ offsetMs }), { timeout: 60_000 })
}
const advance = (ms: number) => moveTo(offsetMs + ms)

beforeAll(async () => {
  await startHarness()
  await moveTo(MONDAY - Date.now())
})
afterAll(stopHarness)

const idsIn = async (staff: User, view: TicketView) => {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await staff.call(ListTickets, { view, limit: 2, ...(cursor ? { cursor } : {}) })
    ids.push(...page.tickets.map(({ caseId }) => caseId))
    cursor = page.cursor
  } while (cursor)
  expect(new Set(ids).size).toBe(ids.length)
  return ids
}
const ticketOf = async (staff: User, caseId: string) => (await staff.call(GetTicket, { caseId })).ticket
const resubmit = async (by: User, caseId: string) => {
  const [first, second] = lines() as [string, string]
  const mrzLines = [first, second.slice(0, -1) + ((Number(second.at(-1)) + 1) % 10)]
  await attach(by, caseId)
  await by.call(SubmitKyc, { caseId, mrzLines, confirmMrz: true })
}

describe('the next case', () => {
  it('is the one with the highest risk among those due at the same time, and null once every case is claimed', async () => {
    const medium = await submitToReview()
    const high = await submitHighRisk()
    const staff = reviewer()
    expect(await idsIn(staff, 'unassigned')).toEqual([high, medium])
    expect((await staff.call(ClaimNextTicket)).ticket).toMatchObject({
      ...{ caseId: high, risk: 'high', assignee: { userId: staff.userId } },
    })
    expect((await staff.call(ClaimNextTicket)).ticket).toMatchObject({ caseId: medium })
    expect((await staff.call(ClaimNextTicket)).ticket).toBeNull()
    expect((await audits(high)).map(({ action }) => action)).toEqual(['case.claimed'])
  })

  it('is another one for each of several reviewers who ask at once', async () => {
    const cases = await Promise.all(Array.from({ length: 4 }, () => submitToReview()))
    const claimed = await Promise.all(cases.map(() => reviewer().call(ClaimNextTicket)))
    expect(claimed.map(({ ticket }) => ticket?.caseId).sort()).toEqual([...cases].sort())
  })

  it('is never the own case of a reviewer', async () => {
    const staff = reviewer()
    const own = await submitToReview(staff)
    expect((await staff.call(ClaimNextTicket)).ticket).toBeNull()
    expect((await reviewer().call(ClaimNextTicket)).ticket?.caseId).toBe(own)
  })
})

describe('a claim', () => {
  it('has exactly one winner when a hundred reviewers race for a case', async () => {
    const caseId = await submitToReview()
    const staff = Array.from({ length: 100 }, reviewer)
    const results = await Promise.allSettled(staff.map((each) => each.call(ClaimTicket, { caseId })))
    const winner = staff[results.findIndex(({ status }) => status === 'fulfilled')]!
    const losers = results.filter((result) => result.status === 'rejected')
    expect(losers).toHaveLength(99)
    for (const { reason } of losers)
      expect(reason).toMatchObject({ code: 'ALREADY_CLAIMED', extra: { assignee: winner.userId } })
    expect((await audits(caseId)).filter(({ action }) => action === 'case.claimed')).toHaveLength(1)
  })

  it('ends when it is not renewed, and then anyone can claim the case without a reason', async () => {
    const staff = reviewer()
    const caseId = await submitToReview()
    const version = await claim(staff, caseId)
    await advance(CLAIM_LEASE_MINUTES * MINUTE_MS + 1_000)
    await expect(staff.call(DecideTicket, { caseId, decision: 'approve', version })).rejects.toMatchObject({
      ...{ code: 'CLAIM_ENDED', status: 409 },
    })
    expect(await ticketOf(staff, caseId)).toMatchObject({ assignee: null, revealed: false })
    expect(await idsIn(staff, 'mine')).toEqual([])
    expect(await idsIn(staff, 'unassigned')).toContain(caseId)
    const colleague = reviewer()
    await expect(colleague.call(DecideTicket, { caseId, decision: 'approve', version })).rejects.toMatchObject({
      ...{ code: 'NOT_CLAIMED', status: 409 },
    })
    const { ticket } = await colleague.call(ClaimTicket, { caseId })
    expect(ticket.assignee?.userId).toBe(colleague.userId)
  })

  it('lasts as long as it is renewed, without a new version, so that a decision stays valid', async () => {
    const staff = reviewer()
    const caseId = await submitToReview()
    const version = await claim(staff, caseId)
    for (let round = 0; round < 3; round += 1) {
      await advance((CLAIM_LEASE_MINUTES - 1) * MINUTE_MS)
      const { until } = await staff.call(RenewTicketClaim, { caseId })
      expect((await ticketOf(staff, caseId)).assignee?.until).toBe(until)
    }
    expect((await staff.call(DecideTicket, { caseId, decision: 'approve', version })).ticket.state).toBe('approved')
  })

  it('can’t be renewed by anyone else, after it has ended, or for a case that does not exist', async () => {
    const staff = reviewer()
    const caseId = await submitToReview()
    const renew = (by: User, of = caseId) => by.call(RenewTicketClaim, { caseId: of })
    await expect(renew(staff)).rejects.toMatchObject({ code: 'CLAIM_ENDED' })
    await staff.call(ClaimTicket, { caseId })
    await expect(renew(reviewer())).rejects.toMatchObject({
      ...{ code: 'ALREADY_CLAIMED', extra: { assignee: staff.userId } },
    })
    await expect(renew(staff, newId())).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await advance(CLAIM_LEASE_MINUTES * MINUTE_MS + 1_000)
    await expect(renew(staff)).rejects.toMatchObject({ code: 'CLAIM_ENDED', status: 409 })
  })

  it('can be given back by its reviewer only', async () => {
    const staff = reviewer()
    const applicant = reviewer()
    const caseId = await submitToReview(applicant)
    const release = (by: User, of = caseId) => by.call(ReleaseTicket, { caseId: of })
    await expect(release(staff)).rejects.toMatchObject({ code: 'NOT_CLAIMED', status: 409 })
    await staff.call(ClaimTicket, { caseId })
    await expect(release(reviewer())).rejects.toMatchObject({ code: 'ALREADY_CLAIMED', status: 409 })
    await expect(release(applicant)).rejects.toMatchObject({ code: 'FORBIDDEN', status: 403 })
    await expect(release(staff, newId())).rejects.toMatchObject({ code: 'NOT_FOUND', status: 404 })
    expect((await release(staff)).ticket.assignee).toBeNull()
    expect((await ticketOf(staff, caseId)).history.at(-1)).toMatchObject({ action: 'released', actor: staff.userId })
    await decideAs(staff, caseId, {})
    await expect(release(staff)).rejects.toMatchObject({ code: 'KYC_NOT_IN_REVIEW', status: 409 })
    const proposed = await submitHighRisk()
    await decideAs(staff, proposed, {})
    await expect(release(staff, proposed)).rejects.toMatchObject({ code: 'APPROVAL_PENDING', status: 409 })
  })
})

describe('the views', () => {
  it('list a case by what it waits for, and count it', async () => {
    const staff = reviewer()
    const [waiting, second, decided, mine, open] = [
      await submitToReview(),
      await submitHighRisk(),
      await submitToReview(),
      await submitToReview(),
      await submitToReview(),
    ]
    await decideAs(staff, waiting, { decision: 'resubmit', reasonCodes: ['DOCUMENT_UNREADABLE'] })
    await decideAs(staff, second, {})
    await decideAs(staff, decided, {})
    await staff.call(ClaimTicket, { caseId: mine })
    const found = {
      waiting: await idsIn(staff, 'waiting'),
      second: await idsIn(staff, 'second'),
      decided: await idsIn(staff, 'decided'),
      mine: await idsIn(staff, 'mine'),
      unassigned: await idsIn(staff, 'unassigned'),
      all: await idsIn(staff, 'all'),
      soon: await idsIn(staff, 'soon'),
    }
    expect(found.waiting).toEqual([waiting])
    expect(found.second).toContain(second)
    expect(found.decided[0]).toBe(decided)
    expect(found.mine).toEqual([mine])
    expect(found.unassigned).toContain(open)
    for (const other of [waiting, second, decided, mine]) expect(found.unassigned).not.toContain(other)
    for (const each of [waiting, second, decided, mine, open]) expect(found.all).toContain(each)
    expect(found.soon).not.toContain(open)
    const { counts } = await staff.call(ListTickets, { view: 'all' })
    for (const [view, ids] of Object.entries(found))
      expect([view, counts[view as TicketView]]).toEqual([view, ids.length])
  })

  it('find a case in any view by its id, its reference and its applicant, and no case by anything else', async () => {
    const staff = reviewer()
    const applicant = user()
    const caseId = await submitToReview(applicant)
    for (const search of [caseId, caseId.slice(-8), caseId.slice(-8).toUpperCase(), applicant.userId]) {
      const { tickets } = await staff.call(ListTickets, { view: 'mine', search })
      expect(tickets.map((ticket) => ticket.caseId)).toEqual([caseId])
    }
    expect((await staff.call(ListTickets, { search: newId() })).tickets).toEqual([])
    await expect(staff.call(ListTickets, { search: 'Layla Haddad' })).rejects.toMatchObject({
      ...{ code: 'VALIDATION_FAILED', status: 400 },
    })
  })

  it('include cases of an earlier release, whose columns are filled in on the next start', async () => {
    const staff = reviewer()
    const caseId = await submitHighRisk()
    const row = { _id: caseId } as object
    const cases = harness.mongo.collection('cases')
    await cases.updateOne(row, { $unset: { riskRank: 1, reference: 1, leaseUntil: 1 } })
    await harness.mongo.collection('migrations').deleteOne({ _id: '002-fill-queue-columns' } as object)
    await reboot(harness.env)
    await moveTo(offsetMs)
    expect(await cases.findOne(row)).toMatchObject({ riskRank: 0, reference: caseId.slice(-8), leaseUntil: null })
    expect(await idsIn(staff, 'unassigned')).toContain(caseId)
  })
})

describe('the time left', () => {
  it('pauses while the applicant is asked for more, and continues when the case returns', async () => {
    await moveTo(MONDAY + 7 * 24 * HOUR_MS - Date.now())
    const staff = reviewer()
    const applicant = user()
    const caseId = await submitToReview(applicant)
    const running = await ticketOf(staff, caseId)
    // From 10:00 to 18:00, and the next day from 9:00 to 18:00.
    expect(running.sla.state).toBe('running')
    expect(running.sla.leftMinutes).toBeGreaterThan(16 * 60)
    expect(running.sla.leftMinutes).toBeLessThanOrEqual(17 * 60)
    await advance(4 * HOUR_MS)
    await decideAs(staff, caseId, { decision: 'resubmit', reasonCodes: ['DOCUMENT_UNREADABLE'] })
    const paused = (await ticketOf(staff, caseId)).sla
    expect(paused.state).toBe('paused')
    await advance(5 * 24 * HOUR_MS)
    expect((await ticketOf(staff, caseId)).sla).toEqual(paused)
    await resubmit(applicant, caseId)
    const again = await ticketOf(staff, caseId)
    expect(Math.abs(again.sla.leftMinutes - paused.leftMinutes)).toBeLessThanOrEqual(1)
    expect((await applicant.call(GetKycStatus)).status.expectedBy).toBe(again.dueAt)
  })

  it('is at least two business hours for a case that returns, and negative once that has passed', async () => {
    await moveTo(MONDAY + 21 * 24 * HOUR_MS - Date.now())
    const staff = reviewer()
    const applicant = user()
    const caseId = await submitToReview(applicant)
    await advance(9 * 24 * HOUR_MS)
    expect((await ticketOf(staff, caseId)).sla.leftMinutes).toBeLessThan(0)
    expect(await idsIn(staff, 'soon')).toContain(caseId)
    await decideAs(staff, caseId, { decision: 'resubmit', reasonCodes: ['DOCUMENT_UNREADABLE'] })
    expect((await ticketOf(staff, caseId)).sla).toEqual({ state: 'paused', leftMinutes: 0 })
    await resubmit(applicant, caseId)
    const { leftMinutes } = (await ticketOf(staff, caseId)).sla
    expect([119, 120]).toContain(leftMinutes)
    await decideAs(staff, caseId, {})
    expect((await ticketOf(staff, caseId)).sla).toEqual({ state: 'ended', leftMinutes: 0 })
  })
})

describe('the evidence still to be opened', () => {
  it('is listed for each reviewer separately', async () => {
    const staff = reviewer()
    const caseId = await submitToReview()
    expect((await ticketOf(staff, caseId)).toOpen).toEqual({ kinds: ['front'], details: true })
    await staff.call(ClaimTicket, { caseId })
    await openEvidence(staff, caseId)
    expect((await ticketOf(staff, caseId)).toOpen).toBeNull()
    expect((await ticketOf(reviewer(), caseId)).toOpen).toEqual({ kinds: ['front'], details: true })
  })
})

describe('the preview of a message', () => {
  it.each(['en', 'ar'] as const)('is what the applicant reads on the status page, in %s', async (locale) => {
    const staff = reviewer()
    const applicant = user()
    const caseId = await submitToReview(applicant)
    const reasonCodes = ['DOCUMENT_UNREADABLE' as const, 'NAME_MISMATCH' as const]
    const preview = await staff.call(PreviewTicketMessage, { decision: 'resubmit', reasonCodes, locale })
    await decideAs(staff, caseId, { decision: 'resubmit', reasonCodes })
    const { status } = await applicant.call(GetKycStatus, { locale })
    expect(preview.status).toEqual({
      reasons: status.reasons.map(({ text, fix }) => ({ text, fix })),
      nextAction: status.nextAction.text,
    })
    const text = status.reasons[0]!.text
    expect(JSON.stringify(preview.email.blocks)).toContain(text)
  })

  it('never shows a confidential reason', async () => {
    const preview = await reviewer().call(PreviewTicketMessage, {
      ...{ decision: 'reject', reasonCodes: ['SANCTIONS_MATCH', 'NAME_MISMATCH'] },
    })
    expect(preview.status.reasons).toHaveLength(1)
    expect(JSON.stringify(preview)).not.toMatch(/sanction|name in your profile/i)
    expect(preview.email.blocks.at(-1)).toMatchObject({ kind: 'link', path: '/onboarding' })
  })
})

describe('the trail of a case', () => {
  it('lists who has read and changed it, latest first, and is audited itself', async () => {
    const [first, second] = [reviewer(), reviewer()]
    const caseId = await submitToReview()
    await openEvidence(first, caseId, 'a second pair of eyes')
    await decideAs(second, caseId, { note: NOTE })
    const { entries } = await second.call(ListTicketTrail, { caseId })
    expect(entries.map(({ action, actor, reason, kind }) => [action, actor, reason, kind])).toEqual([
      ['case.trailRead', second.userId, null, null],
      ['case.approved', second.userId, null, null],
      ['document.read', second.userId, null, 'front'],
      ['case.revealed', second.userId, null, null],
      ['case.claimed', second.userId, null, null],
      ['document.read', first.userId, 'a second pair of eyes', 'front'],
      ['case.revealed', first.userId, 'a second pair of eyes', null],
    ])
  })

  it('is closed to the applicant, and to a case that was not submitted', async () => {
    const staff = reviewer()
    const caseId = await submitToReview(staff)
    await expect(staff.call(ListTicketTrail, { caseId })).rejects.toMatchObject({ code: 'FORBIDDEN', status: 403 })
    const unsubmitted = await startCase(user())
    await expect(staff.call(ListTicketTrail, { caseId: unsubmitted })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
