import {
  ClaimTicket,
  DecideTicket,
  GetKycStatus,
  GetTicket,
  GetTicketDocument,
  ListTickets,
  StartKyc,
  SubmitKyc,
} from '@hissa/contracts/kyc'
import { newId } from '@hissa/kernel'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import {
  attach,
  audits,
  startCase,
  events,
  openEvidence,
  lines,
  submitToReview,
  readable,
  reviewer,
  startHarness,
  stopHarness,
  user,
  harness,
  markSamples,
  type User,
} from './harness.js'

beforeAll(startHarness)
afterAll(stopHarness)

describe('a sample case', () => {
  it('is marked in the queue and in its details, also after it is claimed and decided', async () => {
    const staff = reviewer()
    const [sample, real] = [await startCase(user()), await submitToReview()]
    expect(await markSamples([sample])).toEqual({ marked: 1 })
    const [first, second] = lines() as [string, string]
    const mrzLines = [first, second.slice(0, -1) + ((Number(second.at(-1)) + 1) % 10)]
    const row = await harness.mongo.collection<{ _id: string; userId: string }>('cases').findOne({ _id: sample })
    await harness.rpc.call(
      SubmitKyc,
      { caseId: sample, mrzLines, confirmMrz: true, politicallyExposed: false, locale: 'en' },
      { token: harness.pool.token(row!.userId, []) },
    )
    const { tickets } = await staff.call(ListTickets, { view: 'unassigned', limit: 100 })
    const marks = Object.fromEntries(tickets.map(({ caseId, sampleData }) => [caseId, sampleData]))
    expect([marks[sample], marks[real]]).toEqual([true, false])
    const { version } = (await staff.call(ClaimTicket, { caseId: sample })).ticket
    await openEvidence(staff, sample)
    await staff.call(DecideTicket, { caseId: sample, decision: 'approve', version })
    expect((await staff.call(GetTicket, { caseId: sample })).ticket.sampleData).toBe(true)
  })

  it('must exist', async () => {
    expect(await markSamples([newId()])).toMatchObject({ error: 'One of the cases does not exist.' })
    expect(await markSamples([])).toHaveProperty('error')
  })
})

