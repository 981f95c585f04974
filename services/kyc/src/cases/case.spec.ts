import { describe, expect, it } from '@jest/globals'
import { targetsOf } from '@hissa/kernel'
import fc from 'fast-check'
import { assess, evaluate, type Assessment, type Evidence } from './assess.js'
import { decisionDueAt } from './business-days.js'
import {
  decide,
  isClosedForGood,
  isOpen,
  openCase,
  REFUSALS,
  TRANSITIONS,
  type Case,
  type Command,
  type Upload,
} from './case.js'

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
const CLEAN: Evidence = {
  documentType: 'passport',
  issuingCountry: 'JOR',
  profile: { fullName: 'Layla Haddad', dateOfBirth: '1990-05-01', nationality: 'JO', countryOfResidence: 'AE' },
  reading: READING,
  politicallyExposed: false,
  hits: [],
  longName: false,
  lists: [{ list: 'UN', date: '2026-02-27', kind: 'sanctions', hash: 'ab12' }],
  listOld: false,
  duplicateDocument: false,
  forgedDocument: false,
  pictureRead: false,
  automaticApproval: true,
  today: '2026-11-19',
}
const bornOn = (birthDate: string): Partial<Evidence> => ({
  profile: { ...CLEAN.profile, dateOfBirth: birthDate },
  reading: { ...READING, fields: { ...READING.fields, birthDate } },
})
const of = (alpha3: string, alpha2: string): Partial<Evidence> => ({
  profile: { ...CLEAN.profile, nationality: alpha2 },
  reading: { ...READING, fields: { ...READING.fields, nationality: alpha3 } },
})
const HIT = {
  list: 'UN',
  dataId: '1',
  reference: 'R',
  listedName: 'A B',
  matchedOn: 'profile_name' as const,
  birthDates: [],
}
const upload = (kind: Upload['kind']): Upload => ({
  documentId: `d-${kind}`,
  kind,
  objectRef: 'o',
  contentType: 'image/jpeg',
  sizeBytes: 1,
  uploadedAt: AT,
})
const clean: Assessment = assess(CLEAN)
const flagged: Assessment = assess({ ...CLEAN, lists: [] })
const fresh = () =>
  openCase({ caseId: 'c', userId: 'applicant-1' }, { documentType: 'passport', issuingCountry: 'JOR' }, AT)
const run = (start: Case, ...commands: Command[]) =>
  commands.reduce((current, command) => {
    const decision = decide(current, command, AT)
    if (!decision.ok) throw new Error(decision.error.code)
    return decision.value.next
  }, start)
const inReview = () =>
  run(fresh(), { type: 'attach', upload: upload('front') }, { type: 'submit', assessment: flagged })
type Conclusion = Extract<Command, { type: 'approve' | 'reject' | 'resubmit' }>
const conclusion = (current: Case, changes: Partial<Conclusion> = {}): Command => ({
  type: 'reject',
  by: 'staff-1',
  reasonCodes: ['DOCUMENT_UNREADABLE'],
  version: current.version,
  ...changes,
})

