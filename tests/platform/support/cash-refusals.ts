import type { Refused, SendAsInvestor } from './refusal.js'

/** Returns the calls about cash that are rejected for an investor without cash and bank accounts. */
export function cashRefusals(send: SendAsInvestor): Refused[] {
  const post = (path: string, body?: unknown) => () => send('POST', `/cash${path}`, body)
  const card = (path: string, body: unknown) => () => send('POST', `/investor-card${path}`, body)
  const account = '/bank-accounts/none'
  return [
    ['a page of movements that is too large', () => send('GET', '/cash?limit=101'), 400, 'VALIDATION_FAILED'],
    ['a bank account without a holder', post('/bank-accounts', { iban: 'AE07' }), 400, 'VALIDATION_FAILED'],
    ['a code for an unknown bank account', post(`${account}/code`, {}), 404, 'NOT_FOUND'],
    ['a code of another form', post(`${account}/confirmation`, { code: '12' }), 400, 'VALIDATION_FAILED'],
    [
      'the confirmation of another’s bank account',
      post(`${account}/confirmation`, { code: '123456' }),
      404,
      'NOT_FOUND',
    ],
    ['the removal of another’s bank account', post(`${account}/removal`), 404, 'NOT_FOUND'],
    [
      'a withdrawal without an idempotency key',
      post('/withdrawals', { bankAccountId: 'none', amount: 100 }),
      400,
      'VALIDATION_FAILED',
    ],
    [
      'an order from cash without an idempotency key',
      () => send('POST', '/create-checkout-session', { amount: 2_000, propertyId: 'Prop_1_any', payFrom: 'cash' }),
      400,
      'VALIDATION_FAILED',
    ],
    ['a page of rewards that is too large', () => send('GET', '/rewards?limit=101'), 400, 'VALIDATION_FAILED'],
    [
      'referrals with a cursor of another list',
      () => send('GET', '/rewards/referrals?cursor=abc'),
      400,
      'VALIDATION_FAILED',
    ],
    ['the number of a digital card of another form', card('/number', { issue: 0 }), 400, 'VALIDATION_FAILED'],
    ['the number of another digital card', card('/number', { issue: 9 }), 409, 'INVESTOR_CARD_REPLACED'],
    ['another digital card frozen', card('/freeze', { issue: 9 }), 409, 'INVESTOR_CARD_REPLACED'],
    ['another digital card made valid', card('/unfreeze', { issue: 9 }), 409, 'INVESTOR_CARD_REPLACED'],
    ['another digital card replaced', card('/reissue', { issue: 9 }), 409, 'INVESTOR_CARD_REPLACED'],
    ['the cancellation of another’s withdrawal', post('/withdrawals/none/cancellation'), 404, 'NOT_FOUND'],
  ]
}