describe('the queue', () => {
  it('requires the compliance role', async () => {
    const caseId = await submitToReview()
    for (const by of [user(), user('X Y', ['finance']), user('X Y', ['admin'])]) {
      for (const call of [
        () => by.call(ListTickets),
        () => by.call(GetTicket, { caseId }),
        () => by.call(ClaimTicket, { caseId }),
      ]) {
        await expect(call()).rejects.toMatchObject({ code: 'FORBIDDEN', status: 403 })
      }
    }
  })

  it('lists cases with masked names by due time in pages, and moves a claimed case to its reviewer', async () => {
    const staff = reviewer()
    const caseId = await submitToReview(user('Layla Haddad'))
    await submitToReview()
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await staff.call(ListTickets, { view: 'unassigned', limit: 4, ...(cursor ? { cursor } : {}) })
      for (const ticket of page.tickets) expect(JSON.stringify(ticket)).not.toMatch(/haddad|layla/i)
      seen.push(...page.tickets.map((ticket) => ticket.caseId))
      cursor = page.cursor
    } while (cursor)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toContain(caseId)
    const { cursor: ofAll } = await staff.call(ListTickets, { view: 'all', limit: 1 })
    const inAnotherView = staff.call(ListTickets, { view: 'unassigned', cursor: ofAll! })
    await expect(inAnotherView).rejects.toMatchObject({ code: 'VALIDATION_FAILED', status: 400 })
    const claimed = await staff.call(ClaimTicket, { caseId })
    expect(claimed.ticket).toMatchObject({
      applicant: 'L•••• H•••••',
      risk: 'medium',
      assignee: { userId: staff.userId },
    })
    const mine = await staff.call(ListTickets, { view: 'mine' })
    expect(mine.tickets.map((ticket) => ticket.caseId)).toEqual([caseId])
    expect(mine.counts).toMatchObject({ mine: 1, unassigned: seen.length - 1 })
    expect(
      (await staff.call(ListTickets, { view: 'all', limit: 100 })).tickets.map((ticket) => ticket.caseId),
    ).toContain(caseId)
  })

  it('masks names, numbers and dates unless a reason is given, and audits each read', async () => {
    const staff = reviewer()
    const caseId = await submitToReview()
    const masked = (await staff.call(GetTicket, { caseId })).ticket
    const field = (ticket: typeof masked, name: string) => ticket.fields.find((each) => each.field === name)!
    expect(field(masked, 'full_name')).toMatchObject({
      provided: 'L•••• H•••••',
      extracted: 'L•••• H•••••',
      match: 'match',
    })
    expect(field(masked, 'document_number').extracted).toMatch(/^•+\d{3}$/)
    expect(field(masked, 'birth_date').extracted).toBe('1990-••-••')
    const shown = (await staff.call(GetTicket, { caseId, revealReason: 'compare with the picture' })).ticket
    expect(field(shown, 'full_name')).toMatchObject({ provided: 'Layla Haddad', extracted: 'LAYLA HADDAD' })
    expect(shown).toMatchObject({
      revealed: true,
      rule: { id: 'kyc.auto-approve', outcome: 'review' },
      screening: {
        listDate: '2019-01-15',
        lists: [
          { list: 'OFAC SDN', date: '2019-01-15' },
          { list: 'UN', date: '2026-02-27' },
        ],
      },
    })
    const written = await audits(caseId)
    expect(written.map(({ action, actor }) => [action, actor])).toEqual([
      ['case.read', staff.userId],
      ['case.revealed', staff.userId],
    ])
    expect(written[1]!.detail).toEqual({ caseId, reason: 'compare with the picture' })
  })

  it('passes a document to the gateway once, and audits it', async () => {
    const staff = reviewer()
    const caseId = await submitToReview()
    const { ticket } = await staff.call(GetTicket, { caseId })
    const { documentId } = ticket.documents[0]!
    await expect(staff.call(GetTicketDocument, { caseId, documentId })).rejects.toMatchObject({
      code: 'REASON_REQUIRED',
      status: 403,
    })
    await staff.call(GetTicketDocument, { caseId, documentId, revealReason: 'a second pair of eyes' })
    await staff.call(ClaimTicket, { caseId })
    const { objectRef, key, contentType } = await staff.call(GetTicketDocument, { caseId, documentId })
    const bytes = await harness.gateway.takeQuarantine(objectRef, key)
    expect([contentType, (await sharp(bytes).metadata()).format]).toEqual(['image/jpeg', 'jpeg'])
    expect(bytes.includes('SecretCam')).toBe(false)
    await expect(harness.gateway.takeQuarantine(objectRef, key)).rejects.toThrow('no such object')
    await expect(staff.call(GetTicketDocument, { caseId, documentId: newId() })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    const reads = (await audits(caseId)).filter(({ action }) => action === 'document.read')
    expect(reads.map(({ detail }) => (detail as { reason?: string }).reason)).toEqual([
      'a second pair of eyes',
      undefined,
    ])
  })

  it('does not contain cases that were not submitted', async () => {
    const caseId = await startCase(user())
    await expect(reviewer().call(GetTicket, { caseId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(reviewer().call(ClaimTicket, { caseId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('lets exactly one of five concurrent reviewers claim a case, and returns the assignee to the others', async () => {
    for (let round = 0; round < 3; round += 1) {
      const caseId = await submitToReview()
      const staff = Array.from({ length: 5 }, reviewer)
      const results = await Promise.allSettled(staff.map((each) => each.call(ClaimTicket, { caseId })))
      const winner = results.findIndex(({ status }) => status === 'fulfilled')
      const losers = results.filter((result) => result.status === 'rejected')
      expect(losers).toHaveLength(4)
      for (const { reason } of losers)
        expect(reason).toMatchObject({
          code: 'ALREADY_CLAIMED',
          status: 409,
          extra: { assignee: staff[winner]!.userId },
        })
      expect((await audits(caseId)).filter(({ action }) => action === 'case.claimed')).toHaveLength(1)
    }
  })
})

describe('a decision', () => {
  const claimed = async (by: User = user()) => {
    const staff = reviewer()
    const caseId = await submitToReview(by)
    const { ticket } = await staff.call(ClaimTicket, { caseId })
    await openEvidence(staff, caseId)
    return { staff, caseId, version: ticket.version }
  }

  it('changes the status of the applicant when it approves', async () => {
    const anna = user()
    const { staff, caseId, version } = await claimed(anna)
    const { ticket } = await staff.call(DecideTicket, {
      caseId,
      decision: 'approve',
      version,
      note: 'Anna is known to us',
    })
    expect(ticket.state).toBe('approved')
    expect((await anna.call(GetKycStatus)).status).toMatchObject({ state: 'approved', nextAction: { code: 'invest' } })
    expect((await events(caseId)).map(({ type }) => type)).toEqual(['kyc.case.submitted.v1', 'kyc.case.approved.v1'])
    expect((await staff.call(GetTicket, { caseId })).ticket.history.at(-1)).toMatchObject({
      action: 'approved',
      actor: staff.userId,
      note: 'Anna is known to us',
    })
    expect(readable(await harness.mongo.collection('cases').findOne({ userId: anna.userId }))).not.toContain(
      'Anna is known',
    )
  })

  it('returns the reason to the applicant, who can submit again, when it requests resubmission', async () => {
    const anna = user()
    const { staff, caseId, version } = await claimed(anna)
    await staff.call(DecideTicket, { caseId, decision: 'resubmit', reasonCodes: ['DOCUMENT_UNREADABLE'], version })
    const status = (await anna.call(GetKycStatus, { locale: 'ar' })).status
    expect(status).toMatchObject({
      state: 'resubmission',
      nextAction: { code: 'fix' },
      reasons: [{ code: 'DOCUMENT_UNREADABLE', text: expect.stringMatching(/\p{Script=Arabic}/u) }],
    })
    expect((await events(caseId)).at(-1)).toMatchObject({
      type: 'kyc.case.resubmissionRequested.v1',
      data: { caseId, userId: anna.userId, reasonCodes: ['DOCUMENT_UNREADABLE'] },
    })
    await attach(anna, caseId)
    expect((await anna.call(SubmitKyc, { caseId, mrzLines: lines() })).status.state).toBe('approved')
  })

  it('allows a new case when it rejects, except for forgery', async () => {
    const anna = user()
    const first = await claimed(anna)
    await first.staff.call(DecideTicket, {
      caseId: first.caseId,
      decision: 'reject',
      reasonCodes: ['DOCUMENT_NOT_ACCEPTED'],
      version: first.version,
    })
    expect((await events(first.caseId)).at(-1)).toMatchObject({
      type: 'kyc.case.rejected.v1',
      data: { reasonCodes: ['DOCUMENT_NOT_ACCEPTED'] },
    })
    const second = await claimed(anna)
    expect(second.caseId).not.toBe(first.caseId)
    await second.staff.call(DecideTicket, {
      caseId: second.caseId,
      decision: 'reject',
      reasonCodes: ['SUSPECTED_FORGERY'],
      version: second.version,
    })
    await expect(anna.call(StartKyc, { documentType: 'passport', issuingCountry: 'JOR' })).rejects.toMatchObject({
      code: 'KYC_CLOSED',
      status: 409,
    })
  })

  it('can be made by a reviewer who takes the case over with a reason, which is audited', async () => {
    const { caseId } = await claimed(user())
    const colleague = reviewer()
    await expect(colleague.call(ClaimTicket, { caseId })).rejects.toMatchObject({ code: 'ALREADY_CLAIMED' })
    const { ticket } = await colleague.call(ClaimTicket, { caseId, takeOverReason: 'the first is on leave' })
    expect(ticket.assignee?.userId).toBe(colleague.userId)
    const [takeover] = (await audits(caseId)).filter(({ action }) => action === 'case.takenOver')
    expect(takeover).toMatchObject({ actor: colleague.userId, detail: { reason: 'the first is on leave' } })
    const { version } = ticket
    await expect(colleague.call(DecideTicket, { caseId, decision: 'approve', version })).rejects.toMatchObject({
      ...{ code: 'EVIDENCE_NOT_OPENED', status: 409, extra: { kinds: ['front'], details: true } },
    })
    await openEvidence(colleague, caseId)
    await colleague.call(DecideTicket, { caseId, decision: 'approve', version })
  })

  it.each(['SUSPECTED_FORGERY', 'OUTSIDE_POLICY'] as const)(
    'for %s does not reveal the reason to the applicant',
    async (reason) => {
      const anna = user()
      const { staff, caseId, version } = await claimed(anna)
      const reasonCodes = ['NAME_MISMATCH' as const, reason]
      await staff.call(DecideTicket, { caseId, decision: 'reject', reasonCodes, version })
      expect((await events(caseId)).at(-1)).toMatchObject({ data: { reasonCodes: ['DECLINED'] } })
      const { status } = await anna.call(GetKycStatus, { locale: 'en' })
      expect(status.reasons).toEqual([
        { code: 'DECLINED', text: 'We can’t give a reason. You can ask us to review this decision.', fix: null },
      ])
      expect(status.nextAction.code).toBe('contact_support')
      const { ticket } = await staff.call(GetTicket, { caseId })
      expect(ticket.history.at(-1)!.reasonCodes).toEqual(reasonCodes)
    },
  )

  it.each<[string, (claimedCase: Awaited<ReturnType<typeof claimed>>) => Promise<unknown>, Record<string, unknown>]>([
    [
      'without a reason',
      ({ staff, caseId, version }) => staff.call(DecideTicket, { caseId, decision: 'reject', version }),
      { code: 'VALIDATION_FAILED', status: 422 },
    ],
    [
      'for an outdated version',
      ({ staff, caseId, version }) => staff.call(DecideTicket, { caseId, decision: 'approve', version: version - 1 }),
      { code: 'VERSION_CONFLICT', status: 409 },
    ],
    [
      'by another reviewer',
      ({ caseId, version }) => reviewer().call(DecideTicket, { caseId, decision: 'approve', version }),
      { code: 'ALREADY_CLAIMED', status: 409 },
    ],
    [
      'for a case that does not exist',
      ({ staff, version }) => staff.call(DecideTicket, { caseId: newId(), decision: 'approve', version }),
      { code: 'NOT_FOUND', status: 404 },
    ],
  ])('is rejected %s and changes nothing', async (_, act, refusal) => {
    const claimedCase = await claimed()
    const before = await events(claimedCase.caseId)
    await expect(act(claimedCase)).rejects.toMatchObject(refusal)
    expect(await events(claimedCase.caseId)).toEqual(before)
    expect((await claimedCase.staff.call(GetTicket, { caseId: claimedCase.caseId })).ticket.version).toBe(
      claimedCase.version,
    )
  })

  it('cannot be made by reviewers on their own case', async () => {
    const staff = reviewer()
    const caseId = await submitToReview(staff)
    await expect(staff.call(ClaimTicket, { caseId })).rejects.toMatchObject({ code: 'FORBIDDEN', status: 403 })
    // Reviewers may not read the findings about themselves either.
    await expect(staff.call(GetTicket, { caseId })).rejects.toMatchObject({ code: 'FORBIDDEN', status: 403 })
  })

  it('has one effect for concurrent calls', async () => {
    const { staff, caseId, version } = await claimed()
    const results = await Promise.allSettled(
      [1, 2, 3, 4, 5].map(() => staff.call(DecideTicket, { caseId, decision: 'approve', version })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await events(caseId)).filter(({ type }) => type === 'kyc.case.approved.v1')).toHaveLength(1)
  })
})
