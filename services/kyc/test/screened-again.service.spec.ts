import { DecideTicket, GetTicket } from '@hissa/contracts/kyc'
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ScreenCase } from '../src/cases/screen-case.js'
import { Screener, type Hit } from '../src/screening/sanctions-list.js'
import {
  audits,
  freshNumber,
  harness,
  reboot,
  reviewer,
  startHarness,
  stopHarness,
  submitCase,
  submitToReview,
  user,
  type User,
} from './harness.js'
import { passportLines } from './mrz-lines.js'
import { claim, decideAs, NOTE, verdict } from './reviewing.js'

beforeAll(startHarness)
afterAll(stopHarness)
afterEach(() => void jest.restoreAllMocks())

/** Lets the matcher find only `hits`, as that of an earlier release, until the returned function is called. */
function earlierMatcher(hits: Hit[] = []): () => void {
  const screen = jest.spyOn(Screener.prototype, 'screen').mockReturnValue(hits)
  return () => screen.mockRestore()
}

/** Submits a case of a listed name, which goes to review for another reason too. */
async function submitListed(): Promise<string> {
  const identity = { firstName: 'Eric', lastName: 'Badege', birth: '710501', state: 'COD', number: freshNumber() }
  const applicant = user('Eric Badege', [], { dateOfBirth: '1971-05-01', nationality: 'CD' })
  const mrzLines = passportLines(identity)
  return (await submitCase(applicant, { mrzLines, politicallyExposed: true })).caseId!
}

const BADEGE = '6907993'
const LISTED = expect.objectContaining({ list: 'UN', closeness: 'exact' })
const FOUND = {
  hits: expect.arrayContaining([{ list: 'UN', dataId: BADEGE, listDate: '2026-02-27' }]),
  reasons: expect.arrayContaining(['SANCTIONS_NAME_MATCH']),
}
const auditOf = async (caseId: string, name: string) =>
  (await audits(caseId)).find(({ action }) => action === name)?.detail as object | undefined

/** Expects the first approval to fail, and returns the changed case. */
async function expectStopped(staff: User, caseId: string) {
  const version = await claim(staff, caseId)
  const approval = { caseId, decision: 'approve', note: NOTE, version } as const
  await expect(staff.call(DecideTicket, approval)).rejects.toMatchObject({ code: 'VERSION_CONFLICT' })
  return (await staff.call(GetTicket, { caseId })).ticket
}

describe('a hit that was not found at the submission', () => {
  it('stops an approval, and is shown to the reviewer, who then decides on it', async () => {
    const upgrade = earlierMatcher()
    const caseId = await submitListed()
    upgrade()
    const staff = reviewer()
    const ticket = await expectStopped(staff, caseId)
    expect(ticket.screening.hits).toContainEqual(LISTED)
    expect(ticket).toMatchObject({ state: 'in_review', reasons: expect.arrayContaining(['SANCTIONS_NAME_MATCH']) })
    expect(ticket.history.at(-1)).toMatchObject({ action: 'screened_again', actor: 'rule' })
    const detail = await auditOf(caseId, 'case.screened')
    expect(detail).toMatchObject(FOUND)
    expect(JSON.stringify(detail)).not.toMatch(/badege/i)
    const approval = { caseId, decision: 'approve', note: NOTE, version: ticket.version } as const
    const proposed = await staff.call(DecideTicket, approval)
    expect(proposed.ticket).toMatchObject({ state: 'in_review', proposal: { decision: 'approve' } })
    expect((await verdict(reviewer(), caseId, proposed.ticket.version)).ticket.state).toBe('approved')
  })

  it('ends a proposal to approve', async () => {
    const upgrade = earlierMatcher()
    const caseId = await submitListed()
    const proposed = await decideAs(reviewer(), caseId, {})
    expect(proposed).toMatchObject({ proposal: { decision: 'approve' } })
    upgrade()
    const checker = reviewer()
    await expect(verdict(checker, caseId, proposed.version)).rejects.toMatchObject({ status: 409 })
    await claim(checker, caseId)
    const { ticket } = await checker.call(GetTicket, { caseId })
    expect(ticket).toMatchObject({ state: 'in_review', proposal: null })
    expect(ticket.screening.hits).toContainEqual(LISTED)
    expect(await auditOf(caseId, 'case.proposal_expired')).toMatchObject(FOUND)
  })

  it('replaces a weaker hit of the same party', async () => {
    const party = { list: 'UN', dataId: BADEGE, reference: 'CDi.001', birthDates: ['1971'] }
    const weak = { ...party, listedName: 'Badege', quality: 'low', closeness: 'exact' } as const
    const upgrade = earlierMatcher([{ ...weak, matchedOn: 'profile_name' }])
    const caseId = await submitListed()
    upgrade()
    const ticket = await expectStopped(reviewer(), caseId)
    expect(ticket.reasons).toContain('SANCTIONS_NAME_MATCH')
    expect(ticket.reasons).not.toContain('SANCTIONS_WEAK_ALIAS')
    expect(ticket.screening.hits.filter(({ list }) => list === 'UN')).toEqual([LISTED])
  })
})

