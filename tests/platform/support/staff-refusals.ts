import type { Refused, SendAsInvestor } from './refusal.js'

const approve = { verdict: 'approve', reason: 'it looks fine' }

/** Returns the calls for decisions by two members of staff that are rejected for an investor. */
export const staffRefusals = (send: SendAsInvestor, ids: () => { caseId: string; propertyId: string }): Refused[] => {
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
    ['a withdrawal of a proposal, for an investor', () => send('POST', proposal('withdrawal'), {}), 403, 'FORBIDDEN'],
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
