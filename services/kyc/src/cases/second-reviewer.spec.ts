import { describe, expect, it } from '@jest/globals'
import type { Hit } from '../screening/sanctions-list.js'
import { decide, openCase, type Case, type Command } from './case.js'
import { needsNote, needsSecondReviewer, type Stakes } from './second-reviewer.js'

const AT = new Date('2026-11-19T08:00:00Z')
const READING = {
  format: 'TD3' as const,
  fields: {
    lastName: 'HADDAD',
    firstName: 'LAYLA AMAL',
    documentNumber: 'X1',
    issuingState: 'JOR',
    nationality: 'JOR',
    birthDate: '1990-05-01',
    expiryDate: '2031-05-01',
    sex: 'female' as const,
    optional: '',
  },
  failures: [],
  specimen: false,
}
const HIT = {
  list: 'UN',
  dataId: '1',
  reference: 'R',
  listedName: 'A B',
  matchedOn: 'profile_name' as const,
  birthDates: [],
}
const inReview = (): Case => ({
  ...openCase({ caseId: 'c', userId: 'applicant-1' }, { documentType: 'passport', issuingCountry: 'JOR' }, AT),
  state: 'in_review',
  submittedAt: AT,
})
const run = (start: Case, ...commands: Command[]) =>
  commands.reduce((current, command) => {
    const decision = decide(current, command, AT)
    if (!decision.ok) throw new Error(decision.error.code)
    return decision.value.next
  }, start)
const conclusion = (current: Case): Command => ({
  type: 'reject',
  by: 'staff-1',
  reasonCodes: ['DOCUMENT_UNREADABLE'],
  version: current.version,
})

describe('decide › a proposal', () => {
  const claimed = () => run(inReview(), { type: 'claim', by: 'staff-1' })
  const propose = (current: Case, changes: object = {}): Command => ({
    type: 'propose',
    approvalId: 'approval-1',
    decision: 'reject',
    by: 'staff-1',
    reasonCodes: ['SANCTIONS_MATCH'],
    version: current.version,
    ...changes,
  })
  const proposed = () => run(claimed(), propose(claimed()))

  it('leaves the case in review, unclaimed, until another reviewer carries it out', () => {
    expect(proposed()).toMatchObject({
      state: 'in_review',
      assignee: null,
      decisionReasons: [],
      proposal: { approvalId: 'approval-1', decision: 'reject', reasonCodes: ['SANCTIONS_MATCH'], by: 'staff-1' },
    })
    const decision = decide(proposed(), { type: 'confirm', by: 'staff-2' }, AT)
    expect(decision).toMatchObject({
      ok: true,
      value: {
        next: { state: 'rejected', decisionReasons: ['SANCTIONS_MATCH'], proposal: null },
        events: [{ type: 'rejected', reasonCodes: ['SANCTIONS_MATCH'] }],
      },
    })
    expect(decision.ok && decision.value.next.history.slice(-2)).toMatchObject([
      { action: 'proposed', actor: 'staff-1' },
      { action: 'proposal_confirmed', actor: 'staff-2' },
    ])
  })
  it('that is not carried out puts the case back into the queue', () => {
    const back = run(proposed(), { type: 'return', by: 'staff-2', why: 'proposal_rejected' })
    expect(back).toMatchObject({ state: 'in_review', proposal: null, assignee: null })
    expect(run(back, { type: 'claim', by: 'staff-3' })).toMatchObject({ assignee: { userId: 'staff-3' } })
  })
  it.each<[string, (current: Case) => Command]>([
    ['claimed', () => ({ type: 'claim', by: 'staff-2' })],
    ['taken over', () => ({ type: 'claim', by: 'staff-2', takeOver: true })],
    ['decided', (current) => conclusion(current)],
    ['proposed again', (current) => propose(current)],
  ])('cannot be %s while it is pending', (_, command) => {
    const current = proposed()
    expect(decide(current, command(current), AT)).toMatchObject({ error: { code: 'AWAITING_SECOND_REVIEWER' } })
  })
  it('needs a claim, the current version and reasons, as any decision', () => {
    expect(decide(inReview(), propose(inReview()), AT)).toMatchObject({ error: { code: 'NOT_CLAIMED' } })
    expect(decide(claimed(), propose(claimed(), { version: 1 }), AT)).toMatchObject({
      error: { code: 'VERSION_CONFLICT' },
    })
    expect(decide(claimed(), propose(claimed(), { reasonCodes: [] }), AT)).toMatchObject({
      error: { code: 'REASONS_REQUIRED' },
    })
  })
  it('cannot be confirmed when none was made, nor by the applicant', () => {
    expect(decide(claimed(), { type: 'confirm', by: 'staff-2' }, AT)).toMatchObject({
      error: { code: 'NOT_PROPOSED' },
    })
    expect(decide(proposed(), { type: 'confirm', by: 'applicant-1' }, AT)).toMatchObject({
      error: { code: 'OWN_CASE' },
    })
  })
})

