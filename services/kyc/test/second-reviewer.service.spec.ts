import type { Input } from '@hissa/contracts'
import {
  ClaimTicket,
  DecideTicket,
  DecideTicketProposal,
  GetKycStatus,
  GetTicket,
  GetTicketDocument,
  ListTickets,
  SubmitKyc,
  WithdrawTicketProposal,
} from '@hissa/contracts/kyc'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  audits,
  startCase,
  events,
  submitHighRisk,
  freshNumber,
  submitCase,
  lines,
  submitToReview,
  readable,
  reviewer,
  startHarness,
  stopHarness,
  user,
  harness,
  type User,
} from './harness.js'
import { claim, confirm, decideAs, NOTE, verdict } from './reviewing.js'

beforeAll(startHarness)
afterAll(stopHarness)

const propose = async (decision: Partial<Input<typeof DecideTicket>> = {}, by: User = user()) => {
  const maker = reviewer()
  const caseId = await submitHighRisk(by)
  const ticket = await decideAs(maker, caseId, decision)
  return { maker, caseId, version: ticket.version, ticket, applicant: by }
}
const eventTypesOf = async (caseId: string) => (await events(caseId)).map(({ type }) => type)

describe('a high-risk decision', () => {
  it('is proposed by one reviewer and confirmed by another', async () => {
    const { maker, caseId, version, ticket, applicant } = await propose()
    expect(ticket).toMatchObject({
      state: 'in_review',
      assignee: null,
      proposal: { decision: 'approve', reasonCodes: [], by: maker.userId },
    })
    expect(await eventTypesOf(caseId)).toEqual(['kyc.case.submitted.v1'])
    expect((await applicant.call(GetKycStatus)).status).toMatchObject({
      state: 'in_review',
      nextAction: { code: 'wait' },
    })
    const checker = reviewer()
    expect((await verdict(checker, caseId, version)).ticket).toMatchObject({ state: 'approved', proposal: null })
    expect(await eventTypesOf(caseId)).toEqual(['kyc.case.submitted.v1', 'kyc.case.approved.v1'])
    expect((await audits(caseId)).map(({ action, actor }) => [action, actor])).toEqual([
      ['case.claimed', maker.userId],
      ['case.revealed', maker.userId],
      ['document.read', maker.userId],
      ['case.proposed', maker.userId],
      ['case.revealed', checker.userId],
      ['document.read', checker.userId],
      ['case.approved', checker.userId],
    ])
    const { history } = (await checker.call(GetTicket, { caseId })).ticket
    expect(history.slice(-2)).toMatchObject([
      { action: 'proposed', actor: maker.userId, note: NOTE },
      { action: 'proposal_confirmed', actor: checker.userId, note: 'Agrees with the file' },
    ])
  })

  it('stores the notes of both reviewers encrypted', async () => {
    const { caseId, version, applicant } = await propose({ note: 'Zenobia is a minister' })
    await verdict(reviewer(), caseId, version, { reason: 'Zenobia has shown her documents' })
    const stored = [
      await harness.mongo.collection('approvals').findOne({ subjectId: caseId }),
      await harness.mongo.collection('cases').findOne({ userId: applicant.userId }),
      ...(await audits(caseId)),
    ]
    for (const row of stored) expect(readable(row)).not.toMatch(/zenobia/i)
  })

  it('cannot be confirmed by its proposer, regardless of role', async () => {
    const { maker, caseId, version } = await propose()
    for (const by of ['approve', 'reject'] as const) {
      await expect(verdict(maker, caseId, version, { verdict: by })).rejects.toMatchObject({
        code: 'APPROVAL_SAME_PERSON',
        status: 403,
      })
    }
    const asAdmin = harness.rpc.call(
      DecideTicketProposal,
      { caseId, verdict: 'approve', reason: 'I agree with myself', version },
      { token: harness.pool.token(maker.userId, ['compliance', 'admin']) },
    )
    await expect(asAdmin).rejects.toMatchObject({ code: 'APPROVAL_SAME_PERSON' })
  })

  it('is confirmed only by a reviewer who has looked at the unmasked data and at every picture', async () => {
    const { caseId, version } = await propose()
    const checker = reviewer()
    const missing = async () => confirm(checker, caseId, version).catch(({ code, extra }) => ({ code, ...extra }))
    expect(await missing()).toEqual({ code: 'EVIDENCE_NOT_OPENED', kinds: ['front'], details: true })
    await checker.call(GetTicket, { caseId })
    expect(await missing()).toMatchObject({ details: true })
    const revealReason = 'to decide on the proposal'
    const { ticket } = await checker.call(GetTicket, { caseId, revealReason })
    expect(await missing()).toEqual({ code: 'EVIDENCE_NOT_OPENED', kinds: ['front'], details: false })
    await checker.call(GetTicketDocument, { caseId, documentId: ticket.documents[0]!.documentId, revealReason })
    expect((await confirm(checker, caseId, version)).ticket.state).toBe('approved')
  })

  it('returns to the queue with the reason when the second reviewer rejects it', async () => {
    const { caseId, version } = await propose()
    const checker = reviewer()
    const { ticket } = await verdict(checker, caseId, version, {
      verdict: 'reject',
      reason: 'The documents are missing',
    })
    expect(ticket).toMatchObject({ state: 'in_review', proposal: null, assignee: null })
    const { history } = (await checker.call(GetTicket, { caseId })).ticket
    expect(history.at(-1)).toMatchObject({ action: 'proposal_rejected', note: 'The documents are missing' })
    await expect(verdict(reviewer(), caseId, ticket.version)).rejects.toMatchObject({ code: 'APPROVAL_NOT_PENDING' })
    expect((await decideAs(checker, caseId, {})).proposal).toMatchObject({ by: checker.userId })
  })

  it('can be withdrawn only by its proposer', async () => {
    const { maker, caseId } = await propose()
    await expect(reviewer().call(WithdrawTicketProposal, { caseId })).rejects.toMatchObject({
      code: 'APPROVAL_NOT_MAKER',
      status: 403,
    })
    expect((await maker.call(WithdrawTicketProposal, { caseId })).ticket).toMatchObject({ proposal: null })
    await expect(maker.call(WithdrawTicketProposal, { caseId })).rejects.toMatchObject({ code: 'APPROVAL_NOT_PENDING' })
  })

  it('is executed once if several reviewers confirm it concurrently', async () => {
    const { caseId, version } = await propose()
    const results = await Promise.allSettled([1, 2, 3].map(() => verdict(reviewer(), caseId, version)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 409 })
    }
    expect((await eventTypesOf(caseId)).filter((type) => type === 'kyc.case.approved.v1')).toHaveLength(1)
  })

  it('is listed in a separate view, and prevents the case from being claimed or decided', async () => {
    const { caseId, version } = await propose()
    const staff = reviewer()
    const listed = async (view: 'unassigned' | 'second') =>
      (await staff.call(ListTickets, { view, limit: 100 })).tickets.map((ticket) => ticket.caseId)
    expect(await listed('second')).toContain(caseId)
    expect(await listed('unassigned')).not.toContain(caseId)
    for (const act of [
      () => staff.call(ClaimTicket, { caseId }),
      () => staff.call(ClaimTicket, { caseId, takeOverReason: 'the first is on leave' }),
      () => staff.call(DecideTicket, { caseId, decision: 'approve', note: NOTE, version }),
    ]) {
      await expect(act()).rejects.toMatchObject({ code: 'APPROVAL_PENDING', status: 409 })
    }
  })

  it.each<[string, object, string]>([
    ['an outdated version', { version: 1 }, 'VERSION_CONFLICT'],
    ['a blank reason', { reason: '\u200b \u2060\u200b' }, 'VALIDATION_FAILED'],
  ])('is not confirmed with %s', async (_, changes, code) => {
    const { caseId, version } = await propose()
    await expect(verdict(reviewer(), caseId, version, changes)).rejects.toMatchObject({ code })
    expect(await eventTypesOf(caseId)).toEqual(['kyc.case.submitted.v1'])
  })

  it('requires the compliance role', async () => {
    const { caseId, version } = await propose()
    for (const by of [user(), user('X Y', ['finance']), user('X Y', ['admin'])]) {
      await expect(verdict(by, caseId, version)).rejects.toMatchObject({ code: 'FORBIDDEN', status: 403 })
      await expect(by.call(WithdrawTicketProposal, { caseId })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
  })

  it('requires a note, unlike a request for resubmission', async () => {
    const caseId = await submitHighRisk()
    const staff = reviewer()
    const version = await claim(staff, caseId)
    await expect(staff.call(DecideTicket, { caseId, decision: 'approve', version })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      status: 422,
      extra: { errors: [expect.objectContaining({ path: '/note' })] },
    })
    const reasonCodes = ['DOCUMENT_UNREADABLE' as const]
    const { ticket } = await staff.call(DecideTicket, { caseId, decision: 'resubmit', reasonCodes, version })
    expect(ticket.state).toBe('resubmission')
  })
})

