import { DecideTicket, GetTicket } from '@hissa/contracts/kyc'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { events, freshNumber, reviewer, startHarness, stopHarness, submitCase, user } from './harness.js'
import { passportLines } from './mrz-lines.js'
import { claim, decideAs, NOTE, verdict } from './reviewing.js'

beforeAll(startHarness)
afterAll(stopHarness)

describe('a screening hit', () => {
  // The United Nations list contains Eric Badege, born in 1971, a national of the Democratic Republic of the Congo.
  const badege = async (birth: string, name = 'Eric Badege', state = 'COD') => {
    const [firstName, lastName] = name.split(' ') as [string, string]
    const dateOfBirth = `19${birth.slice(0, 2)}-${birth.slice(2, 4)}-${birth.slice(4)}`
    const mrzLines = passportLines({ firstName, lastName, birth, state, number: freshNumber() })
    return (await submitCase(user(name, [], { dateOfBirth, nationality: 'CD' }), { mrzLines })).caseId!
  }

  it('is dismissed by two reviewers, even if the birth date differs, which the applicant typed', async () => {
    const caseId = await badege('900501')
    const staff = reviewer()
    const { ticket: masked } = await staff.call(GetTicket, { caseId })
    expect(masked).toMatchObject({ revealed: false, secondReviewer: { approve: true, reject: true } })
    const version = await claim(staff, caseId)
    const { ticket: claimed } = await staff.call(GetTicket, { caseId })
    const badegeOnTheList = { list: 'UN', closeness: 'exact', nationalities: ['COD'], differs: ['birth_date'] }
    expect(claimed.screening.hits).toContainEqual(expect.objectContaining(badegeOnTheList))
    expect(claimed.fields).toContainEqual(expect.objectContaining({ field: 'full_name', provided: 'Eric Badege' }))
    await expect(staff.call(DecideTicket, { caseId, decision: 'approve', version })).rejects.toMatchObject({
      extra: { errors: [expect.objectContaining({ path: '/note' })] },
    })
    const { ticket } = await staff.call(DecideTicket, { caseId, decision: 'approve', note: NOTE, version })
    expect(ticket).toMatchObject({ state: 'in_review', proposal: { decision: 'approve' } })
    expect((await verdict(reviewer(), caseId, ticket.version)).ticket.state).toBe('approved')
  })

  it('is confirmed by two reviewers despite differences', async () => {
    const caseId = await badege('900501')
    const decision = { decision: 'reject', reasonCodes: ['SANCTIONS_MATCH'] } as const
    const ticket = await decideAs(reviewer(), caseId, { ...decision, reasonCodes: [...decision.reasonCodes] })
    expect(ticket).toMatchObject({ state: 'in_review', proposal: decision })
    expect((await verdict(reviewer(), caseId, ticket.version)).ticket.state).toBe('rejected')
    expect((await events(caseId)).at(-1)).toMatchObject({ data: { reasonCodes: ['DECLINED'] } })
  })

  it.each(['Eric Badege', 'Badeg Erik'])(
    'needs two reviewers to approve the case if nothing differs: %s',
    async (name) => {
      const caseId = await badege('710501', name)
      const ticket = await decideAs(reviewer(), caseId, {})
      expect(ticket).toMatchObject({ state: 'in_review', proposal: { decision: 'approve' } })
      expect((await verdict(reviewer(), caseId, ticket.version)).ticket.state).toBe('approved')
    },
  )
})