describe('a second reviewer', () => {
  const evidence = (hits: Hit[], birth: string | null = '1990-05-01') => ({
    profileName: 'Layla Haddad',
    profileBirthDate: birth,
    profileNationality: 'JO',
    originalName: null,
    mrzLines: [],
    reading: { ...READING, fields: { ...READING.fields, birthDate: birth } },
    hits,
  })
  const hit = (changes: Partial<Hit> = {}): Hit => ({
    ...HIT,
    quality: 'primary',
    closeness: 'exact',
    birthDates: ['1990-05-01'],
    nationalities: ['JOR'],
    ...changes,
  })
  const stakes = (changes: Partial<Stakes> = {}): Stakes => ({
    decision: 'approve',
    reasonCodes: [],
    reasons: ['NAME_MISMATCH'],
    evidence: evidence([]),
    forged: false,
    ...changes,
  })

  it.each<[string, Partial<Stakes>, boolean]>([
    ['a case of medium risk', {}, false],
    ['a politically exposed person', { reasons: ['POLITICALLY_EXPOSED'] }, true],
    ['a high-risk country', { reasons: ['HIGH_RISK_COUNTRY'] }, true],
    ['a monitored country', { reasons: ['MONITORED_COUNTRY'] }, false],
    ['a document that another person used', { reasons: ['DUPLICATE_DOCUMENT'] }, true],
    ['a document number known as forged on submission', { reasons: ['FORGED_DOCUMENT'] }, true],
    ['a document number found to be forged since', { forged: true }, true],
    ['rejecting such a document', { forged: true, decision: 'reject' }, true],
    ['asking for more, whatever the risk', { forged: true, decision: 'resubmit' }, false],
    ['a hit that differs in nothing', { evidence: evidence([hit()]) }, true],
    [
      'a hit that states nothing to compare',
      { evidence: evidence([hit({ birthDates: [], nationalities: [] })]) },
      true,
    ],
    ['a hit of another birth date', { evidence: evidence([hit({ birthDates: ['1971-02-03'] })]) }, false],
    ['a hit of another nationality', { evidence: evidence([hit({ nationalities: ['IRQ'] })]) }, false],
    ['a hit of either nationality', { evidence: evidence([hit({ nationalities: ['IRQ', 'JOR'] })]) }, true],
    [
      'a hit of a country that is none',
      { evidence: evidence([hit({ nationalities: ['former Soviet Union'] })]) },
      true,
    ],
    ['one hit of two that differs', { evidence: evidence([hit({ birthDates: ['1971'] }), hit()]) }, true],
    [
      'a birth that cannot be read',
      { evidence: evidence([hit({ birthDates: ['1971'], nationalities: [] })], null) },
      true,
    ],
    [
      'rejecting in spite of a difference',
      { decision: 'reject', reasonCodes: ['NAME_MISMATCH'], evidence: evidence([hit({ birthDates: ['1971'] })]) },
      false,
    ],
    [
      'confirming a match in spite of a difference',
      { decision: 'reject', reasonCodes: ['SANCTIONS_MATCH'], evidence: evidence([hit({ birthDates: ['1971'] })]) },
      true,
    ],
    ['a match that no list has', { decision: 'reject', reasonCodes: ['SANCTIONS_MATCH'] }, true],
    ['a hit whose evidence was erased', { reasons: ['SANCTIONS_NAME_MATCH'], evidence: null }, true],
  ])('for %s: %p', (_, changes, needed) => expect(needsSecondReviewer(stakes(changes))).toBe(needed))

  it('or not, a hit is dismissed with a note', () => {
    const dismissal = stakes({ evidence: evidence([hit({ birthDates: ['1971'] })]) })
    expect(needsNote(dismissal)).toBe(true)
    expect(needsNote({ ...dismissal, decision: 'resubmit' })).toBe(false)
    expect(needsNote(stakes())).toBe(false)
  })
})
