type Row = [name: string, call: () => Promise<Response>, status: number, code: string]
/** Sends a call as an investor. */
type Send = (method: string, path: string, body?: unknown) => Promise<Response>

const approve = { verdict: 'approve', reason: 'it looks fine' }

/** What an investor is refused of that takes two of the staff: second opinions on cases, and publications. */
export const staffRefusals = (send: Send, ids: () => { caseId: string; propertyId: string }): Row[] => {
  const proposal = (act: string) => `/kyc/tickets/${ids().caseId}/proposal/${act}`
  return [
    [
      'a second opinion, for an investor',
      () => send('POST', proposal('decision'), { ...approve, version: 1 }),
      403,
      'FORBIDDEN',
    ],
    [
      'a second opinion with a blank reason',
      () => send('POST', proposal('decision'), { ...approve, reason: '\u200b\u200b\u200b', version: 1 }),
      400,
      'VALIDATION_FAILED',
    ],
    ['a withdrawal of a proposal, for an investor', () => send('POST', proposal('withdrawal'), {}), 403, 'FORBIDDEN'],
    ['the publications, for an investor', () => send('GET', '/publications'), 403, 'FORBIDDEN'],
    [
      'publications with a limit beyond the most',
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
