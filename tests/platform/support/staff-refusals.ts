import type { Refused, SendAsInvestor } from './refusal.js'

const ACCOUNT_ACTS = [
  ['suspension', { reasonCode: 'user_request', reason: 'Asked for it in writing' }],
  ['reinstatement', { reasonCode: 'user_request', reason: 'Asked for it in writing' }],
  ['sessions/end', { reason: 'Lost telephone' }],
  ['notes', { text: 'Prefers calls at noon' }],
] as const
const approve = { verdict: 'approve', reason: 'it looks fine' }

/** Returns the calls for decisions by two members of staff that are rejected for an investor. */
export const staffRefusals = (send: SendAsInvestor, ids: () => { caseId: string; propertyId: string }): Refused[] => {
  const ticket = (act: string) => `/kyc/tickets/${ids().caseId}/${act}`
  const proposal = (act: string) => `/kyc/tickets/${ids().caseId}/proposal/${act}`
  return [
    [
      'a second decision, for an investor',
      () => send('POST', proposal('decision'), { ...approve, version: 1 }),
      403,
      'FORBIDDEN',
    ],
    [
      'a second decision with a blank reason',
      () => send('POST', proposal('decision'), { ...approve, reason: '\u200b\u200b\u200b', version: 1 }),
      400,
      'VALIDATION_FAILED',
    ],
    ['the next case, for an investor', () => send('POST', '/kyc/tickets/next', {}), 403, 'FORBIDDEN'],
    ['the renewal of a claim, for an investor', () => send('POST', ticket('renewal'), {}), 403, 'FORBIDDEN'],
    ['the release of a case, for an investor', () => send('POST', ticket('release'), {}), 403, 'FORBIDDEN'],
    ['the trail of a case, for an investor', () => send('GET', ticket('trail')), 403, 'FORBIDDEN'],
    [
      'the preview of a message, for an investor',
      () => send('POST', '/kyc/tickets/preview', { decision: 'approve' }),
      403,
      'FORBIDDEN',
    ],
    [
      'the preview of an unknown decision',
      () => send('POST', '/kyc/tickets/preview', { decision: 'maybe' }),
      400,
      'VALIDATION_FAILED',
    ],
    ['a search for cases by a name', () => send('GET', '/kyc/tickets?search=Layla%20Haddad'), 400, 'VALIDATION_FAILED'],
    ['a withdrawal of a proposal, for an investor', () => send('POST', proposal('withdrawal'), {}), 403, 'FORBIDDEN'],
    ...['', '/none'].map((path): Refused => [
      `accounts${path}, for an investor`,
      () => send('GET', `/staff/users${path}`),
      403,
      'FORBIDDEN',
    ]),
    [
      'a search for users, for an investor',
      () => send('POST', '/staff/users/search', { query: 'bob' }),
      403,
      'FORBIDDEN',
    ],
    ...ACCOUNT_ACTS.map(([path, body]): Refused => [
      `an account’s ${path}, for an investor`,
      () => send('POST', `/staff/users/none/${path}`, body),
      403,
      'FORBIDDEN',
    ]),
    [
      'a suspension with a blank reason',
      () => send('POST', '/staff/users/none/suspension', { reasonCode: 'user_request', reason: ' ' }),
      400,
      'VALIDATION_FAILED',
    ],
    ['audit rows, for an investor', () => send('GET', '/staff/audit'), 403, 'FORBIDDEN'],
    ['audit rows after a broken cursor', () => send('GET', '/staff/audit?cursor=broken'), 400, 'VALIDATION_FAILED'],
    [
      'the verification of an audit log, for an investor',
      () => send('GET', '/staff/audit/verification?service=kyc'),
      403,
      'FORBIDDEN',
    ],
    [
      'the verification of an unknown audit log',
      () => send('GET', '/staff/audit/verification?service=bank'),
      400,
      'VALIDATION_FAILED',
    ],
    ['the versions of legal texts, for an investor', () => send('GET', '/legal/versions'), 403, 'FORBIDDEN'],
    ['a version of a legal text, for an investor', () => send('GET', '/legal/versions/terms/1'), 403, 'FORBIDDEN'],
    ['the properties of staff, for an investor', () => send('GET', '/property-records'), 403, 'FORBIDDEN'],
    [
      'properties of staff in an unknown state',
      () => send('GET', '/property-records?state=sold'),
      400,
      'VALIDATION_FAILED',
    ],
    ['a property of staff, for an investor', () => send('GET', '/property-records/none'), 403, 'FORBIDDEN'],
    [
      'a picture of a property without a form',
      () => send('POST', '/property-records/none/pictures', {}),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'a change of pictures, for an investor',
      () => send('PUT', '/property-records/none/pictures', { pictures: [], version: 1 }),
      403,
      'FORBIDDEN',
    ],
    [
      'a change of pictures without a list',
      () => send('PUT', '/property-records/none/pictures', {}),
      400,
      'VALIDATION_FAILED',
    ],
    ['a new property without a title', () => send('POST', '/properties', {}), 400, 'VALIDATION_FAILED'],
    ['a change of a property without a title', () => send('PUT', '/properties/none', {}), 400, 'VALIDATION_FAILED'],
    ['the publications, for an investor', () => send('GET', '/publications'), 403, 'FORBIDDEN'],
    [
      'publications with a limit above the maximum',
      () => send('GET', '/publications?limit=101'),
      400,
      'VALIDATION_FAILED',
    ],
    [
      'a publication without terms',
      () => send('POST', '/publications', { propertyId: ids().propertyId }),
      400,
      'VALIDATION_FAILED',
    ],
    [
      'the approval of a publication, for an investor',
      () => send('POST', '/publications/none/decision', approve),
      403,
      'FORBIDDEN',
    ],
    [
      'the withdrawal of a publication, for an investor',
      () => send('POST', '/publications/none/withdrawal', {}),
      403,
      'FORBIDDEN',
    ],
  ]
}
