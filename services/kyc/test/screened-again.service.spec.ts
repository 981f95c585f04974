import { DecideTicket, GetTicket } from '@hissa/contracts/kyc'
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { Screener } from '../src/screening/sanctions-list.js'
import { freshNumber, reviewer, startHarness, stopHarness, submitCase, user } from './harness.js'
import { passportLines } from './mrz-lines.js'
import { claim, decideAs, NOTE, verdict } from './reviewing.js'

beforeAll(startHarness)
afterAll(stopHarness)
afterEach(() => void jest.restoreAllMocks())

/** Lets the matcher find nothing, as that of an earlier release, until the returned function is called. */
function earlierMatcher(): () => void {
  const screen = jest.spyOn(Screener.prototype, 'screen').mockReturnValue([])
  return () => screen.mockRestore()
}

/** Submits a case of a listed name, which goes to review for another reason too. */
async function submitListed(): Promise<string> {
  const identity = { firstName: 'Eric', lastName: 'Badege', birth: '710501', state: 'COD', number: freshNumber() }
  const applicant = user('Eric Badege', [], { dateOfBirth: '1971-05-01', nationality: 'CD' })
  const mrzLines = passportLines(identity)
  return (await submitCase(applicant, { mrzLines, politicallyExposed: true })).caseId!
}

const LISTED = expect.objectContaining({ list: 'UN', closeness: 'exact' })

describe('a hit that was not found at the submission', () => {
  it('stops an approval, and is shown to the reviewer, who then decides on it', async () => {
    const upgrade = earlierMatcher()
    const caseId = await submitListed()
    upgrade()
    const staff = reviewer()
    const version = await claim(staff, caseId)
    const approval = { caseId, decision: 'approve', note: NOTE } as const
    await expect(staff.call(DecideTicket, { ...approval, version })).rejects.toMatchObject({ code: 'VERSION_CONFLICT' })
    const { ticket } = await staff.call(GetTicket, { caseId })
    expect(ticket.screening.hits).toContainEqual(LISTED)
    expect(ticket).toMatchObject({ state: 'in_review', reasons: expect.arrayContaining(['SANCTIONS_NAME_MATCH']) })
    const proposed = await staff.call(DecideTicket, { ...approval, version: ticket.version })
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
  })
})