describe('assess', () => {
  it('approves a clean case by rule and returns inputs without personal data', () => {
    expect(clean).toMatchObject({
      outcome: 'approve',
      risk: 'low',
      reasons: [],
      rule: { id: 'kyc.auto-approve', version: 7 },
    })
    expect(JSON.stringify(clean)).not.toMatch(/layla|haddad|1990|X1/i)
  })
  it.each<[string, Partial<Evidence>, string, string]>([
    ['no sanctions list is loaded', { lists: [] }, 'NO_SANCTIONS_LIST', 'medium'],
    ['a sanctions list is too old', { listOld: true }, 'NO_SANCTIONS_LIST', 'medium'],
    ['a name is listed', { hits: [{ ...HIT, quality: 'good' }] }, 'SANCTIONS_NAME_MATCH', 'high'],
    [
      'a name is close to a listed one',
      { hits: [{ ...HIT, quality: 'good', closeness: 'close' }] },
      'SANCTIONS_CLOSE_NAME',
      'medium',
    ],
    [
      'a name is close to a weak alias',
      { hits: [{ ...HIT, quality: 'low', closeness: 'close' }] },
      'SANCTIONS_WEAK_ALIAS',
      'medium',
    ],
    ['a name has too many words to be compared in every way', { longName: true }, 'NAME_MISMATCH', 'medium'],
    [
      'a politically exposed person has the name',
      { hits: [{ ...HIT, quality: 'good', kind: 'pep' }] },
      'POLITICALLY_EXPOSED',
      'high',
    ],
    ['a weak alias matches', { hits: [{ ...HIT, quality: 'low' }] }, 'SANCTIONS_WEAK_ALIAS', 'medium'],
    ['the name differs', { profile: { ...CLEAN.profile, fullName: 'Omar Haddad' } }, 'NAME_MISMATCH', 'medium'],
    [
      'the name is in another script',
      { profile: { ...CLEAN.profile, fullName: 'ليلى حداد' } },
      'NAME_SCRIPT_DIFFERS',
      'medium',
    ],
    [
      'the date of birth differs',
      { profile: { ...CLEAN.profile, dateOfBirth: '1990-05-02' } },
      'BIRTH_DATE_MISMATCH',
      'medium',
    ],
    [
      'the profile has no date of birth',
      { profile: { ...CLEAN.profile, dateOfBirth: null } },
      'BIRTH_DATE_MISMATCH',
      'medium',
    ],
    ['the nationality differs', { profile: { ...CLEAN.profile, nationality: 'EG' } }, 'NATIONALITY_MISMATCH', 'medium'],
    [
      'the profile has no nationality',
      { profile: { ...CLEAN.profile, nationality: null } },
      'NATIONALITY_MISMATCH',
      'medium',
    ],
    ['the issuing country differs', { issuingCountry: 'EGY' }, 'ISSUING_STATE_MISMATCH', 'medium'],
    ['the document is a specimen', { reading: { ...READING, specimen: true } }, 'SPECIMEN_DOCUMENT', 'high'],
    [
      'the document expired yesterday',
      { reading: { ...READING, fields: { ...READING.fields, expiryDate: '2026-11-18' } } },
      'DOCUMENT_EXPIRED',
      'medium',
    ],
    ['the holder turns 18 tomorrow', bornOn('2008-11-20'), 'UNDER_AGE', 'medium'],
    [
      'a check digit is wrong',
      { reading: { ...READING, failures: [{ field: 'x', line: 2, column: 1, message: '', checkDigit: true }] } },
      'MRZ_CHECK_DIGIT',
      'medium',
    ],
    [
      'a date cannot be read',
      { reading: { ...READING, fields: { ...READING.fields, birthDate: null } } },
      'MRZ_FIELD',
      'medium',
    ],
    ['the applicant is politically exposed', { politicallyExposed: true }, 'POLITICALLY_EXPOSED', 'high'],
    ['the checksum of the Emirates ID is wrong', { documentType: 'emirates_id' }, 'EMIRATES_ID_CHECKSUM', 'medium'],
    ['another applicant has submitted the document', { duplicateDocument: true }, 'DUPLICATE_DOCUMENT', 'high'],
    ['a document with this number was forged', { forgedDocument: true }, 'FORGED_DOCUMENT', 'high'],
    ['nobody has seen the picture, outside local mode', { automaticApproval: false }, 'PICTURE_NOT_READ', 'medium'],
    [
      'the lines were read from the picture, outside local mode',
      { automaticApproval: false, pictureRead: true },
      'PICTURE_NOT_READ',
      'medium',
    ],
    [
      'the applicant lives in Iran',
      { profile: { ...CLEAN.profile, countryOfResidence: 'IR' } },
      'HIGH_RISK_COUNTRY',
      'high',
    ],
    ['the applicant is a national of Myanmar', of('MMR', 'MM'), 'HIGH_RISK_COUNTRY', 'high'],
    [
      'the document was issued by Yemen',
      { issuingCountry: 'YEM', reading: { ...READING, fields: { ...READING.fields, issuingState: 'YEM' } } },
      'MONITORED_COUNTRY',
      'medium',
    ],
    [
      'the applicant lives in Kuwait',
      { profile: { ...CLEAN.profile, countryOfResidence: 'KW' } },
      'MONITORED_COUNTRY',
      'medium',
    ],
  ])('sends a case to review when %s', (_, changes, reason, risk) => {
    expect(assess({ ...CLEAN, ...changes })).toMatchObject({ outcome: 'review', reasons: [reason], risk })
  })
  it.each(['2026-11-19', '2026-11-20'])('accepts a document that expires on %s', (expiryDate) => {
    expect(assess({ ...CLEAN, reading: { ...READING, fields: { ...READING.fields, expiryDate } } }).outcome).toBe(
      'approve',
    )
  })
  it('accepts an applicant who turns 18 today', () => {
    expect(assess({ ...CLEAN, ...bornOn('2008-11-19') }).outcome).toBe('approve')
  })
  it('reproduces a decision from the inputs of an earlier version', () => {
    const { closeHits, forgedDocument, countryRisk, countryListDate, pictureRead, automaticApproval, ...second } =
      clean.rule.inputs
    void [closeHits, forgedDocument, countryRisk, countryListDate, pictureRead, automaticApproval]
    expect(evaluate(second as never)).toEqual({ outcome: 'approve', risk: 'low', reasons: [] })
  })
  it('reproduces a decision from stored inputs', () => {
    const { outcome, risk, reasons, rule } = flagged
    expect(evaluate(JSON.parse(JSON.stringify(rule.inputs)))).toEqual({ outcome, risk, reasons })
  })
})