describe('a document number rejected for forgery', () => {
  const rejectForForgery = async (caseId: string) =>
    decideAs(reviewer(), caseId, { decision: 'reject', reasonCodes: ['SUSPECTED_FORGERY'] })
  /** Submits a case that goes to review for another reason. */
  const inReview = async (number: string) => {
    const changes = { mrzLines: lines({ number, expiry: '200101' }) }
    return (await submitCase(user(), changes)).caseId!
  }

  it('requires two reviewers, from any account and any issuing state', async () => {
    const number = freshNumber()
    expect((await rejectForForgery(await inReview(number))).state).toBe('rejected')
    for (const state of ['JOR', 'EGY']) {
      const applicant = user('Layla Haddad', [], { nationality: state === 'JOR' ? 'JO' : 'EG' })
      const { caseId, state: caseState } = await submitCase(applicant, { mrzLines: lines({ number, state }) })
      expect(caseState).toBe('in_review')
      const { ticket } = await reviewer().call(GetTicket, { caseId: caseId! })
      expect(ticket).toMatchObject({ risk: 'high', secondReviewer: { approve: true, reject: true } })
      expect(ticket.reasons).toContain('FORGED_DOCUMENT')
      const proposed = await decideAs(reviewer(), caseId!, {})
      expect(proposed).toMatchObject({ state: 'in_review', proposal: { decision: 'approve' } })
    }
  })

  it.each([
    ['0', 'O'],
    ['O', '0'],
    ['1', 'I'],
    ['I', '1'],
  ])('is found if it was rejected with %s and is typed with %s', async (rejected, typed) => {
    const number = freshNumber().slice(2)
    await rejectForForgery(await inReview(rejected + number))
    const { caseId } = await submitCase(user(), { mrzLines: lines({ number: typed + number }) })
    expect((await reviewer().call(GetTicket, { caseId: caseId! })).ticket.reasons).toEqual(['FORGED_DOCUMENT'])
  })

  it('is found after the case and the subject’s key are deleted, and is stored only as a hash', async () => {
    const number = freshNumber()
    const caseId = await inReview(number)
    await rejectForForgery(caseId)
    const { userId } = (await harness.mongo
      .collection<{ _id: string; userId: string }>('cases')
      .findOne({ _id: caseId }))!
    await harness.mongo.collection<{ _id: string }>('cases').deleteOne({ _id: caseId })
    await harness.mongo.collection<{ _id: string }>('subject_keys').deleteOne({ _id: userId })
    const rows = await harness.mongo.collection('forged_documents').find().toArray()
    for (const row of rows) expect(readable(row)).not.toContain(number)
    const { caseId: next } = await submitCase(user(), { mrzLines: lines({ number }) })
    expect((await reviewer().call(GetTicket, { caseId: next! })).ticket.reasons).toEqual(['FORGED_DOCUMENT'])
  })

  it('requires two reviewers for a case that was already in review', async () => {
    const number = freshNumber()
    const [first, second] = [await inReview(number), await inReview(number)]
    const third = await inReview(freshNumber())
    await rejectForForgery(await inReview(freshNumber()))
    expect((await decideAs(reviewer(), third, { decision: 'reject', reasonCodes: ['DOCUMENT_EXPIRED'] })).state).toBe(
      'rejected',
    )
    await rejectForForgery(first)
    const ticket = await decideAs(reviewer(), second, { decision: 'reject', reasonCodes: ['DOCUMENT_EXPIRED'] })
    expect(ticket).toMatchObject({ state: 'in_review', proposal: { decision: 'reject' } })
  })

  it('expires a proposal made before the rejection, and returns the case to the queue', async () => {
    const number = freshNumber()
    const first = await inReview(number)
    const applicant = user()
    const second = (await submitCase(applicant, { mrzLines: lines({ number }), politicallyExposed: true })).caseId!
    const proposed = await decideAs(reviewer(), second, {})
    await rejectForForgery(first)
    await expect(verdict(reviewer(), second, proposed.version)).rejects.toMatchObject({
      code: 'APPROVAL_EVIDENCE_CHANGED',
      status: 409,
    })
    const { ticket } = await reviewer().call(GetTicket, { caseId: second })
    expect(ticket).toMatchObject({ state: 'in_review', proposal: null })
    expect(ticket.history.at(-1)).toMatchObject({ action: 'proposal_expired' })
    expect(await eventTypesOf(second)).toEqual(['kyc.case.submitted.v1'])
  })

  it('is found by a submission concurrent with the rejection', async () => {
    for (let round = 0; round < 5; round += 1) {
      const number = freshNumber()
      const caseId = await inReview(number)
      const staff = reviewer()
      const version = await claim(staff, caseId)
      const applicant = user()
      const other = await startCase(applicant)
      const [, submitted] = await Promise.all([
        staff.call(DecideTicket, {
          caseId,
          decision: 'reject',
          reasonCodes: ['SUSPECTED_FORGERY'],
          version,
          note: NOTE,
        }),
        applicant.call(SubmitKyc, { caseId: other, mrzLines: lines({ number }) }),
      ])
      // Either the number was already stored, or the first case was still open and the document a duplicate.
      expect(submitted.status.state).toBe('in_review')
      const { ticket } = await reviewer().call(GetTicket, { caseId: other })
      expect(ticket.secondReviewer).toEqual({ approve: true, reject: true })
    }
  })
})

