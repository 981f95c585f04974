import { describe, expect, it } from '@jest/globals'
import type { Hit } from '../screening/sanctions-list.js'
import { decide, openCase, type Case, type Command } from './case.js'
import {
  differencesOf,
  needsNote,
  needsSecondReviewer,
  type DecisionContext,
  type Difference,
} from './second-reviewer.js'

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

describe('decide › a proposed decision', () => {
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

  it('leaves the case in review and unclaimed until another reviewer confirms it', () => {
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
  it('returns the case to the queue if it is rejected', () => {
    const back = run(proposed(), { type: 'return', by: 'staff-2', why: 'proposal_rejected' })
    expect(back).toMatchObject({ state: 'in_review', proposal: null, assignee: null })
    expect(run(back, { type: 'claim', by: 'staff-3' })).toMatchObject({ assignee: { userId: 'staff-3' } })
  })
  it.each<[string, (current: Case) => Command]>([
    ['claimed', () => ({ type: 'claim', by: 'staff-2' })],
    ['taken over', () => ({ type: 'claim', by: 'staff-2', takeOver: true })],
    ['decided', (current) => conclusion(current)],
    ['proposed again', (current) => propose(current)],
  ])('prevents the case from being %s while it is pending', (_, command) => {
    const current = proposed()
    expect(decide(current, command(current), AT)).toMatchObject({ error: { code: 'AWAITING_SECOND_REVIEWER' } })
  })
  it('needs a claim, the current version and reasons', () => {
    expect(decide(inReview(), propose(inReview()), AT)).toMatchObject({ error: { code: 'NOT_CLAIMED' } })
    expect(decide(claimed(), propose(claimed(), { version: 1 }), AT)).toMatchObject({
      error: { code: 'VERSION_CONFLICT' },
    })
    expect(decide(claimed(), propose(claimed(), { reasonCodes: [] }), AT)).toMatchObject({
      error: { code: 'REASONS_REQUIRED' },
    })
  })
  it('must exist and be confirmed by someone other than the applicant', () => {
    expect(decide(claimed(), { type: 'confirm', by: 'staff-2' }, AT)).toMatchObject({
      error: { code: 'NOT_PROPOSED' },
    })
    expect(decide(proposed(), { type: 'confirm', by: 'applicant-1' }, AT)).toMatchObject({
      error: { code: 'OWN_CASE' },
    })
  })
})

describe('needsSecondReviewer and needsNote', () => {
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
  const context = (changes: Partial<DecisionContext> = {}): DecisionContext => ({
    decision: 'approve',
    reasonCodes: [],
    reasons: ['NAME_MISMATCH'],
    evidence: evidence([]),
    forged: false,
    ...changes,
  })

  it.each<[string, Partial<DecisionContext>, boolean]>([
    ['a case of medium risk', {}, false],
    ['a politically exposed person', { reasons: ['POLITICALLY_EXPOSED'] }, true],
    ['a high-risk country', { reasons: ['HIGH_RISK_COUNTRY'] }, true],
    ['a monitored country', { reasons: ['MONITORED_COUNTRY'] }, false],
    ['a document of another applicant', { reasons: ['DUPLICATE_DOCUMENT'] }, true],
    ['a document number known from a forgery on submission', { reasons: ['FORGED_DOCUMENT'] }, true],
    ['a document number known from a forgery since submission', { forged: true }, true],
    ['the rejection of such a document', { forged: true, decision: 'reject' }, true],
    ['a request for resubmission, regardless of risk', { forged: true, decision: 'resubmit' }, false],
    ['a hit without differences', { evidence: evidence([hit()]) }, true],
    [
      'a hit without dates of birth or nationalities',
      { evidence: evidence([hit({ birthDates: [], nationalities: [] })]) },
      true,
    ],
    ['a hit with a different birth date', { evidence: evidence([hit({ birthDates: ['1971-02-03'] })]) }, true],
    ['a hit with another nationality', { evidence: evidence([hit({ nationalities: ['IRQ'] })]) }, true],
    ['a hit on a weak alias', { evidence: evidence([hit({ quality: 'low', birthDates: ['1971'] })]) }, true],
    [
      'a rejection despite a difference',
      { decision: 'reject', reasonCodes: ['NAME_MISMATCH'], evidence: evidence([hit({ birthDates: ['1971'] })]) },
      true,
    ],
    ['a confirmed match without hits', { decision: 'reject', reasonCodes: ['SANCTIONS_MATCH'] }, true],
    ['a hit with erased evidence', { reasons: ['SANCTIONS_NAME_MATCH'], evidence: null }, true],
  ])('require a second reviewer for %s: %p', (_, changes, needed) =>
    expect(needsSecondReviewer(context(changes))).toBe(needed),
  )

  it('require a note for an approval despite a hit', () => {
    const dismissal = context({ evidence: evidence([hit()]) })
    expect(needsNote(dismissal)).toBe(true)
    expect(needsNote({ ...dismissal, decision: 'resubmit' })).toBe(false)
    expect(needsNote(context())).toBe(false)
  })
})

describe('differencesOf', () => {
  const listed = (changes: Partial<Hit>): Hit => ({
    ...{ ...HIT, quality: 'primary', closeness: 'exact', birthDates: ['1990-05-01'], nationalities: ['JOR'] },
    ...changes,
  })
  const person = { birthDates: ['1990-05-01'], nationalities: ['JOR'] }

  it.each<[string, Hit, Difference[]]>([
    ['nothing for the same person', listed({}), []],
    ['nothing if the list states neither', listed({ birthDates: [], nationalities: [] }), []],
    ['another year of birth', listed({ birthDates: ['1971'] }), ['birth_date']],
    ['another nationality', listed({ nationalities: ['IRQ'] }), ['nationality']],
    ['nothing if one of two nationalities is the same', listed({ nationalities: ['IRQ', 'JOR'] }), []],
    ['nothing for a former country', listed({ nationalities: ['former Soviet Union'] }), []],
  ])('names %s', (_, hit, differences) => expect(differencesOf(hit, person)).toEqual(differences))
})