describe('decisionDueAt', () => {
  it.each([
    ['2026-11-19T08:00:00Z', '2026-11-20T14:00:00.000Z', 'Thursday to Friday'],
    ['2026-11-20T08:00:00Z', '2026-11-23T14:00:00.000Z', 'Friday over the weekend'],
    ['2026-11-19T20:30:00Z', '2026-11-23T14:00:00.000Z', 'Friday already, in Dubai'],
    ['2026-11-22T08:00:00Z', '2026-11-23T14:00:00.000Z', 'Sunday to Monday'],
  ])('returns for %s the time %s (%s)', (at, due) => expect(decisionDueAt(new Date(at)).toISOString()).toBe(due))
})

describe('decide', () => {
  it('approves by rule in one step, with a submitted event before the approved event', () => {
    const decision = decide(
      run(fresh(), { type: 'attach', upload: upload('front') }),
      { type: 'submit', assessment: clean },
      AT,
    )
    expect(decision).toMatchObject({
      ok: true,
      value: { next: { state: 'approved' }, events: [{ type: 'submitted' }, { type: 'approved' }] },
    })
  })
  it('queues a flagged case with its due time', () => {
    expect(inReview()).toMatchObject({ state: 'in_review', dueAt: new Date('2026-11-20T14:00:00Z'), assignee: null })
  })
  it('returns the kinds of missing images', () => {
    const card = openCase({ caseId: 'c', userId: 'u' }, { documentType: 'emirates_id', issuingCountry: 'ARE' }, AT)
    const withFront = run(card, { type: 'attach', upload: upload('front') })
    expect(decide(withFront, { type: 'submit', assessment: clean }, AT)).toMatchObject({
      error: { code: 'UPLOADS_MISSING', kinds: ['back'] },
    })
  })
  it('replaces an image of the same kind, and removes all images when the document type changes', () => {
    const twice = run(
      fresh(),
      { type: 'attach', upload: upload('front') },
      { type: 'attach', upload: { ...upload('front'), documentId: 'new' } },
    )
    expect(twice.uploads.map(({ documentId }) => documentId)).toEqual(['new'])
    expect(run(twice, { type: 'describe', documentType: 'passport', issuingCountry: 'EGY' }).uploads).toHaveLength(1)
    expect(run(twice, { type: 'describe', documentType: 'emirates_id', issuingCountry: 'ARE' }).uploads).toEqual([])
  })
  it('lets one reviewer claim a case, repeatedly, and returns the assignee to others', () => {
    const claimed = run(inReview(), { type: 'claim', by: 'staff-1' })
    expect(decide(claimed, { type: 'claim', by: 'staff-2' }, AT)).toMatchObject({
      error: { code: 'ALREADY_CLAIMED', assignee: 'staff-1' },
    })
    expect(decide(claimed, { type: 'claim', by: 'staff-1' }, AT)).toMatchObject({
      ok: true,
      value: { next: { version: claimed.version } },
    })
  })
  it('lets another reviewer take a case over, but never the applicant', () => {
    const claimed = run(inReview(), { type: 'claim', by: 'staff-1' })
    const taken = run(claimed, { type: 'claim', by: 'staff-2', takeOver: true })
    expect(taken.assignee).toMatchObject({ userId: 'staff-2' })
    expect(taken.history.at(-1)).toMatchObject({ action: 'taken_over', actor: 'staff-2' })
    expect(decide(claimed, conclusion(claimed, { by: 'staff-1' }), AT)).toMatchObject({ ok: true })
    expect(decide(taken, conclusion(taken, { by: 'staff-1' }), AT)).toMatchObject({
      error: { code: 'ALREADY_CLAIMED', assignee: 'staff-2' },
    })
    expect(decide(claimed, { type: 'claim', by: 'applicant-1', takeOver: true }, AT)).toMatchObject({
      error: { code: 'OWN_CASE' },
    })
  })
  it.each([
    ['the case is not claimed', (c: Case) => c, {}, 'NOT_CLAIMED'],
    [
      'another reviewer has claimed the case',
      (c: Case) => run(c, { type: 'claim', by: 'staff-2' }),
      {},
      'ALREADY_CLAIMED',
    ],
    [
      'the case has changed since',
      (c: Case) => run(c, { type: 'claim', by: 'staff-1' }),
      { version: 1 },
      'VERSION_CONFLICT',
    ],
    [
      'no reason is given',
      (c: Case) => run(c, { type: 'claim', by: 'staff-1' }),
      { reasonCodes: [] },
      'REASONS_REQUIRED',
    ],
    ...(['UNDER_AGE', 'OUTSIDE_POLICY', 'SUSPECTED_FORGERY', 'SANCTIONS_MATCH'] as const).map(
      (reason) =>
        [
          `resubmission is requested with the final reason ${reason}`,
          (c: Case) => run(c, { type: 'claim', by: 'staff-1' }),
          { type: 'resubmit', reasonCodes: ['DOCUMENT_UNREADABLE', reason] },
          'REASONS_FINAL',
        ] as const,
    ),
    [
      'the reviewer is the applicant',
      (c: Case) => run(c, { type: 'claim', by: 'staff-1' }),
      { by: 'applicant-1' },
      'OWN_CASE',
    ],
  ] as const)('rejects a decision when %s', (_, prepare, changes, code) => {
    const current = prepare(inReview())
    expect(decide(current, conclusion(current, changes as never), AT)).toMatchObject({ ok: false, error: { code } })
  })
  it('approves without a reason', () => {
    const current = run(inReview(), { type: 'claim', by: 'staff-1' })
    expect(decide(current, conclusion(current, { type: 'approve', reasonCodes: [] }), AT)).toMatchObject({
      value: { next: { state: 'approved' }, events: [{ type: 'approved' }] },
    })
  })
  it('reopens a case when resubmission is requested', () => {
    const current = run(inReview(), { type: 'claim', by: 'staff-1' })
    const reopened = run(current, conclusion(current, { type: 'resubmit' }))
    expect(reopened).toMatchObject({ state: 'resubmission', decisionReasons: ['DOCUMENT_UNREADABLE'], assignee: null })
    expect(run(reopened, { type: 'submit', assessment: clean })).toMatchObject({
      state: 'approved',
      decisionReasons: [],
    })
  })
  it('closes a case permanently for forgery, but not for an unreadable image', () => {
    const current = run(inReview(), { type: 'claim', by: 'staff-1' })
    expect(isClosedForGood(run(current, conclusion(current)))).toBe(false)
    expect(isClosedForGood(run(current, conclusion(current, { reasonCodes: ['SUSPECTED_FORGERY'] })))).toBe(true)
  })
  it('follows the transition table, never changes a closed case, and needs a claim for a decision', () => {
    const types = [
      ...(['describe', 'attach', 'submit', 'claim', 'approve', 'reject', 'resubmit'] as const),
      ...(['propose', 'confirm', 'return'] as const),
    ]
    const arbitrary = fc.record({
      type: fc.constantFrom(...types),
      by: fc.constantFrom('staff-1', 'staff-2', 'applicant-1'),
      ok: fc.boolean(),
      stale: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(arbitrary, { maxLength: 25 }), (steps) => {
        let current = fresh()
        for (const { type, by, ok, stale } of steps) {
          const command = {
            type,
            by,
            documentType: 'passport',
            issuingCountry: 'JOR',
            upload: upload('front'),
            assessment: ok ? clean : flagged,
            reasonCodes: ok ? ['NAME_MISMATCH'] : [],
            approvalId: 'a',
            decision: ok ? 'reject' : 'approve',
            why: 'proposal_withdrawn',
            version: current.version - (stale ? 1 : 0),
          } as Command
          const decision = decide(current, command, AT)
          if (!decision.ok) {
            expect(REFUSALS[type]).toContain(decision.error.code)
            continue
          }
          expect(targetsOf(TRANSITIONS, current.state, type)).toContain(decision.value.next.state)
          if (['approve', 'reject', 'resubmit', 'propose'].includes(type)) {
            expect(current.assignee?.userId).toBe(by)
            expect(current.proposal).toBeFalsy()
          }
          if (['confirm', 'return'].includes(type)) expect(current.proposal).toBeTruthy()
          if (!['describe', 'attach', 'submit'].includes(type)) expect(by).not.toBe(current.userId)
          if (decision.value.next.state !== 'in_review') expect(decision.value.next.proposal).toBeFalsy()
          expect(isOpen(current)).toBe(true)
          current = decision.value.next
        }
      }),
    )
  })
})