describe('a reviewer’s own case', () => {
  it('is excluded from their lists, counts and reads', async () => {
    const staff = reviewer()
    const other = reviewer()
    const countsOf = async (by: User) => (await by.call(ListTickets, { view: 'all', limit: 1 })).counts
    const before = await countsOf(staff)
    const caseId = await submitHighRisk(staff)
    expect(await countsOf(staff)).toEqual(before)
    expect(await countsOf(other)).toEqual({ ...before, unassigned: before.unassigned + 1, all: before.all + 1 })
    const { version } = await decideAs(other, caseId, {})
    expect(await countsOf(staff)).toEqual(before)
    for (const view of ['unassigned', 'mine', 'second', 'all'] as const) {
      let cursor: string | undefined
      do {
        const page = await staff.call(ListTickets, { view, limit: 100, ...(cursor ? { cursor } : {}) })
        expect(page.tickets.map((ticket) => ticket.caseId)).not.toContain(caseId)
        cursor = page.cursor
      } while (cursor)
    }
    const { documentId } = (await other.call(GetTicket, { caseId })).ticket.documents[0]!
    for (const read of [
      () => staff.call(GetTicket, { caseId }),
      () => staff.call(GetTicketDocument, { caseId, documentId, revealReason: 'my own picture' }),
      () => staff.call(ClaimTicket, { caseId }),
      () => staff.call(DecideTicket, { caseId, decision: 'approve', version, note: NOTE }),
      () => verdict(staff, caseId, version),
      () => staff.call(WithdrawTicketProposal, { caseId }),
    ]) {
      await expect(read()).rejects.toMatchObject({ code: 'FORBIDDEN', status: 403 })
    }
  })
})

describe('a reason', () => {
  it.each(['   ', '\u200b\u200b\u200b', '\u2060\ufeff\u00ad ', '\u3164\u3164\u3164', '---'])(
    'must not be blank: %j',
    async (blank) => {
      const staff = reviewer()
      const caseId = await submitToReview()
      const { documents, version } = (await staff.call(GetTicket, { caseId })).ticket
      const { documentId } = documents[0]!
      await reviewer().call(ClaimTicket, { caseId })
      for (const act of [
        () => staff.call(GetTicket, { caseId, revealReason: blank }),
        () => staff.call(GetTicketDocument, { caseId, documentId, revealReason: blank }),
        () => staff.call(ClaimTicket, { caseId, takeOverReason: blank }),
        () => staff.call(DecideTicket, { caseId, decision: 'approve', note: blank, version }),
      ]) {
        await expect(act()).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
      }
    },
  )
})