describe('a name that is too long to be compared in every way', () => {
  it('stops the approval of a case that was submitted before such names were counted', async () => {
    const screen = ScreenCase.prototype.screen
    const earlier = jest.spyOn(ScreenCase.prototype, 'screen').mockImplementation(function (this: ScreenCase, names) {
      return { ...screen.call(this, names), longName: false }
    })
    const originalName = 'ليلى بنت سامي بن كريم بن نبيل بن وليد بن فريد بن ماهر حداد'
    const caseId = (await submitCase(user(), { originalName, politicallyExposed: true })).caseId!
    earlier.mockRestore()
    const { reasons } = await expectStopped(reviewer(), caseId)
    expect(reasons).toEqual(['POLITICALLY_EXPOSED', 'NAME_MISMATCH'])
  })
})

describe('an approval without a usable list', () => {
  afterEach(() => reboot(harness.env))

  const approvesOnlyWithReason = async (settings: Record<string, string>) => {
    const caseId = await submitToReview()
    await reboot(settings)
    const staff = reviewer()
    const ticket = await expectStopped(staff, caseId)
    expect(ticket.reasons).toEqual(['NO_SANCTIONS_LIST', 'MRZ_CHECK_DIGIT'])
    expect(await auditOf(caseId, 'case.screened')).toMatchObject({ hits: [], reasons: ticket.reasons })
    const approval = { caseId, decision: 'approve', version: ticket.version } as const
    expect((await staff.call(DecideTicket, approval)).ticket.state).toBe('approved')
  }

  it('is stopped once with the reason if no list is loaded', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'hissa-none-'))
    await approvesOnlyWithReason({ ...harness.env, SANCTIONS_DIR: empty })
    await rm(empty, { recursive: true })
  })

  it('is stopped once with the reason if a list is too old', async () => {
    const { LOCAL_MODE: _, ...real } = harness.env
    await approvesOnlyWithReason(real)
  })

  it('ends a proposal to approve', async () => {
    const caseId = await submitListed()
    const proposed = await decideAs(reviewer(), caseId, {})
    const { LOCAL_MODE: _, ...real } = harness.env
    await reboot(real)
    await expect(verdict(reviewer(), caseId, proposed.version)).rejects.toMatchObject({ status: 409 })
    const { ticket } = await reviewer().call(GetTicket, { caseId })
    expect(ticket).toMatchObject({ proposal: null, reasons: expect.arrayContaining(['NO_SANCTIONS_LIST']) })
    const reasons = expect.arrayContaining(['NO_SANCTIONS_LIST'])
    expect(await auditOf(caseId, 'case.proposal_expired')).toMatchObject({ hits: [], reasons })
  })
})
