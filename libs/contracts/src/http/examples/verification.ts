export const CASE_ID = '0191b5d0-3333-7abc-8def-1234567890ab'
export const DOCUMENT_ID = '0191b5d0-4444-7abc-8def-1234567890ab'
export const REVIEWER_ID = '0191b8c0-2222-7abc-8def-1234567890ab'
const SUBMITTED_AT = '2026-11-22T07:10:00.000Z'
const DUE_AT = '2026-11-23T13:10:00.000Z'

/** The lines of the specimen passport in ICAO 9303. */
export const MRZ_LINES = [
  'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
  'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
]

export const KYC_STATUS = {
  caseId: CASE_ID,
  state: 'in_review',
  documentType: 'passport',
  issuingCountry: 'GBR',
  uploads: [{ documentId: DOCUMENT_ID, kind: 'front', uploadedAt: '2026-11-22T07:05:00.000Z' }],
  stages: [
    { key: 'received', state: 'done', at: SUBMITTED_AT },
    { key: 'checking', state: 'current', at: SUBMITTED_AT },
    { key: 'extra_information', state: 'skipped', at: null },
    { key: 'decision', state: 'upcoming', at: null },
  ],
  reasons: [],
  nextAction: { code: 'wait', text: 'We’re reviewing your documents.', kinds: [] },
  expectedBy: DUE_AT,
  submittedAt: SUBMITTED_AT,
  decidedAt: null,
  version: 3,
}

const read = (field: string, provided: string | null, extracted: string, match: string, proven: boolean) => ({
  ...{ field, provided, extracted, match, proven },
})
export const READING = {
  documentId: DOCUMENT_ID,
  outcome: 'read',
  refusal: null,
  lines: MRZ_LINES,
  fields: [
    read('full_name', 'Anna Maria Eriksson', 'ANNA MARIA ERIKSSON', 'match', false),
    read('document_number', null, 'L898902C3', 'not_comparable', true),
    read('birth_date', '1974-08-12', '1974-08-12', 'match', true),
  ],
  failures: [],
  corrections: [{ line: 2, column: 13, from: '0', to: 'O' }],
  confidencePercent: 83,
  engine: 'tesseract.js-core 7.0.0, eng 4.0.0',
}

export const OWN_DETAILS = {
  state: 'approved',
  person: { fullName: 'Anna Maria Eriksson', originalName: null, birthDate: '1974-08-12', nationality: 'GBR' },
  document: { documentType: 'passport', issuingState: 'GBR', number: '••••••2C3', expiresOn: '2032-04-15' },
  pictures: [{ kind: 'front', status: 'accepted', uploadedAt: '2026-11-22T07:05:00.000Z' }],
  verifiedAt: '2026-11-22T09:40:00.000Z',
  nextReviewOn: '2032-04-15',
}

export const TICKET = {
  caseId: CASE_ID,
  state: 'in_review',
  applicant: 'F. A. M.',
  documentType: 'passport',
  issuingCountry: 'GBR',
  risk: 'medium',
  reasons: ['NAME_MISMATCH'],
  assignee: { userId: REVIEWER_ID, claimedAt: '2026-11-22T08:00:00.000Z', until: '2026-11-22T08:10:00.000Z' },
  proposal: null,
  submittedAt: SUBMITTED_AT,
  dueAt: DUE_AT,
  overdue: false,
  sla: { state: 'running', leftMinutes: 540 },
  sampleData: false,
  version: 4,
}

export const TICKET_DETAIL = {
  ...TICKET,
  fields: [{ field: 'full_name', provided: 'F. A. M.', extracted: 'F. M.', match: 'mismatch' }],
  revealed: false,
  mrz: { format: 'TD3', valid: true, failures: [], source: 'typed', engine: null },
  screening: { listDate: '2026-11-20', lists: [{ list: 'UN Consolidated', date: '2026-11-20' }], hits: [] },
  toOpen: { kinds: ['front'], details: true },
  secondReviewer: { approve: false, reject: false },
  rule: { id: 'kyc.approve-clean-case', version: 1, outcome: 'review', inputs: { nameMatches: false } },
  documents: [
    {
      documentId: DOCUMENT_ID,
      kind: 'front',
      contentType: 'image/jpeg',
      sizeBytes: 412_000,
      uploadedAt: '2026-11-22T07:05:00.000Z',
    },
  ],
  history: [{ at: SUBMITTED_AT, action: 'submitted', actor: 'applicant', reasonCodes: [], note: null }],
}
